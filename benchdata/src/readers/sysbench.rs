//! sysbench 0.4 to 1.1: cpu, threads, mutex, memory, fileio and oltp. Lines `name: value`,
//! of which each test prints its own beside the latencies that all have.

mod lines;
mod settings;

use self::lines::values;
use self::settings::Settings;
use crate::hints::Hints;
use crate::metric::MetricInfo;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::parts::{case_on, reading, remark, unnamed_run, value_in};
use crate::readers::sides;
use crate::reading::{ReadError, ReadRun, Reader, Reading, Recognition, Remark, Sureness};

pub(super) const READER: Reader = Reader {
    name: "sysbench",
    about: "sysbench's report of cpu, threads, mutex, memory, fileio or oltp, and tables of sides from mails",
    metrics: METRICS,
    recognise,
    read: |text| read_hinted(text, &Hints::default()),
};

const RATE: MetricInfo =
    headline(metric("rate", "events/s", HIGHER, Some(2), "events per second, all threads"));
const TRANSACTIONS: MetricInfo =
    metric("transactions", "transactions/s", HIGHER, Some(2), "transactions per second");
const QUERIES: MetricInfo = metric("queries", "queries/s", HIGHER, Some(2), "queries per second");
const REQUESTS: MetricInfo = metric("requests", "requests/s", HIGHER, Some(2), "requests per second");
const OPERATIONS: MetricInfo = metric("operations", "ops/s", HIGHER, Some(2), "memory operations per second");
const READS: MetricInfo = metric("reads", "reads/s", HIGHER, Some(2), "reads per second");
const WRITES: MetricInfo = metric("writes", "writes/s", HIGHER, Some(2), "writes per second");
const FSYNCS: MetricInfo = metric("fsyncs", "fsyncs/s", HIGHER, Some(2), "fsyncs per second");
const READ: MetricInfo = metric("throughput_read", "MiB/s", HIGHER, Some(2), "data read per second");
const WRITTEN: MetricInfo = metric("throughput_write", "MiB/s", HIGHER, Some(2), "data written per second");
const THROUGHPUT: MetricInfo =
    metric("throughput", "MiB/s", HIGHER, None, "data read and written per second");
const MIN: MetricInfo = metric("latency_min", "ms", LOWER, Some(2), "shortest time of one event");
const AVG: MetricInfo = headline(metric("latency_avg", "ms", LOWER, Some(2), "mean time of one event"));
const MAX: MetricInfo = metric("latency_max", "ms", LOWER, Some(2), "longest time of one event");
const P50: MetricInfo =
    metric("latency_p50", "ms", LOWER, Some(2), "time that half of the events stay within");
const P90: MetricInfo =
    metric("latency_p90", "ms", LOWER, Some(2), "time that 90 % of the events stay within");
const P95: MetricInfo =
    metric("latency_p95", "ms", LOWER, Some(2), "time that 95 % of the events stay within");
const P99: MetricInfo =
    metric("latency_p99", "ms", LOWER, Some(2), "time that 99 % of the events stay within");
const EVENTS: MetricInfo = metric("events", "events", HIGHER, None, "events in all the time");
const ELAPSED: MetricInfo = metric("elapsed", "s", LOWER, Some(4), "time that the test took");
const METRICS: &[MetricInfo] = &[
    RATE,
    TRANSACTIONS,
    QUERIES,
    REQUESTS,
    OPERATIONS,
    READS,
    WRITES,
    FSYNCS,
    READ,
    WRITTEN,
    THROUGHPUT,
    AVG,
    P50,
    P90,
    P95,
    P99,
    MIN,
    MAX,
    EVENTS,
    ELAPSED,
];

/// `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)`
fn version(line: &str) -> Option<&str> {
    let (version, rest) = line.trim().strip_prefix("sysbench ")?.split_once(' ')?;
    let is_banner =
        rest.starts_with("(using ") || rest.contains("multi-threaded system evaluation benchmark");
    is_banner.then(|| version.trim_end_matches(':'))
}

fn recognise(text: &str) -> Option<Recognition> {
    let is_its = |line: &str| {
        let line = line.trim();
        version(line).is_some() || line.starts_with("total number of events:")
    };
    let Some(at) = text.lines().position(is_its) else { return sides::recognise(text, READER.name) };
    Some(Recognition { sureness: Sureness::Certain, why: format!("line {}: as sysbench prints it", at + 1) })
}

