//! tiotest, the program that tiobench calls: its two box tables.

use super::lines::{Line, lines};
use super::runs::{Entry, Place, Runs};
use super::title::{Parameters, TESTS, set};
use super::{CPU_SYSTEM, CPU_USER, LATENCY_AVG, LATENCY_MAX, OVER_2S, OVER_10S, RATE};
use crate::metric::MetricInfo;
use crate::readers::faults::fault;
use crate::readers::text::is_missing;
use crate::reading::{ReadError, Remark};

/// What a column holds, and the unit that stands behind each number. The time is left
/// out: it is rounded to 0.1 s, and the rate tells it better.
type Column = (&'static str, Option<&'static MetricInfo>, &'static str);

const RATES: &[Column] = &[
    ("Item", None, ""),
    ("Time", None, "s"),
    ("Rate", Some(RATE), "MB/s"),
    ("Usr CPU", Some(CPU_USER), "%"),
    ("Sys CPU", Some(CPU_SYSTEM), "%"),
];
const LATENCIES: &[Column] = &[
    ("Item", None, ""),
    ("Average latency", Some(LATENCY_AVG), "ms"),
    ("Maximum latency", Some(LATENCY_MAX), "ms"),
    ("% >2 sec", Some(OVER_2S), ""),
    ("% >10 sec", Some(OVER_10S), ""),
];

/// One execution: the heading's number of threads, and an entry for each test.
struct Execution {
    heading: usize,
    threads: String,
    entries: Vec<Entry>,
    /// The table that is open, by its columns.
    open: Option<&'static [Column]>,
    has_rates: bool,
    /// Whether a table of latencies is announced, and whether it is there.
    awaits_latencies: bool,
    has_latencies: bool,
}

/// The number of threads in `Tiotest results for 4 concurrent io threads:`.
pub(super) fn threads<'a>(line: &Line<'a>) -> Option<&'a str> {
    let rest = line.body.trim().strip_prefix("Tiotest results for ")?;
    let threads = rest.split_whitespace().next()?;
    threads.bytes().all(|b| b.is_ascii_digit()).then_some(threads)
}

fn number(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    text.parse().ok().filter(|_| is_plain)
}

/// Adds what tiotest's tables in a text say.
pub(super) fn read(text: &str, runs: &mut Runs, remarks: &mut Vec<Remark>) -> Result<(), ReadError> {
    let mut execution: Option<Execution> = None;
    for line in lines(text) {
        if let Some(threads) = threads(&line) {
            finish(execution.take(), runs, remarks)?;
            execution = Some(Execution {
                heading: line.number,
                threads: threads.to_owned(),
                entries: Vec::new(),
                open: None,
                has_rates: false,
                awaits_latencies: false,
                has_latencies: false,
            });
        } else if let Some(execution) = &mut execution {
            execution.take(&line, remarks)?;
        }
    }
    finish(execution, runs, remarks)
}

fn finish(execution: Option<Execution>, runs: &mut Runs, remarks: &mut Vec<Remark>) -> Result<(), ReadError> {
    let Some(execution) = execution else { return Ok(()) };
    let Execution { heading, open, has_rates, awaits_latencies, has_latencies, .. } = execution;
    if open.is_some() || !has_rates || (awaits_latencies && !has_latencies) {
        let expected = "all its rows and the frame under them";
        return Err(fault(heading, "the heading of tiotest's tables, of which one has no end", expected));
    }
    if !has_latencies {
        let text = "tiotest's table of latencies is missing: was it switched off, or cut off?";
        remarks.push(Remark { line: heading, text: text.to_owned() });
    }
    for entry in execution.entries {
        runs.add(entry, Place { table: 0, is_titled: true })?;
    }
    Ok(())
}

