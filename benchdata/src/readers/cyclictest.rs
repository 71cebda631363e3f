//! cyclictest: how late a thread wakes up. A line for each thread, printed again and again
//! unless quiet; or a histogram; or JSON.

mod json;
mod text;

use super::faults::unfit;
use super::glossary::{LOWER, headline, metric};
use super::lines::surest;
use super::text::{case, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::Measurement;

pub(super) const READER: Reader = Reader {
    name: "cyclictest",
    about: "cyclictest's lines of threads, histograms and JSON",
    metrics: &[LATENCY_MAX, LATENCY_AVG, LATENCY_MIN, CYCLES, OVERFLOWS],
    recognise,
    read,
};

const LATENCY_MAX: MetricInfo =
    headline(metric("latency_max", "us", LOWER, None, "longest delay of a wakeup"));
const LATENCY_AVG: MetricInfo = headline(metric("latency_avg", "us", LOWER, None, "mean delay of a wakeup"));
const LATENCY_MIN: MetricInfo = metric("latency_min", "us", LOWER, None, "shortest delay of a wakeup");
const CYCLES: MetricInfo = metric("cycles", "cycles", None, None, "wakeups measured");
const OVERFLOWS: MetricInfo =
    metric("overflows", "cycles", LOWER, None, "wakeups later than the histogram reaches");

/// What was measured of one thread.
#[derive(Debug, Default, Clone, PartialEq)]
struct Thread {
    min: Option<f64>,
    avg: Option<f64>,
    max: Option<f64>,
    cycles: Option<f64>,
    overflows: Option<f64>,
    parameters: Vec<(&'static str, String)>,
}

impl Thread {
    /// The results, with the thread's number as a parameter: threads are no repetitions.
    fn results(self, number: &str, unit: &str, line: usize) -> Result<Vec<Measurement>, ReadError> {
        let own = [("thread", number.to_owned())];
        let case = case(self.parameters.into_iter().chain(own)).map_err(unfit(line))?;
        let values = [
            (&LATENCY_MIN, unit, self.min),
            (&LATENCY_AVG, unit, self.avg),
            (&LATENCY_MAX, unit, self.max),
            (&CYCLES, CYCLES.unit, self.cycles),
            (&OVERFLOWS, OVERFLOWS.unit, self.overflows),
        ];
        let known = values.into_iter().filter_map(|(info, unit, value)| Some((info, unit, value?)));
        known.map(|(info, unit, value)| result(info, unit, &case, vec![value]).map_err(unfit(line))).collect()
    }
}

/// The options of a command line of cyclictest, if it is one.
fn command(line: &str) -> Option<Vec<&str>> {
    let mut words = line.split_whitespace().skip_while(|word| word.rsplit('/').next() != Some("cyclictest"));
    words.next()?;
    let options: Vec<&str> = words.collect();
    options.first().is_none_or(|option| option.starts_with('-')).then_some(options)
}

/// Nanoseconds with `-N`, also among others as in `-qNm`.
fn unit(options: &[&str]) -> &'static str {
    let is_n = |option: &str| {
        let letters = option.strip_prefix('-').unwrap_or_default();
        option == "--nsecs"
            || letters.bytes().take_while(u8::is_ascii_alphabetic).any(|letter| letter == b'N')
    };
    let is_nanoseconds = options.iter().any(|option| is_n(option));
    if is_nanoseconds { "ns" } else { "us" }
}

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        let what = if text::row(line).is_some() {
            "a line of cyclictest's on a thread"
        } else if line.starts_with("# Min Latencies:") {
            "the end of cyclictest's histogram"
        } else if line.starts_with("\"cmdline:\"") && line.contains("cyclictest") {
            "cyclictest's command line in JSON"
        } else {
            return None;
        };
        Some((Sureness::Certain, what))
    })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let is_json = text.lines().any(|line| line.trim_start().starts_with("\"rt_test_version:\""));
    let executions = if is_json { json::read(text)? } else { text::read(text)? };
    let expected = "a line on a thread (T: 0 ( 1) P:80 I:1000 C: 1 Min: 1 Act: 1 Avg: 1 Max: 1)";
    executions.finish(text, expected)
}

#[cfg(test)]
mod tests;
