//! `-J`: the sums at the end; intervals and single streams are parts of them.

use serde::Deserialize;

use super::{
    CPU_LOCAL, CPU_REMOTE, Gathering, JITTER, LOST, LOST_PACKETS, PACKETS, RECEIVED, RETRANSMITS, SENT,
};
use crate::metric::MetricInfo;
use crate::readers::faults::unfit;
use crate::readers::json::documents;
use crate::readers::text::{case, result};
use crate::reading::ReadError;
use crate::run::Case;

#[derive(Deserialize)]
struct Document {
    start: Start,
    #[serde(default)]
    end: End,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Start {
    version: Option<String>,
    test_start: Option<Test>,
}

#[derive(Deserialize)]
struct Test {
    protocol: String,
    num_streams: u32,
    blksize: Option<u64>,
    duration: Option<f64>,
    #[serde(default)]
    bytes: u64,
    #[serde(default)]
    blocks: u64,
    #[serde(default)]
    reverse: u8,
    #[serde(default)]
    target_bitrate: u64,
}

#[derive(Default, Deserialize)]
struct End {
    sum: Option<Sum>,
    sum_sent: Option<Sum>,
    sum_received: Option<Sum>,
    sum_sent_bidir_reverse: Option<Sum>,
    sum_received_bidir_reverse: Option<Sum>,
    cpu_utilization_percent: Option<Cpu>,
}

#[derive(Deserialize)]
struct Sum {
    bits_per_second: f64,
    retransmits: Option<f64>,
    jitter_ms: Option<f64>,
    lost_percent: Option<f64>,
    lost_packets: Option<f64>,
    packets: Option<f64>,
}

#[derive(Deserialize)]
struct Cpu {
    host_total: f64,
    remote_total: f64,
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    for (line, document) in documents::<Document>(text, "iperf3's JSON, whole and alone")? {
        if let Some(error) = document.error {
            gathering.remark(line, format!("iperf3 failed: {error}"));
            continue;
        }
        let version = document.start.version.as_deref().unwrap_or_default();
        gathering.version(version.strip_prefix("iperf ").unwrap_or(version));
        let Some(test) = document.start.test_start else { continue };
        gathering.next_run();
        add(gathering, line, &test, document.end)?;
    }
    Ok(())
}

fn add(gathering: &mut Gathering, line: usize, test: &Test, end: End) -> Result<(), ReadError> {
    let is_reverse = test.reverse == 1;
    let there = parameters(test, is_reverse, line)?;
    both(gathering, line, &there, end.sum_sent, end.sum_received, end.sum)?;
    let back = parameters(test, !is_reverse, line)?;
    both(gathering, line, &back, end.sum_sent_bidir_reverse, end.sum_received_bidir_reverse, None)?;
    let Some(cpu) = end.cpu_utilization_percent.filter(|_| !gathering.is_fresh()) else { return Ok(()) };
    for (info, value) in [(&CPU_LOCAL, cpu.host_total), (&CPU_REMOTE, cpu.remote_total)] {
        gathering.add(line, result(info, "%", &there, vec![value]))?;
    }
    Ok(())
}

fn parameters(test: &Test, is_reverse: bool, line: usize) -> Result<Case, ReadError> {
    let target = (test.target_bitrate > 0).then(|| format!("{} bit/s", test.target_bitrate));
    let parameters = [
        ("protocol", Some(test.protocol.clone())),
        ("streams", Some(test.num_streams.to_string())),
        ("direction", is_reverse.then(|| "reverse".to_owned())),
        ("block_size", test.blksize.map(|size| size.to_string())),
        // Where an amount is asked for, the time is none of the parameters.
        (
            "duration",
            test.duration.filter(|_| test.bytes == 0 && test.blocks == 0).map(|time| format!("{time} s")),
        ),
        ("bytes", (test.bytes > 0).then(|| test.bytes.to_string())),
        ("blocks", (test.blocks > 0).then(|| test.blocks.to_string())),
        ("target_bitrate", target),
    ];
    case(parameters.into_iter().filter_map(|(key, value)| Some((key, value?)))).map_err(unfit(line))
}

/// Both ends of one direction. `sum` is what versions before 3.8 print for UDP alone; the
/// sender knows no jitter and prints it as 0.
fn both(
    gathering: &mut Gathering,
    line: usize,
    case: &Case,
    sent: Option<Sum>,
    received: Option<Sum>,
    sum: Option<Sum>,
) -> Result<(), ReadError> {
    let arrived = received.as_ref().or(sum.as_ref()).filter(|sum| sum.jitter_ms.is_some());
    let mut values: Vec<(&MetricInfo, Option<f64>)> = vec![
        (&SENT, sent.as_ref().or(sum.as_ref()).map(|sum| sum.bits_per_second)),
        (&RECEIVED, received.as_ref().map(|sum| sum.bits_per_second)),
    ];
    let is_idle = values.iter().any(|(_, rate)| *rate == Some(0.0));
    if is_idle {
        gathering.remark(line, "one end carried no data, or does not know: its rate is left out");
    }
    values.retain(|(_, rate)| *rate != Some(0.0));
    values.push((
        &RETRANSMITS,
        sent.as_ref().filter(|sum| sum.bits_per_second > 0.0).and_then(|sum| sum.retransmits),
    ));
    if let Some(arrived) = arrived.filter(|arrived| arrived.bits_per_second > 0.0) {
        values.extend([
            (&JITTER, arrived.jitter_ms),
            (&LOST, arrived.lost_percent),
            (&LOST_PACKETS, arrived.lost_packets),
            (&PACKETS, arrived.packets),
        ]);
    }
    for (info, value) in values {
        if let Some(value) = value {
            gathering.add(line, result(info, info.unit, case, vec![value]))?;
        }
    }
    Ok(())
}
