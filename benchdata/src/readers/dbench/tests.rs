//! Real outputs, the values read off them by eye.

use super::*;
use crate::name::Value;
use crate::readers::io_tests::{counts, fixture, has, labels, lines};

fn dbench(text: &str) -> Reading {
    read(text, Tool::Dbench).unwrap()
}

#[test]
fn a_run_is_its_throughput_and_its_operations() {
    let reading = dbench(&fixture!("dbench/dbench4-2clients.txt"));
    assert_eq!(reading.version.as_ref().map(Value::as_str), Some("4.00"));
    assert_eq!(counts(&reading), [2 + 16 * 3]);
    has(
        &reading.runs[0],
        &[
            "clients=2, procs=2: throughput 216.196 MB/s higher",
            "clients=2, procs=2: latency_max 28.82 ms lower",
            "clients=2, operation=NTCreateX, procs=2: latency_avg 0.051 ms lower",
            "clients=2, operation=NTCreateX, procs=2: latency_max 24.177 ms lower",
            "clients=2, operation=Flush, procs=2: latency_avg 2.985 ms lower",
            "clients=2, operation=WriteX, procs=2: count 8877 operations -",
            "clients=2, operation=ReadX, procs=2: count 25603 operations -",
        ],
    );
}

#[test]
fn warm_up_and_long_operation_names_are_no_obstacle() {
    let reading = dbench(&fixture!("dbench/pub-lkp-128.txt"));
    assert_eq!(counts(&reading), [2 + 16 * 3]);
    has(
        &reading.runs[0],
        &[
            "clients=128, procs=128: throughput 13563.9 MB/s higher",
            "clients=128, procs=128: latency_max 53.132 ms lower",
            "clients=128, operation=Flush, procs=128: latency_avg 3.095 ms lower",
            "clients=128, operation=Flush, procs=128: latency_max 53.127 ms lower",
            "clients=128, operation=QUERY_FILE_INFORMATION, procs=128: latency_max 0.626 ms lower",
        ],
    );
}

#[test]
fn several_runs_in_a_log_are_several() {
    let reading = dbench(&fixture!("dbench/sweep-1-2-4.txt"));
    let rates: Vec<String> = reading.runs.iter().map(|run| lines(run)[0].clone()).collect();
    let expected = [
        "clients=1, procs=1: throughput 60.8162 MB/s higher",
        "clients=2, procs=2: throughput 155.41 MB/s higher",
        "clients=4, procs=4: throughput 302.723 MB/s higher",
    ];
    assert_eq!(rates, expected);
}

#[test]
fn tbench_is_known_by_its_waiting() {
    let text = fixture!("dbench/tbench-2.txt");
    let reading = read(&text, Tool::Tbench).unwrap();
    assert_eq!(reading.benchmark.unwrap().as_str(), "tbench");
    has(
        &reading.runs[0],
        &[
            "clients=2, procs=2: throughput 982.665 MB/s higher",
            "clients=2, procs=2: latency_max 1.862 ms lower",
        ],
    );
    assert!(recognise(&text, Tool::Dbench).is_none());
    // What says nothing of itself is read as what it is said to be.
    let line = "Throughput 225.554 MB/sec  1 clients  1 procs  max_latency=9.904 ms\n";
    assert_eq!(read(line, Tool::Tbench).unwrap().benchmark.unwrap().as_str(), "tbench");
    let named = format!("# turbostat tbench -t 20 1\n{line}");
    assert!(recognise(&named, Tool::Dbench).is_none() && recognise(&named, Tool::Tbench).is_some());
    let both = format!("dbench 1\n{line}{named}");
    assert_eq!(counts(&read(&both, Tool::Tbench).unwrap()), [2]);
    assert_eq!(dbench(&both).remarks.len(), 1);
}

#[test]
fn mails_throughput_lines_are_runs_with_headings_or_remarks_as_labels() {
    let reading = dbench(&fixture!("dbench/m11-dbench-raw-runs-average-before-after.txt"));
    assert_eq!(labels(&reading), [["before"; 12], ["after"; 12]].concat());
    let line = |at: usize| lines(&reading.runs[at]);
    assert_eq!(line(0), ["clients=8, procs=8: throughput 150.215 MB/s higher"]);
    assert_eq!(line(6), ["clients=16, procs=16: throughput 48.3245 MB/s higher"]);
    assert_eq!(line(12), ["clients=8, procs=8: throughput 226.799 MB/s higher"]);
    assert_eq!(line(23), ["clients=32, procs=32: throughput 131.498 MB/s higher"]);

    let reading = dbench(&fixture!("dbench/m13-dbench-supercite-three-fs.txt"));
    assert_eq!(
        labels(&reading),
        ["ext2", "ext3-extents (definitely enabled)", "ext3 (patched but disabled)"]
    );
    assert_eq!(lines(&reading.runs[1]), ["clients=16, procs=16: throughput 159.495 MB/s higher"]);
}

#[test]
fn older_versions_and_other_mails_are_read() {
    let text = "dbench 48\nThroughput 27.3983 MB/sec (NB=34.2479 MB/sec  273.983 MBit/sec)\n\
                **** Throughput 15.8859 MB/sec (NB=19.8573 MB/sec  158.859\n> MBit/sec) 14.74user\n\
                Throughput 7.25691 MB/sec (NB=9.07113 MB/sec  72.5691 MBit/sec)  16 procs\n\
                Throughput 10.0026 MB/sec (sync open) (sync dirs) 5 procs\n\
                2.6.27-rc8: Throughput 13.4231 MB/sec  4000 clients  400 procs  max_latency=1421988.159 ms\n";
    let reading = dbench(text);
    let first: Vec<String> = reading.runs.iter().map(|run| lines(run)[0].clone()).collect();
    let expected = [
        "clients=48: throughput 27.3983 MB/s higher",
        "clients=48: throughput 15.8859 MB/s higher",
        "clients=16, procs=16: throughput 7.25691 MB/s higher",
        "clients=5, procs=5, sync=open, dirs: throughput 10.0026 MB/s higher",
        "clients=4000, procs=400: throughput 13.4231 MB/s higher",
    ];
    assert_eq!(first, expected);
    assert_eq!(labels(&reading), ["", "", "", "", "2.6.27-rc8"]);
}

#[test]
fn cut_and_failed_runs_give_no_value() {
    let error = |text: &str| read(text, Tool::Dbench).unwrap_err().to_string();
    assert_eq!(
        error(&fixture!("dbench/derived-cut-before-throughput.txt")),
        "line 1: found no result (this run has no Throughput line, it was cut off; its last interim rate \
         was 216.20 MB/s), expected a line Throughput N MB/sec … N procs"
    );
    let zero = "Throughput 0 MB/sec (sync open)  1 clients  1 procs  max_latency=0.000 ms\n";
    assert!(error(zero).contains("a throughput of 0"));
    let whole = fixture!("dbench/sweep-1-2-4.txt");
    let all = dbench(&whole);
    for at in 0..whole.len() {
        let Ok(reading) = read(&whole[..at], Tool::Dbench) else { continue };
        for (run, of) in reading.runs.iter().zip(&all.runs) {
            assert!(run.results.iter().all(|result| of.results.contains(result)), "cut at byte {at}");
            assert_eq!(run.label, None, "cut at byte {at}");
        }
    }
}
