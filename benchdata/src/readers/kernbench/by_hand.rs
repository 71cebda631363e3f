//! Tables that people make of kernbench's means: a line for each kernel.
//!
//! ```text
//! Kernbench: (make -j vmlinux, maximal tasks)
//!                               Elapsed      System        User         CPU
//!                2.5.66-mm2       44.06       87.03      574.31     1501.00
//! ```

use std::collections::BTreeMap;

use super::METRICS;
use crate::metric::MetricInfo;
use crate::readers::executions::Executions;
use crate::readers::faults::fault;
use crate::readers::lines::{cut, lines};
use crate::readers::parts::{case_on, label_on, value_on};
use crate::readers::text::{is_missing, number};
use crate::reading::ReadError;

/// What the columns of [`METRICS`] are called.
const COLUMNS: [&str; 4] = ["elapsed", "user", "system", "cpu"];

/// The load that a title names: `maximal` in `(make -j vmlinux, maximal tasks)`.
fn title(line: &str) -> Option<Option<&str>> {
    let name = line.get(.."kernbench".len())?;
    let (before, _) = line.split_once(" tasks").unwrap_or_default();
    name.eq_ignore_ascii_case("kernbench").then(|| before.split_whitespace().last())
}

/// The metrics in the order of a header's columns.
fn header(line: &str) -> Option<Vec<&'static MetricInfo>> {
    let place = |word: &str| COLUMNS.iter().position(|column| word.eq_ignore_ascii_case(column));
    let metric = |word| Some(&METRICS[place(word)?]);
    let metrics: Vec<_> = line.split_whitespace().map(metric).collect::<Option<_>>()?;
    (metrics.len() > 1).then_some(metrics)
}

/// A label and a cell for each column.
fn row(line: &str, columns: usize) -> Option<(&str, Vec<&str>)> {
    let mut words = line.split_whitespace();
    let label = words.next()?;
    let cells: Vec<&str> = words.collect();
    let is_cell = |cell: &&str| number(cell).is_some() || is_missing(cell);
    (cells.len() == columns && cells.iter().all(is_cell)).then_some((label, cells))
}

/// The line of the first table's header.
pub(super) fn first(text: &str) -> Option<usize> {
    let mut is_titled = false;
    lines(text).find_map(|(number, line)| {
        is_titled |= title(line).is_some();
        (is_titled && header(line).is_some()).then_some(number)
    })
}

/// Adds what the tables say.
pub(super) fn read(text: &str, executions: &mut Executions) -> Result<(), ReadError> {
    let (mut load, mut columns) = (None, None);
    let cut = cut(text);
    for (line, body) in lines(text).filter(|(_, body)| !body.is_empty()) {
        if let Some(named) = title(body) {
            (load, columns) = (Some(named), None);
        } else if let (Some(_), Some(metrics)) = (load, header(body)) {
            columns = Some(metrics);
        } else if let (Some(load), Some(metrics)) = (load, &columns) {
            let Some((label, cells)) = row(body, metrics.len()) else {
                columns = None;
                continue;
            };
            if cut == Some(line) {
                return Err(fault(
                    line,
                    "the end of the text within a number",
                    "a line end after the last row",
                ));
            }
            let case = case_on(line, load.map(|load| ("load", load.to_lowercase())))?;
            let values = metrics.iter().zip(cells).filter_map(|(info, cell)| Some((info, number(cell)?)));
            let results: Vec<_> =
                values.map(|(info, value)| value_on(line, info, &case, value)).collect::<Result<_, _>>()?;
            executions.add_under((Some(label_on(line, label)?), BTreeMap::new()), results);
        }
    }
    Ok(())
}
