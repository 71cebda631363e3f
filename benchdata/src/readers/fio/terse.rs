//! fio's terse lines (`--minimal`), versions 3 to 5: fields between semicolons, without a
//! header, latencies in us, `bw` in KiB/s.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::job::{self, Flow, Job, Parameters};
use super::{Form, unusable};
use crate::readers::lines::line_with;
use crate::readers::text::number;
use crate::reading::{ReadError, ReadRun};

/// Where the first terse line stands, if there is one.
pub(super) fn sign(text: &str) -> Option<(usize, &'static str)> {
    let (number, _) = line_with(text, ";fio-", |line| layout(line).is_some())?;
    Some((number, "a terse line of fio's"))
}

/// How many fields a direction has, and which directions there are: version 4 added trim,
/// version 5 the samples of bandwidth and IOPS.
fn layout(line: &str) -> Option<(usize, &'static [&'static str])> {
    let (version, rest) = line.split_once(';')?;
    if !rest.starts_with("fio-") {
        return None;
    }
    match version {
        "3" => Some((41, &["read", "write"])),
        "4" => Some((41, &["read", "write", "trim"])),
        "5" => Some((47, &["read", "write", "trim"])),
        _ => None,
    }
}

/// Fields before the directions: terse version, fio's version, job, group, error.
const HEAD: usize = 5;

/// The job's place among them.
const NAME: usize = 2;

/// Fields of a direction before its percentiles, from 1 % on.
const PERCENTILES: usize = 12;

/// Fields behind them that every version has: CPU, 7 depths, 10 + 12 shares of latencies.
const TAIL: usize = 34;

pub(super) fn read(text: &str) -> Result<Form, ReadError> {
    let mut form = Form::default();
    let mut jobs: Vec<Job> = Vec::new();
    let (mut group, mut began) = (0, 1);
    for (line, body) in (1..).zip(text.lines()) {
        let Some(layout) = layout(body) else { continue };
        let fields = Fields::of(line, body);
        form.saw_version(fields.text(1)?);
        let found = fields.number(3)? as u64;
        // Groups are counted up in a run.
        if found < group {
            finish(std::mem::take(&mut jobs), began, &mut form)?;
            began = line;
        }
        group = found;
        jobs.push(fields.job(layout, &mut form)?);
    }
    finish(jobs, began, &mut form)?;
    Ok(form)
}

fn finish(jobs: Vec<Job>, line: usize, form: &mut Form) -> Result<(), ReadError> {
    let results = job::results(jobs).map_err(|error| unusable(line, &error))?;
    if results.iter().any(|result| result.series.case.get("worker").is_some()) {
        let text = "several lines of one job are taken as workers side by side; if they are \
                    runs, or states of one run, send each run alone, or as JSON";
        form.remark(line, text);
    }
    if !results.is_empty() {
        form.runs.push(ReadRun { label: None, factors: BTreeMap::new(), results });
    }
    Ok(())
}

struct Fields<'a> {
    line: usize,
    fields: Vec<Cow<'a, str>>,
}

impl<'a> Fields<'a> {
    /// A line's fields. A job's name may hold semicolons of its own: how many, tells the place
    /// of the first percentile.
    fn of(line: usize, body: &'a str) -> Self {
        let mut fields: Vec<Cow<str>> = body.split(';').map(Cow::Borrowed).collect();
        let first = fields.iter().position(|field| field.starts_with("1.0") && field.contains("%="));
        let more = first.and_then(|at| at.checked_sub(HEAD + PERCENTILES)).unwrap_or(0);
        if (1..PERCENTILES).contains(&more) {
            let name = fields[NAME..=NAME + more].join(";");
            fields.splice(NAME..=NAME + more, [Cow::Owned(name)]);
        }
        Self { line, fields }
    }

    fn error(&self, at: usize, expected: &str) -> ReadError {
        let found =
            self.fields.get(at).map_or("the end of the line".to_owned(), |field| format!("{field:?}"));
        ReadError { line: self.line, found, expected: format!("{expected} as field {}", at + 1) }
    }

    fn text(&self, at: usize) -> Result<&str, ReadError> {
        self.fields.get(at).map(Cow::as_ref).ok_or_else(|| self.error(at, "a word"))
    }

    fn number(&self, at: usize) -> Result<f64, ReadError> {
        number(self.text(at)?).ok_or_else(|| self.error(at, "a number"))
    }

    fn job(&self, layout: (usize, &[&'static str]), form: &mut Form) -> Result<Job, ReadError> {
        let (length, directions) = layout;
        let name = self.text(NAME)?;
        let parameters: Parameters = [("job".to_owned(), name.to_owned())].into();
        let mut job = Job { parameters, flows: Vec::new() };
        let error = self.number(4)?;
        if error != 0.0 {
            form.remark(self.line, format!("job {name} failed with error {error}: left out"));
            return Ok(job);
        }
        for (at, direction) in (HEAD..).step_by(length).zip(directions) {
            let flow = self.flow(at, direction)?;
            job.flows.extend((!flow.figures.is_empty()).then_some(flow));
        }
        self.text(HEAD + length * directions.len() + TAIL - 1)?;
        if job.flows.is_empty() {
            form.remark(self.line, format!("job {name} did no I/O"));
        }
        Ok(job)
    }

    /// The fields of a direction: KiB, KiB/s, IOPS and ms, each latency's min, max, mean
    /// and deviation, completion's percentiles behind it.
    fn flow(&self, at: usize, direction: &'static str) -> Result<Flow, ReadError> {
        let mut flow = Flow::new(direction);
        let rate = (self.number(at + 1)?, "KiB/s");
        flow.add_rates(self.number(at + 2)?, rate, self.number(at + 3)?);
        for (kind, at) in [("latency", at + 32), ("clat", at + 8), ("slat", at + 4)] {
            flow.add_latency(kind, "avg", "us", self.number(at + 2)?);
            flow.add_latency(kind, "max", "us", self.number(at + 1)?);
        }
        for at in at + PERCENTILES..at + 32 {
            let parts = self.text(at)?.split_once("%=");
            let pair = parts.and_then(|(percent, value)| Some((percent, number(percent)?, number(value)?)));
            let (percent, _, value) = pair.ok_or_else(|| self.error(at, "a percentile, 99.000000%=128"))?;
            if let Some(name) = job::percentile(percent) {
                flow.add_latency("clat", &name, "us", value);
            }
        }
        Ok(flow)
    }
}
