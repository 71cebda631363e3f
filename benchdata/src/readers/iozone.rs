//! iozone: throughput of files by size and record. Its table, whose columns are known by
//! place alone, and the lines of its throughput mode. Kilobytes are 1024 bytes.

use std::collections::HashSet;

use crate::metric::MetricInfo;
use crate::readers::faults::fault;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::parts::{case_on, reading, remark, unnamed_run, value_on};
use crate::readers::text::number;
use crate::reading::{ReadError, ReadRun, Reader, Reading, Recognition, Remark, Sureness};
use crate::run::{Measurement, Series};

mod columns;

use self::columns::Columns;

pub(super) const READER: Reader = Reader {
    name: "iozone",
    about: "iozone's table and the lines of its throughput mode",
    metrics: METRICS,
    recognise,
    read,
};

const THROUGHPUT: MetricInfo = headline(metric(
    "throughput",
    "KiB/s",
    HIGHER,
    None,
    "data per second, as the processes that did it see it",
));
const OPS: MetricInfo = metric("ops", "ops/s", HIGHER, None, "operations per second (-O)");
const LATENCY: MetricInfo = metric("latency_avg", "us", LOWER, None, "mean time of one operation (-N)");
const PARENT: MetricInfo = metric(
    "throughput_parent",
    "KiB/s",
    HIGHER,
    None,
    "data per second, with start and end of all processes",
);
const PARENT_OPS: MetricInfo =
    metric("ops_parent", "ops/s", HIGHER, None, "operations per second, with start and end");
const METRICS: &[MetricInfo] = &[THROUGHPUT, OPS, LATENCY, PARENT, PARENT_OPS];

const BANNER: &str = "Iozone: Performance Test of File I/O";

/// `Children see throughput for  2 initial writers  = 3673419.50 kB/sec`
struct Total<'a> {
    host: Option<&'a str>,
    info: &'static MetricInfo,
    processes: &'a str,
    test: String,
    value: &'a str,
}

fn total(line: &str) -> Option<Total<'_>> {
    let (before, rest, is_parent) = match line.split_once("Children see throughput for ") {
        Some((before, rest)) => (before, rest, false),
        None => line.split_once("Parent sees throughput for ").map(|(before, rest)| (before, rest, true))?,
    };
    let (what, value) = rest.split_once('=')?;
    let (processes, test) = what.trim().split_once(' ')?;
    let mut words = value.split_whitespace();
    let (value, unit) = (words.next()?, words.next()?);
    let info = match (unit.to_lowercase().as_str(), is_parent) {
        ("kb/sec" | "kbytes/sec", false) => &THROUGHPUT,
        ("kb/sec" | "kbytes/sec", true) => &PARENT,
        ("ops/sec", false) => &OPS,
        ("ops/sec", true) => &PARENT_OPS,
        _ => return None,
    };
    let host = before.trim().strip_suffix(':').filter(|host| !host.is_empty());
    Some(Total { host, info, processes, test: test_of(test.trim()), value })
}

/// The test by the name that the table's columns have.
fn test_of(workers: &str) -> String {
    let known = [
        ("initial writers", "write"),
        ("rewriters", "rewrite"),
        ("readers", "read"),
        ("re-readers", "reread"),
        ("random readers", "random_read"),
        ("random writers", "random_write"),
        ("reverse readers", "bkwd_read"),
        ("stride readers", "stride_read"),
        ("fwriters", "fwrite"),
        ("freaders", "fread"),
    ];
    let found = known.iter().find(|(name, _)| *name == workers);
    found.map_or_else(|| workers.replace(' ', "_"), |(_, test)| (*test).to_owned())
}

fn recognise(text: &str) -> Option<Recognition> {
    let is_its = |line: &str| line.contains(BANNER) || total(line).is_some() || Columns::of(line).is_some();
    let at = text.lines().position(is_its)?;
    Some(Recognition { sureness: Sureness::Certain, why: format!("line {}: as iozone prints it", at + 1) })
}

