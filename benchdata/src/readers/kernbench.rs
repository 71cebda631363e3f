//! kernbench: kernel builds under several loads. It prints only means and deviations.

mod by_hand;

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{LOWER, headline, metric};
use super::lines::{cut, lines, sign, surest};
use super::text::{case, number, result};
use crate::metric::MetricInfo;
use crate::name::Name;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::{Case, Measurement, Values};
use crate::summary::Summary;

pub(super) const READER: Reader = Reader {
    name: "kernbench",
    about: "kernbench's means of each load, as on the console, in its log or in tables by hand",
    metrics: METRICS,
    recognise,
    read,
};

const METRICS: &[MetricInfo] = &[
    headline(metric("elapsed", "s", LOWER, None, "time that one build took")),
    metric("user_time", "s", LOWER, None, "user CPU time of one build"),
    metric("system_time", "s", LOWER, None, "system CPU time of one build"),
    metric("cpu", "%", None, None, "CPU time used, in percent of the elapsed time"),
    metric("context_switches", "switches", None, None, "involuntary context switches of one build"),
    metric("sleeps", "sleeps", None, None, "voluntary context switches of one build"),
];

/// What rows begin with, as [`METRICS`].
const ROWS: [&str; 6] =
    ["Elapsed Time ", "User Time ", "System Time ", "Percent CPU ", "Context Switches ", "Sleeps "];

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| load(line).map(|_| (Sureness::Certain, "the heading of kernbench's means"))).or_else(
        || Some(sign(by_hand::first(text)?, Sureness::Certain, "the header of a table of kernbench's means")),
    )
}

/// `Average Half load -j 8 Run (std deviation):` as `Half load -j 8`.
fn load(line: &str) -> Option<&str> {
    line.strip_prefix("Average ")?.strip_suffix(" Run (std deviation):")
}

/// Where in the text one is.
#[derive(Default)]
struct Place {
    /// A heading (`***** With percpu_counter:`).
    heading: Option<Name>,
    kernel: Option<Name>,
    /// Builds announced for each load.
    announced: Option<u64>,
    /// Builds seen of the load that comes.
    seen: u64,
    /// Loads of this execution so far.
    loads: Vec<String>,
    case: Option<Case>,
    builds: Option<u64>,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let cut = cut(text);
    let mut executions = Executions::of(READER.name);
    let mut place = Place::default();
    for (line, body) in lines(text) {
        if let Some((info, values)) = row(body) {
            if cut == Some(line) {
                return Err(fault(line, "the end of the text within a number", "a whole line"));
            }
            let Some(case) = &place.case else { continue };
            // Version 0.42 forgets the earlier loads' elapsed times only.
            if place.loads.len() > 1 && info.name != "elapsed" {
                continue;
            }
            let result = measured(info, case, values, place.builds)
                .map_err(|(found, expected)| fault(line, found, expected))?;
            executions.add(place.heading.as_ref().or(place.kernel.as_ref()), vec![result]);
        } else if let Some(load) = load(body) {
            place.begin(line, load)?;
            if place.loads.len() == 2 {
                let text = "later loads' CPU times and switches are mixed with the earlier ones' (a fault of \
                            kernbench): left out";
                executions.remark(line, text);
            }
        } else {
            place.note(line, body)?;
        }
    }
    by_hand::read(text, &mut executions)?;
    executions.finish(text, "kernbench's means (Average Half load -j 8 Run (std deviation):)")
}

/// A metric, its mean and its deviation, if any: `Elapsed Time 28.094 (0.182565)`.
fn row(line: &str) -> Option<(&'static MetricInfo, (&str, Option<&str>))> {
    let (info, rest) =
        METRICS.iter().zip(ROWS).find_map(|(info, name)| Some((info, line.strip_prefix(name)?)))?;
    let values = rest.split_once(' ').map_or((rest, None), |(mean, deviation)| (mean, Some(deviation)));
    Some((info, values))
}

fn measured(
    info: &MetricInfo,
    case: &Case,
    (mean, deviation): (&str, Option<&str>),
    builds: Option<u64>,
) -> Result<Measurement, (String, String)> {
    let value = number(mean).ok_or_else(|| (mean.to_owned(), "a number".to_owned()))?;
    let mut result =
        result(info, info.unit, case, vec![value]).map_err(|error| (mean.to_owned(), error.to_string()))?;
    if deviation.is_none() && builds.is_some_and(|n| n > 1) {
        return Err((format!("{mean} without deviation"), "a deviation, as in (0.182565)".to_owned()));
    }
    if let Some(text) = deviation {
        let inner = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let stddev = inner.and_then(number);
        let stddev = stddev.ok_or_else(|| (text.to_owned(), "a deviation, as in (0.182565)".to_owned()))?;
        if let Some(n) = builds.filter(|&n| n > 1) {
            let summary = Summary { n, min: None, mean: value, max: None, stddev: Some(stddev) };
            result.values = Values::Summary(summary.into());
        }
    }
    Ok(result)
}

impl Place {
    /// Takes a line that is neither heading nor row of a load.
    fn note(&mut self, line: usize, body: &str) -> Result<(), ReadError> {
        if let Some(heading) = body.strip_prefix("*****") {
            let heading = heading.trim().trim_end_matches(':');
            let heading = heading.strip_prefix("With ").unwrap_or(heading);
            *self = Self { heading: Some(Name::new(heading).map_err(unfit(line))?), ..Self::default() };
        } else if let Some(kernel) = body.strip_prefix("Kernel ") {
            let (heading, kernel) = (self.heading.take(), Name::new(kernel).map_err(unfit(line))?);
            *self = Self { heading, kernel: Some(kernel), ..Self::default() };
        } else if let Some(rest) = body.strip_prefix("Performing ") {
            self.announced = rest.split(' ').next().and_then(|n| n.parse().ok());
        } else if body.contains(" run number ") {
            self.seen += 1;
        } else if body.starts_with("All data logged") {
            self.loads.clear();
        }
        Ok(())
    }

    fn begin(&mut self, line: usize, load: &str) -> Result<(), ReadError> {
        let (name, jobs) = load.split_once(" -j").unwrap_or((load, ""));
        let name = name.split(' ').next().unwrap_or(name).to_lowercase();
        let jobs = Some(jobs.trim()).filter(|jobs| !jobs.is_empty());
        let parameters = [("load", name)].into_iter().chain(jobs.map(|jobs| ("jobs", jobs.to_owned())));
        self.case = Some(case(parameters).map_err(unfit(line))?);
        let seen = std::mem::take(&mut self.seen);
        self.builds = Some(seen).filter(|&seen| seen > 0).or(self.announced);
        if self.loads.iter().any(|seen| seen == load) {
            self.loads.clear();
        }
        self.loads.push(load.to_owned());
        Ok(())
    }
}

#[cfg(test)]
#[path = "kernbench_tests.rs"]
mod tests;
