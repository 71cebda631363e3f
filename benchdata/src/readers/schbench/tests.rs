use crate::readers::tests::{counts, error, fixture, has, labels, lines, read, text, version};
use crate::reading::Reading;

/// One metric's values, run by run.
fn each(reading: &Reading, metric: &str) -> Vec<f64> {
    let results = reading.runs.iter().flat_map(|run| &run.results);
    results.filter(|r| r.series.metric.as_str() == metric).map(|r| r.values.samples()[0]).collect()
}

#[test]
fn the_last_blocks_count() {
    let expected = [
        "request_latency_max = 79627 us lower",
        "request_latency_min = 2831 us lower",
        "request_latency_p50 = 8208 us lower",
        "request_latency_p90 = 20384 us lower",
        "request_latency_p99 = 41536 us lower",
        "request_latency_p99.9 = 79744 us lower",
        "rps_avg = 137.6 requests/s higher",
        "rps_max = 172 requests/s higher",
        "rps_min = 85 requests/s higher",
        "rps_p20 = 85 requests/s higher",
        "rps_p50 = 133 requests/s higher",
        "rps_p90 = 172 requests/s higher",
        "wakeup_latency_max = 47515 us lower",
        "wakeup_latency_min = 1 us lower",
        "wakeup_latency_p50 = 8 us lower",
        "wakeup_latency_p90 = 5240 us lower",
        "wakeup_latency_p99 = 12560 us lower",
        "wakeup_latency_p99.9 = 47552 us lower",
    ];
    assert_eq!(lines(&fixture("schbench/m1t2.txt")), expected.map(|result| format!("1 |  | {result}")));
}

#[test]
fn executions_with_command_lines() {
    let reading = fixture("schbench/pub-lkp-m1t128.txt");
    assert_eq!(each(&reading, "rps_avg"), [17108.70, 15943.03, 17007.27]);
    assert_eq!(each(&reading, "wakeup_latency_p99"), [9.0, 8.0, 8.0]);
    assert_eq!(each(&reading, "wakeup_latency_p99.9"), [13.0; 3]);
    assert_eq!(each(&reading, "wakeup_latency_max"), [119.0, 142.0, 605.0]);
    assert_eq!(each(&reading, "request_latency_p99"), [11376.0, 11472.0, 11440.0]);
    let case = "message_threads=1, runtime=30, threads=128";
    has(&reading, &[&format!("3 | {case} | rps_avg = 17007.27 requests/s higher")]);
    has(&reading, &[&format!("3 | {case} | request_latency_p99 = 11440 us lower")]);
}

#[test]
fn pipe_mode() {
    let wanted = [
        "1 |  | wakeup_latency_p99 = 8 us lower",
        "1 |  | wakeup_latency_p99.9 = 28 us lower",
        "1 |  | rate = 110603.49 ops/s higher",
        // schbench divides by 1024 twice (pretty_size).
        "1 |  | throughput = 432.04 MiB/s higher",
    ];
    has(&fixture("schbench/pipe.txt"), &wanted);
}

#[test]
fn json() {
    let reading = fixture("schbench/json.json");
    assert_eq!(version(&reading), "");
    let case = "deadline-run | message_threads=1, runtime=4, threads=2, warmup=1";
    let wanted = [
        "wakeup_latency_p99 = 17696 us lower",
        "wakeup_latency_p99.9 = 20960 us lower",
        "request_latency_p99 = 72832 us lower",
        "rps_p50 = 60 requests/s higher",
    ];
    for wanted in wanted {
        has(&reading, &[&format!("{case} | {wanted}")]);
    }
    assert!(each(&reading, "rps_avg").is_empty());
    assert!(error("schbench", &text("schbench/json.json")[..400]).starts_with("line 1: found EOF"));
}

#[test]
fn old_percentiles_and_a_cut_block() {
    let reading = fixture("schbench/pub-futex-swap-mixed-percentile-style.txt");
    assert_eq!(counts(&reading), [9, 7]);
    let case = "message_threads=64, runtime=30, threads=1";
    let wanted = [
        (1, "wakeup_latency_p99 = 14160 us lower"),
        (1, "wakeup_latency_p99.9 = 22688 us lower"),
        (1, "wakeup_latency_max = 30351 us lower"),
        (2, "wakeup_latency_p99 = 12912 us lower"),
        (2, "wakeup_latency_p99.9 = 20384 us lower"),
    ];
    for (run, wanted) in wanted {
        has(&reading, &[&format!("{run} | {case} | {wanted}")]);
    }
    assert_eq!(each(&reading, "wakeup_latency_max"), [30351.0]);
    assert_eq!(each(&fixture("schbench/old-2016.txt"), "wakeup_latency_p99.5"), [6600.0]);
    let twice = read("schbench", &text("schbench/old-2016.txt").repeat(2)).unwrap();
    assert_eq!(each(&twice, "wakeup_latency_p95"), [4328.0, 4328.0]);
    let middle = fixture("schbench/mid-2020.txt");
    assert_eq!(each(&middle, "wakeup_latency_p99"), [7992.0]);
    assert!(each(&middle, "rps_avg").is_empty());
}

#[test]
fn quoted_printable_side_by_side() {
    let reading = fixture("schbench/pub-qp-sidebyside.txt");
    assert_eq!(labels(&reading), ["v5.4", "v5.4 + patch"].repeat(5));
    let (old, new): (Vec<_>, Vec<_>) =
        each(&reading, "wakeup_latency_p99").chunks(2).map(|pair| (pair[0], pair[1])).unzip();
    assert_eq!(old, [91.0, 691.0, 106.0, 93.0, 113.0]);
    assert_eq!(new, [89.0, 61.0, 63.0, 61.0, 61.0]);
    let medians = each(&reading, "wakeup_latency_p50");
    assert_eq!(medians.iter().step_by(2).copied().collect::<Vec<_>>(), [45.0, 45.0, 45.0, 45.0, 46.0]);
    has(&reading, &["1 v5.4 |  | wakeup_latency_max = 10048 us lower"]);
}

#[test]
fn cut_texts() {
    let text = text("schbench/m1t2.txt");
    let interim = &text[..text.find("Wakeup Latencies percentiles (usec) runtime 4").unwrap()];
    assert!(error("schbench", interim).contains("no result"));
    let within = "Latency percentiles (usec)\n\t50.0000th: 7\n\t75.0000th: 9";
    assert_eq!(lines(&read("schbench", within).unwrap()), ["1 |  | wakeup_latency_p50 = 7 us lower"]);
    assert!(read("schbench", "Latency percentiles (usec)\n\t50.0000th: 7,5\n").is_err());
    let average = &text[..text.find("average rps: 137.6").unwrap() + "average rps: 13".len()];
    assert!(error("schbench", average).contains("did not come to its end"));
}
