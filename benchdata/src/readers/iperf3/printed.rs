//! What iperf3 prints: rows of intervals, then sums that end in `sender` and `receiver`.

use std::collections::BTreeSet;

use super::{Gathering, JITTER, LOST, LOST_PACKETS, PACKETS, RECEIVED, RETRANSMITS, SENT};
use crate::metric::MetricInfo;
use crate::readers::faults::{fault, unfit};
use crate::readers::text::{case, number, result};
use crate::reading::ReadError;

/// A row of the sums.
pub(super) struct Total<'a> {
    /// The stream's number, `SUM` of all.
    id: &'a str,
    /// Only with `--bidir`.
    has_role: bool,
    is_reverse: bool,
    is_sender: bool,
    words: Vec<&'a str>,
}

/// `[  5][TX-C]   0.00-2.00   sec  1.59 GBytes  6.81 Gbits/sec   14             sender`
pub(super) fn total(line: &str) -> Option<Total<'_>> {
    let (id, rest) = line.strip_prefix('[')?.split_once(']')?;
    let (role, rest) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((role, rest)) => (role, rest),
        None => ("", rest),
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    let is_sender = match *words.last()? {
        "sender" => true,
        "receiver" => false,
        _ => return None,
    };
    (words.get(1) == Some(&"sec")).then(|| Total {
        id: id.trim(),
        has_role: !role.is_empty(),
        is_reverse: role.starts_with("RX"),
        is_sender,
        words,
    })
}

/// A line without the time that `--timestamps` puts before it, in any form, and a title.
pub(super) fn unstamped(line: &str) -> &str {
    const WORDS: [&str; 7] = [
        "Connecting to host",
        "Accepted connection",
        "Reverse mode, ",
        "Server output:",
        "iperf Done.",
        "iperf3: ",
        "iperf 3",
    ];
    let is_id = |inner: &str| {
        let inner = inner.trim();
        ["ID", "SUM"].contains(&inner) || (!inner.is_empty() && inner.bytes().all(|b| b.is_ascii_digit()))
    };
    let id = |(at, _): (usize, &str)| line[at + 1..].split(']').next().is_some_and(is_id).then_some(at);
    let begin =
        line.match_indices('[').find_map(id).or_else(|| WORDS.iter().find_map(|word| line.find(word)));
    begin.map_or(line, |at| &line[at..])
}

/// One execution.
#[derive(Default)]
struct Execution<'a> {
    totals: Vec<(usize, Total<'a>)>,
    /// The streams' numbers, in all lines that have one.
    ids: BTreeSet<&'a str>,
    /// With `-R` the server sends.
    is_reverse: bool,
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let (mut execution, mut is_servers) = (Execution::default(), false);
    for (at, raw) in text.lines().enumerate() {
        let (line, body) = (at + 1, unstamped(raw.trim()));
        if body == "Server output:" {
            // With `--get-server-output` the server says the same of the same execution.
            gathering.remark(line, "the server's own output is left out: the client's sums say the same");
            is_servers = true;
        }
        is_servers &= body != "iperf Done." && !body.starts_with("Connecting to host");
        if is_servers {
            continue;
        }
        let id = body.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(id, _)| id.trim());
        execution.ids.extend(id.filter(|id| id.bytes().all(|b| b.is_ascii_digit())));
        if let Some(total) = total(body) {
            execution.totals.push((line, total));
        } else if let Some(version) = body.strip_prefix("iperf ").filter(|rest| rest.starts_with('3')) {
            gathering.version(version);
        } else if body.starts_with("Reverse mode, ") {
            execution.is_reverse = true;
        } else if body.starts_with("iperf3: error") || body.starts_with("iperf3: interrupt") {
            gathering.remark(line, body);
        } else if body.starts_with("Connecting to host") || body.starts_with("Accepted connection") {
            std::mem::take(&mut execution).close(gathering)?;
        }
    }
    execution.close(gathering)
}

impl Execution<'_> {
    fn close(self, gathering: &mut Gathering) -> Result<(), ReadError> {
        gathering.next_run();
        let is_both_ways = self.totals.iter().any(|(_, total)| total.has_role);
        let streams = if is_both_ways { self.ids.len() / 2 } else { self.ids.len() };
        for (line, mut total) in self.totals {
            total.is_reverse |= self.is_reverse;
            add(gathering, line, &total, streams)?;
        }
        Ok(())
    }
}

fn add(gathering: &mut Gathering, line: usize, total: &Total, streams: usize) -> Result<(), ReadError> {
    let wrong = || fault(line, total.words.join(" "), "0.00-2.00 sec 1.59 GBytes 6.81 Gbits/sec … sender");
    let [_, _, _, _, rate, of_rate, rest @ .., _] = total.words.as_slice() else { return Err(wrong()) };
    let (rate, unit) = number(rate).zip(unit(of_rate)).ok_or_else(wrong)?;
    let protocol = if rest.contains(&"ms") { "UDP" } else { "TCP" };
    let parameters = [
        ("protocol", Some(protocol.to_owned())),
        ("streams", Some(streams.max(1).to_string())),
        ("direction", total.is_reverse.then(|| "reverse".to_owned())),
        ("stream", (total.id != "SUM" && streams > 1).then(|| total.id.to_owned())),
    ];
    let case =
        case(parameters.into_iter().filter_map(|(key, value)| Some((key, value?)))).map_err(unfit(line))?;
    let rates = if total.is_sender { &SENT } else { &RECEIVED };
    let mut values: Vec<(&MetricInfo, &str, f64)> = vec![(rates, unit, rate)];
    match rest {
        // The sender knows no jitter and prints it as 0.
        [jitter, "ms", packets, lost] if !total.is_sender => {
            let jitter = number(jitter).ok_or_else(wrong)?;
            let counts = packets.split_once('/').and_then(|(lost, sent)| number(lost).zip(number(sent)));
            let (lost_packets, packets) = counts.ok_or_else(wrong)?;
            let lost = lost.trim_matches(['(', ')']);
            values.extend([(&JITTER, "ms", jitter), (&LOST_PACKETS, "packets", lost_packets)]);
            values.push((&PACKETS, "packets", packets));
            values.extend(number(lost).map(|lost| (&LOST, "%", lost)));
        }
        [again] if total.is_sender => {
            values.push((&RETRANSMITS, "segments", number(again).ok_or_else(wrong)?))
        }
        _ => {}
    }
    if rate == 0.0 {
        gathering.remark(line, "no data was carried: the row is left out");
        return Ok(());
    }
    for (info, unit, value) in values {
        gathering.add(line, result(info, unit, &case, vec![value]))?;
    }
    Ok(())
}

/// Bits count by 1000, bytes by 1024.
fn unit(written: &str) -> Option<&'static str> {
    let units = [
        ("bits/sec", "bit/s"),
        ("Kbits/sec", "kbit/s"),
        ("Mbits/sec", "Mbit/s"),
        ("Gbits/sec", "Gbit/s"),
        ("Bytes/sec", "B/s"),
        ("KBytes/sec", "KiB/s"),
        ("MBytes/sec", "MiB/s"),
        ("GBytes/sec", "GiB/s"),
        ("TBytes/sec", "TiB/s"),
    ];
    units.iter().find_map(|(sign, unit)| (*sign == written).then_some(*unit))
}
