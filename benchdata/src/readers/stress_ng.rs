//! stress-ng: bogus operations of stressors. What it prints with `--metrics` or
//! `--metrics-brief`, and its YAML.

mod cyclic;
mod misc;
mod printed;
mod yaml;

use super::faults::{fault, unfit};
use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use super::text::result;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::Case;

pub(super) const READER: Reader = Reader {
    name: "stress-ng",
    about: "stress-ng's metrics as it prints them (all versions), and its YAML",
    metrics: &[
        RATE,
        CPU_RATE,
        CPU,
        MEMORY,
        cyclic::AVG,
        cyclic::MIN,
        cyclic::MAX,
        cyclic::P50,
        cyclic::P90,
        cyclic::P99,
        cyclic::P99_9,
        cyclic::P99_99,
    ],
    recognise,
    read,
};

const RATE: MetricInfo = headline(metric(
    "bogo_ops_rate",
    "bogo ops/s",
    HIGHER,
    None,
    "bogus operations per second of elapsed time",
));
const CPU_RATE: MetricInfo =
    metric("bogo_ops_cpu_rate", "bogo ops/s", HIGHER, None, "bogus operations per second of CPU time");
const CPU: MetricInfo =
    metric("cpu", "%", None, None, "CPU time of one instance, in percent of the elapsed time");
const MEMORY: MetricInfo = metric("memory_max", "KiB", LOWER, Some(0), "largest resident set");

fn recognise(text: &str) -> Option<Recognition> {
    text.lines().enumerate().find_map(|(at, line)| {
        let what = if printed::message(line).is_some() {
            "a message of stress-ng"
        } else if printed::is_brief_header(line) {
            "the header of stress-ng's table"
        } else if yaml::version(line).is_some() {
            "the head of stress-ng's YAML"
        } else {
            return None;
        };
        Some(sign(at + 1, Sureness::Certain, what))
    })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    printed::read(text, &mut gathering)?;
    if gathering.is_fresh() {
        yaml::read(text, &mut gathering)?;
    }
    gathering
        .finish(text, "stress-ng's table of metrics (run it with --metrics-brief) or its YAML's metrics:")
}

/// A stressor's row: what it did, and at which rates.
struct Row {
    line: usize,
    case: Case,
    operations: f64,
    cells: Vec<(&'static MetricInfo, f64)>,
}

impl Row {
    fn add(self, gathering: &mut Gathering) -> Result<(), ReadError> {
        if self.operations == 0.0 {
            gathering.remark(self.line, "a stressor did nothing: it has no rate");
            return Ok(());
        }
        for (info, value) in self.cells {
            // Rounded to nothing, or of a stressor that used no CPU time: no rate either.
            if value > 0.0 || info.better.is_none() {
                gathering.add(self.line, result(info, info.unit, &self.case, vec![value]))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
