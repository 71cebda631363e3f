//! tiobench: threaded disk I/O. Its report (all versions, whole or as people edit it for
//! mails) and the box tables and terse lines of tiotest, the program it calls.

mod header;
mod lines;
mod report;
mod row;
mod runs;
mod table;
mod tables;
mod terse;
mod tiotest;
mod title;

use self::header::Subject;
use self::lines::lines;
use self::runs::{Place, Runs};
use self::tables::Tables;
use crate::metric::MetricInfo;
use crate::name::Name;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::lines::sign;
use crate::reading::{ReadError, Reader, Reading, Recognition, Remark, Sureness};

pub(super) const READER: Reader = Reader {
    name: "tiobench",
    about: "tiobench's report, whole or from a mail, and tiotest's tables",
    metrics: METRICS,
    recognise,
    read,
};

const METRICS: &[MetricInfo] = &[
    headline(metric("rate", "MiB/s", HIGHER, Some(2), "data read or written per second, all threads")),
    metric("cpu", "%", None, None, "CPU time used, in percent of the elapsed time"),
    headline(metric("latency_avg", "ms", LOWER, Some(3), "mean time of one request")),
    metric("latency_max", "ms", LOWER, Some(2), "longest time of one request"),
    metric("latency_over_2s", "%", LOWER, Some(5), "requests that took longer than 2 seconds"),
    metric("latency_over_10s", "%", LOWER, Some(5), "requests that took longer than 10 seconds"),
    metric("cpu_efficiency", "MiB/s/CPU", HIGHER, None, "rate per fully used CPU"),
    metric("cpu_user", "%", None, None, "user CPU time, in percent of the elapsed time"),
    metric("cpu_system", "%", None, None, "system CPU time, in percent of the elapsed time"),
];

// The places in `METRICS`.
const RATE: &MetricInfo = &METRICS[0];
const CPU: &MetricInfo = &METRICS[1];
const LATENCY_AVG: &MetricInfo = &METRICS[2];
const LATENCY_MAX: &MetricInfo = &METRICS[3];
const OVER_2S: &MetricInfo = &METRICS[4];
const OVER_10S: &MetricInfo = &METRICS[5];
const EFFICIENCY: &MetricInfo = &METRICS[6];
const CPU_USER: &MetricInfo = &METRICS[7];
const CPU_SYSTEM: &MetricInfo = &METRICS[8];

fn recognise(text: &str) -> Option<Recognition> {
    let shown = |line: lines::Line| {
        let (sureness, what) = match header::shows_columns(&line) {
            Some(Subject::Name) => (Sureness::Possible, "columns like tiobench's"),
            Some(_) => (Sureness::Certain, "the header of tiobench's table"),
            None if tiotest::threads(&line).is_some() => {
                (Sureness::Certain, "the heading of tiotest's table")
            }
            None if terse::is_terse(&line) => (Sureness::Possible, "a line like tiotest's terse ones"),
            None if is_legend(&line) => (Sureness::Certain, "the legend of tiobench's report"),
            None => return None,
        };
        Some(sign(line.number, sureness, what))
    };
    let mut best: Option<Recognition> = None;
    for found in lines(text).filter_map(shown) {
        if found.sureness == Sureness::Certain {
            return Some(found);
        }
        best.get_or_insert(found);
    }
    best.or_else(|| named(text))
}

/// Prose that names the tool, with a table under it.
fn named(text: &str) -> Option<Recognition> {
    let names_tool =
        |line: &lines::Line| line.words.iter().any(|word| word.text.eq_ignore_ascii_case("tiobench"));
    let line = lines(text).find(names_tool)?;
    read(text).ok()?;
    Some(sign(line.number, Sureness::Possible, "the name tiobench"))
}

fn is_legend(line: &lines::Line) -> bool {
    line.body.contains("Rate divided by CPU%")
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut tables = Tables::default();
    let mut count = 0;
    for line in lines(text) {
        count = line.number;
        tables.take(line)?;
    }
    let (mut runs, mut remarks) = tables.finish(count, !text.ends_with('\n'))?;
    tiotest::read(text, &mut runs, &mut remarks)?;
    // `tiobench --debug` shows tiotest's terse lines above the report that sums them up.
    if runs.is_empty() {
        for line in lines(text) {
            if let Some(entry) = terse::read(&line)? {
                runs.add(entry, Place { table: 0, is_titled: true })?;
            }
        }
    }
    finish(runs, remarks, count)
}

fn finish(runs: Runs, mut remarks: Vec<Remark>, last_line: usize) -> Result<Reading, ReadError> {
    let invalid = |error: crate::name::NameError| ReadError {
        line: last_line,
        found: "a word".to_owned(),
        expected: error.to_string(),
    };
    let runs = runs.finish().map_err(invalid)?;
    let unnamed = runs.iter().filter(|run| run.label.is_none()).count();
    if unnamed > 1 {
        let text = format!("{unnamed} runs have no identifier: they are taken as repeats of one setting");
        remarks.push(Remark { line: last_line, text });
    }
    if runs.is_empty() {
        return Err(ReadError {
            line: last_line.max(1),
            found: "the end of the text and no table".to_owned(),
            expected: "tiobench's header (Identifier … Thr Rate (CPU%) …) with rows under it".to_owned(),
        });
    }
    remarks.sort_by_key(|remark| remark.line);
    let benchmark = Some(Name::new(READER.name).map_err(invalid)?);
    Ok(Reading { benchmark, version: None, runs, remarks })
}

#[cfg(test)]
mod tests;
