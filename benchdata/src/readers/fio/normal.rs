//! What fio prints for people. A run begins with the description of its jobs and fio's
//! version; an entry for each job or group follows, and "Run status" ends them.

mod line;
mod sizes;

use std::collections::{BTreeMap, HashMap};

use self::line::{Header, Line, Statistics, fields, parse, rates, scaled};
use self::sizes::{Description, Sizes};
use super::job::{self, Flow, Job};
use super::{Form, unusable};
use crate::readers::lines::line_with;
use crate::readers::text::number;
use crate::reading::{ReadError, ReadRun};

/// Where the first job's entry stands, if there is one.
pub(super) fn sign(text: &str) -> Option<(usize, &'static str)> {
    let (number, _) = line_with(text, ": (groupid=", |line| line.contains("): err="))?;
    Some((number, "a job's entry in fio's normal output"))
}

pub(super) fn read(text: &str) -> Result<Form, ReadError> {
    let mut reader = Normal::default();
    for (number, body) in (1..).zip(text.split_inclusive('\n')) {
        if body.ends_with('\n') || reader.is_ended {
            reader.take(body.trim_end(), number)?;
        } else if reader.run.iter().any(|entry| !entry.is_failed) {
            reader.form.remark(number, "the last line has no end and may be cut: left out");
        }
    }
    reader.end_run()?;
    Ok(reader.form)
}

/// A job's entry.
struct Entry {
    line: usize,
    name: String,
    pid: String,
    is_failed: bool,
    job: Job,
    sizes: Sizes,
}

#[derive(Default)]
struct Normal {
    form: Form,
    described: HashMap<String, Description>,
    /// The run's entries so far.
    run: Vec<Entry>,
    /// Whether "Run status" stands behind them.
    is_ended: bool,
    /// Whose percentiles the next lines hold, and their unit.
    percentiles: Option<(&'static str, &'static str)>,
}

impl Normal {
    fn take(&mut self, body: &str, number: usize) -> Result<(), ReadError> {
        let line = parse(body);
        if !matches!(line, Line::Percentiles(_)) {
            self.percentiles = None;
        }
        match line {
            Line::Version(version) => {
                self.begin_run()?;
                self.form.saw_version(version);
            }
            Line::Description { name, options } => {
                self.begin_run()?;
                self.described.insert(name.to_owned(), Description::of(options));
            }
            Line::Header(header) => self.begin_entry(&header, number)?,
            Line::Status => self.is_ended = true,
            Line::Signal => self.form.remark(number, format!("the run was cut short: {}", body.trim())),
            _ if self.is_ended => {}
            Line::Direction { name, rest } => self.rates(name, rest, number)?,
            Line::Syncs => self.begin_flow("sync"),
            Line::Latency(statistics) => self.latency(&statistics, number)?,
            Line::PercentilesOf(of) => self.percentiles = of,
            Line::Percentiles(row) => self.percentile_row(row, number)?,
            Line::Other => {}
        }
        Ok(())
    }

    /// A line that only stands at a run's head.
    fn begin_run(&mut self) -> Result<(), ReadError> {
        if self.run.is_empty() { Ok(()) } else { self.end_run() }
    }

    fn begin_entry(&mut self, header: &Header, line: usize) -> Result<(), ReadError> {
        if header.name == job::ALL_CLIENTS {
            self.is_ended = true;
            self.form.remark(line, "the sum over all clients: left out");
            return Ok(());
        }
        if self.is_ended {
            let again = |first: &Entry| first.name == header.name && first.pid == header.pid;
            if self.run.first().is_some_and(again) {
                self.form.remark(line, "a later state of the run above (status-interval), which it replaces");
                self.run.clear();
                self.is_ended = false;
            } else {
                self.end_run()?;
            }
        }
        let described = self.described.get(header.name);
        let parameters = described.iter().flat_map(|described| described.options.clone());
        let own = [("job", header.name.to_owned()), ("jobs", header.jobs.to_owned())];
        let parameters = parameters.chain(own).map(|(key, value)| (key.to_owned(), value)).collect();
        if header.is_failed() {
            let text = format!("job {} failed with error {}: left out", header.name, header.error);
            self.form.remark(line, text);
        }
        self.run.push(Entry {
            line,
            name: header.name.to_owned(),
            pid: header.pid.to_owned(),
            is_failed: header.is_failed(),
            job: Job { parameters, flows: Vec::new() },
            sizes: described.map_or_else(Sizes::default, |described| described.sizes.clone()),
        });
        Ok(())
    }

