//! will-it-scale: operations per second of many tasks. One test's raw lines, or the table
//! over numbers of tasks that `runtest.py` writes.

mod lkp;

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{HIGHER, headline, metric};
use super::lines::{lines, sign, surest};
use super::text::{case, number, result};
use crate::hints::Hints;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "will-it-scale",
    about: "will-it-scale's raw lines, runtest.py's CSV, lkp's runs and tables",
    metrics: &[RATE, PER_THREAD, PER_PROCESS, IDLE],
    recognise,
    read: |text| read_hinted(text, &Hints::default()),
};

const RATE: MetricInfo =
    headline(metric("rate", "ops/s", HIGHER, Some(0), "operations per second, all tasks together"));
const PER_THREAD: MetricInfo =
    metric("rate_per_thread", "ops/s", HIGHER, Some(0), "operations per second of each thread");
const PER_PROCESS: MetricInfo =
    metric("rate_per_process", "ops/s", HIGHER, Some(0), "operations per second of each process");
const IDLE: MetricInfo = metric("idle", "%", None, Some(2), "CPU time left idle");

/// The columns up to the model's, which is no measurement.
const HEADER: &str = "tasks,processes,processes_idle,threads,threads_idle";

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        if line.starts_with(HEADER) {
            Some((Sureness::Certain, "the header of will-it-scale's table"))
        } else if line.starts_with("testcase:") {
            Some((Sureness::Certain, "the name of will-it-scale's test"))
        } else if total(line).is_some() {
            Some((Sureness::Possible, "a line like will-it-scale's (min: max: total:)"))
        } else {
            None
        }
    })
    .or_else(|| {
        Some(sign(lkp::first(text)?, Sureness::Certain, "will-it-scale's results as lkp prints them"))
    })
}

/// Reads lkp's mails with what the sender knows of them, or what will-it-scale prints.
pub(super) fn read_hinted(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    if lkp::first(text).is_some() { lkp::read(text, hints.runs) } else { read(text) }
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let (mut test, mut totals) = (None, None::<Vec<f64>>);
    let mut is_table = false;
    for (line, body) in lines(text) {
        if let Some(name) = body.strip_prefix("testcase:") {
            (test, totals) = (Some(name.trim().to_owned()), None);
        } else if body == "measurement" {
            totals = Some(Vec::new());
        } else if let (Some(total), Some(totals)) = (total(body), &mut totals) {
            totals.push(number(total).ok_or_else(|| fault(line, total, "a total"))?);
        } else if body.starts_with("average:")
            && let Some(totals) = totals.take().filter(|totals| !totals.is_empty())
        {
            let case = case(test.iter().map(|test| ("test", test.clone()))).map_err(unfit(line))?;
            executions.add(None, vec![result(&RATE, RATE.unit, &case, totals).map_err(unfit(line))?]);
        } else if body.starts_with(HEADER) {
            is_table = true;
        } else if is_table && body.contains(',') {
            row(line, body, &mut executions)?;
        }
    }
    let expected = "totals of a measurement and their average, or the table tasks,processes,…";
    executions.finish(text, expected)
}

/// The total of a second: `min:451034 max:607722 total:1058756`.
fn total(line: &str) -> Option<&str> {
    let (_, total) = line.strip_prefix("min:")?.split_once(" total:")?;
    Some(total)
}

/// `2,2523448,0.00,2262316,0.00,4630492`. A kind of task that was not run is 0, as is the
/// row of no task that plots begin with.
fn row(line: usize, body: &str, executions: &mut Executions) -> Result<(), ReadError> {
    let fields: Option<Vec<f64>> = body.split(',').map(|field| number(field.trim())).collect();
    let Some([tasks, processes, processes_idle, threads, threads_idle, _]) =
        fields.and_then(|fields| <[f64; 6]>::try_from(fields).ok())
    else {
        return Err(fault(line, body, "six numbers"));
    };
    for (mode, rate, idle) in [("processes", processes, processes_idle), ("threads", threads, threads_idle)] {
        if rate == 0.0 {
            if tasks != 0.0 {
                executions.remark(line, format!("no {mode} were run: the 0 is left out"));
            }
            continue;
        }
        let case = case([("tasks", tasks.to_string()), ("mode", mode.to_owned())]).map_err(unfit(line))?;
        let results = [(&RATE, rate), (&IDLE, idle)];
        let results =
            results.map(|(info, value)| result(info, info.unit, &case, vec![value]).map_err(unfit(line)));
        executions.add(None, results.into_iter().collect::<Result<_, _>>()?);
    }
    Ok(())
}

#[cfg(test)]
#[path = "will_it_scale_tests.rs"]
mod tests;
