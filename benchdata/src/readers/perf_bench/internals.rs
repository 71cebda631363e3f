//! What `perf bench internals` and `mem find_bit` print: the mean time of each step.

use super::{Found, Parameters};
use crate::metric::MetricInfo;
use crate::readers::glossary::{LOWER, metric};
use crate::readers::text::number;

pub(super) const STEP_TIME: MetricInfo = metric("step_time", "us", LOWER, Some(3), "mean time of one step");
pub(super) const EVENT_TIME: MetricInfo =
    metric("event_time", "us", LOWER, Some(3), "mean time of the step for each event");
pub(super) const EVENTS: MetricInfo =
    metric("events", "events", None, Some(3), "mean number of the step's events");
pub(super) const MEMORY: MetricInfo =
    metric("memory", "KiB", LOWER, Some(0), "mean memory that the step used");

/// What the lines from here on are of: `1 operations 2 bits set of 4 bits` of find_bit, or the
/// step of `Average synthesis took: 131.800 usec (+- 21.404 usec)`.
pub(super) fn part(line: &str) -> Option<Parameters> {
    if let Some((step, _)) = line.strip_prefix("Average ").and_then(|rest| rest.split_once(" took:")) {
        return Some(vec![("step", step.to_owned())]);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let [operations, "operations", set, "bits", "set", "of", bits, "bits"] = words.as_slice() else {
        return None;
    };
    let named = [("operations", operations), ("bits_set", set), ("bits", bits)];
    Some(named.map(|(name, count)| (name, (*count).to_owned())).into())
}

/// A value of the step; its deviation is of an unknown number.
pub(super) fn value(line: &str) -> Option<Found> {
    let line = line.strip_prefix("Average ")?;
    let (what, rest) = match line.strip_prefix("time per event ") {
        Some(rest) => ("time per event", rest),
        None => line.split_once(':')?,
    };
    let mut words = rest.split_whitespace();
    // Behind a number that was cut stands nothing.
    let (value, unit) = (number(words.next()?)?, words.next()?);
    let info = match what {
        "time per event" => &EVENT_TIME,
        "num. events" => return Some((&EVENTS, EVENTS.unit, value, Vec::new())),
        "memory usage" => return (unit == "KB").then(|| (&MEMORY, "KiB", value, Vec::new())),
        _ => what.ends_with(" took").then_some(&STEP_TIME)?,
    };
    let unit = match unit {
        "usec" => "us",
        "msec" | "ms" => "ms",
        _ => return None,
    };
    Some((info, unit, value, Vec::new()))
}
