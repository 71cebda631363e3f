//! fio's JSON: one document a run, notes before and between them. fio 2 gives latencies
//! as `clat` in us, fio 3 as `clat_ns`; `bw` is KiB/s in both.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::job::{self, Flow, Job, Parameters};
use super::{Form, unusable};
use crate::readers::lines::{line_with, number_of};
use crate::reading::{ReadError, ReadRun};

/// Where fio's JSON begins, if there is any.
pub(super) fn sign(text: &str) -> Option<(usize, &'static str)> {
    let (number, _) = line_with(text, "\"fio version\"", |_| true)?;
    Some((number, "fio's JSON"))
}

#[derive(Deserialize)]
struct Document {
    #[serde(rename = "fio version")]
    version: Option<String>,
    timestamp: Option<f64>,
    timestamp_ms: Option<f64>,
    #[serde(rename = "global options", default)]
    options: Options,
    #[serde(default, alias = "client_stats")]
    jobs: Vec<Entry>,
}

/// fio prints options as strings; what rewrote its JSON may have made them numbers.
type Options = BTreeMap<String, serde_json::Value>;

#[derive(Deserialize)]
struct Entry {
    jobname: String,
    /// The machine a client's job ran on.
    hostname: Option<String>,
    #[serde(default)]
    error: i64,
    #[serde(default)]
    elapsed: f64,
    #[serde(rename = "job options", default)]
    options: Options,
    read: Option<Direction>,
    write: Option<Direction>,
    trim: Option<Direction>,
    mixed: Option<Direction>,
    sync: Option<Direction>,
}

#[derive(Deserialize)]
struct Direction {
    total_ios: Option<f64>,
    #[serde(default)]
    io_bytes: f64,
    #[serde(default)]
    bw: f64,
    #[serde(default)]
    bw_bytes: f64,
    #[serde(default)]
    iops: f64,
    #[serde(default)]
    runtime: f64,
    slat_ns: Option<Latency>,
    clat_ns: Option<Latency>,
    lat_ns: Option<Latency>,
    slat: Option<Latency>,
    clat: Option<Latency>,
    lat: Option<Latency>,
}

#[derive(Deserialize)]
struct Latency {
    #[serde(default)]
    mean: f64,
    #[serde(default)]
    max: f64,
    #[serde(default)]
    percentile: Percentiles,
}

/// The percentiles that count, as `p99.9` and value. A map would not do: fio 2 fills the
/// object up with equal keys, `"0.00" : 0`.
#[derive(Default)]
struct Percentiles(Vec<(String, f64)>);

impl<'de> Deserialize<'de> for Percentiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Percentiles;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("percentiles with their values")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Percentiles, M::Error> {
                let mut found = Vec::new();
                while let Some((percent, value)) = map.next_entry::<Cow<str>, f64>()? {
                    found.extend(job::percentile(&percent).map(|name| (name, value)));
                }
                Ok(Percentiles(found))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

impl Entry {
    fn directions(&self) -> impl Iterator<Item = (&'static str, &Direction)> {
        let named = [
            ("read", &self.read),
            ("write", &self.write),
            ("trim", &self.trim),
            ("mixed", &self.mixed),
            ("sync", &self.sync),
        ];
        named.into_iter().filter_map(|(name, direction)| Some((name, direction.as_ref()?)))
    }

    /// Whether it sums up what several clients did.
    fn is_sum(&self) -> bool {
        self.hostname.is_some() && self.jobname == job::ALL_CLIENTS
    }

    /// The job's own options go before those of all jobs.
    fn parameters(&self, global: &Options) -> Parameters {
        let options = global.iter().chain(&self.options);
        let options = options.filter_map(|(option, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            Some((job::parameter(option)?.to_owned(), value))
        });
        let host = self.hostname.iter().map(|host| ("host".to_owned(), host.clone()));
        options.chain(host).chain([("job".to_owned(), self.jobname.clone())]).collect()
    }
}

impl Direction {
    fn flow(&self, direction: &'static str) -> Option<Flow> {
        if self.total_ios == Some(0.0) {
            return None;
        }
        let mut flow = Flow::new(direction);
        // `bw` is cut to whole KiB/s.
        let rate = if self.bw > 0.0 { self.bw } else { self.bw_bytes / 1024.0 };
        flow.add_rates(self.iops, (rate, "KiB/s"), self.runtime);
        let latencies = [
            ("latency", "ns", &self.lat_ns),
            ("clat", "ns", &self.clat_ns),
            ("slat", "ns", &self.slat_ns),
            ("latency", "us", &self.lat),
            ("clat", "us", &self.clat),
            ("slat", "us", &self.slat),
        ];
        for (kind, unit, latency) in latencies {
            let Some(latency) = latency else { continue };
            flow.add_latency(kind, "avg", unit, latency.mean);
            flow.add_latency(kind, "max", unit, latency.max);
            for (name, value) in &latency.percentile.0 {
                flow.add_latency(kind, name, unit, *value);
            }
        }
        (!flow.figures.is_empty()).then_some(flow)
    }
}

/// What tells a document that continues a run from one that begins another.
struct Progress {
    jobs: Vec<String>,
    /// When it was printed, in ms.
    printed: Option<f64>,
    /// fio's own age in s, rounded up.
    elapsed: f64,
    /// How long fio had run when it printed it, in ms, at least.
    lived: f64,
    /// All jobs' time and data.
    runtime: f64,
    io_bytes: f64,
    /// Whether the last run is this one.
    is_taken: bool,
}

impl Progress {
    fn of(document: &Document) -> Self {
        let directions = || document.jobs.iter().flat_map(Entry::directions).map(|(_, direction)| direction);
        let elapsed = document.jobs.iter().map(|job| job.elapsed).fold(0.0, f64::max);
        let longest = directions().map(|direction| direction.runtime).fold(0.0, f64::max);
        Self {
            jobs: document.jobs.iter().map(|job| job.jobname.clone()).collect(),
            printed: document.timestamp_ms.or(document.timestamp.map(|seconds| seconds * 1000.0)),
            elapsed,
            lived: longest.max((elapsed - 1.0) * 1000.0),
            runtime: directions().map(|direction| direction.runtime).sum(),
            io_bytes: directions().map(|direction| direction.io_bytes).sum(),
            is_taken: false,
        }
    }