const SIDES: sides::Tool =
    sides::Tool { name: READER.name, measured: Some(&EVENTS), relative: None, parameter: "threads" };

/// Reads a mail's tables with what the sender knows of them, or what sysbench prints.
pub(super) fn read_hinted(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    sides::read(text, &SIDES, hints).unwrap_or_else(|| read(text))
}

/// One execution, as far as it has been read.
#[derive(Default)]
struct Execution {
    line: usize,
    settings: Settings,
    values: Vec<(usize, &'static MetricInfo, &'static str, f64)>,
    /// What follows is of a part of the time, until a report like the last one ends.
    is_checkpoint: bool,
    /// What follows is per thread.
    is_done: bool,
}

#[derive(Default)]
struct Log<'a> {
    version: Option<&'a str>,
    /// The test that a command line above the next execution names.
    commanded: Option<&'static str>,
    execution: Execution,
    runs: Vec<ReadRun>,
    remarks: Vec<Remark>,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut log = Log::default();
    let count = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        if at + 1 == count && !text.ends_with('\n') && !log.execution.is_done {
            log.remarks.push(remark(count, "the text ends within this line: left out"));
        } else {
            log.take(at + 1, raw.trim())?;
        }
    }
    log.end()?;
    let expected = "sysbench's report (General statistics: … total number of events: …)";
    reading(READER.name, log.version, (log.runs, log.remarks), (text, expected))
}

impl<'a> Log<'a> {
    fn take(&mut self, line: usize, body: &'a str) -> Result<(), ReadError> {
        if let Some(version) = version(body) {
            self.version = self.version.or(Some(version));
            self.end()?;
        } else if let Some(test) = settings::commanded(body) {
            self.end()?;
            self.commanded = Some(test);
        } else if body.starts_with("Running the test with following options") && self.execution.is_done {
            self.end()?;
        } else if body.starts_with("Threads fairness:") {
            self.execution.is_done = !std::mem::take(&mut self.execution.is_checkpoint);
        } else if body.ends_with("Checkpoint report:") {
            self.execution.is_checkpoint = true;
            self.remarks.push(remark(line, "the report of a checkpoint is left out: the last report counts"));
        } else if !self.execution.is_done
            && !self.execution.is_checkpoint
            && !self.execution.settings.take(body)
        {
            // A rate of 0 is of what this test does not do.
            let done =
                values(body).into_iter().filter(|(info, _, value)| *value > 0.0 || info.unit == MIN.unit);
            for (info, unit, value) in done {
                self.execution.line = line;
                self.execution.values.push((line, info, unit, value));
            }
        }
        Ok(())
    }

    /// Ends an execution: what it says is a run.
    fn end(&mut self) -> Result<(), ReadError> {
        let Execution { line, mut settings, values, is_done, .. } = std::mem::take(&mut self.execution);
        if values.is_empty() {
            return Ok(());
        }
        if !settings.has_test() {
            match self.commanded.take() {
                Some(test) => settings.set("test", test),
                // Version 1.0 prints the same of both, and of tests that users write.
                None => self.remarks.push(remark(
                    line,
                    "the output does not say which test this was (mutex, threads, or one in Lua): \
                     its case has no `test`; the command line above it would tell",
                )),
            }
        }
        // Of files, version 1.1 counts no events.
        let says_events = |(_, info, _, value): &(_, &MetricInfo, _, f64)| {
            **info == EVENTS || (**info == AVG && *value > 0.0)
        };
        if !values.iter().any(says_events) {
            self.remarks
                .push(remark(line, "this run has no events: it failed or was cut off, and is left out"));
            return Ok(());
        }
        if !is_done {
            self.remarks.push(remark(line, "this run's report was cut off"));
        }
        let case = case_on(line, settings.case())?;
        let mut run = unnamed_run(Vec::new());
        for (line, info, unit, value) in values {
            let is_known = |other: &crate::run::Measurement| other.series.metric.as_str() == info.name;
            if !run.results.iter().any(is_known) {
                run.results.push(value_in(line, info, unit, &case, value)?);
            }
        }
        self.runs.push(run);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
