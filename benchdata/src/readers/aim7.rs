//! aim7: AIM's Multiuser Benchmark, and its descendant reaim. Tables of jobs a minute by the
//! number of tasks, reaim's CSV, and the peaks that the Scalable Test Platform reported.

mod peak;
mod table;

use self::table::{Row, Table};
use super::faults::{fault, unfit};
use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use super::text::{case, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "aim7",
    about: "AIM7's and reaim's tables, reaim's CSV",
    metrics: METRICS,
    recognise,
    read,
};

const RATE: MetricInfo =
    headline(metric("jobs_rate", "jobs/min", HIGHER, Some(2), "jobs done per minute, all tasks"));
const RATE_PER_TASK: MetricInfo =
    metric("jobs_rate_per_task", "jobs/min", HIGHER, None, "jobs done per minute by each task");
const RATE_PER_TASK_S: MetricInfo =
    metric("jobs_rate_per_task_s", "jobs/s", HIGHER, None, "jobs done per second by each task");
const JTI: MetricInfo =
    metric("jti", "%", HIGHER, None, "evenness of tasks' times: 100 where all took alike");
const ELAPSED: MetricInfo = metric("elapsed", "s", LOWER, Some(2), "time until the last task ended");
const CPU: MetricInfo = metric("cpu_time", "s", LOWER, Some(2), "CPU time of all tasks");
const USER: MetricInfo = metric("user", "s", LOWER, Some(2), "CPU time in user space");
const SYSTEM: MetricInfo = metric("system", "s", LOWER, Some(2), "CPU time in the kernel");
const STDDEV: MetricInfo = metric("task_time_stddev", "s", LOWER, Some(2), "deviation of the tasks' times");
const STDDEV_PERCENT: MetricInfo =
    metric("task_time_cv", "%", LOWER, Some(2), "deviation of the tasks' times, in percent");
const TASK_MAX: MetricInfo = metric("task_time_max", "s", LOWER, Some(2), "time of the slowest task");
const TASK_MIN: MetricInfo = metric("task_time_min", "s", LOWER, Some(2), "time of the fastest task");

const METRICS: &[MetricInfo] = &[
    RATE,
    RATE_PER_TASK,
    RATE_PER_TASK_S,
    JTI,
    ELAPSED,
    CPU,
    USER,
    SYSTEM,
    STDDEV,
    STDDEV_PERCENT,
    TASK_MAX,
    TASK_MIN,
];

fn recognise(text: &str) -> Option<Recognition> {
    text.lines().enumerate().find_map(|(at, line)| {
        let is_ours = table::header(line).is_some() || peak::peak(line).is_some();
        is_ours.then(|| sign(at + 1, Sureness::Certain, "a table or peak of AIM7 or reaim"))
    })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    let mut table: Option<Table> = None;
    let mut peaks = peak::Peaks::default();
    let last = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let (line, body) = (at + 1, raw.trim());
        if let Some(header) = table::header(body) {
            gathering.forget_labels();
            if !header.has_labels() {
                gathering.next_run();
            }
            table = Some(header);
        } else if table.as_ref().is_some_and(|table| table.has_rows && body.is_empty()) {
            table = None;
        } else if let Some(table) = &mut table {
            let mut row = table.row(line, body)?;
            if let Some(row) = &mut row
                && line == last
                && !text.ends_with('\n')
                && row.is_to_the_end
            {
                row.cells.pop();
                gathering.remark(line, "the last value is left out: its line has no end and may be cut");
            }
            if let Some(row) = row {
                add(&mut gathering, line, table.suite, row)?;
            }
        } else {
            peaks.take(&mut gathering, line, body)?;
        }
    }
    gathering.finish(text, "AIM7's table (Tasks jobs/min …), reaim's (Forked Time …) or its CSV, with rows")
}

fn add(gathering: &mut Gathering, line: usize, suite: &str, row: Row) -> Result<(), ReadError> {
    if let Some(label) = row.label {
        gathering.run_of(line, label)?;
    }
    let case = case([("suite", suite.to_owned()), ("tasks", row.tasks.to_string())]).map_err(unfit(line))?;
    for (info, value) in row.cells {
        gathering.add(line, result(info, info.unit, &case, vec![value]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
