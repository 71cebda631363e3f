//! Rows of `Min Avg Max Std Dev`, each of several runs, under parameters such as
//! `mbrs= 32 rq=1:`; a row may end in its improvement over the row that it is set against.

use std::collections::{BTreeMap, BTreeSet};

use super::{Tables, VALUE};
use crate::metric::Better;
use crate::name::{Key, Value};
use crate::readers::faults::{fault, unfit};

use crate::readers::text::{number, result, summed};
use crate::reading::ReadError;
use crate::summary::Summary;

/// A row's parameters as they are printed.
type Parameters = BTreeMap<String, String>;

pub(super) struct Row {
    parameters: Parameters,
    min: f64,
    mean: f64,
    max: f64,
    stddev: f64,
    /// In percent, over the last row before that has none.
    improvement: Option<f64>,
}

pub(super) fn is_header(line: &str) -> bool {
    let words: String = line.split_whitespace().collect();
    words.eq_ignore_ascii_case("minavgmaxstddev")
}

pub(super) fn row(line: &str) -> Option<Row> {
    let (parameters, cells) = line.rsplit_once(':')?;
    let mut words = cells.split_whitespace();
    let mut cell = || number(words.next()?);
    let (min, mean, max, stddev) = (cell()?, cell()?, cell()?, cell()?);
    let improvement = match (words.next(), words.next(), words.next()) {
        (None, ..) => None,
        (Some(percent), Some("improvement"), None) => Some(signed(percent.strip_suffix('%')?)?),
        _ => return None,
    };
    Some(Row { parameters: pairs(parameters)?, min, mean, max, stddev, improvement })
}

fn signed(word: &str) -> Option<f64> {
    match word.strip_prefix('-') {
        Some(word) => number(word).map(|value| -value),
        None => number(word),
    }
}

/// `mbrs= 32 nrdrs=128`: blanks may stand before a value, to line it up.
fn pairs(text: &str) -> Option<Parameters> {
    let mut words = text.split_whitespace();
    let mut pairs = BTreeMap::new();
    while let Some(word) = words.next() {
        let (key, value) = word.split_once('=')?;
        let value = if value.is_empty() { words.next()? } else { value };
        pairs.insert(key.to_owned(), value.to_owned());
    }
    Some(pairs)
}

/// Rows with an improvement, each behind the one that it is set against.
fn compared(rows: &[(usize, Row)]) -> Vec<(&Row, &Row)> {
    let mut against = None;
    let mut compared = Vec::new();
    for (_, row) in rows {
        match (row.improvement, against) {
            (None, _) => against = Some(row),
            (Some(_), Some(before)) => compared.push((before, row)),
            (Some(_), None) => {}
        }
    }
    compared
}

/// What was varied: the parameters in which compared rows differ.
fn varied<'r>(compared: &[(&'r Row, &'r Row)]) -> BTreeSet<&'r str> {
    let differing = |&(before, row): &(&'r Row, &'r Row)| {
        row.parameters.iter().filter(|(key, value)| before.parameters.get(*key) != Some(value))
    };
    compared.iter().flat_map(differing).map(|(key, _)| key.as_str()).collect()
}

/// Which way is better, where all improvements agree on it.
fn better(compared: &[(&Row, &Row)]) -> Option<Better> {
    let changes =
        compared.iter().map(|(before, row)| (row.mean - before.mean) * row.improvement.unwrap_or(0.0));
    let changes: Vec<f64> = changes.filter(|change| *change != 0.0).collect();
    match changes.as_slice() {
        [] => None,
        changes if changes.iter().all(|change| *change < 0.0) => Some(Better::Lower),
        changes if changes.iter().all(|change| *change > 0.0) => Some(Better::Higher),
        _ => None,
    }
}

impl Tables<'_> {
    /// Adds a table's rows, whose header stands on `line`.
    pub(super) fn summaries(&mut self, line: usize, rows: Vec<(usize, Row)>) -> Result<(), ReadError> {
        let Some(n) = self.runs else {
            return Err(fault(
                line,
                "a table that does not say how many runs each of its rows sums up",
                "their number on a line of its own above the table, such as `runs: 5`",
            ));
        };
        let compared = compared(&rows);
        let (varied, better) = (varied(&compared), better(&compared));
        let direction = match better {
            Some(better) => format!("by the improvements {} is better", better.as_str()),
            None => "nothing tells which way is better".to_owned(),
        };
        self.executions.remark(line, format!("no unit is printed: kept as `value`; {direction}"));
        for (line, row) in &rows {
            let (mut case, mut factors) = (BTreeMap::new(), BTreeMap::new());
            for (key, value) in &row.parameters {
                let side = if varied.contains(key.as_str()) { &mut factors } else { &mut case };
                side.insert(Key::new(key).map_err(unfit(*line))?, Value::new(value).map_err(unfit(*line))?);
            }
            let (min, max, stddev) = (Some(row.min), Some(row.max), Some(row.stddev));
            let summary = Summary { n, min, mean: row.mean, max, stddev };
            let mut measured = summed(result(&VALUE, VALUE.unit, &case.into(), Vec::new()), summary)
                .map_err(unfit(*line))?;
            measured.series.better = better;
            self.executions.add_under((None, factors), vec![measured]);
        }
        Ok(())
    }
}
