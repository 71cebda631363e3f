//! netperf: network throughput and transactions. Its tables with or without headers, `-k`
//! lines and `-o` rows.

mod keys;
mod rows;

use super::faults::{fault, unfit};
use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use super::text::{case, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::Case;

pub(super) const READER: Reader = Reader {
    name: "netperf",
    about: "netperf's tables (stream, request/response, UDP; also -P 0), -k and -o output",
    metrics: METRICS,
    recognise,
    read,
};

const THROUGHPUT: MetricInfo =
    headline(metric("throughput", "Mbit/s", HIGHER, None, "data carried per second"));
const RATE: MetricInfo =
    headline(metric("transaction_rate", "transactions/s", HIGHER, None, "requests answered per second"));
const SENT: MetricInfo = metric("throughput_sent", "Mbit/s", HIGHER, None, "data sent per second");
const RECEIVED: MetricInfo =
    headline(metric("throughput_received", "Mbit/s", HIGHER, None, "data that arrived per second"));
const ERRORS: MetricInfo = metric("errors", "messages", LOWER, Some(0), "messages that could not be sent");
const ELAPSED: MetricInfo = metric("elapsed", "s", None, Some(2), "time the test ran");
const CPU_LOCAL: MetricInfo = metric("cpu_local", "%", None, Some(2), "CPU use of the side that began");
const CPU_REMOTE: MetricInfo = metric("cpu_remote", "%", None, Some(2), "CPU use of the other side");
const DEMAND_LOCAL: MetricInfo =
    metric("service_demand_local", "us", LOWER, Some(3), "CPU time per transaction or KB, local");
const DEMAND_REMOTE: MetricInfo =
    metric("service_demand_remote", "us", LOWER, Some(3), "CPU time per transaction or KB, remote");
const LATENCY_MIN: MetricInfo = metric("latency_min", "us", LOWER, None, "shortest time of a transaction");
const LATENCY_AVG: MetricInfo = metric("latency_avg", "us", LOWER, None, "mean time of a transaction");
const LATENCY_P50: MetricInfo = metric("latency_p50", "us", LOWER, None, "median time of a transaction");
const LATENCY_P90: MetricInfo =
    metric("latency_p90", "us", LOWER, None, "time that 90% of transactions keep to");
const LATENCY_P99: MetricInfo =
    metric("latency_p99", "us", LOWER, None, "time that 99% of transactions keep to");
const LATENCY_MAX: MetricInfo = metric("latency_max", "us", LOWER, None, "longest time of a transaction");
const LATENCY_STDDEV: MetricInfo =
    metric("latency_stddev", "us", LOWER, None, "deviation of transactions' times");

const METRICS: &[MetricInfo] = &[
    THROUGHPUT,
    RATE,
    SENT,
    RECEIVED,
    ERRORS,
    ELAPSED,
    CPU_LOCAL,
    CPU_REMOTE,
    DEMAND_LOCAL,
    DEMAND_REMOTE,
    LATENCY_MIN,
    LATENCY_AVG,
    LATENCY_P50,
    LATENCY_P90,
    LATENCY_P99,
    LATENCY_MAX,
    LATENCY_STDDEV,
];

/// The test that a banner names: `MIGRATED TCP STREAM TEST from … to …`.
fn banner(line: &str) -> Option<String> {
    let line = line.trim();
    let (name, rest) = line.strip_prefix("MIGRATED ").unwrap_or(line).split_once(" TEST")?;
    let is_one = rest.starts_with([' ', ':']) && (rest.contains(" to ") || rest.contains("port "));
    let name = name.to_uppercase();
    let protocol =
        ["TCP ", "UDP ", "SCTP ", "DCCP ", "OMNI "].iter().any(|of| format!("{name} ").starts_with(of));
    let name = name.replace("CONNECT/REQUEST/RESPONSE", "CRR").replace("REQUEST/RESPONSE", "RR");
    (is_one && protocol).then(|| name.replace([' ', '/'], "_"))
}

/// What netperf says where it could not run.
fn failure(line: &str) -> bool {
    line.contains("netserver listening on") || line.starts_with("establish_control could not")
}

fn recognise(text: &str) -> Option<Recognition> {
    for (at, line) in text.lines().enumerate() {
        if banner(line).is_some() {
            return Some(sign(at + 1, Sureness::Certain, "the banner of a netperf test"));
        }
        if failure(line) {
            return Some(sign(at + 1, Sureness::Certain, "netperf's failure to reach its netserver"));
        }
    }
    rows::are_all(text).then(|| sign(1, Sureness::Possible, "rows like netperf's without headers"))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    let mut test: Option<String> = None;
    let mut rows = rows::Rows::new(text);
    let mut keys = keys::Keys::default();
    let last = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let (line, body) = (at + 1, raw.trim());
        if line == last && !text.ends_with('\n') && rows::is_cut(body) {
            gathering.remark(line, "the line is left out: it has no end and may be cut");
        } else if let Some(name) = banner(body) {
            rows.close(&mut gathering)?;
            keys.close(&mut gathering, test.as_deref())?;
            rows.begin(&name);
            test = Some(name);
        } else if failure(body) {
            gathering.remark(line, body);
        } else if !keys.take(&mut gathering, line, body, test.as_deref())? {
            rows.take(&mut gathering, line, body)?;
        }
    }
    rows.close(&mut gathering)?;
    keys.close(&mut gathering, test.as_deref())?;
    gathering.finish(text, "netperf's banner (… TEST from …) and its table, or -k lines")
}

/// The unit that a header or a `THROUGHPUT_UNITS` names; `None` of transactions.
fn unit(written: &str) -> Option<&'static str> {
    let units = [
        ("10^3bits", "kbit/s"),
        ("10^6bits", "Mbit/s"),
        ("10^9bits", "Gbit/s"),
        ("KBytes", "KiB/s"),
        ("MBytes", "MiB/s"),
        ("GBytes", "GiB/s"),
    ];
    units.iter().find_map(|(sign, unit)| written.starts_with(sign).then_some(*unit))
}

fn add(
    gathering: &mut Gathering,
    line: usize,
    case: &Case,
    cells: &[(&MetricInfo, &str, f64)],
) -> Result<(), ReadError> {
    for (info, unit, value) in cells {
        gathering.add(line, result(info, unit, case, vec![*value]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
