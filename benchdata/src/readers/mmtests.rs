//! mmtests: the tables that its compare-mmtests reports, of any benchmark it runs.

mod row;

use std::collections::BTreeMap;

use self::row::Row;
use super::faults::{fault, unfit};
use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use super::text::{case, result};
use crate::metric::{Better, MetricInfo};
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "mmtests",
    about: "mmtests' tables that compare kernels",
    metrics: &[AMEAN, HMEAN, GMEAN],
    recognise,
    read,
};

const AMEAN: MetricInfo =
    headline(metric("amean", "1", LOWER, None, "arithmetic mean, in the benchmark's unit"));
const HMEAN: MetricInfo =
    headline(metric("hmean", "1", HIGHER, None, "harmonic mean, in the benchmark's unit"));
const GMEAN: MetricInfo =
    headline(metric("gmean", "1", None, None, "geometric mean, in the benchmark's unit"));

fn recognise(text: &str) -> Option<Recognition> {
    text.lines().enumerate().find_map(|(at, raw)| {
        let row = row::row(raw)?;
        row.is_compared().then(|| sign(at + 1, Sureness::Certain, "a row of mmtests' comparisons"))
    })
}

/// Rows under one header.
#[derive(Default)]
struct Table<'a> {
    /// The benchmark, where a line above the header names it.
    title: Option<&'a str>,
    labels: Vec<String>,
    rows: Vec<(usize, Row<'a>)>,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    let mut table = Table::default();
    // The lines since the last row, empty ones left out.
    let mut above: Vec<&str> = Vec::new();
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    let last = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let (line, body) = (at + 1, raw.trim());
        let Some(row) = row::row(body).filter(|row| row.is_compared()) else {
            if row::is_missing(body) {
                gathering.remark(line, "the row is left out: a value is missing");
                continue;
            }
            if row::is_begun(body) && !table.rows.is_empty() && line == last {
                return Err(fault(line, body, "a row of mmtests' table, whole"));
            }
            if !body.is_empty() && body.chars().any(char::is_alphanumeric) {
                above.push(body);
            }
            continue;
        };
        if !above.is_empty() || table.labels.is_empty() {
            close(&mut gathering, &table)?;
            table = header(line, &above, row.cells.len())?;
            above.clear();
        }
        if row.cells.len() != table.labels.len() {
            let expected = format!("{} cells as in the header", table.labels.len());
            return Err(fault(line, format!("{} cells", row.cells.len()), expected));
        }
        if row::info(row.statistic).is_some() {
            table.rows.push((line, row));
        } else {
            skipped.entry(row.statistic).or_insert(line);
        }
    }
    close(&mut gathering, &table)?;
    for (statistic, line) in skipped {
        gathering.remark(line, format!("{statistic} rows are left out: they describe the means' samples"));
    }
    gathering.finish(text, "mmtests' rows: Amean 1 0.3950 ( 0.00%) 0.3887 ( 1.60%)")
}

/// The one or two lines right above a table's rows are its columns' labels, cut in two at a
/// dash; one above them names the benchmark.
fn header<'a>(line: usize, above: &[&'a str], columns: usize) -> Result<Table<'a>, ReadError> {
    let words = |line: &&str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut lines = above.iter().rev().peekable();
    let mut labels = lines.next().map(words).unwrap_or_default();
    if labels.len() != columns {
        return Err(fault(
            line,
            format!("{columns} cells"),
            format!("as many labels above them, not {}", labels.len()),
        ));
    }
    if let Some(upper) = lines.next_if(|line| line.split_whitespace().count() == columns) {
        labels =
            words(upper).into_iter().zip(labels).map(|(upper, lower)| format!("{upper}-{lower}")).collect();
    }
    let title = lines.next().copied().filter(|title| title.split_whitespace().count() == 1);
    Ok(Table { title, labels, rows: Vec::new() })
}

/// Positive is always better: where a value that grew is better, higher is.
fn direction(rows: &[(usize, Row)], statistic: &str) -> Option<Better> {
    let signs = rows.iter().filter(|(_, row)| row.statistic == statistic).flat_map(|(_, row)| {
        let (base, _) = row.cells[0];
        row.cells[1..].iter().map(move |(value, gain)| (value - base) * gain)
    });
    let (mut higher, mut lower) = (0, 0);
    for sign in signs {
        higher += usize::from(sign > 0.0);
        lower += usize::from(sign < 0.0);
    }
    let usual = row::info(statistic).and_then(|info| info.better);
    match (higher, lower) {
        (0, 0) => usual,
        _ if higher > lower => HIGHER,
        _ if lower > higher => LOWER,
        _ => usual,
    }
}

fn close(gathering: &mut Gathering, table: &Table) -> Result<(), ReadError> {
    let mut directions: BTreeMap<&str, Option<Better>> = BTreeMap::new();
    for (line, row) in &table.rows {
        let Some(info) = row::info(row.statistic) else { continue };
        let better =
            *directions.entry(row.statistic).or_insert_with(|| direction(&table.rows, row.statistic));
        let said =
            [("test", table.title), ("parameter", Some(row.parameter).filter(|text| !text.is_empty()))];
        let case = case(said.into_iter().filter_map(|(key, value)| Some((key, value?.to_owned()))))
            .map_err(unfit(*line))?;
        for (label, (value, _)) in table.labels.iter().zip(&row.cells) {
            gathering.run_of(*line, label)?;
            let info = MetricInfo { better, ..*info };
            gathering.add(*line, result(&info, row::unit(table.title), &case, vec![*value]))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
