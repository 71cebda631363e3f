//! What a line of pgbench's output says.

use super::{CONNECTING, FAILED, LAG_AVG, LAG_MAX, LATENCY_AVG, LATENCY_STDDEV, TPS, TPS_CONNECTING};
use crate::metric::MetricInfo;
use crate::readers::text::number;

type Cell = (&'static MetricInfo, f64);

pub(super) enum Said<'a> {
    Version(&'a str),
    /// A report begins: the script.
    Begin(&'a str),
    Parameter(&'static str, String),
    /// In a report on several scripts: what follows is about this one.
    Script(&'a str),
    Values(Vec<Cell>),
    OfScript(Vec<Cell>),
    /// The rate, and whether every transaction connected anew.
    Rate(&'static MetricInfo, f64, bool),
    /// No transaction at all.
    Idle,
    Aborted,
    /// pgbench or one of its clients could not go on.
    Failed,
    /// Tables are filled, nothing is measured.
    Filling,
    Wrong(&'static str),
    Nothing,
}

const PARAMETERS: [(&str, &str); 8] = [
    ("scaling factor: ", "scale"),
    ("query mode: ", "mode"),
    ("number of clients: ", "clients"),
    ("number of threads: ", "threads"),
    ("duration: ", "duration"),
    ("number of transactions per client: ", "transactions"),
    ("partition method: ", "partition_method"),
    ("partitions: ", "partitions"),
];

pub(super) fn said(line: &str) -> Said<'_> {
    let line = line.trim();
    let after = |begin: &str| line.strip_prefix(begin);
    if let Some(rest) = after("pgbench (").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return Said::Version(rest.split([' ', ')']).next().unwrap_or(rest));
    }
    if let Some(script) = after("transaction type: ") {
        return Said::Begin(builtin(script));
    }
    if let Some((key, value)) = PARAMETERS.iter().find_map(|(begin, key)| Some((*key, after(begin)?))) {
        return Said::Parameter(key, value.to_owned());
    }
    if let Some((_, script)) = after("SQL script ").and_then(|rest| rest.split_once(": ")) {
        return Said::Script(builtin(script));
    }
    if let Some(line) = after("- ") {
        return of_script(line);
    }
    if line.contains("Run was aborted") {
        return Said::Aborted;
    }
    if line.starts_with("pgbench: error: ") || line.starts_with("pgbench: fatal: ") {
        return Said::Failed;
    }
    if line.starts_with("generating data") || line.starts_with("creating primary keys") {
        return Said::Filling;
    }
    if let Some(count) = after("number of transactions actually processed: ") {
        return if count == "0" || count.starts_with("0/") { Said::Idle } else { Said::Nothing };
    }
    if let Some(count) = after("number of failed transactions: ") {
        let count = count.split(' ').next().and_then(number);
        return count.map_or(Said::Wrong("a count"), |count| Said::Values(vec![(&FAILED, count)]));
    }
    if let Some(rest) = after("tps = ") {
        return rate(rest);
    }
    if let Some(rest) = after("rate limit schedule lag: avg ") {
        let lag = rest
            .split_once(" (max ")
            .and_then(|(avg, max)| Some((number(avg)?, number(max.strip_suffix(") ms")?)?)));
        return lag.map_or(Said::Wrong("avg 0.1 (max 0.2) ms"), |(avg, max)| {
            Said::Values(vec![(&LAG_AVG, avg), (&LAG_MAX, max)])
        });
    }
    latency(line).map_or(Said::Nothing, |cell| {
        cell.map_or(Said::Wrong("a time in ms"), |cell| Said::Values(vec![cell]))
    })
}

/// `<builtin: select only>`
fn builtin(script: &str) -> &str {
    script.strip_prefix("<builtin: ").and_then(|script| script.strip_suffix('>')).unwrap_or(script)
}

/// `latency average = 14.358 ms`, up to version 9.5 with a colon; `None` of other lines.
fn latency(line: &str) -> Option<Option<Cell>> {
    let (name, value) = line.split_once(" = ").or_else(|| line.split_once(": "))?;
    let info = match name {
        "latency average" => &LATENCY_AVG,
        "latency stddev" => &LATENCY_STDDEV,
        "initial connection time" | "average connection time" => &CONNECTING,
        _ => return None,
    };
    // Where transactions failed, "(including failures)" stands behind it.
    let value = value.strip_suffix(" (including failures)").unwrap_or(value);
    Some(value.strip_suffix(" ms").and_then(number).map(|value| (info, value)))
}

fn rate<'a>(rest: &str) -> Said<'a> {
    let Some((value, about)) = rest.split_once(" (").and_then(|(value, about)| Some((number(value)?, about)))
    else {
        return Said::Wrong("a rate and what it includes");
    };
    match about {
        "without initial connection time)" | "excluding connections establishing)" => {
            Said::Rate(&TPS, value, false)
        }
        "including connections establishing)" => Said::Rate(&TPS_CONNECTING, value, false),
        "including reconnection times)" => Said::Rate(&TPS, value, true),
        _ => Said::Wrong("a rate and what it includes"),
    }
}

/// `- 120 transactions (50.0% of total, tps = 60.123456)`
fn of_script<'a>(line: &str) -> Said<'a> {
    let tps = line.split_once("tps = ").and_then(|(_, value)| number(value.strip_suffix(')')?));
    match (tps, latency(line)) {
        (Some(value), _) => Said::OfScript(vec![(&TPS, value)]),
        (None, Some(Some(cell))) => Said::OfScript(vec![cell]),
        (None, Some(None)) => Said::Wrong("a time in ms"),
        (None, None) => Said::Nothing,
    }
}
