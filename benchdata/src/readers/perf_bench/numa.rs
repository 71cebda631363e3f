//! What `perf bench numa mem` prints, in words or, with `-q`, in whole phrases. Its GB are 10^9
//! bytes.

use super::{Found, Parameters};
use crate::metric::MetricInfo;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::text::number;

pub(super) const TOTAL_SPEED: MetricInfo =
    headline(metric("total_speed", "GB/s", HIGHER, Some(3), "data processed per second, all threads"));
pub(super) const THREAD_SPEED: MetricInfo =
    metric("thread_speed", "GB/s", HIGHER, Some(3), "data processed per second and thread");
pub(super) const CONVERGENCE: MetricInfo =
    headline(metric("convergence", "s", LOWER, Some(3), "time until each process ran on one node"));
pub(super) const RUNTIME_MAX: MetricInfo =
    metric("runtime_max", "s", LOWER, Some(3), "run time of the slowest thread");
pub(super) const RUNTIME_MIN: MetricInfo =
    metric("runtime_min", "s", LOWER, Some(3), "run time of the fastest thread");
pub(super) const RUNTIME_AVG: MetricInfo =
    metric("runtime_avg", "s", LOWER, Some(3), "mean run time of the threads");
pub(super) const SPREAD: MetricInfo =
    metric("runtime_spread", "%", LOWER, Some(3), "half the run times' range, in percent of the longest");
pub(super) const BYTE_TIME: MetricInfo =
    metric("time_per_byte", "ns", LOWER, Some(3), "longest run time for each byte of a thread's data");
pub(super) const DATA: MetricInfo = metric("data", "GB", None, Some(3), "data processed, all threads");
pub(super) const THREAD_DATA: MetricInfo =
    metric("thread_data", "GB", None, Some(3), "data processed by each thread");
pub(super) const SYSTEM_TIME: MetricInfo =
    metric("thread_system", "s", None, Some(3), "CPU time of one thread in the kernel");
pub(super) const USER_TIME: MetricInfo =
    metric("thread_user", "s", None, Some(3), "CPU time of one thread in user space");

/// What is printed behind a value: its unit with the short words, and with the phrase.
const PRINTED: [(&MetricInfo, &str, &str); 12] = [
    (&TOTAL_SPEED, "GB/sec, total-speed", "GB/sec total speed"),
    (&THREAD_SPEED, "GB/sec, thread-speed", "GB/sec/thread speed"),
    (&CONVERGENCE, "secs, NUMA-convergence-latency", "secs latency to NUMA-converge"),
    (&RUNTIME_MAX, "secs, runtime-max/thread", "secs slowest (max) thread-runtime"),
    (&RUNTIME_MIN, "secs, runtime-min/thread", "secs fastest (min) thread-runtime"),
    (&RUNTIME_AVG, "secs, runtime-avg/thread", "secs average thread-runtime"),
    (&SPREAD, "%, spread-runtime/thread", "% difference between max/avg runtime"),
    (&BYTE_TIME, "nsecs, runtime/byte/thread", "nsecs/byte/thread runtime"),
    (&DATA, "GB, data-total", "GB data processed, total"),
    (&THREAD_DATA, "GB, data/thread", "GB data processed, per thread"),
    (&SYSTEM_TIME, "secs thread-system-time", ""),
    (&USER_TIME, "secs thread-user-time", ""),
];

/// `# Running main, "perf bench numa numa-mem -p 1 -t 2"`: what the values below are of.
pub(super) fn part(line: &str) -> Option<Parameters> {
    let (name, command) = line.strip_prefix("# Running ")?.split_once("\"perf bench numa ")?;
    let (_, arguments) = command.strip_suffix('"')?.split_once(' ').unwrap_or_default();
    let name = Some(name.trim().trim_end_matches(',')).filter(|name| *name != "main");
    let arguments = Some(arguments.trim()).filter(|arguments| !arguments.is_empty());
    let named = [("layout", name), ("arguments", arguments)];
    Some(named.into_iter().filter_map(|(key, value)| Some((key, value?.to_owned()))).collect())
}

/// ` main,    0.315, secs,    runtime-max/thread`, `   0.315 secs slowest (max) thread-runtime`,
/// ` process0:thread1   0.550, GB/sec   thread-speed`
pub(super) fn value(line: &str) -> Option<Found> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, value, rest) = match words.as_slice() {
        [name, value, rest @ ..] if value.ends_with(',') => (*name, value.trim_end_matches(','), rest),
        [value, rest @ ..] => ("", *value, rest),
        [] => return None,
    };
    let rest = rest.join(" ");
    let is_it = |(_, short, phrase): &&(&MetricInfo, &str, &str)| match name {
        "" => !rest.is_empty() && rest == *phrase,
        _ => rest == *short || rest == short.replace(',', ""),
    };
    let (info, ..) = PRINTED.iter().find(is_it)?;
    let thread = name.contains(":thread").then(|| ("thread", name.to_owned()));
    Some((info, info.unit, number(value)?, thread.into_iter().collect()))
}
