use super::*;
use crate::readers::probe::{fixture, lines, value};

#[test]
fn streams_and_transactions() {
    let stream = read(fixture!("netperf/tcp_stream.txt")).unwrap();
    let case = "message_size=16384, receive_buffer=131072, send_buffer=16384, test=TCP_STREAM";
    let expected = ["throughput = 9008.19 Mbit/s higher", "elapsed = 1.01 s -"];
    assert_eq!(lines(&stream.runs[0]), expected.map(|line| format!("{case} | {line}")));
    let transactions = read(fixture!("netperf/tcp_rr.txt")).unwrap();
    let case = "receive_buffer=131072, request_size=1, response_size=1, send_buffer=16384, test=TCP_RR";
    let expected = ["transaction_rate = 114538.68 transactions/s higher", "elapsed = 1 s -"];
    assert_eq!(lines(&transactions.runs[0]), expected.map(|line| format!("{case} | {line}")));
    let text = fixture!("netperf/tcp_stream.txt").replace("10^6bits/sec", "KBytes/sec  ");
    assert!(lines(&read(&text).unwrap().runs[0])[0].ends_with("throughput = 9008.19 KiB/s higher"));
}

#[test]
fn rows_without_headers() {
    let reading = read(fixture!("netperf/tcp_rr-cpu-noheader.txt")).unwrap();
    assert_eq!(reading.runs.len(), 3);
    let case = "receive_buffer=131072, request_size=1, response_size=1, send_buffer=16384, test=RR";
    let of = |run, metric: &str| value(&reading, run, &format!("{case} | {metric}"));
    assert_eq!(of(0, "transaction_rate"), "106275.6 transactions/s higher");
    assert_eq!(of(1, "transaction_rate"), "94984.14 transactions/s higher");
    assert_eq!(of(2, "transaction_rate"), "104112.55 transactions/s higher");
    assert_eq!(of(0, "cpu_local"), "100 % -");
    assert_eq!(of(0, "service_demand_local"), "18.819 us lower");
    assert_eq!(of(1, "service_demand_remote"), "21.056 us lower");
    assert_eq!(of(2, "service_demand_local"), "19.21 us lower");
    assert_eq!(recognise(fixture!("netperf/tcp_rr-cpu-noheader.txt")).unwrap().sureness, Sureness::Possible);
}

#[test]
fn parallel_netperfs_are_instances_of_one_run() {
    let text = fixture!("netperf/pub-lkp-recv.txt");
    let reading = read(text).unwrap();
    assert_eq!((reading.runs.len(), reading.runs[0].results.len()), (1, 16 * 8));
    let of = |instance, metric| {
        let case = format!(
            "instance={instance}, message_size=65507, receive_buffer=212992, send_buffer=212992, test=UDP_STREAM"
        );
        value(&reading, 0, &format!("{case} | {metric}"))
    };
    assert_eq!(of(1, "throughput_sent"), "63577.2 Mbit/s higher");
    assert_eq!(of(1, "throughput_received"), "61689.4 Mbit/s higher");
    assert_eq!(of(2, "throughput_sent"), "62453.1 Mbit/s higher");
    assert_eq!(of(2, "throughput_received"), "60602.6 Mbit/s higher");
    assert_eq!(of(3, "throughput_sent"), "63494.8 Mbit/s higher");
    assert_eq!(of(3, "throughput_received"), "61480.1 Mbit/s higher");
    assert_eq!(of(1, "service_demand_local"), "3.977 us/KB lower");
    let one_by_one = text.replace('&', "");
    assert_eq!(read(&one_by_one).unwrap().runs.len(), 16);
}

#[test]
fn keys_and_headings() {
    let reading = read(fixture!("netperf/omni-keyval.txt")).unwrap();
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
    assert_eq!(lines(&reading.runs[0]), expected.map(|line| format!("test=TCP_RR | {line}")));
    let again = fixture!("netperf/omni-keyval.txt")
        .lines()
        .skip(1)
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    assert_eq!(read(&again.repeat(3)).unwrap().runs.len(), 3);
    let csv = "MIGRATED TCP REQUEST/RESPONSE TEST from 0.0.0.0 (0.0.0.0) port 0 AF_INET to ::1 () port 0\n\
               Throughput,Throughput Units,99th Percentile Latency Microseconds\n54950.37,Trans/s,26\n";
    let expected = ["transaction_rate = 54950.37 transactions/s higher", "latency_p99 = 26 us lower"];
    assert_eq!(lines(&read(csv).unwrap().runs[0]), expected.map(|line| format!("test=TCP_RR | {line}")));
}

#[test]
fn failures_and_cuts() {
    let error = read(fixture!("netperf/refused.txt")).unwrap_err();
    assert_eq!(error.line, 1);
    assert!(error.found.contains("netserver listening"), "{error}");
    let text = fixture!("netperf/tcp_stream.txt");
    assert!(read(&text[..text.find("9008.19").unwrap() + 3]).is_err());
    let text = fixture!("netperf/omni-keyval.txt");
    let cut = read(&text[..text.find("P99_LATENCY=26").unwrap() + 13]).unwrap();
    assert!(!lines(&cut.runs[0]).iter().any(|line| line.contains("p99")));
    let text = fixture!("netperf/pub-lkp-recv.txt");
    let cut = read(&text[..text.find("60602.6").unwrap()]).unwrap();
    assert_eq!(cut.runs[0].results.len(), 8);
}
