//! contest: how long a kernel compile takes under load. Its report, as the tool prints it
//! and as mails quote it: a load's name, then a table with a row for each kernel.

use std::collections::{BTreeMap, HashMap};

use crate::metric::MetricInfo;
use crate::name::Name;
use crate::readers::faults::fault;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::parts::{case_on, label_on, reading, remark, value_on};
use crate::readers::text::{is_missing, number};
use crate::reading::{ReadError, ReadRun, Reader, Reading, Recognition, Remark, Sureness};
use crate::run::{Case, Measurement, Values};
use crate::summary::Summary;

pub(super) const READER: Reader = Reader {
    name: "contest",
    about: "contest's report: a table of kernels for each load",
    metrics: METRICS,
    recognise,
    read,
};

const ELAPSED: MetricInfo =
    headline(metric("elapsed", "s", LOWER, None, "time that the kernel compile took under the load"));
const CPU: MetricInfo = metric("cpu", "%", None, None, "CPU time that the compile got, of the elapsed time");
const LOADS: MetricInfo = metric("loads", "loads", HIGHER, None, "how often the load did its work meanwhile");
const LOAD_CPU: MetricInfo = metric("load_cpu", "%", None, None, "CPU time that the load got");
const RATIO: MetricInfo =
    headline(metric("ratio", "x", LOWER, Some(2), "elapsed time over that of the reference without load"));
const METRICS: &[MetricInfo] = &[ELAPSED, CPU, LOADS, LOAD_CPU, RATIO];

#[derive(Debug, Clone, Copy)]
enum Column {
    /// How many runs a row is the mean of.
    Runs,
    Metric(&'static MetricInfo),
}

/// The columns behind `Kernel`, where a line is a table's header.
fn header(line: &str) -> Option<Vec<Column>> {
    let mut words = line.split_whitespace();
    words.next().filter(|word| word.eq_ignore_ascii_case("kernel"))?;
    let columns: Vec<Column> = words.map(column).collect::<Option<_>>()?;
    let has = |wanted: &MetricInfo| {
        columns.iter().any(|column| matches!(column, Column::Metric(info) if *info == wanted))
    };
    (has(&ELAPSED) && has(&CPU)).then_some(columns)
}

fn column(word: &str) -> Option<Column> {
    Some(match word.to_lowercase().as_str() {
        "[runs]" => Column::Runs,
        "time" => Column::Metric(&ELAPSED),
        "cpu%" | "cpu" => Column::Metric(&CPU),
        "loads" => Column::Metric(&LOADS),
        "lcpu%" | "lcpu" => Column::Metric(&LOAD_CPU),
        "ratio" => Column::Metric(&RATIO),
        _ => return None,
    })
}

/// `io_load:`, the line above a table.
fn load(line: &str) -> Option<&str> {
    let name = line.trim().strip_suffix(':')?;
    (!name.is_empty() && !name.contains(char::is_whitespace)).then_some(name)
}

fn recognise(text: &str) -> Option<Recognition> {
    let (at, _) = text.lines().enumerate().find(|(_, line)| header(line).is_some())?;
    Some(Recognition {
        sureness: Sureness::Certain,
        why: format!("line {}: the header of contest's table", at + 1),
    })
}

/// `4`, `[4]`, `119`, `64.7`, `98%`.
fn is_cell(word: &str) -> bool {
    runs(word).is_some() || number(word).is_some() || is_missing(word)
}

/// `4` or, in versions before 0.60, `[4]`.
fn runs(word: &str) -> Option<u64> {
    let word = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).unwrap_or(word);
    word.parse().ok().filter(|&n| n > 0)
}

#[derive(Debug, Clone, Copy)]
struct Row<'a> {
    line: usize,
    /// Whether the text ends in this row, which may have been cut.
    is_last: bool,
    text: &'a str,
}

/// The runs as far as the text has been read.
#[derive(Default)]
struct Report<'a> {
    load: Option<&'a str>,
    columns: Option<Vec<Column>>,
    /// How often a kernel had a load so far.
    seen: HashMap<(&'a str, Name), usize>,
    /// Where the nth run of a kernel stands in `runs`.
    places: HashMap<(Name, usize), usize>,
    runs: Vec<ReadRun>,
    remarks: Vec<Remark>,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut report = Report::default();
    let count = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let is_last = at + 1 == count && !text.ends_with('\n');
        report.take(Row { line: at + 1, is_last, text: raw })?;
    }
    let expected = "contest's header (Kernel [runs] Time CPU% …) with rows under it";
    reading(READER.name, None, (report.runs, report.remarks), (text, expected))
}