impl Execution {
    fn take(&mut self, line: &Line, remarks: &mut Vec<Remark>) -> Result<(), ReadError> {
        let body = line.body.trim();
        // "`-----'", of which some versions print no "`".
        if body.ends_with("-'") {
            self.has_rates |= self.open == Some(RATES);
            self.has_latencies |= self.open == Some(LATENCIES);
            self.open = None;
            return Ok(());
        }
        self.awaits_latencies |= body.starts_with("Tiotest latency results");
        // Frames are `,---.`, `+---+` and `|---+---|`.
        let Some(row) = body.strip_prefix('|').filter(|row| !row.starts_with('-')) else { return Ok(()) };
        let row = row
            .strip_suffix('|')
            .ok_or_else(|| fault(line.number, "a row without its end", "`|` at its end"))?;
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if cells.first() == Some(&"Item") {
            let is_header =
                |columns: &&[Column]| columns.iter().map(|(name, ..)| *name).eq(cells.iter().copied());
            let columns = [RATES, LATENCIES].into_iter().find(is_header);
            self.open =
                Some(columns.ok_or_else(|| fault(line.number, body, "the columns that tiotest prints"))?);
            return Ok(());
        }
        let columns =
            self.open.ok_or_else(|| fault(line.number, body, "a header `| Item | …` above the row"))?;
        if cells.len() != columns.len() {
            let found = format!("{} cells", cells.len());
            return Err(fault(line.number, found, format!("{} cells, as in the header", columns.len())));
        }
        self.row(line.number, &cells, columns, remarks)
    }

    fn row(
        &mut self,
        line: usize,
        cells: &[&str],
        columns: &[Column],
        remarks: &mut Vec<Remark>,
    ) -> Result<(), ReadError> {
        if cells[0] == "Total" {
            remarks.push(Remark { line, text: "left out: Total, which sums up the other rows".to_owned() });
            return Ok(());
        }
        let (test, size) = item(cells[0])
            .ok_or_else(|| fault(line, cells[0], "Write, Random Write, Read or Random Read"))?;
        let entry = self.entry(line, test, size)?;
        for (cell, (name, metric, unit)) in cells.iter().zip(columns).skip(1) {
            let written = cell
                .strip_suffix(unit)
                .map(str::trim)
                .filter(|written| number(written).is_some() || is_missing(written));
            let written = written.ok_or_else(|| {
                fault(line, format!("{cell:?}"), format!("a number with {unit:?} as {name}"))
            })?;
            match (metric, number(written)) {
                (Some(metric), Some(value)) => entry.results.push((metric, metric.unit, value)),
                (Some(_), None) => remarks.push(Remark { line, text: format!("{name} is missing ({cell})") }),
                (None, _) => {}
            }
        }
        Ok(())
    }

    /// The entry of a test; the first table, which names sizes, makes it.
    fn entry(&mut self, line: usize, test: &str, size: Option<&str>) -> Result<&mut Entry, ReadError> {
        let found = self
            .entries
            .iter()
            .position(|entry| entry.case.get("test").is_some_and(|known| known.as_str() == test));
        let at = match found {
            Some(_) if size.is_some() => {
                return Err(fault(line, format!("{test} twice"), "one row for each test"));
            }
            Some(at) => at,
            None => {
                let mut case = Parameters::new();
                let size = size.filter(|_| test.starts_with("Sequential")).map(|size| format!("{size} MiB"));
                let parameters =
                    [("test", Some(test)), ("threads", Some(&self.threads)), ("file_size", size.as_deref())];
                for (key, value) in parameters {
                    if let Some(value) = value {
                        set(&mut case, key, value).map_err(|bad| fault(line, value, bad.to_string()))?;
                    }
                }
                let (case, results) = (case.into(), Vec::new());
                self.entries.push(Entry { line, label: None, mark: None, case, results });
                self.entries.len() - 1
            }
        };
        Ok(&mut self.entries[at])
    }
}

/// A row's test and, in the first table, the megabytes it moved. For the sequential
/// tests these are the files' size; for the random ones they are rounded, often to 0.
fn item(cell: &str) -> Option<(&'static str, Option<&str>)> {
    let words: Vec<&str> = cell.split_whitespace().collect();
    let (name, size) = match words.as_slice() {
        [name @ .., size, "MBs"] if number(size).is_some() => (name, Some(*size)),
        name => (name, None),
    };
    let test = match name {
        ["Read"] => TESTS[0],
        ["Random", "Read"] => TESTS[1],
        ["Write"] => TESTS[2],
        ["Random", "Write"] => TESTS[3],
        _ => return None,
    };
    Some((test, size))
}
