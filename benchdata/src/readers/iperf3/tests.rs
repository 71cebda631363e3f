use crate::readers::tests::{counts, error, fixture, has, lines, read, remarks, text, version};

#[test]
fn json_of_tcp_gives_the_sums() {
    let reading = fixture("iperf3/tcp-2streams.json");
    assert_eq!(version(&reading), "3.12");
    let case = "block_size=131072, duration=2 s, protocol=TCP, streams=2";
    let expected = [
        "throughput_sent = 19644938747.902493 bit/s higher",
        "throughput_received = 19594356060.0517 bit/s higher",
        "retransmits = 1 segments lower",
        "cpu_local = 29.37478185404025 % -",
        "cpu_remote = 29.88625559388518 % -",
    ];
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case} | {result}")));
}

#[test]
fn json_of_udp_takes_jitter_from_the_receiver() {
    let reading = fixture("iperf3/udp.json");
    let case = "block_size=32768, duration=2 s, protocol=UDP, streams=1, target_bitrate=50000000 bit/s";
    let expected = [
        "throughput_sent = 50067801.694742374 bit/s higher",
        "throughput_received = 50060643.2661419 bit/s higher",
        "jitter = 0.04254055231334486 ms lower",
        "lost = 0 % lower",
        "lost_packets = 0 packets lower",
        "packets = 382 packets -",
        "cpu_local = 1.7444319846118852 % -",
        "cpu_remote = 0.4405198253917787 % -",
    ];
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case} | {result}")));
}

#[test]
fn both_directions_are_two_cases() {
    let back = "block_size=131072, direction=reverse, duration=1 s, protocol=TCP, streams=1";
    let wanted = format!("1 | {back} | throughput_received = 8414430781.583899 bit/s higher");
    has(&fixture("iperf3/bidir.json"), &[&wanted]);
    let expected = [
        "1 | protocol=TCP, streams=1 | throughput_sent = 12.1 Gbit/s higher",
        "1 | protocol=TCP, streams=1 | retransmits = 1 segments lower",
        "1 | protocol=TCP, streams=1 | throughput_received = 12 Gbit/s higher",
        "1 | direction=reverse, protocol=TCP, streams=1 | throughput_sent = 9.67 Gbit/s higher",
        "1 | direction=reverse, protocol=TCP, streams=1 | retransmits = 2 segments lower",
        "1 | direction=reverse, protocol=TCP, streams=1 | throughput_received = 9.62 Gbit/s higher",
    ];
    assert_eq!(lines(&fixture("iperf3/bidir.txt")), expected);
}

#[test]
fn what_the_server_sends_is_reverse_and_an_interrupt_is_told() {
    let reading = fixture("iperf3/reverse-mbytes.txt");
    assert_eq!(version(&reading), "3.12");
    let expected = [
        "1 | direction=reverse, protocol=TCP, streams=1 | throughput_sent = 2255 MiB/s higher",
        "1 | direction=reverse, protocol=TCP, streams=1 | retransmits = 12 segments lower",
        "1 | direction=reverse, protocol=TCP, streams=1 | throughput_received = 2254 MiB/s higher",
    ];
    assert_eq!(lines(&reading), expected);
    let interrupted = remarks(&fixture("iperf3/interrupted.txt"));
    assert_eq!(interrupted[0], "line 1: iperf3: interrupt - the client has terminated");
}

#[test]
fn what_it_prints() {
    let sum = [
        "protocol=TCP, streams=2 | throughput_sent = 13.5 Gbit/s higher",
        "protocol=TCP, streams=2 | retransmits = 14 segments lower",
        "protocol=TCP, streams=2 | throughput_received = 13.5 Gbit/s higher",
    ];
    let reading = fixture("iperf3/tcp-text.txt");
    assert_eq!(counts(&reading), [9]);
    assert_eq!(lines(&reading)[6..], sum.map(|result| format!("1 | {result}")));
    let wanted = [
        "1 | protocol=TCP, stream=5, streams=2 | throughput_sent = 6.81 Gbit/s higher",
        "1 | protocol=TCP, stream=7, streams=2 | throughput_received = 6.67 Gbit/s higher",
    ];
    has(&reading, &wanted);
    let wanted = [
        "1 | protocol=UDP, stream=7, streams=2 | jitter = 0.021 ms lower",
        "1 | protocol=UDP, stream=7, streams=2 | packets = 77 packets -",
        "1 | protocol=UDP, streams=2 | jitter = 0.023 ms lower",
        "1 | protocol=UDP, streams=2 | packets = 154 packets -",
    ];
    let udp = lines(&fixture("iperf3/udp-2streams.txt"));
    assert!(wanted.iter().all(|wanted| udp.iter().any(|line| line == wanted)), "{udp:#?}");
    assert_eq!(counts(&read("iperf3", &text("iperf3/tcp-text.txt").repeat(2)).unwrap()), [9, 9]);
}

#[test]
fn failures_and_cuts() {
    assert!(error("iperf3", &text("iperf3/refused.json")).contains("Connection refused"));
    let json = text("iperf3/udp.json");
    assert!(read("iperf3", &json[..json.len() - 60]).unwrap_err().line > 120);
    let text = text("iperf3/tcp-text.txt");
    assert!(read("iperf3", &text[..text.find("sender").unwrap() - 30]).is_err());
}

#[test]
fn the_servers_output_is_no_second_run() {
    let reading = fixture("iperf3/get-server-output.txt");
    let expected = [
        "1 | protocol=TCP, streams=1 | throughput_sent = 8.74 Gbit/s higher",
        "1 | protocol=TCP, streams=1 | retransmits = 9 segments lower",
        "1 | protocol=TCP, streams=1 | throughput_received = 8.71 Gbit/s higher",
    ];
    assert_eq!(lines(&reading), expected);
    assert_eq!(
        remarks(&reading),
        ["line 10: the server's own output is left out: the client's sums say the same"]
    );
}

#[test]
fn timestamps_and_a_title_stand_before_each_line() {
    let wanted = [
        "1 | protocol=TCP, streams=1 | throughput_sent = 13.4 Gbit/s higher",
        "1 | protocol=TCP, streams=1 | retransmits = 9 segments lower",
        "1 | protocol=TCP, streams=1 | throughput_received = 13.4 Gbit/s higher",
    ];
    assert_eq!(lines(&fixture("iperf3/timestamps.txt")), wanted);
}
