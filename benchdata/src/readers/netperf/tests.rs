use crate::readers::tests::{counts, fixture, has, lines, read, text};

#[test]
fn streams_and_transactions() {
    let case = "message_size=16384, receive_buffer=131072, send_buffer=16384, test=TCP_STREAM";
    let expected = ["throughput = 9008.19 Mbit/s higher", "elapsed = 1.01 s -"];
    let stream = fixture("netperf/tcp_stream.txt");
    assert_eq!(lines(&stream), expected.map(|result| format!("1 | {case} | {result}")));
    let case = "receive_buffer=131072, request_size=1, response_size=1, send_buffer=16384, test=TCP_RR";
    let expected = ["transaction_rate = 114538.68 transactions/s higher", "elapsed = 1 s -"];
    let transactions = fixture("netperf/tcp_rr.txt");
    assert_eq!(lines(&transactions), expected.map(|result| format!("1 | {case} | {result}")));
    let bytes = text("netperf/tcp_stream.txt").replace("10^6bits/sec", "KBytes/sec  ");
    has(&read("netperf", &bytes).unwrap(), &["1 | test=TCP_STREAM | throughput = 9008.19 KiB/s higher"]);
}

#[test]
fn rows_without_headers_are_executions() {
    let reading = fixture("netperf/tcp_rr-cpu-noheader.txt");
    assert_eq!(counts(&reading), [6, 6, 6]);
    let case = "receive_buffer=131072, request_size=1, response_size=1, send_buffer=16384, test=RR";
    let expected = [
        "transaction_rate = 106275.6 transactions/s higher",
        "elapsed = 1 s -",
        "cpu_local = 100 % -",
        "cpu_remote = 100 % -",
        "service_demand_local = 18.819 us lower",
        "service_demand_remote = 18.819 us lower",
    ];
    assert_eq!(lines(&reading)[..6], expected.map(|result| format!("1 | {case} | {result}")));
    let wanted = [
        "2 | test=RR | transaction_rate = 94984.14 transactions/s higher",
        "2 | test=RR | cpu_local = 100 % -",
        "2 | test=RR | service_demand_local = 21.056 us lower",
        "2 | test=RR | service_demand_remote = 21.056 us lower",
        "3 | test=RR | transaction_rate = 104112.55 transactions/s higher",
        "3 | test=RR | cpu_remote = 100 % -",
        "3 | test=RR | service_demand_local = 19.21 us lower",
    ];
    has(&reading, &wanted);
}

#[test]
fn parallel_netperfs_are_instances_of_one_run() {
    let text = text("netperf/pub-lkp-recv.txt");
    let reading = read("netperf", &text).unwrap();
    assert_eq!(counts(&reading), [16 * 8]);
    let case = "message_size=65507, receive_buffer=212992, send_buffer=212992, test=UDP_STREAM";
    let wanted = [
        "instance=1 | throughput_sent = 63577.2 Mbit/s higher",
        "instance=1 | throughput_received = 61689.4 Mbit/s higher",
        "instance=1 | service_demand_local = 3.977 us/KB lower",
        "instance=2 | throughput_sent = 62453.1 Mbit/s higher",
        "instance=2 | throughput_received = 60602.6 Mbit/s higher",
        "instance=3 | throughput_sent = 63494.8 Mbit/s higher",
        "instance=3 | throughput_received = 61480.1 Mbit/s higher",
    ];
    for wanted in wanted {
        has(&reading, &[&format!("1 | {case}, {wanted}")]);
    }
    assert_eq!(counts(&read("netperf", &text.replace('&', "")).unwrap()), [8; 16]);
}

#[test]
fn keys_and_headings() {
    let expected = [
        "transaction_rate = 54950.37 transactions/s higher",
        "elapsed = 1 s -",
        "latency_min = 6 us lower",
        "latency_avg = 18.12 us lower",
        "latency_p50 = 11 us lower",
        "latency_p99 = 26 us lower",
        "latency_max = 9040 us lower",
        "latency_stddev = 166.4 us lower",
    ];
    let reading = fixture("netperf/omni-keyval.txt");
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | test=TCP_RR | {result}")));
    let keys: String =
        text("netperf/omni-keyval.txt").lines().skip(1).map(|line| format!("{line}\n")).collect();
    assert_eq!(counts(&read("netperf", &keys.repeat(3)).unwrap()), [8, 8, 8]);
    let csv = "MIGRATED TCP REQUEST/RESPONSE TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to ::1 () port 0\n\
               Throughput,Throughput Units,99th Percentile Latency Microseconds\n54950.37,Trans/s,26\n";
    let expected = [
        "1 | test=TCP_RR | transaction_rate = 54950.37 transactions/s higher",
        "1 | test=TCP_RR | latency_p99 = 26 us lower",
    ];
    assert_eq!(lines(&read("netperf", csv).unwrap()), expected);
}

#[test]
fn failures_and_cuts() {
    let error = read("netperf", &text("netperf/refused.txt")).unwrap_err();
    assert_eq!(error.line, 1);
    assert!(error.found.contains("netserver listening"), "{error}");
    let stream = text("netperf/tcp_stream.txt");
    assert!(read("netperf", &stream[..stream.find("9008.19").unwrap() + 3]).is_err());
    let keys = text("netperf/omni-keyval.txt");
    let cut = read("netperf", &keys[..keys.find("P99_LATENCY=26").unwrap() + 13]).unwrap();
    assert!(!lines(&cut).iter().any(|line| line.contains("p99")));
    let parallel = text("netperf/pub-lkp-recv.txt");
    let cut = read("netperf", &parallel[..parallel.find("60602.6").unwrap()]).unwrap();
    assert_eq!(counts(&cut), [8]);
}

#[test]
fn parallel_netperfs_of_a_web_page_are_no_repeats() {
    let wanted = lines(&fixture("netperf/pub-lkp-recv.txt"));
    assert!(wanted.iter().all(|line| line.contains("instance=")));
    for path in ["netperf/parallel-amp.txt", "netperf/parallel-html.txt"] {
        assert_eq!(lines(&fixture(path)), wanted, "{path}");
    }
}