    /// Takes the entries as a run, and forgets what described them.
    fn end_run(&mut self) -> Result<(), ReadError> {
        if !self.is_ended
            && let Some(first) = self.run.first()
        {
            self.form.remark(first.line, "no \"Run status\" ends this run: it may be cut");
        }
        self.is_ended = false;
        self.described.clear();
        let line = self.run.first().map_or(1, |entry| entry.line);
        for entry in &self.run {
            if entry.job.flows.is_empty() && !entry.is_failed {
                self.form.remark(entry.line, format!("job {} did no I/O", entry.name));
            }
        }
        let jobs = self.run.drain(..).map(|mut entry| {
            if entry.is_failed {
                entry.job.flows.clear();
            }
            entry.job
        });
        let results = job::results(jobs.collect()).map_err(|error| unusable(line, &error))?;
        if !results.is_empty() {
            self.form.runs.push(ReadRun { label: None, factors: BTreeMap::new(), results });
        }
        Ok(())
    }

    fn begin_flow(&mut self, direction: &'static str) {
        if let Some(entry) = self.run.last_mut() {
            let block_size = entry.sizes.of_direction(direction);
            entry.job.flows.push(Flow { block_size, ..Flow::new(direction) });
        }
    }

    fn flow(&mut self) -> Option<&mut Flow> {
        self.run.last_mut()?.job.flows.last_mut()
    }

    fn rates(&mut self, direction: &'static str, rest: &str, line: usize) -> Result<(), ReadError> {
        let rates = rates(rest).ok_or_else(|| ReadError {
            line,
            found: format!("{rest:?}"),
            expected: "IOPS=39.1k, BW=153MiB/s (…), or fio 2's io=…, bw=418811KB/s, iops=104702, runt=…"
                .to_owned(),
        })?;
        self.begin_flow(direction);
        if let Some(flow) = self.flow() {
            flow.add_rates(rates.iops, (rates.rate, &rates.unit), rates.runtime);
        }
        Ok(())
    }

    fn latency(&mut self, of: &Statistics, line: usize) -> Result<(), ReadError> {
        let values = fields(of.rest).and_then(|fields| {
            let value =
                |key| fields.iter().find(|(name, _)| *name == key).and_then(|(_, value)| scaled(value));
            Some((value("avg")?, value("max")?))
        });
        let (mean, max) = values.ok_or_else(|| ReadError {
            line,
            found: format!("{:?}", of.rest),
            expected: "min=1429, max=4603.6k, avg=4311.90, stdev=31076.29".to_owned(),
        })?;
        if let Some(flow) = self.flow() {
            flow.add_latency(of.kind, "avg", of.unit, mean);
            flow.add_latency(of.kind, "max", of.unit, max);
        }
        Ok(())
    }

    fn percentile_row(&mut self, row: &str, line: usize) -> Result<(), ReadError> {
        let Some((kind, unit)) = self.percentiles else { return Ok(()) };
        for cell in row.split(',').map(str::trim).filter(|cell| !cell.is_empty()) {
            let parts = cell.strip_suffix(']').and_then(|cell| cell.split_once("th=["));
            let (percent, value) = parts
                .and_then(|(percent, value)| Some((percent, number(value.trim())?)))
                .ok_or_else(|| ReadError {
                    line,
                    found: format!("{cell:?}"),
                    expected: "a percentile, 99.00th=[ 3818]".to_owned(),
                })?;
            if let (Some(name), Some(flow)) = (job::percentile(percent), self.flow()) {
                flow.add_latency(kind, &name, unit, value);
            }
        }
        Ok(())
    }
}
