//! fio: its JSON (`json`, `json+`), what it prints for people (`normal`) and its terse
//! lines, of fio 2 and 3.

mod job;
mod json;
mod normal;
mod terse;

use crate::metric::MetricInfo;
use crate::name::{Name, NameError, Value};
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::reading::{ReadError, ReadRun, Reader, Reading, Recognition, Remark, Sureness};

pub(super) const READER: Reader = Reader {
    name: "fio",
    about: "fio's JSON, json+, normal and terse output, one run or several",
    metrics: METRICS,
    recognise,
    read,
};

/// The glossary: the metrics given, and fio's usual percentiles of each kind of latency.
macro_rules! glossary {
    ([$($metric:expr),* $(,)?] percentiles: $($percent:literal)*) => {
        &[
            $($metric,)*
            $(metric(concat!("clat_p", $percent), "ns", LOWER, None, concat!($percent, " % of requests completed within this time")),)*
            $(metric(concat!("latency_p", $percent), "ns", LOWER, None, concat!($percent, " % of requests took at most this time in all")),)*
            $(metric(concat!("slat_p", $percent), "ns", LOWER, None, concat!($percent, " % of requests were submitted within this time")),)*
        ]
    };
}

const METRICS: &[MetricInfo] = glossary! {
    [
    headline(metric("iops", "ops/s", HIGHER, None, "requests completed per second (IOPS)")),
    headline(metric("rate", "KiB/s", HIGHER, None, "data transferred per second (bw)")),
    metric("latency_avg", "ns", LOWER, None, "mean time of a request, submission to completion"),
    metric("latency_max", "ns", LOWER, None, "longest time of a request"),
    metric("clat_avg", "ns", LOWER, None, "mean time from submission to completion"),
    metric("clat_max", "ns", LOWER, None, "longest time from submission to completion"),
    metric("slat_avg", "ns", LOWER, None, "mean time to submit a request"),
    metric("slat_max", "ns", LOWER, None, "longest time to submit a request"),
    metric("runtime", "ms", None, None, "how long this direction ran"),
    ]
    percentiles: "50" "90" "95" "99" "99.5" "99.9" "99.95" "99.99"
};

fn recognise(text: &str) -> Option<Recognition> {
    let (line, what) = json::sign(text).or_else(|| normal::sign(text)).or_else(|| terse::sign(text))?;
    Some(Recognition { sureness: Sureness::Certain, why: format!("line {line}: {what}") })
}

/// What one of fio's forms came to.
#[derive(Default)]
struct Form {
    runs: Vec<ReadRun>,
    remarks: Vec<Remark>,
    versions: Vec<String>,
}

impl Form {
    fn remark(&mut self, line: usize, text: impl Into<String>) {
        self.remarks.push(Remark { line, text: text.into() });
    }

    fn saw_version(&mut self, version: &str) {
        let version = version.strip_prefix("fio-").unwrap_or(version);
        if !self.versions.iter().any(|seen| seen == version) {
            self.versions.push(version.to_owned());
        }
    }

    /// The version, where all runs are of one.
    fn version(&mut self) -> Option<Value> {
        if self.versions.len() > 1 {
            let text = format!("versions {} in one text: none is noted", self.versions.join(", "));
            self.remark(1, text);
            return None;
        }
        self.versions.first().and_then(|version| Value::new(version).ok())
    }
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut form = read_form(text)?;
    if form.runs.is_empty() {
        return Err(ReadError {
            line: form.remarks.first().map_or(1, |remark| remark.line),
            found: form.remarks.first().map_or("no output of fio".to_owned(), |remark| remark.text.clone()),
            expected: "a job that did some I/O".to_owned(),
        });
    }
    let version = form.version();
    let benchmark = Some(Name::new(READER.name).map_err(|error| unusable(1, &error))?);
    form.remarks.sort_by_key(|remark| remark.line);
    Ok(Reading { benchmark, version, runs: form.runs, remarks: form.remarks })
}

/// `--output-format=normal,json` prints each run once in either form: the most exact one
/// there is counts.
fn read_form(text: &str) -> Result<Form, ReadError> {
    let (json, normal, terse) = (json::sign(text), normal::sign(text), terse::sign(text));
    let (mut form, beside) = match (json, normal) {
        (Some(_), _) => (json::read(text)?, normal.or(terse)),
        (None, Some(_)) => (normal::read(text)?, terse),
        (None, None) => (terse::read(text)?, None),
    };
    if let Some((line, what)) = beside {
        form.remark(line, format!("{what}: left out, as fio's more exact form stands in the same text"));
    }
    Ok(form)
}

/// A word that fio printed and that cannot serve as a name or value.
fn unusable(line: usize, error: &NameError) -> ReadError {
    ReadError { line, found: "a job's name or option".to_owned(), expected: format!("one that {error}") }
}

#[cfg(test)]
mod tests;
