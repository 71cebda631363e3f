//! pgbench: transactions of Postgres. Its report, of all versions.

mod line;

use self::line::{Said, said};
use super::faults::{fault, unfit};
use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use super::text::{case, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "pgbench",
    about: "pgbench's reports",
    metrics: &[TPS, LATENCY_AVG, LATENCY_STDDEV, TPS_CONNECTING, CONNECTING, LAG_AVG, LAG_MAX, FAILED],
    recognise,
    read,
};

const TPS: MetricInfo =
    headline(metric("tps", "transactions/s", HIGHER, Some(6), "transactions a second, without connecting"));
const LATENCY_AVG: MetricInfo =
    headline(metric("latency_avg", "ms", LOWER, Some(3), "mean time of a transaction"));
const LATENCY_STDDEV: MetricInfo =
    metric("latency_stddev", "ms", LOWER, Some(3), "deviation of the transactions' times");
const TPS_CONNECTING: MetricInfo = metric(
    "tps_with_connecting",
    "transactions/s",
    HIGHER,
    Some(6),
    "transactions a second, with connecting",
);
const CONNECTING: MetricInfo = metric("connect_time", "ms", LOWER, Some(3), "time to connect");
const LAG_AVG: MetricInfo =
    metric("schedule_lag_avg", "ms", LOWER, Some(3), "mean delay behind the rate's schedule");
const LAG_MAX: MetricInfo =
    metric("schedule_lag_max", "ms", LOWER, Some(3), "longest delay behind the rate's schedule");
const FAILED: MetricInfo = metric("failed", "transactions", LOWER, Some(0), "transactions that failed");

const REPORT: &str = "pgbench's report: transaction type: … down to tps = …";

fn recognise(text: &str) -> Option<Recognition> {
    text.lines().enumerate().find_map(|(at, raw)| {
        let what = match said(raw) {
            Said::Begin(_) => "the head of pgbench's report",
            Said::Version(_) => "pgbench's name and version",
            Said::Rate(..) => "pgbench's rate",
            Said::Filling => "pgbench -i filling its tables",
            _ => return None,
        };
        Some(sign(at + 1, Sureness::Certain, what))
    })
}

/// A report being read.
struct Open {
    line: usize,
    parameters: Vec<(&'static str, String)>,
    values: Vec<(usize, Option<String>, &'static MetricInfo, f64)>,
    /// The script that lines of a report on several scripts are about.
    script: Option<String>,
    is_whole: bool,
    is_idle: bool,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    let mut open: Option<Open> = None;
    for (line, body) in (1..).zip(text.lines()) {
        match (said(body), &mut open) {
            (Said::Version(version), _) => gathering.version(version),
            (Said::Begin(script), _) => {
                close(&mut gathering, open.take())?;
                let parameters = vec![("script", script.to_owned())];
                let (values, script) = (Vec::new(), None);
                open = Some(Open { line, parameters, values, script, is_whole: false, is_idle: false });
            }
            (Said::Filling, None) => gathering.remark(line, "pgbench -i fills tables and measures nothing"),
            (Said::Failed, _) => gathering.remark(line, body.trim()),
            (Said::Aborted, open) => {
                gathering.remark(line, "the run was aborted: what it printed is left out");
                *open = None;
            }
            (Said::Wrong(expected), Some(_)) => return Err(fault(line, body.trim(), expected)),
            (Said::Rate(..), None) => {
                return Err(fault(line, body.trim(), "its report's head, transaction type: …"));
            }
            (said, Some(open)) => open.take(line, said),
            _ => {}
        }
    }
    close(&mut gathering, open)?;
    gathering.finish(text, REPORT)
}

impl Open {
    fn take(&mut self, line: usize, said: Said) {
        match said {
            Said::Parameter(key, value) => self.parameters.push((key, value)),
            Said::Script(script) => self.script = Some(script.to_owned()),
            Said::Idle => self.is_idle = true,
            Said::Values(values) => {
                self.values.extend(values.into_iter().map(|(info, value)| (line, None, info, value)));
            }
            Said::OfScript(values) => {
                let script = self.script.clone();
                self.values
                    .extend(values.into_iter().map(|(info, value)| (line, script.clone(), info, value)));
            }
            Said::Rate(info, value, is_reconnecting) => {
                if is_reconnecting {
                    self.parameters.push(("reconnect", "yes".to_owned()));
                }
                self.is_whole = true;
                self.values.push((line, None, info, value));
            }
            _ => {}
        }
    }
}

fn close(gathering: &mut Gathering, open: Option<Open>) -> Result<(), ReadError> {
    let Some(open) = open else { return Ok(()) };
    if open.is_idle {
        gathering.remark(open.line, "no transaction was processed: the report is left out");
        return Ok(());
    }
    if !open.is_whole {
        gathering.remark(open.line, "the report is left out: it ends before its rate, tps = …");
        return Ok(());
    }
    gathering.next_run();
    for (line, script, info, value) in open.values {
        let mut parameters = open.parameters.clone();
        parameters.extend(script.map(|script| ("script", script)));
        let case = case(parameters).map_err(unfit(line))?;
        gathering.add(line, result(info, info.unit, &case, vec![value]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
