//! gobench: the format of Go's benchmarks (`go test -bench`), which other tools print too.

use std::collections::{BTreeMap, HashSet};

use super::faults::{fault, unfit};
use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use super::text::number;
use crate::metric::{Better, MetricInfo};
use crate::name::{Key, Name, NameError, Value};
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::{Case, Measurement, Series, Values};
use crate::unit::Unit;

pub(super) const READER: Reader = Reader {
    name: "gobench",
    about: "what go test -bench prints, and others in the same format",
    metrics: &[TIME, THROUGHPUT, MEMORY, ALLOCATIONS],
    recognise,
    read,
};

const TIME: MetricInfo = headline(metric("time", "ns/op", LOWER, None, "time of one operation"));
const THROUGHPUT: MetricInfo =
    headline(metric("throughput", "MB/s", HIGHER, None, "data processed per second"));
const MEMORY: MetricInfo = metric("memory", "B/op", LOWER, Some(0), "memory allocated by one operation");
const ALLOCATIONS: MetricInfo = metric("allocs", "allocs/op", LOWER, Some(0), "allocations of one operation");

/// A line of results.
struct Row<'a> {
    name: &'a str,
    /// Values and their units.
    cells: Vec<(f64, &'a str)>,
    /// Whether there is a word behind them that makes no pair.
    is_odd: bool,
}

/// `BenchmarkFanout/workers=2-2   168039   1010 ns/op   4055.52 MB/s`
fn row(line: &str) -> Option<Row<'_>> {
    let mut words = line.split_whitespace();
    let name =
        words.next()?.strip_prefix("Benchmark").filter(|name| !name.starts_with(char::is_lowercase))?;
    words.next()?.parse::<u64>().ok()?;
    let words: Vec<&str> = words.collect();
    let cells = words.chunks_exact(2).map(|pair| Some((number(pair[0])?, pair[1])));
    let is_odd = !words.len().is_multiple_of(2);
    cells.collect::<Option<Vec<_>>>().map(|cells| Row { name, cells, is_odd })
}

fn recognise(text: &str) -> Option<Recognition> {
    text.lines().enumerate().find_map(|(at, line)| {
        let is_row = row(line).is_some_and(|row| !row.cells.is_empty());
        is_row.then(|| sign(at + 1, Sureness::Certain, "a result as Go's benchmarks print it"))
    })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    let mut package: Option<&str> = None;
    let mut packages: HashSet<&str> = HashSet::new();
    let mut units: BTreeMap<&str, Better> = BTreeMap::new();
    let last = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let (line, body) = (at + 1, raw.trim());
        if let Some(name) = body.strip_prefix("pkg: ") {
            // The same package again is another execution.
            if !packages.insert(name) {
                packages = HashSet::from([name]);
                gathering.next_run();
            }
            package = Some(name);
        } else if let Some((unit, better)) = declared(body) {
            units.insert(unit, better);
        } else if body.starts_with("--- FAIL") || body == "FAIL" {
            gathering.remark(line, "a benchmark failed");
        } else if let Some(mut row) = row(body) {
            let is_cut = line == last && !text.ends_with('\n');
            if is_cut {
                row.cells.retain(|(_, unit)| known(unit).is_some());
                gathering.remark(line, "the line has no end: only values with Go's own units are taken");
            } else if row.is_odd {
                return Err(fault(line, body, "pairs of a value and its unit"));
            }
            let case = case(row.name, package).map_err(unfit(line))?;
            for (value, unit) in row.cells {
                gathering.add(line, measurement(&case, unit, value, units.get(unit).copied()))?;
            }
        }
    }
    gathering.finish(text, "lines such as: BenchmarkName-8   1000   123.4 ns/op")
}

/// `Unit ns/GC better=lower`
fn declared(line: &str) -> Option<(&str, Better)> {
    let mut words = line.strip_prefix("Unit ")?.split_whitespace();
    let unit = words.next()?;
    let better = words.find_map(|word| match word {
        "better=higher" => Some(Better::Higher),
        "better=lower" => Some(Better::Lower),
        _ => None,
    });
    Some((unit, better?))
}

/// The name's parts: `Fanout/workers=2/big-8` is name=Fanout, workers=2, variant=big and
/// gomaxprocs=8. A name without a number was run on one.
fn case(full: &str, package: Option<&str>) -> Result<Case, NameError> {
    let is_count = |count: &str| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit());
    let (full, processors) =
        full.rsplit_once('-').filter(|(_, count)| is_count(count)).unwrap_or((full, "1"));
    let mut parts = full.split('/');
    let name = parts.next().filter(|name| !name.is_empty()).unwrap_or("Benchmark");
    let mut case = BTreeMap::new();
    let mut variant: Vec<&str> = Vec::new();
    let own = ["name", "gomaxprocs", "package", "variant"];
    for part in parts {
        let parameter = part
            .split_once('=')
            .and_then(|(key, value)| Some((Key::new(key).ok()?, Value::new(value).ok()?)));
        match parameter {
            Some((key, value)) if !own.contains(&key.as_str()) && !case.contains_key(&key) => {
                case.insert(key, value);
            }
            _ => variant.push(part),
        }
    }
    let variant = (!variant.is_empty()).then(|| variant.join("/"));
    let said = [
        ("name", Some(name)),
        ("gomaxprocs", Some(processors)),
        ("package", package),
        ("variant", variant.as_deref()),
    ];
    for (key, value) in said {
        if let Some(value) = value {
            case.insert(Key::new(key)?, Value::new(value)?);
        }
    }
    Ok(case.into())
}

fn known(unit: &str) -> Option<&'static MetricInfo> {
    READER.metrics.iter().find(|info| info.unit == unit)
}

/// A value in a unit of the benchmark's own is a metric called after it: `wakeups/op` is
/// `wakeups_per_op`. As in Go's tools, what counts per second is better higher, times lower.
fn measurement(
    case: &Case,
    unit: &str,
    value: f64,
    declared: Option<Better>,
) -> Result<Measurement, NameError> {
    let own = unit.replace('/', "_per_").replace('-', "_");
    let is_time = ["ns", "us", "ms", "sec"]
        .iter()
        .any(|time| unit.starts_with(&format!("{time}/")) || unit.ends_with(&format!("-{time}")));
    let by_unit =
        if unit.ends_with("/s") || unit.ends_with("/sec") { HIGHER } else { LOWER.filter(|_| is_time) };
    let info = known(unit);
    let better = declared.or(info.map_or(by_unit, |info| info.better));
    let metric = Name::new(info.map_or(own.as_str(), |info| info.name))?;
    let series = Series { case: case.clone(), metric, unit: Unit::new(unit)?, better };
    Ok(Measurement { series, values: Values::Samples(vec![value]) })
}

#[cfg(test)]
mod tests;
