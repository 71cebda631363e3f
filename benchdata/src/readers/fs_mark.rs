//! fs_mark: files created a second. A header of comments, and a row for each loop, which
//! are the samples of one run.

use crate::metric::MetricInfo;
use crate::readers::faults::fault;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::parts::{case_on, reading, remark, unnamed_run, value_on};
use crate::readers::text::number;
use crate::reading::{ReadError, ReadRun, Reader, Reading, Recognition, Sureness};
use crate::run::{Measurement, Values};

pub(super) const READER: Reader = Reader {
    name: "fs_mark",
    about: "fs_mark's log or its tables from a mail",
    metrics: METRICS,
    recognise,
    read,
};

const FILES: MetricInfo = headline(metric("files", "files/s", HIGHER, Some(1), "files written per second"));
const MIN: MetricInfo = metric("latency_min", "us", LOWER, None, "shortest time of one system call");
const AVG: MetricInfo = metric("latency_avg", "us", LOWER, None, "mean time of one system call");
const MAX: MetricInfo = metric("latency_max", "us", LOWER, None, "longest time of one system call");
const METRICS: &[MetricInfo] = &[FILES, AVG, MIN, MAX];

/// With `-v` the columns go on with shortest, mean and longest time of these.
const CALLS: [&str; 6] = ["creat", "write", "fsync", "sync", "close", "unlink"];

fn is_header(line: &str) -> bool {
    line.split_whitespace().take(4).eq(["FSUse%", "Count", "Size", "Files/sec"])
}

fn recognise(text: &str) -> Option<Recognition> {
    let at = text.lines().position(is_header)?;
    Some(Recognition { sureness: Sureness::Certain, why: format!("line {}: fs_mark's header", at + 1) })
}

/// What the comments above a table say.
#[derive(Debug, Clone, Default)]
struct Settings {
    version: Option<String>,
    parameters: Vec<(&'static str, String)>,
}

impl Settings {
    fn take(&mut self, comment: &str) {
        let comment = comment.trim_start_matches('#').trim();
        if let Some((version, rest)) = comment.strip_prefix("Version ").and_then(|rest| rest.split_once(", "))
        {
            // The first line with a setting: those above were of another table.
            self.parameters.clear();
            self.version = Some(version.to_owned());
            self.parameters.extend(word(rest).map(|threads| ("threads", threads)));
        } else if let Some((method, _)) =
            comment.strip_prefix("Sync method: ").and_then(|rest| rest.split_once(':'))
        {
            self.parameters.push(("sync", method.to_owned()));
        } else if let Some((_, directories)) = comment.split_once("directories across ") {
            self.parameters.extend(word(directories).map(|directories| ("directories", directories)));
        } else if let Some((_, size)) = comment.split_once("written with an IO size of ") {
            self.parameters.extend(word(size).map(|size| ("block_size", size)));
        }
    }
}

fn word(text: &str) -> Option<String> {
    text.split_whitespace().next().map(str::to_owned)
}

#[derive(Default)]
struct Log {
    settings: Settings,
    is_table: bool,
    runs: Vec<ReadRun>,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut log = Log::default();
    let mut remarks = Vec::new();
    let count = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let body = raw.trim();
        if at + 1 == count
            && !text.ends_with('\n')
            && log.is_table
            && !body.is_empty()
            && word_count(body) < 5
        {
            remarks.push(remark(count, "the text ends within this row: left out"));
        } else {
            log.take(at + 1, body)?;
        }
    }
    let version = log.settings.version.clone();
    reading(
        READER.name,
        version.as_deref(),
        (log.runs, remarks),
        (text, "fs_mark's header with rows under it"),
    )
}

fn word_count(line: &str) -> usize {
    line.split_whitespace().count()
}

impl Log {
    fn take(&mut self, line: usize, body: &str) -> Result<(), ReadError> {
        if is_header(body) {
            self.is_table = true;
            self.runs.push(unnamed_run(Vec::new()));
        } else if body.starts_with('#') {
            self.is_table = false;
            self.settings.take(body);
        } else if self.is_table && !body.is_empty() {
            match body.split_whitespace().map(number).collect::<Option<Vec<f64>>>() {
                Some(cells) => self.row(line, body, &cells)?,
                None => self.is_table = body.bytes().all(|b| b == b'.'),
            }
        }
        Ok(())
    }

    fn row(&mut self, line: usize, body: &str, cells: &[f64]) -> Result<(), ReadError> {
        let all = 5 + 3 * CALLS.len();
        if cells.len() != 5 && cells.len() != all {
            return Err(fault(
                line,
                format!("a row with {} cells", cells.len()),
                format!("5, or {all} with -v"),
            ));
        }
        let Some(run) = self.runs.last_mut() else { return Ok(()) };
        let size = body.split_whitespace().nth(2).unwrap_or_default().to_owned();
        let mut parameters = self.settings.parameters.clone();
        parameters.push(("file_size", size));
        let case = case_on(line, parameters.clone())?;
        add(run, value_on(line, &FILES, &case, cells[3])?);
        for (call, times) in CALLS.iter().zip(cells[5..].chunks(3)) {
            // A call that was not made has zeros.
            if times[2] == 0.0 {
                continue;
            }
            let case = case_on(line, parameters.iter().cloned().chain([("call", (*call).to_owned())]))?;
            for (info, &time) in [&MIN, &AVG, &MAX].into_iter().zip(times) {
                add(run, value_on(line, info, &case, time)?);
            }
        }
        Ok(())
    }
}

/// Adds a result, or its sample to the one there is.
fn add(run: &mut ReadRun, new: Measurement) {
    let same = |old: &&mut Measurement| old.series == new.series;
    match (run.results.iter_mut().find(same).map(|old| &mut old.values), &new.values) {
        (Some(Values::Samples(samples)), Values::Samples(more)) => samples.extend(more),
        _ => run.results.push(new),
    }
}

#[cfg(test)]
#[path = "fs_mark_tests.rs"]
mod tests;
