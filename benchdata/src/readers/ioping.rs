//! ioping: latency of single disk requests. Its statistics at the end; the requests above
//! are what they sum up, without the first, which warms up.

mod json;
mod raw;

use crate::metric::MetricInfo;
use crate::readers::faults::fault;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::lines::sign;
use crate::readers::parts::{case_on, reading, remark, unnamed_run, value_in, value_on};
use crate::readers::text::number;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::{Case, Measurement};

pub(super) const READER: Reader = Reader {
    name: "ioping",
    about: "ioping's statistics, as text, JSON (-J) or raw (-B)",
    metrics: METRICS,
    recognise,
    read,
};

const AVG: MetricInfo = headline(metric("latency_avg", "us", LOWER, None, "mean time of one request"));
const MIN: MetricInfo = metric("latency_min", "us", LOWER, None, "shortest time of one request");
const MAX: MetricInfo = metric("latency_max", "us", LOWER, None, "longest time of one request");
const MDEV: MetricInfo =
    metric("latency_mdev", "us", LOWER, None, "standard deviation of the requests' times");
const IOPS: MetricInfo =
    headline(metric("iops", "iops", HIGHER, None, "requests per second of their own time"));
const THROUGHPUT: MetricInfo =
    metric("throughput", "MiB/s", HIGHER, None, "data per second of the requests' own time");
const METRICS: &[MetricInfo] = &[AVG, MIN, MAX, MDEV, IOPS, THROUGHPUT];

fn is_title(line: &str) -> bool {
    line.starts_with("--- ") && line.trim_end().ends_with(" ioping statistics ---")
}

/// `4 KiB <<< . (ext4 /dev/vda 252.0 GiB): request=1 time=229.0 us (warmup)`; before 1.0
/// `4096 bytes from . (…): request=1 time=0.2 ms`. Gives the size.
fn request(line: &str) -> Option<String> {
    let (before, after) = line.split_once(": request=")?;
    let mut words = before.split_whitespace();
    let (size, unit, sign) = (words.next()?, words.next()?, words.next()?);
    let is_request = ["<<<", ">>>", "from", "to"].contains(&sign) && after.contains(" time=");
    (is_request && number(size).is_some()).then(|| format!("{size} {unit}"))
}

fn recognise(text: &str) -> Option<Recognition> {
    let is_its = |line: &str| is_title(line) || request(line).is_some();
    if let Some(line) = json::line(text) {
        return Some(sign(line, Sureness::Certain, "ioping's JSON"));
    }
    let raw = || text.lines().position(|line| raw::values(line).is_some());
    let Some(at) = text.lines().position(is_its) else {
        return raw().map(|at| sign(at + 1, Sureness::Possible, "ten numbers as ioping -B prints them"));
    };
    Some(Recognition { sureness: Sureness::Certain, why: format!("line {}: as ioping prints it", at + 1) })
}

/// One execution's statistics, as far as they have been read.
struct Statistics {
    line: usize,
    /// Size of a request, as the requests say.
    size: Option<String>,
    completed: Option<Completed>,
}

/// `4 requests completed in 741.6 us, 16 KiB read, 5.39 k iops, 21.1 MiB/s`
#[derive(Debug, PartialEq)]
struct Completed {
    count: f64,
    /// Amount and unit of all requests together, and which way they went.
    total: Option<(f64, String, String)>,
    iops: f64,
    throughput: (f64, String),
}

fn completed(line: &str) -> Option<Completed> {
    let (count, rest) = line.split_once(" requests completed in ")?;
    let mut parts: Vec<&str> = rest.split(", ").collect();
    let (throughput, iops) = (parts.pop()?, parts.pop()?.strip_suffix("iops")?);
    let (rate, unit) = throughput.trim().split_once(' ')?;
    let total = parts.get(1).and_then(|total| {
        let mut words = total.split_whitespace();
        Some((number(words.next()?)?, words.next()?.to_owned(), words.next()?.to_owned()))
    });
    let data = unit.strip_suffix("/s")?;
    Some(Completed {
        count: scaled(count)?,
        total,
        iops: scaled(iops)?,
        throughput: (number(rate)?, format!("{}/s", binary(data))),
    })
}

/// Versions before 1.0 write `mb` and mean 2^20.
fn binary(unit: &str) -> &str {
    match unit {
        "b" | "bytes" => "B",
        "kb" => "KiB",
        "mb" => "MiB",
        "gb" => "GiB",
        other => other,
    }
}

/// `5.39 k`, `9.34 k`, `347`.
fn scaled(text: &str) -> Option<f64> {
    let mut words = text.split_whitespace();
    let value = number(words.next()?)?;
    let factor = match words.next() {
        None => 1.0,
        Some("k") => 1e3,
        Some("m" | "M") => 1e6,
        Some(_) => return None,
    };
    Some(value * factor)
}

