//! schbench: latencies of wakeups and requests, as text (all versions) and JSON.

mod command;
mod json;
mod text;

use self::text::Texts;
use super::faults::unfit;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::surest;
use super::sides;
use super::text::result;
use crate::hints::Hints;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::{Case, Measurement};

pub(super) const READER: Reader = Reader {
    name: "schbench",
    about: "schbench's text, old and new, its JSON, and tables of sides from mails",
    metrics: METRICS,
    recognise,
    read: |text| read_hinted(text, &Hints::default()),
};

/// The percentiles of one distribution, and its ends.
macro_rules! distribution {
    ($kind:literal, $unit:literal, $better:expr, $what:literal) => {
        [
            metric(concat!($kind, "_p20"), $unit, $better, Some(0), concat!("20th percentile of ", $what)),
            metric(concat!($kind, "_p50"), $unit, $better, Some(0), concat!("median of ", $what)),
            metric(concat!($kind, "_p75"), $unit, $better, Some(0), concat!("75th percentile of ", $what)),
            metric(concat!($kind, "_p90"), $unit, $better, Some(0), concat!("90th percentile of ", $what)),
            metric(concat!($kind, "_p95"), $unit, $better, Some(0), concat!("95th percentile of ", $what)),
            headline(metric(
                concat!($kind, "_p99"),
                $unit,
                $better,
                Some(0),
                concat!("99th percentile of ", $what),
            )),
            metric(
                concat!($kind, "_p99.5"),
                $unit,
                $better,
                Some(0),
                concat!("99.5th percentile of ", $what),
            ),
            metric(
                concat!($kind, "_p99.9"),
                $unit,
                $better,
                Some(0),
                concat!("99.9th percentile of ", $what),
            ),
            metric(concat!($kind, "_min"), $unit, $better, Some(0), concat!("smallest of ", $what)),
            metric(concat!($kind, "_max"), $unit, $better, Some(0), concat!("largest of ", $what)),
        ]
    };
}

const RELATIVE: MetricInfo = metric(
    "wakeup_latency_p99_relative",
    "1",
    LOWER,
    None,
    "wakeup_latency_p99 as a share of the first side's",
);

const SIDES: sides::Tool =
    sides::Tool { name: READER.name, measured: None, relative: Some(&RELATIVE), parameter: "workers" };

const METRICS: &[MetricInfo] = {
    const WAKEUP: [MetricInfo; 10] =
        distribution!("wakeup_latency", "us", LOWER, "the times from wakeup to running");
    const REQUEST: [MetricInfo; 10] = distribution!("request_latency", "us", LOWER, "the times of a request");
    const RPS: [MetricInfo; 10] = distribution!("rps", "requests/s", HIGHER, "the requests per second");
    const TAIL: [MetricInfo; 5] = [
        headline(metric("rps_avg", "requests/s", HIGHER, Some(2), "requests per second, whole run")),
        metric("rps_goal", "requests/s", HIGHER, Some(0), "requests per second that --auto-rps reached"),
        headline(metric("rate", "ops/s", HIGHER, Some(2), "transfers of one worker per second (--pipe)")),
        metric("throughput", "MiB/s", HIGHER, Some(2), "data that one worker moved per second (--pipe)"),
        RELATIVE,
    ];
    &joined([WAKEUP, REQUEST, RPS], TAIL)
};

const fn joined(distributions: [[MetricInfo; 10]; 3], tail: [MetricInfo; 5]) -> [MetricInfo; 35] {
    let mut all = [tail[0]; 35];
    let mut at = 0;
    while at < 35 {
        all[at] = if at < 30 { distributions[at / 10][at % 10] } else { tail[at - 30] };
        at += 1;
    }
    all
}

/// A result, in the glossary's unit; none of a metric that is not in it.
fn measured(name: &str, case: &Case, value: f64, line: usize) -> Result<Option<Measurement>, ReadError> {
    let info = METRICS.iter().find(|info| info.name == name);
    info.map(|info| result(info, info.unit, case, vec![value]).map_err(unfit(line))).transpose()
}

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        if text::heading(line).is_some() {
            Some((Sureness::Certain, "the heading of schbench's percentiles"))
        } else if line.contains("\"wakeup_latency_pct") {
            Some((Sureness::Certain, "a key of schbench's JSON"))
        } else {
            None
        }
    })
    .or_else(|| sides::recognise(text, READER.name))
}

/// Reads a mail's tables with what the sender knows of them, or what schbench prints.
pub(super) fn read_hinted(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    sides::read(text, &SIDES, hints).unwrap_or_else(|| read(text))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    // With `--json -` both stand in one text, and the text says more.
    let mut executions = Texts::read(text)?;
    if executions.is_empty() {
        json::read(text, &mut executions)?;
    }
    executions.finish(text, "schbench's percentiles (99.0th: 12560), or its JSON")
}

#[cfg(test)]
mod tests;