/// What an execution has said of itself so far.
#[derive(Default)]
struct Log<'a> {
    version: Option<&'a str>,
    /// What the table's values are; of an excerpt without banner it is not said.
    info: Option<&'static MetricInfo>,
    columns: Option<Columns>,
    sizes: Option<(&'a str, &'a str)>,
    /// The series of the run in hand.
    seen: HashSet<Series>,
    runs: Vec<ReadRun>,
    remarks: Vec<Remark>,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut log = Log::default();
    log.begin_run();
    let count = text.lines().count();
    for (line, body) in (1..).zip(text.lines()) {
        let is_open = line == count && !text.ends_with('\n');
        if is_open && log.columns.is_some() && body.contains(|c: char| c.is_ascii_digit()) {
            log.remarks.push(remark(line, "the text ends within this row: left out"));
        } else {
            log.take(line, body)?;
        }
    }
    let expected = "iozone's table (kB reclen write …) or its throughput lines";
    reading(READER.name, log.version, (log.runs, log.remarks), (text, expected))
}

impl<'a> Log<'a> {
    fn take(&mut self, line: usize, body: &'a str) -> Result<(), ReadError> {
        if body.trim() == BANNER {
            (self.info, self.columns, self.sizes) = (None, None, None);
            self.begin_run();
        } else if let Some((_, version)) = body.split_once("Version $Revision: ") {
            self.version = self.version.or(version.split_whitespace().next());
        } else if body.contains("Output is in ") {
            self.info = output(body);
        } else if let Some(sizes) = sizes(body) {
            self.sizes = Some(sizes);
        } else if let Some(total) = total(body) {
            self.total(line, &total)?;
        } else if let Some(columns) = Columns::of(body) {
            self.columns = Some(columns);
            if self.info.is_none() {
                self.remarks
                    .push(remark(line, "the unit is not said: taken for kilobytes (1024 bytes) a second"));
            }
        } else if let Some(columns) = self.columns.take() {
            if !body.trim().is_empty() {
                let Some(row) = columns.row(line, body)? else { return Ok(()) };
                self.row(line, row)?;
            }
            self.columns = Some(columns);
        }
        Ok(())
    }

    fn row(&mut self, line: usize, row: columns::Row) -> Result<(), ReadError> {
        let info = self.info.unwrap_or(&THROUGHPUT);
        for (test, value) in row.values {
            let case = case_on(
                line,
                [
                    ("test", test.to_owned()),
                    ("file_size", format!("{} KiB", row.size)),
                    ("record_size", format!("{} KiB", row.record)),
                ],
            )?;
            self.add(value_on(line, info, &case, value)?);
        }
        Ok(())
    }

    fn total(&mut self, line: usize, total: &Total) -> Result<(), ReadError> {
        let mut parameters = vec![("test", total.test.clone()), ("processes", total.processes.to_owned())];
        if let Some((size, record)) = self.sizes {
            parameters.push(("file_size", format!("{size} KiB")));
            parameters.push(("record_size", format!("{record} KiB")));
        }
        // Hosts that work side by side are no repetitions.
        parameters.extend(total.host.map(|host| ("host", host.to_owned())));
        let value = number(total.value)
            .ok_or_else(|| fault(line, format!("{:?}", total.value), "a throughput, a number"))?;
        if value > 0.0 {
            let case = case_on(line, parameters)?;
            self.add(value_on(line, total.info, &case, value)?);
        } else {
            self.remarks.push(remark(line, "a throughput of 0: left out"));
        }
        Ok(())
    }

    /// Adds a result to the run in hand, or to another one where its series comes again.
    fn add(&mut self, result: Measurement) {
        if self.seen.contains(&result.series) {
            self.begin_run();
        }
        self.seen.insert(result.series.clone());
        if let Some(run) = self.runs.last_mut() {
            run.results.push(result);
        }
    }

    fn begin_run(&mut self) {
        self.seen.clear();
        self.runs.push(unnamed_run(Vec::new()));
    }
}

/// `Output is in kBytes/sec`, `OPS Mode. Output is in operations per second.`
fn output(line: &str) -> Option<&'static MetricInfo> {
    let line = line.to_lowercase();
    if line.contains("operations per second") {
        Some(&OPS)
    } else if line.contains("microseconds") {
        Some(&LATENCY)
    } else {
        Some(&THROUGHPUT).filter(|_| line.contains("kbytes/sec"))
    }
}

/// `Each process writes a 4096 kByte file in 64 kByte records`
fn sizes(line: &str) -> Option<(&str, &str)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["Each", _, "writes", "a", size, _, "file", "in", record, ..] => Some((size, record)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