impl<'a> Report<'a> {
    fn take(&mut self, row: Row<'a>) -> Result<(), ReadError> {
        if let Some(load) = load(row.text) {
            (self.load, self.columns) = (Some(load), None);
        } else if let Some(columns) = header(row.text) {
            if self.load.is_none() {
                return Err(fault(
                    row.line,
                    "a table without its load",
                    "the load's name above it (io_load:)",
                ));
            }
            self.columns = Some(columns);
        } else if let Some(columns) = self.columns.clone() {
            self.row(row, &columns)?;
        }
        Ok(())
    }

    fn row(&mut self, row: Row<'a>, columns: &[Column]) -> Result<(), ReadError> {
        let words: Vec<&str> = row.text.split_whitespace().collect();
        if words.is_empty() {
            return Ok(());
        }
        let Some((label, cells)) = split(&words, columns.len()) else {
            if words.len() > 2 && words[1..].iter().all(|word| is_cell(word)) {
                let found = format!("a row with {} cells", words.len());
                return Err(fault(row.line, found, format!("{} cells, as in the header", columns.len() + 1)));
            }
            // Prose ends a table, and what follows needs a header of its own.
            self.columns = None;
            return Ok(());
        };
        let is_cut = |cell: &&str| cell.split_once('.').is_none_or(|(_, digits)| digits.len() < 2);
        if row.is_last && cells.last().is_some_and(is_cut) {
            return Err(fault(
                row.line,
                "the end of the text within a number",
                "a line end after the last row",
            ));
        }
        let label = label_on(row.line, &label)?;
        let load = self.load.unwrap_or_default();
        let results = results(row.line, load, columns, cells)?;
        self.run_of(row.line, load, label).results.extend(results);
        Ok(())
    }

    /// The run that a kernel's row belongs to: another one where its load comes again.
    fn run_of(&mut self, line: usize, load: &'a str, label: Name) -> &mut ReadRun {
        let times = self.seen.entry((load, label.clone())).or_default();
        *times += 1;
        if *times > 1 {
            self.remarks.push(remark(line, format!("{load} of {label} comes again: taken as another run")));
        }
        let at = *self.places.entry((label.clone(), *times)).or_insert_with(|| {
            self.runs.push(ReadRun { label: Some(label), factors: BTreeMap::new(), results: Vec::new() });
            self.runs.len() - 1
        });
        &mut self.runs[at]
    }
}

/// Label and cells of a row. A label may have blanks, or a remark stand behind the cells.
fn split<'a, 'w>(words: &'w [&'a str], count: usize) -> Option<(String, &'w [&'a str])> {
    let is_row = |&at: &usize| {
        at > 0 && words.len() >= at + count && words[at..at + count].iter().all(|word| is_cell(word))
    };
    let at = words.len().checked_sub(count).filter(is_row).or(Some(1).filter(is_row))?;
    Some((words[..at].join(" "), &words[at..at + count]))
}

fn results(
    line: usize,
    load: &str,
    columns: &[Column],
    cells: &[&str],
) -> Result<Vec<Measurement>, ReadError> {
    let case = case_on(line, [("load", load.to_owned())])?;
    let is_runs = |&(column, _): &(&Column, &&str)| matches!(column, Column::Runs);
    let n = columns.iter().zip(cells).find(is_runs).and_then(|(_, cell)| runs(cell)).unwrap_or(1);
    let mut results = Vec::with_capacity(columns.len());
    for (column, cell) in columns.iter().zip(cells) {
        if let (Column::Metric(info), Some(value)) = (column, number(cell)) {
            results.push(mean(line, info, &case, (value, n))?);
        }
    }
    Ok(results)
}

/// A mean of n runs. The ratio is one of means, by itself a single value.
fn mean(
    line: usize,
    info: &'static MetricInfo,
    case: &Case,
    (mean, n): (f64, u64),
) -> Result<Measurement, ReadError> {
    let mut result = value_on(line, info, case, mean)?;
    if n > 1 && *info != RATIO {
        result.values = Values::Summary(Box::new(Summary { n, min: None, mean, max: None, stddev: None }));
    }
    Ok(result)
}

#[cfg(test)]
#[path = "contest_tests.rs"]
mod tests;
