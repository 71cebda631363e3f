//! Real outputs, the values read off them by eye.

use super::{Tool, recognise};
use crate::name::Name;
use crate::readers::tests::{counts, error, fixture, has, labels, lines, read, text, version};

#[test]
fn a_run_is_its_throughput_and_its_operations() {
    let reading = fixture("dbench/dbench4-2clients.txt");
    assert_eq!(version(&reading), "4.00");
    assert_eq!(counts(&reading), [2 + 16 * 3]);
    has(
        &reading,
        &[
            "1 | clients=2, procs=2 | throughput = 216.196 MB/s higher",
            "1 | clients=2, procs=2 | latency_max = 28.82 ms lower",
            "1 | clients=2, operation=NTCreateX, procs=2 | latency_avg = 0.051 ms lower",
            "1 | clients=2, operation=NTCreateX, procs=2 | latency_max = 24.177 ms lower",
            "1 | clients=2, operation=Flush, procs=2 | latency_avg = 2.985 ms lower",
            "1 | clients=2, operation=WriteX, procs=2 | count = 8877 operations -",
            "1 | clients=2, operation=ReadX, procs=2 | count = 25603 operations -",
        ],
    );
}

#[test]
fn warm_up_and_long_operation_names_are_no_obstacle() {
    let reading = fixture("dbench/pub-lkp-128.txt");
    assert_eq!(counts(&reading), [2 + 16 * 3]);
    has(
        &reading,
        &[
            "1 | clients=128, procs=128 | throughput = 13563.9 MB/s higher",
            "1 | clients=128, procs=128 | latency_max = 53.132 ms lower",
            "1 | clients=128, operation=Flush, procs=128 | latency_avg = 3.095 ms lower",
            "1 | clients=128, operation=Flush, procs=128 | latency_max = 53.127 ms lower",
            "1 | clients=128, operation=QUERY_FILE_INFORMATION, procs=128 | latency_max = 0.626 ms lower",
        ],
    );
}

#[test]
fn several_runs_in_a_log_are_several() {
    let reading = fixture("dbench/sweep-1-2-4.txt");
    assert_eq!(counts(&reading), [50, 50, 50]);
    let wanted = [
        "1 | clients=1, procs=1 | throughput = 60.8162 MB/s higher",
        "2 | clients=2, procs=2 | throughput = 155.41 MB/s higher",
        "3 | clients=4, procs=4 | throughput = 302.723 MB/s higher",
    ];
    has(&reading, &wanted);
}

#[test]
fn tbench_is_known_by_its_waiting() {
    let reading = fixture("tbench/tbench-2.txt");
    assert_eq!((&reading.benchmark, counts(&reading)), (&Name::new("tbench").ok(), vec![50]));
    let wanted = [
        "1 | clients=2, procs=2 | throughput = 982.665 MB/s higher",
        "1 | clients=2, procs=2 | latency_max = 1.862 ms lower",
    ];
    has(&reading, &wanted);
    assert!(recognise(&text("tbench/tbench-2.txt"), Tool::Dbench).is_none());
    // What says nothing of itself is read as what it is said to be.
    let line = "Throughput 225.554 MB/sec  1 clients  1 procs  max_latency=9.904 ms\n";
    assert_eq!(read("tbench", line).unwrap().benchmark, Name::new("tbench").ok());
    let named = format!("# turbostat tbench -t 20 1\n{line}");
    assert!(recognise(&named, Tool::Dbench).is_none() && recognise(&named, Tool::Tbench).is_some());
    let both = format!("dbench 1\n{line}{named}");
    assert_eq!(counts(&read("tbench", &both).unwrap()), [2]);
    assert_eq!(read("dbench", &both).unwrap().remarks.len(), 1);
}

#[test]
fn mails_throughput_lines_are_runs_with_headings_or_remarks_as_labels() {
    let reading = fixture("dbench/m11-dbench-raw-runs-average-before-after.txt");
    assert_eq!(labels(&reading), [["before"; 12], ["after"; 12]].concat());
    let wanted = [
        "1 before | clients=8, procs=8 | throughput = 150.215 MB/s higher",
        "7 before | clients=16, procs=16 | throughput = 48.3245 MB/s higher",
        "13 after | clients=8, procs=8 | throughput = 226.799 MB/s higher",
        "24 after | clients=32, procs=32 | throughput = 131.498 MB/s higher",
    ];
    has(&reading, &wanted);
    let expected = [
        "1 ext2 | clients=16, procs=16 | throughput = 221.812 MB/s higher",
        "2 ext3-extents (definitely enabled) | clients=16, procs=16 | throughput = 159.495 MB/s higher",
        "3 ext3 (patched but disabled) | clients=16, procs=16 | throughput = 147.598 MB/s higher",
    ];
    assert_eq!(lines(&fixture("dbench/m13-dbench-supercite-three-fs.txt")), expected);
}

#[test]
fn older_versions_and_other_mails_are_read() {
    let text = "dbench 48\nThroughput 27.3983 MB/sec (NB=34.2479 MB/sec  273.983 MBit/sec)\n\
                **** Throughput 15.8859 MB/sec (NB=19.8573 MB/sec  158.859\n> MBit/sec) 14.74user\n\
                Throughput 7.25691 MB/sec (NB=9.07113 MB/sec  72.5691 MBit/sec)  16 procs\n\
                Throughput 10.0026 MB/sec (sync open) (sync dirs) 5 procs\n\
                2.6.27-rc8: Throughput 13.4231 MB/sec  4000 clients  400 procs  max_latency=1421988.159 ms\n";
    let expected = [
        "1 | clients=48 | throughput = 27.3983 MB/s higher",
        "2 | clients=48 | throughput = 15.8859 MB/s higher",
        "3 | clients=16, procs=16 | throughput = 7.25691 MB/s higher",
        "4 | clients=5, procs=5, sync=open, dirs | throughput = 10.0026 MB/s higher",
        "5 2.6.27-rc8 | clients=4000, procs=400 | throughput = 13.4231 MB/s higher",
        "5 2.6.27-rc8 | clients=4000, procs=400 | latency_max = 1421988.159 ms lower",
    ];
    assert_eq!(lines(&read("dbench", text).unwrap()), expected);
}

#[test]
fn cut_and_failed_runs_give_no_value() {
    assert_eq!(
        error("dbench", &text("dbench/derived-cut-before-throughput.txt")),
        "line 1: found no result (this run has no Throughput line, it was cut off; its last interim rate \
         was 216.20 MB/s), expected a line Throughput N MB/sec … N procs"
    );
    let zero = "Throughput 0 MB/sec (sync open)  1 clients  1 procs  max_latency=0.000 ms\n";
    assert!(error("dbench", zero).contains("a throughput of 0"));
}
