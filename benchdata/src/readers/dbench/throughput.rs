//! The line of a run's result, of all versions and with a label that mails put to it.
//! Its megabytes are 10^6 bytes.

use crate::readers::text::number;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Throughput<'a> {
    /// MB/s.
    pub(super) rate: f64,
    pub(super) clients: Option<&'a str>,
    pub(super) procs: Option<&'a str>,
    /// Milliseconds.
    pub(super) latency_max: Option<f64>,
    pub(super) label: Option<&'a str>,
    opens_sync: bool,
    dirs_sync: bool,
}

impl Throughput<'_> {
    /// What was written through at once, where anything was.
    pub(super) fn sync(&self) -> Option<&'static str> {
        match (self.opens_sync, self.dirs_sync) {
            (true, true) => Some("open, dirs"),
            (true, false) => Some("open"),
            (false, true) => Some("dirs"),
            (false, false) => None,
        }
    }
}

/// `[LABEL:] Throughput 221.812 MB/sec (sync open)  16 clients  16 procs  max_latency=1.862 ms [LABEL]`,
/// of version 1 `Throughput 32.2 MB/sec (NB=40.2 MB/sec  322 MBit/sec)  16 procs`; what is
/// in the brackets is the rate in other words.
pub(super) fn result(body: &str) -> Option<Throughput<'_>> {
    let (before, after) = body.split_once("Throughput ")?;
    let (rate, mut rest) = word(after)?;
    let rate = number(rate)?;
    rest = take(rest, "MB/sec")?;
    let label = before.trim().strip_suffix(':').map(str::trim).filter(|label| !label.is_empty());
    let mut found = Throughput {
        rate,
        clients: None,
        procs: None,
        latency_max: None,
        label,
        opens_sync: false,
        dirs_sync: false,
    };
    let mut is_first = false;
    if let Some(inner) = take(rest, "(NB=") {
        is_first = true;
        rest = inner.split_once(')').map_or("", |(_, rest)| rest);
    }
    if let Some(inner) = take(rest, "(sync open)") {
        (found.opens_sync, rest) = (true, inner);
    }
    if let Some(inner) = take(rest, "(sync dirs)") {
        (found.dirs_sync, rest) = (true, inner);
    }
    (found.clients, rest) = counted(rest, "client");
    (found.procs, rest) = counted(rest, "proc");
    if let Some(inner) = take(rest, "max_latency=") {
        let (latency, inner) = word(inner)?;
        (found.latency_max, rest) = (Some(number(latency)?), take(inner, "ms")?);
    }
    // A latency that was cut off is no label.
    if found.procs.is_some() && !"max_latency=".starts_with(rest.trim()) {
        found.label = Some(rest.trim());
    }
    (is_first || found.procs.is_some()).then_some(found)
}

/// The first word, and what stands behind it.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn take<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    text.trim_start().strip_prefix(beginning)
}

/// `16 procs`, and what stands behind it.
fn counted<'a>(text: &'a str, of: &str) -> (Option<&'a str>, &'a str) {
    let count = || {
        let (count, rest) = word(text)?;
        let (unit, rest) = word(rest)?;
        let is_count = count.parse().is_ok_and(|n: u32| n > 0);
        (is_count && unit.trim_end_matches('s') == of).then_some((Some(count), rest))
    };
    count().unwrap_or((None, text))
}
