//! bonnie++ 1.0 to 2.0: throughput, seeks and file operations of a file system. Its tables,
//! as printed and as mail programs wrap them, and its CSV, which says the same once more.

mod by_hand;
mod csv;
mod lines;
mod runs;
mod table;

use self::lines::Lines;
use self::runs::Runs;
use crate::metric::MetricInfo;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::parts::reading;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "bonnie++",
    about: "bonnie++'s tables and CSV, versions 1.0 to 2.0, and tables by hand",
    metrics: METRICS,
    recognise,
    read,
};

const RATE: MetricInfo = headline(metric("rate", "KiB/s", HIGHER, None, "data written or read per second"));
const SEEKS: MetricInfo = headline(metric("seeks", "seeks/s", HIGHER, None, "random seeks per second"));
const FILES: MetricInfo =
    metric("files", "files/s", HIGHER, None, "files created, read or deleted per second");
const CPU: MetricInfo = metric("cpu", "%", None, None, "CPU time used, in percent of the elapsed time");
const LATENCY: MetricInfo = metric("latency_max", "us", LOWER, None, "longest time of one operation");
const METRICS: &[MetricInfo] = &[RATE, SEEKS, FILES, CPU, LATENCY];

/// The twelve tests, in the order and by the names of the CSV's header.
const TESTS: [(&str, &MetricInfo); 12] = [
    ("putc", &RATE),
    ("put_block", &RATE),
    ("rewrite", &RATE),
    ("getc", &RATE),
    ("get_block", &RATE),
    ("seeks", &SEEKS),
    ("seq_create", &FILES),
    ("seq_stat", &FILES),
    ("seq_del", &FILES),
    ("ran_create", &FILES),
    ("ran_stat", &FILES),
    ("ran_del", &FILES),
];

/// How many of the tests are those of the first table.
const IO_TESTS: usize = 6;

/// What one test came to; `None` where it was left out or too fast to measure.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Outcome {
    value: Option<(f64, &'static str)>,
    cpu: Option<f64>,
    latency: Option<(f64, &'static str)>,
}

/// What a table's rows or a row of CSV say of one run of all tests.
#[derive(Debug, Clone, PartialEq, Default)]
struct Entry {
    line: usize,
    name: String,
    size: Option<String>,
    chunk: Option<String>,
    concurrency: Option<String>,
    /// `16`, `16:1000:100/2`: thousands of files, their sizes, directories.
    files: Option<String>,
    outcomes: [Outcome; 12],
}

fn recognise(text: &str) -> Option<Recognition> {
    let lines = Lines::of(text);
    let mut rows = (0..lines.len()).filter_map(|at| {
        let what = if table::header(lines.body(at)).is_some() {
            "the header of bonnie++'s table"
        } else if csv::begins(lines.body(at)) {
            "a row of bonnie++'s CSV"
        } else {
            return None;
        };
        Some((lines.number(at), what))
    });
    let by_hand = || Some((by_hand::first(text)?, "a row of bonnie++'s results"));
    let (line, what) = rows.next().or_else(by_hand)?;
    Some(Recognition { sureness: Sureness::Certain, why: format!("line {line}: {what}") })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let lines = Lines::of(text);
    let mut runs = Runs::default();
    let mut at = 0;
    while at < lines.len() {
        at += runs.take(&lines, at)?;
    }
    let (version, mut runs, mut remarks) = runs.finish()?;
    let (entries, odd) = by_hand::read(text);
    for entry in entries {
        runs.push(runs::run_of(entry)?);
    }
    remarks.extend(odd);
    let version = version.or_else(|| by_hand::version(text).map(str::to_owned));
    let expected = "bonnie++'s header (Sequential Output …) with rows under it, or its CSV";
    reading(READER.name, version.as_deref(), (runs, remarks), (text, expected))
}

#[cfg(test)]
mod tests;
