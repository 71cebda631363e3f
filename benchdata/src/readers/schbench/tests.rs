use super::super::checks::values;
use super::*;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("../fixtures/schbench/", $name))
    };
}

/// One metric's values, run by run.
fn each(reading: &Reading, metric: &str) -> Vec<f64> {
    let runs = reading.runs.iter();
    let results = runs.flat_map(|run| run.results.iter());
    results.filter(|r| r.series.metric.as_str() == metric).map(|r| r.values.samples()[0]).collect()
}

#[test]
fn the_last_blocks_count() {
    let reading = read(fixture!("m1t2.txt")).unwrap();
    assert_eq!(
        values(&reading),
        [
            "0 |  | request_latency_max 79627 us lower",
            "0 |  | request_latency_min 2831 us lower",
            "0 |  | request_latency_p50 8208 us lower",
            "0 |  | request_latency_p90 20384 us lower",
            "0 |  | request_latency_p99 41536 us lower",
            "0 |  | request_latency_p99.9 79744 us lower",
            "0 |  | rps_avg 137.6 requests/s higher",
            "0 |  | rps_max 172 requests/s higher",
            "0 |  | rps_min 85 requests/s higher",
            "0 |  | rps_p20 85 requests/s higher",
            "0 |  | rps_p50 133 requests/s higher",
            "0 |  | rps_p90 172 requests/s higher",
            "0 |  | wakeup_latency_max 47515 us lower",
            "0 |  | wakeup_latency_min 1 us lower",
            "0 |  | wakeup_latency_p50 8 us lower",
            "0 |  | wakeup_latency_p90 5240 us lower",
            "0 |  | wakeup_latency_p99 12560 us lower",
            "0 |  | wakeup_latency_p99.9 47552 us lower",
        ]
    );
}

#[test]
fn executions_with_command_lines() {
    let reading = read(fixture!("pub-lkp-m1t128.txt")).unwrap();
    assert_eq!(each(&reading, "rps_avg"), [17108.70, 15943.03, 17007.27]);
    assert_eq!(each(&reading, "wakeup_latency_p99"), [9.0, 8.0, 8.0]);
    assert_eq!(each(&reading, "wakeup_latency_p99.9"), [13.0; 3]);
    assert_eq!(each(&reading, "wakeup_latency_max"), [119.0, 142.0, 605.0]);
    assert_eq!(each(&reading, "request_latency_p99"), [11376.0, 11472.0, 11440.0]);
    assert!(values(&reading)[0].starts_with("0 | message_threads=1 runtime=30 threads=128 | "));
}

#[test]
fn pipe_mode() {
    let reading = read(fixture!("pipe.txt")).unwrap();
    assert_eq!(each(&reading, "wakeup_latency_p99"), [8.0]);
    assert_eq!(each(&reading, "wakeup_latency_p99.9"), [28.0]);
    let values = values(&reading);
    assert!(values.contains(&"0 |  | rate 110603.49 ops/s higher".to_owned()));
    assert!(values.contains(&"0 |  | throughput 432.04 MiB/s higher".to_owned()));
}

#[test]
fn json() {
    let reading = read(fixture!("json.json")).unwrap();
    assert_eq!(reading.runs[0].label.as_ref().unwrap().as_str(), "deadline-run");
    assert_eq!(reading.version, None);
    assert_eq!(each(&reading, "wakeup_latency_p99"), [17696.0]);
    assert_eq!(each(&reading, "wakeup_latency_p99.9"), [20960.0]);
    assert_eq!(each(&reading, "request_latency_p99"), [72832.0]);
    assert_eq!(each(&reading, "rps_p50"), [60.0]);
    let case = "message_threads=1 runtime=4 threads=2 warmup=1";
    assert!(values(&reading).iter().all(|value| value.starts_with(&format!("0 | {case} | "))));
    let cut = &fixture!("json.json")[..400];
    assert!(read(cut).unwrap_err().to_string().starts_with("line 1: found EOF"));
}

#[test]
fn old_percentiles_and_a_cut_block() {
    let reading = read(fixture!("pub-futex-swap-mixed-percentile-style.txt")).unwrap();
    assert_eq!(each(&reading, "wakeup_latency_p99"), [14160.0, 12912.0]);
    assert_eq!(each(&reading, "wakeup_latency_p99.9"), [22688.0, 20384.0]);
    assert_eq!(each(&reading, "wakeup_latency_max"), [30351.0]);
    assert!(values(&reading)[0].starts_with("0 | message_threads=64 runtime=30 threads=1 | "));
    let old = read(fixture!("old-2016.txt")).unwrap();
    assert_eq!(each(&old, "wakeup_latency_p99.5"), [6600.0]);
    let twice = fixture!("old-2016.txt").repeat(2);
    assert_eq!(each(&read(&twice).unwrap(), "wakeup_latency_p95"), [4328.0, 4328.0]);
    let middle = read(fixture!("mid-2020.txt")).unwrap();
    assert_eq!(each(&middle, "wakeup_latency_p99"), [7992.0]);
    assert!(each(&middle, "rps_avg").is_empty());
}

#[test]
fn quoted_printable_side_by_side() {
    let reading = read(fixture!("pub-qp-sidebyside.txt")).unwrap();
    let labels: Vec<&str> = reading.runs.iter().map(|run| run.label.as_ref().unwrap().as_str()).collect();
    assert_eq!(labels, ["v5.4", "v5.4 + patch"].repeat(5));
    let (old, new): (Vec<_>, Vec<_>) =
        each(&reading, "wakeup_latency_p99").chunks(2).map(|pair| (pair[0], pair[1])).unzip();
    assert_eq!(old, [91.0, 691.0, 106.0, 93.0, 113.0]);
    assert_eq!(new, [89.0, 61.0, 63.0, 61.0, 61.0]);
    let medians = each(&reading, "wakeup_latency_p50");
    assert_eq!(medians.iter().step_by(2).copied().collect::<Vec<_>>(), [45.0, 45.0, 45.0, 45.0, 46.0]);
    assert_eq!(each(&reading, "wakeup_latency_max")[0], 10048.0);
}

#[test]
fn cut_texts() {
    let text = fixture!("m1t2.txt");
    let interim = &text[..text.find("Wakeup Latencies percentiles (usec) runtime 4").unwrap()];
    assert!(read(interim).unwrap_err().to_string().contains("no result"));
    let within = read("Latency percentiles (usec)\n\t50.0000th: 7\n\t75.0000th: 9").unwrap();
    assert_eq!(values(&within), ["0 |  | wakeup_latency_p50 7 us lower"]);
    assert!(read("Latency percentiles (usec)\n\t50.0000th: 7,5\n").is_err());
}
