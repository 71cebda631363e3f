//! Real outputs, the values read off them by eye.

use super::*;
use crate::name::Value;
use crate::readers::io_tests::{counts, fixture, has, lines};

#[test]
fn cpu_in_any_encoding() {
    for text in [fixture!("sysbench/cpu-2threads.txt"), fixture!("sysbench/derived-utf16.txt")] {
        let reading = read(&text).unwrap();
        assert_eq!(reading.version.as_ref().map(Value::as_str), Some("1.0.20"));
        let expected = [
            "prime=10000, test=cpu, threads=2: rate 994.54 events/s higher",
            "prime=10000, test=cpu, threads=2: elapsed 2.0023 s lower",
            "prime=10000, test=cpu, threads=2: events 1993 events higher",
            "prime=10000, test=cpu, threads=2: latency_min 0.43 ms lower",
            "prime=10000, test=cpu, threads=2: latency_avg 2 ms lower",
            "prime=10000, test=cpu, threads=2: latency_max 60.5 ms lower",
            "prime=10000, test=cpu, threads=2: latency_p95 12.52 ms lower",
        ];
        assert_eq!(reading.runs.iter().map(lines).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn files_without_what_prepare_says() {
    let reading = read(&fixture!("sysbench/fileio-rndrw.txt")).unwrap();
    let case = "block_size=16KiB, file_size=16MiB, rw=rndrw, test=fileio, threads=2";
    let wanted = [
        "reads 13418.38 reads/s higher",
        "writes 8945.59 writes/s higher",
        "fsyncs 898.01 fsyncs/s higher",
        "throughput_read 209.66 MiB/s higher",
        "throughput_write 139.77 MiB/s higher",
        "latency_avg 0.08 ms lower",
        "latency_p95 0.01 ms lower",
    ];
    assert_eq!(counts(&reading), [11]);
    has(&reading.runs[0], &wanted.map(|value| format!("{case}: {value}")).each_ref().map(String::as_str));
}

#[test]
fn threads_and_mutex_have_times_alone_and_interim_lines_are_none() {
    let reading = read(&fixture!("sysbench/threads-8.txt")).unwrap();
    let expected = [
        "threads=8: elapsed 2.0146 s lower",
        "threads=8: events 818 events higher",
        "threads=8: latency_min 0.32 ms lower",
        "threads=8: latency_avg 19.67 ms lower",
        "threads=8: latency_max 62.28 ms lower",
        "threads=8: latency_p95 29.19 ms lower",
    ];
    assert_eq!(reading.runs.iter().map(lines).collect::<Vec<_>>(), [expected]);
    let reading = read(&fixture!("sysbench/mutex-histogram.txt")).unwrap();
    let wanted = [
        "threads=2: elapsed 0.0944 s lower",
        "threads=2: latency_avg 74.28 ms lower",
        "threads=2: latency_max 89.26 ms lower",
        "threads=2: latency_p95 89.16 ms lower",
    ];
    assert_eq!(counts(&reading), [6]);
    has(&reading.runs[0], &wanted);
}

#[test]
fn version_0_4_has_its_own_layout() {
    let reading = read(&fixture!("sysbench/pub-0.4.12-oltp.txt")).unwrap();
    assert_eq!(reading.version.as_ref().map(Value::as_str), Some("0.4.12"));
    let wanted = [
        "test=oltp, threads=2: transactions 7693.41 transactions/s higher",
        "test=oltp, threads=2: requests 7693.41 requests/s higher",
        "test=oltp, threads=2: latency_avg 0.26 ms lower",
        "test=oltp, threads=2: latency_max 0.84 ms lower",
        "test=oltp, threads=2: latency_p95 0.31 ms lower",
    ];
    has(&reading.runs[0], &wanted);
    let files = "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nNumber of threads: 1\n\
                 150Gb total file size\nBlock size 16Kb\nDoing random r/w test\n\
                 Operations performed:  600 Read, 400 Write, 1186 Other = 2186 Total\n\
                 Read 9.375Mb  Written 6.25Mb  Total transferred 15.625Mb  (53.316Kb/sec)\n\
                     3.33 Requests/sec executed\n\nTest execution summary:\n\
                     total number of events:              1000\n         avg:  158.76ms\nThreads fairness:\n";
    let case = "block_size=16KiB, file_size=150GiB, rw=rndrw, test=fileio, threads=1";
    let wanted =
        ["throughput 53.316 KiB/s higher", "requests 3.33 requests/s higher", "latency_avg 158.76 ms lower"];
    let reading = read(files).unwrap();
    assert_eq!(counts(&reading), [4]);
    has(&reading.runs[0], &wanted.map(|value| format!("{case}: {value}")).each_ref().map(String::as_str));
}

#[test]
fn memory_and_several_runs_in_a_log() {
    let text = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nNumber of threads: 2\n\
                Running memory speed test with the following options:\n  block size: 1KiB\n  operation: write\n\
                Total operations: 2097152 (2924300.28 per second)\n\n2048.00 MiB transferred (2855.76 MiB/sec)\n\
                    total number of events:              2097152\n         min:          0.00\n\
                Threads fairness:\n    events (avg/stddev):           1048576.0000/0.00\n";
    let reading = read(&text.repeat(2)).unwrap();
    let expected = [
        "block_size=1KiB, operation=write, test=memory, threads=2: operations 2924300.28 ops/s higher",
        "block_size=1KiB, operation=write, test=memory, threads=2: throughput 2855.76 MiB/s higher",
        "block_size=1KiB, operation=write, test=memory, threads=2: events 2097152 events higher",
        "block_size=1KiB, operation=write, test=memory, threads=2: latency_min 0 ms lower",
    ];
    assert_eq!(reading.runs.iter().map(lines).collect::<Vec<_>>(), [expected, expected]);
}

#[test]
fn failed_and_cut_runs_give_whole_lines_or_none() {
    let failed = "sysbench 1.0.20 (using x)\nGeneral statistics:\n total time:  0.0029s\n\
                  total number of events:   0\nLatency (ms):\n avg: 0.00\nThreads fairness:\n";
    assert!(read(failed).unwrap_err().found.contains("no events"));
    let whole = fixture!("sysbench/fileio-rndrw.txt");
    let all = lines(&read(&whole).unwrap().runs[0]);
    for at in 0..whole.len() {
        let Ok(reading) = read(&whole[..at]) else { continue };
        assert!(lines(&reading.runs[0]).iter().all(|line| all.contains(line)), "cut at byte {at}");
        assert!(!reading.remarks.is_empty() || lines(&reading.runs[0]) == all, "cut at byte {at}");
    }
}