/// `166.1 us / 185.4 us / 206.1 us / 15.5 us`, before 0.7 `0.2/0.3/0.3/0.0 ms`.
fn times(text: &str) -> Option<Vec<(f64, String)>> {
    let parts: Vec<&str> = text.split('/').map(str::trim).collect();
    let unit = parts.last()?.split_whitespace().nth(1)?;
    let time = |part: &&str| {
        let mut words = part.split_whitespace();
        Some((number(words.next()?)?, words.next().unwrap_or(unit).to_owned()))
    };
    parts.iter().map(time).collect::<Option<Vec<_>>>().filter(|times| times.len() == 4)
}

fn read(text: &str) -> Result<Reading, ReadError> {
    const EXPECTED: &str = "ioping's statistics (min/avg/max/mdev = …)";
    if json::line(text).is_some() {
        return reading(READER.name, None, json::read(text)?, (text, EXPECTED));
    }
    let raw = raw::read(text)?;
    if !raw.0.is_empty() {
        return reading(READER.name, None, raw, (text, EXPECTED));
    }
    let (mut runs, mut remarks) = (Vec::new(), Vec::new());
    let (mut size, mut open): (Option<String>, Option<Statistics>) = (None, None);
    let count = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let (line, body) = (at + 1, raw.trim());
        let is_cut = line == count && !text.ends_with('\n') && !body.ends_with('s');
        if let Some(requested) = request(body) {
            size.get_or_insert(requested);
        } else if is_title(body) {
            open = Some(Statistics { line, size: size.take(), completed: None });
        } else if let Some(statistics) = &mut open
            && let Some(done) = completed(body)
        {
            statistics.completed = Some(done);
        } else if let Some(values) = body.strip_prefix("min/avg/max/mdev = ")
            && let Some(statistics) = open.take()
        {
            let times = times(values).filter(|_| !is_cut);
            let times = times.ok_or_else(|| fault(line, format!("{values:?}"), "four times with units"))?;
            if statistics.completed.as_ref().is_some_and(|done| done.count > 0.0) {
                runs.push(unnamed_run(results(line, &statistics, &times)?));
            } else {
                remarks.push(remark(statistics.line, "no request was completed: left out"));
            }
        }
    }
    if size.is_some() || open.is_some() {
        remarks.push(remark(count, "the text ends before this run's statistics do: left out"));
    }
    reading(READER.name, None, (runs, remarks), (text, EXPECTED))
}

fn results(
    line: usize,
    statistics: &Statistics,
    times: &[(f64, String)],
) -> Result<Vec<Measurement>, ReadError> {
    let case = case_of(line, statistics)?;
    let mut results = Vec::new();
    for (info, (time, unit)) in [&MIN, &AVG, &MAX, &MDEV].into_iter().zip(times) {
        results.push(value_in(line, info, unit, &case, *time)?);
    }
    if let Some(done) = &statistics.completed {
        results.push(value_on(line, &IOPS, &case, done.iops)?);
        let (rate, unit) = &done.throughput;
        results.push(value_in(line, &THROUGHPUT, unit, &case, *rate)?);
    }
    Ok(results)
}

/// Size and way of the requests; with `-q` the size follows from the total.
fn case_of(line: usize, statistics: &Statistics) -> Result<Case, ReadError> {
    let total = statistics.completed.as_ref().and_then(|done| Some((done.count, done.total.as_ref()?)));
    let one = total.and_then(|(count, (amount, unit, _))| {
        let one = amount / count;
        (one.fract() == 0.0).then(|| format!("{one} {unit}"))
    });
    let size = statistics.size.clone().or(one).map(|size| ("request_size", size));
    let way = total.and_then(|(_, (_, _, way))| match way.as_str() {
        "read" => Some(("rw", "read".to_owned())),
        "written" => Some(("rw", "write".to_owned())),
        _ => None,
    });
    case_on(line, size.into_iter().chain(way))
}

/// Statistics in whole ns and B/s, as JSON and `-B` have them.
struct Exact {
    iops: f64,
    throughput: f64,
    min: f64,
    avg: f64,
    max: f64,
    mdev: f64,
}

impl Exact {
    fn results(&self, line: usize, case: &Case) -> Result<Vec<Measurement>, ReadError> {
        let values = [
            (&MIN, "ns", self.min),
            (&AVG, "ns", self.avg),
            (&MAX, "ns", self.max),
            (&MDEV, "ns", self.mdev),
            (&IOPS, IOPS.unit, self.iops),
            (&THROUGHPUT, "B/s", self.throughput),
        ];
        values.into_iter().map(|(info, unit, value)| value_in(line, info, unit, case, value)).collect()
    }
}

#[cfg(test)]
#[path = "ioping_tests.rs"]
mod tests;