    /// Whether `next` is a later snapshot of the same run (`--status-interval`). Between
    /// two snapshots passes as much time as fio aged meanwhile; from a run's end to the
    /// end of the next one at least that one's whole age. Half the first age is the
    /// border, so that neither rounding nor a slow print decides. Of two fios that ran
    /// side by side, time or data are the same.
    fn is_continued_by(&self, next: &Self) -> bool {
        let is_younger = match (self.printed, next.printed) {
            (Some(before), Some(after)) => after - before < next.lived - self.lived / 2.0,
            _ => next.elapsed > self.elapsed,
        };
        let has_grown = self.runtime < next.runtime && self.io_bytes < next.io_bytes;
        is_younger && has_grown && self.jobs == next.jobs
    }
}

pub(super) fn read(text: &str) -> Result<Form, ReadError> {
    let mut form = Form::default();
    let (mut at, mut line) = (0, 1);
    let mut last: Option<Progress> = None;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let passed = if rest.trim_start_matches([' ', '\t']).starts_with('{') {
            let (document, length) = parse(rest, line)?;
            take(document, line, &mut last, &mut form)?;
            length
        } else {
            let note = rest.find('\n').map_or(rest, |end| &rest[..=end]);
            remark_on(note.trim(), line, &mut form);
            note.len()
        };
        line += number_of(rest, passed) - 1;
        at += passed;
    }
    Ok(form)
}

/// A document at the beginning of `rest`, and its length.
fn parse(rest: &str, line: usize) -> Result<(Document, usize), ReadError> {
    let mut documents = serde_json::Deserializer::from_str(rest).into_iter::<Document>();
    let document = documents.next();
    let length = documents.byte_offset();
    match document {
        Some(Ok(document)) => Ok((document, length)),
        Some(Err(error)) if error.is_eof() => Err(cut(line + error.line() - 1)),
        Some(Err(error)) => Err(ReadError {
            line: line + error.line() - 1,
            // serde_json counts its lines from the document's first.
            found: error.to_string().split(" at line").next().unwrap_or_default().to_owned(),
            expected: "fio's JSON as it was printed".to_owned(),
        }),
        None => Err(cut(line)),
    }
}

fn cut(line: usize) -> ReadError {
    let expected = "the rest of fio's JSON: the output is cut".to_owned();
    ReadError { line, found: "the end of the text inside a document".to_owned(), expected }
}

/// A line outside of the documents: fio's own words matter, all else is the shell's.
fn remark_on(note: &str, line: usize, form: &mut Form) {
    if note.contains("terminating on signal") {
        form.remark(line, format!("the run was cut short: {note}"));
    } else if note.starts_with("fio: ") {
        form.remark(line, note);
    }
}

fn take(
    document: Document,
    line: usize,
    last: &mut Option<Progress>,
    form: &mut Form,
) -> Result<(), ReadError> {
    let Some(version) = &document.version else {
        form.remark(line, "JSON that is not fio's: left out");
        return Ok(());
    };
    let mut progress = Progress::of(&document);
    let entries = document.jobs.iter().filter(|entry| document.jobs.len() == 1 || !entry.is_sum());
    let jobs = entries.map(|entry| job_of(entry, &document.options, line, form));
    let results = job::results(jobs.collect()).map_err(|error| unusable(line, &error))?;
    if document.jobs.len() > 1 && document.jobs.iter().any(Entry::is_sum) {
        form.remark(line, "the sum over all clients: left out");
    }
    form.saw_version(version);
    let replaces = last.as_ref().is_some_and(|last| last.is_taken && last.is_continued_by(&progress));
    progress.is_taken = replaces || !results.is_empty();
    *last = Some(progress);
    if results.is_empty() {
        return Ok(());
    }
    if replaces {
        form.runs.pop();
        form.remark(line, "a later state of the run above (status-interval), which it replaces");
    }
    form.runs.push(ReadRun { label: None, factors: BTreeMap::new(), results });
    Ok(())
}

/// What an entry came to: nothing where it failed.
fn job_of(entry: &Entry, global: &Options, line: usize, form: &mut Form) -> Job {
    let name = &entry.jobname;
    let mut job = Job { parameters: entry.parameters(global), flows: Vec::new() };
    if entry.error == 0 {
        job.flows.extend(entry.directions().filter_map(|(name, direction)| direction.flow(name)));
        if job.flows.is_empty() {
            form.remark(line, format!("job {name} did no I/O"));
        }
    } else {
        form.remark(line, format!("job {name} failed with error {}: left out", entry.error));
    }
    job
}
