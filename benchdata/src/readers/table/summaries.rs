//! Rows of `Min Avg Max Std Dev`, each of several runs, under parameters such as
//! `mbrs= 32 rq=1:`; a row may end in its improvement over the row that it is set against.

use std::collections::{BTreeMap, BTreeSet};

use super::{Tables, VALUE};
use crate::metric::Better;
use crate::name::{Key, Value};
use crate::readers::faults::unfit;
use crate::readers::printed::{Agreement, Printed};
use crate::readers::text::{number, result, summed};
use crate::reading::ReadError;
use crate::summary::Summary;

/// A row's parameters as they are printed.
type Parameters = BTreeMap<String, String>;

pub(super) struct Row {
    parameters: Parameters,
    min: f64,
    mean: Printed,
    max: f64,
    stddev: f64,
    /// In percent, over the last row before that has none.
    improvement: Option<Printed>,
}

pub(super) fn is_header(line: &str) -> bool {
    let words: String = line.split_whitespace().collect();
    words.eq_ignore_ascii_case("minavgmaxstddev")
}

pub(super) fn row(line: &str) -> Option<Row> {
    let (parameters, cells) = line.rsplit_once(':')?;
    let mut words = cells.split_whitespace();
    let (min, mean) = (number(words.next()?)?, Printed::of(words.next()?)?);
    let (max, stddev) = (number(words.next()?)?, number(words.next()?)?);
    let improvement = match (words.next(), words.next(), words.next()) {
        (None, ..) => None,
        (Some(percent), Some("improvement"), None) => Some(Printed::of(percent.strip_suffix('%')?)?),
        _ => return None,
    };
    Some(Row { parameters: pairs(parameters)?, min, mean, max, stddev, improvement })
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

/// A row with an improvement, and the one that it is set against.
struct Compared<'r> {
    line: usize,
    before: &'r Row,
    row: &'r Row,
    improvement: Printed,
}

/// Rows with an improvement, each behind the one that it is set against.
fn compared(rows: &[(usize, Row)]) -> Vec<Compared<'_>> {
    let mut against = None;
    let mut compared = Vec::new();
    for (line, row) in rows {
        match (row.improvement, against) {
            (None, _) => against = Some(row),
            (Some(improvement), Some(before)) => {
                compared.push(Compared { line: *line, before, row, improvement });
            }
            (Some(_), None) => {}
        }
    }
    compared
}

/// What was varied: the parameters in which compared rows differ.
fn varied<'r>(compared: &[Compared<'r>]) -> BTreeSet<&'r str> {
    let differing = |Compared { before, row, .. }: &Compared<'r>| {
        let before = &before.parameters;
        row.parameters.iter().filter(|(key, value)| before.get(*key) != Some(value))
    };
    compared.iter().flat_map(differing).map(|(key, _)| key.as_str()).collect()
}

/// Which way is better, where all improvements agree on it.
fn better(compared: &[Compared]) -> Option<Better> {
    let changes = compared.iter().map(|Compared { before, row, improvement, .. }| {
        (row.mean.value - before.mean.value) * improvement.value
    });
    let changes: Vec<f64> = changes.filter(|change| *change != 0.0).collect();
    match changes.as_slice() {
        [] => None,
        changes if changes.iter().all(|change| *change < 0.0) => Some(Better::Lower),
        changes if changes.iter().all(|change| *change > 0.0) => Some(Better::Higher),
        _ => None,
    }
}

/// An improvement that the means, as they are printed, do not give.
struct Mismatch {
    line: usize,
    printed: f64,
    given: f64,
    /// Whether means with more digits could have given it.
    is_explained: bool,
}

impl Mismatch {
    fn of(compared: &Compared, better: Better) -> Option<Self> {
        let improvement = |before: f64, mean: f64| match better {
            Better::Higher => 100.0 * (mean - before) / before,
            Better::Lower => 100.0 * (before - mean) / before,
        };
        let Compared { line, before, row, improvement: printed } = compared;
        let given = improvement(before.mean.value, row.mean.value);
        (printed.to_exact(given) != Agreement::Rounded).then(|| Self {
            line: *line,
            printed: printed.value,
            given,
            is_explained: printed.to(before.mean, row.mean, improvement) != Agreement::Wrong,
        })
    }
}

impl Tables<'_> {
    /// Adds a table's rows, whose header stands on `line`.
    pub(super) fn summaries(&mut self, line: usize, rows: Vec<(usize, Row)>) -> Result<(), ReadError> {
        if self.runs.is_none() {
            let text = "the number of runs is not printed: only the means are kept without --runs N or a line \
                        such as `runs: 5` above the table";
            self.executions.remark(line, text);
        }
        let compared = compared(&rows);
        let (varied, better) = (varied(&compared), better(&compared));
        let direction = match better {
            Some(better) => format!("by the improvements {} is better", better.as_str()),
            None => "nothing tells which way is better".to_owned(),
        };
        self.executions.remark(line, format!("no unit is printed: kept as value; {direction}"));
        self.compare_improvements(line, &compared, better);
        for (line, row) in &rows {
            let (mut case, mut factors) = (BTreeMap::new(), BTreeMap::new());
            for (key, value) in &row.parameters {
                let side = if varied.contains(key.as_str()) { &mut factors } else { &mut case };
                side.insert(Key::new(key).map_err(unfit(*line))?, Value::new(value).map_err(unfit(*line))?);
            }
            let (min, mean, max) = (Some(row.min), row.mean.value, Some(row.max));
            let mut measured = result(&VALUE, VALUE.unit, &case.into(), vec![mean]);
            if let Some(n) = self.runs {
                measured = summed(measured, Summary { n, min, mean, max, stddev: Some(row.stddev) });
            }
            let mut measured = measured.map_err(unfit(*line))?;
            measured.series.better = better;
            self.executions.add_under((None, factors), vec![measured]);
        }
        Ok(())
    }
    /// Remarks the improvements that do not follow from the means: the means are what is kept.
    fn compare_improvements(&mut self, line: usize, compared: &[Compared], better: Option<Better>) {
        let Some(better) = better else { return };
        let mismatches = compared.iter().filter_map(|compared| Mismatch::of(compared, better));
        let (explained, wrong): (Vec<_>, Vec<_>) = mismatches.partition(|mismatch| mismatch.is_explained);
        for Mismatch { line, printed, given, .. } in wrong {
            let text = format!(
                "the improvement of {printed} % is not what the means give, {given:.2} %; they are kept"
            );
            self.executions.remark(line, text);
        }
        if !explained.is_empty() {
            let pair = |Mismatch { printed, given, .. }: &Mismatch| format!("{printed:.2} ({given:.2})");
            let pairs: Vec<String> = explained.iter().map(pair).collect();
            let text = format!(
                "the means as printed give other improvements (in parentheses), though with more digits they \
                 may give these: {}",
                pairs.join(", ")
            );
            self.executions.remark(line, text);
        }
    }
}
