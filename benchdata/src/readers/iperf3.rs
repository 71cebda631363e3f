//! iperf3: network throughput. Its JSON and what it prints.

mod json;
mod printed;

use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "iperf3",
    about: "iperf3's JSON (-J) and what it prints",
    metrics: &[RECEIVED, SENT, RETRANSMITS, JITTER, LOST, LOST_PACKETS, PACKETS, CPU_LOCAL, CPU_REMOTE],
    recognise,
    read,
};

const RECEIVED: MetricInfo =
    headline(metric("throughput_received", "bit/s", HIGHER, None, "data that arrived per second"));
const SENT: MetricInfo = metric("throughput_sent", "bit/s", HIGHER, None, "data sent per second");
const RETRANSMITS: MetricInfo = metric("retransmits", "segments", LOWER, Some(0), "TCP segments sent again");
const JITTER: MetricInfo =
    headline(metric("jitter", "ms", LOWER, None, "variation of the datagrams' travel times"));
const LOST: MetricInfo = metric("lost", "%", LOWER, None, "datagrams that did not arrive, in percent");
const LOST_PACKETS: MetricInfo =
    metric("lost_packets", "packets", LOWER, Some(0), "datagrams that did not arrive");
const PACKETS: MetricInfo = metric("packets", "packets", None, Some(0), "datagrams sent");
const CPU_LOCAL: MetricInfo = metric("cpu_local", "%", None, None, "CPU use of the client");
const CPU_REMOTE: MetricInfo = metric("cpu_remote", "%", None, None, "CPU use of the server");

fn is_json(text: &str) -> bool {
    // The version stands behind the list of connections, near the beginning.
    let head = text.char_indices().nth(40_000).map_or(text, |(at, _)| &text[..at]);
    text.trim_start().starts_with('{') && head.contains("\"start\"") && head.contains("\"iperf 3")
}

fn recognise(text: &str) -> Option<Recognition> {
    if is_json(text) {
        return Some(sign(1, Sureness::Certain, "the JSON of iperf3"));
    }
    text.lines().enumerate().find_map(|(at, raw)| {
        let line = raw.trim();
        let is_total = || {
            (line.ends_with("sender") || line.ends_with("receiver"))
                && printed::total(printed::unstamped(line)).is_some()
        };
        let is_sign = line == "iperf Done." || line.starts_with("iperf3: error") || is_total();
        is_sign.then(|| sign(at + 1, Sureness::Certain, "a line of iperf3's report"))
    })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    if text.trim_start().starts_with('{') {
        json::read(text, &mut gathering)?;
    } else {
        printed::read(text, &mut gathering)?;
    }
    gathering.finish(text, "iperf3's sums: its JSON's end, or lines that end in sender and receiver")
}

#[cfg(test)]
mod tests;
