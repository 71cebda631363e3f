//! The lines that hold values, of all versions.

use super::{
    AVG, ELAPSED, EVENTS, FSYNCS, MAX, MIN, OPERATIONS, P50, P90, P95, P99, QUERIES, RATE, READ, READS,
    REQUESTS, THROUGHPUT, TRANSACTIONS, WRITES, WRITTEN,
};
use crate::metric::MetricInfo;
use crate::readers::text::number;

type Value = (&'static MetricInfo, &'static str, f64);

/// What a line says: metrics, units, values.
pub(super) fn values(line: &str) -> Vec<Value> {
    operations(line).unwrap_or_else(|| value(line).into_iter().collect())
}

/// `read:  IOPS=141.90 141.90 MiB/s (148.79 MB/s)`, of files since version 1.1.
fn operations(line: &str) -> Option<Vec<Value>> {
    let (name, rest) = line.split_once(':')?;
    let (count, amount) = match name {
        "read" => (&READS, Some(&READ)),
        "write" => (&WRITES, Some(&WRITTEN)),
        "fsync" => (&FSYNCS, None),
        _ => return None,
    };
    let words: Vec<&str> = rest.trim_start().strip_prefix("IOPS=")?.split_whitespace().collect();
    let mut values = vec![(count, count.unit, number(words.first()?)?)];
    if let (Some(amount), [_, rate, "MiB/s", ..]) = (amount, words.as_slice()) {
        values.push((amount, amount.unit, number(rate)?));
    }
    Some(values)
}

fn value(line: &str) -> Option<Value> {
    if let Some(rate) = throughput(line).or_else(|| requests(line)) {
        return Some(rate);
    }
    let (name, value) = line.split_once(':')?;
    let value = value.trim();
    if let Some((info, rate)) = per_second(name).zip(in_brackets(value)) {
        return Some((info, info.unit, rate));
    }
    let (info, suffix) = plain(name)?;
    Some((info, info.unit, number(value.strip_suffix(suffix).unwrap_or(value))?))
}

/// `events per second:   994.54`, and what version 0.4 glues to the number.
fn plain(name: &str) -> Option<(&'static MetricInfo, &'static str)> {
    Some(match name {
        "events per second" | "events/s (eps)" => (&RATE, ""),
        "reads/s" => (&READS, ""),
        "writes/s" => (&WRITES, ""),
        "fsyncs/s" => (&FSYNCS, ""),
        "read, MiB/s" => (&READ, ""),
        "written, MiB/s" => (&WRITTEN, ""),
        "total time" | "time elapsed" => (&ELAPSED, "s"),
        "total number of events" => (&EVENTS, ""),
        "min" => (&MIN, "ms"),
        "avg" => (&AVG, "ms"),
        "max" => (&MAX, "ms"),
        _ => (percentile(name)?, "ms"),
    })
}

/// `95th percentile`, `approx.  95 percentile`.
fn percentile(name: &str) -> Option<&'static MetricInfo> {
    let name = name.strip_suffix(" percentile")?.trim_start_matches("approx.").trim();
    match name.trim_end_matches(char::is_alphabetic) {
        "50" => Some(&P50),
        "90" => Some(&P90),
        "95" => Some(&P95),
        "99" => Some(&P99),
        _ => None,
    }
}

/// `transactions:   461607 (7693.41 per sec.)`
fn per_second(name: &str) -> Option<&'static MetricInfo> {
    match name {
        "transactions" => Some(&TRANSACTIONS),
        "queries" => Some(&QUERIES),
        "read/write requests" => Some(&REQUESTS),
        "Total operations" | "Operations performed" => Some(&OPERATIONS),
        _ => None,
    }
}

fn in_brackets(value: &str) -> Option<f64> {
    let (_, rate) = value.split_once('(')?;
    let (rate, unit) = rate.trim_start().split_once(' ')?;
    ["per sec.)", "per second)", "ops/sec)"].contains(&unit.trim()).then(|| number(rate))?
}

/// `2048.00 MiB transferred (2855.76 MiB/sec)` and, of files in version 0.4,
/// `Read 6.4352Gb  Written 4.2902Gb  Total transferred 10.725Gb  (36.609Mb/sec)`.
fn throughput(line: &str) -> Option<Value> {
    let (before, rate) = line.strip_suffix("/sec)")?.rsplit_once('(')?;
    let is_its = before.trim_end().ends_with(" transferred") || before.contains("Total transferred ");
    let digits = rate.trim_end_matches(char::is_alphabetic);
    let unit = match rate[digits.len()..].to_uppercase().as_str() {
        "MIB" | "MB" => "MiB/s",
        "KIB" | "KB" => "KiB/s",
        "GIB" | "GB" => "GiB/s",
        _ => return None,
    };
    is_its.then(|| Some((&THROUGHPUT, unit, number(digits.trim_end())?)))?
}

/// `2342.97 Requests/sec executed`
fn requests(line: &str) -> Option<Value> {
    let rate = line.strip_suffix("Requests/sec executed")?.trim();
    Some((&REQUESTS, REQUESTS.unit, number(rate)?))
}
