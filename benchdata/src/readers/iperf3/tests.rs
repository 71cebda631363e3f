use super::*;
use crate::readers::probe::{fixture, lines, value};

#[test]
fn json_of_tcp_gives_the_sums() {
    let reading = read(fixture!("iperf3/tcp-2streams.json")).unwrap();
    assert_eq!(reading.version.as_ref().unwrap().as_str(), "3.12");
    let case = "block_size=131072, duration=2 s, protocol=TCP, streams=2";
    let expected = [
        "throughput_sent = 19644938747.902493 bit/s higher",
        "throughput_received = 19594356060.0517 bit/s higher",
        "retransmits = 1 segments lower",
        "cpu_local = 29.37478185404025 % -",
        "cpu_remote = 29.88625559388518 % -",
    ];
    assert_eq!(lines(&reading.runs[0]), expected.map(|line| format!("{case} | {line}")));
}

#[test]
fn json_of_udp_takes_jitter_from_the_receiver() {
    let reading = read(fixture!("iperf3/udp.json")).unwrap();
    let case = "block_size=32768, duration=2 s, protocol=UDP, streams=1, target_bitrate=50000000 bit/s";
    let of = |metric| value(&reading, 0, &format!("{case} | {metric}"));
    assert_eq!(of("throughput_received"), "50060643.2661419 bit/s higher");
    assert_eq!(of("jitter"), "0.04254055231334486 ms lower");
    assert_eq!(of("lost"), "0 % lower");
    assert_eq!(of("packets"), "382 packets -");
}

#[test]
fn both_directions_are_two_cases() {
    let reading = read(fixture!("iperf3/bidir.json")).unwrap();
    let back = "block_size=131072, direction=reverse, duration=1 s, protocol=TCP, streams=1";
    assert_eq!(
        value(&reading, 0, &format!("{back} | throughput_received")),
        "8414430781.583899 bit/s higher"
    );
    let printed = read(fixture!("iperf3/bidir.txt")).unwrap();
    assert_eq!(
        lines(&printed.runs[0]),
        [
            "protocol=TCP, streams=1 | throughput_sent = 12.1 Gbit/s higher",
            "protocol=TCP, streams=1 | retransmits = 1 segments lower",
            "protocol=TCP, streams=1 | throughput_received = 12 Gbit/s higher",
            "direction=reverse, protocol=TCP, streams=1 | throughput_sent = 9.67 Gbit/s higher",
            "direction=reverse, protocol=TCP, streams=1 | retransmits = 2 segments lower",
            "direction=reverse, protocol=TCP, streams=1 | throughput_received = 9.62 Gbit/s higher",
        ]
    );
}

#[test]
fn what_it_prints() {
    let reading = read(fixture!("iperf3/tcp-text.txt")).unwrap();
    let of = |case: &str| value(&reading, 0, case);
    assert_eq!(of("protocol=TCP, streams=2 | throughput_sent"), "13.5 Gbit/s higher");
    assert_eq!(of("protocol=TCP, streams=2 | throughput_received"), "13.5 Gbit/s higher");
    assert_eq!(of("protocol=TCP, streams=2 | retransmits"), "14 segments lower");
    assert_eq!(of("protocol=TCP, stream=5, streams=2 | throughput_sent"), "6.81 Gbit/s higher");
    assert_eq!(reading.runs[0].results.len(), 9);
    let udp = read(fixture!("iperf3/udp-2streams.txt")).unwrap();
    assert_eq!(value(&udp, 0, "protocol=UDP, streams=2 | jitter"), "0.023 ms lower");
    assert_eq!(value(&udp, 0, "protocol=UDP, stream=7, streams=2 | jitter"), "0.021 ms lower");
    assert_eq!(value(&udp, 0, "protocol=UDP, streams=2 | packets"), "154 packets -");
    let twice = fixture!("iperf3/tcp-text.txt").repeat(2);
    assert_eq!(read(&twice).unwrap().runs.len(), 2);
}

#[test]
fn failures_and_cuts() {
    let error = read(fixture!("iperf3/refused.json")).unwrap_err();
    assert!(error.found.contains("Connection refused"), "{error}");
    let text = fixture!("iperf3/udp.json");
    assert!(read(&text[..text.len() - 60]).unwrap_err().line > 120);
    let text = fixture!("iperf3/tcp-text.txt");
    assert!(read(&text[..text.find("sender").unwrap() - 30]).is_err());
}
