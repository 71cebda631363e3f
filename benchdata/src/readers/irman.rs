//! irman: how long a process waits for an answer while others load the machine. Its report,
//! or a mail's table with a row for each kernel.

use std::collections::BTreeMap;

use super::executions::Executions;
use super::faults::fault;
use super::glossary::{LOWER, headline, metric};
use super::lines::{cut, lines, sign};
use super::parts::{case_on, label_on, value_on};
use super::text::{is_missing, number};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "irman",
    about: "irman's response times, also of several kernels",
    metrics: METRICS,
    recognise,
    read,
};

const METRICS: &[MetricInfo] = &[
    headline(metric("response_avg", "ms", LOWER, Some(3), "mean time until the answer")),
    headline(metric("response_max", "ms", LOWER, Some(3), "longest time until the answer")),
    metric("response_min", "ms", LOWER, Some(3), "shortest time until the answer"),
    metric("response_stddev", "ms", LOWER, Some(3), "standard deviation of the times until the answer"),
];
/// What the columns of [`METRICS`] are called.
const COLUMNS: [&str; 4] = ["Avg", "Max", "Min", "StdDev"];

/// `FILE_IO Response time measurements (milliseconds)`: the load.
fn load(line: &str) -> Option<&str> {
    let load = line.strip_suffix("Response time measurements (milliseconds)")?.trim();
    (!load.is_empty()).then_some(load)
}

/// The metrics in the order of a header's columns.
fn header(line: &str) -> Option<Vec<&'static MetricInfo>> {
    let place = |word: &str| COLUMNS.iter().position(|column| *column == word);
    let places: Vec<usize> = line.split_whitespace().map(place).collect::<Option<_>>()?;
    let is_whole = places.len() == COLUMNS.len() && (0..COLUMNS.len()).all(|at| places.contains(&at));
    is_whole.then(|| places.into_iter().map(|at| &METRICS[at]).collect())
}

fn recognise(text: &str) -> Option<Recognition> {
    let (line, _) = lines(text).find(|(_, line)| load(line).is_some())?;
    Some(sign(line, Sureness::Certain, "the heading of irman's response times"))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let (mut heading, mut columns) = (None, None);
    let cut = cut(text);
    for (line, body) in lines(text).filter(|(_, body)| !body.is_empty()) {
        if let Some(load) = load(body) {
            (heading, columns) = (Some(load), None);
            continue;
        }
        if heading.is_some() && header(body).is_some() {
            columns = header(body);
            continue;
        }
        let (Some(load), Some(metrics)) = (heading, &columns) else { continue };
        let Some((label, cells)) = row(body) else {
            columns = None;
            continue;
        };
        if cut == Some(line) {
            return Err(fault(line, "the end of the text within a number", "a line end after the last row"));
        }
        let case = case_on(line, [("load", load.to_owned())])?;
        let values = metrics.iter().zip(cells).filter_map(|(info, cell)| Some((info, number(cell)?)));
        let results: Vec<_> =
            values.map(|(info, value)| value_on(line, info, &case, value)).collect::<Result<_, _>>()?;
        let label = label.map(|label| label_on(line, label)).transpose()?;
        executions.add_under((label, BTreeMap::new()), results);
    }
    executions.finish(text, "irman's heading (… Response time measurements (milliseconds)) and its columns")
}

/// A row's label, if it has one, and its cells.
fn row(line: &str) -> Option<(Option<&str>, Vec<&str>)> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let label = if words.len() == COLUMNS.len() + 1 { Some(words.remove(0)) } else { None };
    let is_cell = |word: &&str| number(word).is_some() || is_missing(word);
    (words.len() == COLUMNS.len() && words.iter().all(is_cell)).then_some((label, words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readers::tests::lines;

    const TABLE: &str = "MEMORY Response time measurements (milliseconds)\n   Max   Min   Avg  StdDev\n2.5.33  456.061  0.012  0.034  3.077\n";

    #[test]
    fn columns_come_in_any_order_with_labels_or_without() {
        let reading = read(TABLE).unwrap();
        let expected = [
            "1 2.5.33 | load=MEMORY | response_max = 456.061 ms lower",
            "1 2.5.33 | load=MEMORY | response_min = 0.012 ms lower",
            "1 2.5.33 | load=MEMORY | response_avg = 0.034 ms lower",
            "1 2.5.33 | load=MEMORY | response_stddev = 3.077 ms lower",
        ];
        assert_eq!(lines(&reading), expected);
        let turned = "NULL Response time measurements (milliseconds)\nMin Avg Max StdDev\n0.1 0.2 0.3 nan\n";
        let expected = [
            "1 | load=NULL | response_min = 0.1 ms lower",
            "1 | load=NULL | response_avg = 0.2 ms lower",
            "1 | load=NULL | response_max = 0.3 ms lower",
        ];
        assert_eq!(lines(&read(turned).unwrap()), expected);
    }

    #[test]
    fn a_cut_table_gives_no_value() {
        assert!(read(TABLE.trim_end()).is_err() && read("2.5.33 1 2 3 4\n").is_err());
        assert!(recognise("Response time measurements (milliseconds)").is_none());
    }
}
