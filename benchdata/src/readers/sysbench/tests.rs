//! Real outputs, the values read off them by eye.

use crate::readers::tests::{counts, error, fixture, has, lines, read, remarks, text, version};

#[test]
fn cpu_in_any_encoding() {
    for text in [text("sysbench/cpu-2threads.txt"), text("sysbench/derived-utf16.txt")] {
        let reading = read("sysbench", &text).unwrap();
        assert_eq!(version(&reading), "1.0.20");
        let expected = [
            "1 | prime=10000, test=cpu, threads=2 | rate = 994.54 events/s higher",
            "1 | prime=10000, test=cpu, threads=2 | elapsed = 2.0023 s lower",
            "1 | prime=10000, test=cpu, threads=2 | events = 1993 events higher",
            "1 | prime=10000, test=cpu, threads=2 | latency_min = 0.43 ms lower",
            "1 | prime=10000, test=cpu, threads=2 | latency_avg = 2 ms lower",
            "1 | prime=10000, test=cpu, threads=2 | latency_max = 60.5 ms lower",
            "1 | prime=10000, test=cpu, threads=2 | latency_p95 = 12.52 ms lower",
        ];
        assert_eq!(lines(&reading), expected);
    }
}

#[test]
fn files_without_what_prepare_says() {
    let reading = fixture("sysbench/fileio-rndrw.txt");
    let case = "block_size=16KiB, file_size=16MiB, rw=rndrw, test=fileio, threads=2";
    let wanted = [
        "reads = 13418.38 reads/s higher",
        "writes = 8945.59 writes/s higher",
        "fsyncs = 898.01 fsyncs/s higher",
        "throughput_read = 209.66 MiB/s higher",
        "throughput_write = 139.77 MiB/s higher",
        "latency_avg = 0.08 ms lower",
        "latency_p95 = 0.01 ms lower",
    ];
    assert_eq!(counts(&reading), [11]);
    has(&reading, &wanted.map(|result| format!("1 | {case} | {result}")));
}

#[test]
fn version_1_1_tells_of_files_otherwise() {
    let report = "sysbench 1.1.0 (using bundled LuaJIT 2.1.0-beta3)\n\nNumber of threads: 1\n\
                  8MiB total file size\nBlock size 16KiB\nDoing random r/w test\nThroughput:\n\
                       read:  IOPS=1233.68 19.28 MiB/s (20.21 MB/s)\n\
                       write: IOPS=822.45 12.85 MiB/s (13.48 MB/s)\n\
                       fsync: IOPS=2642.61\nLatency (ms):\n         avg:           0.21\n";
    let case = "block_size=16KiB, file_size=8MiB, rw=rndrw, test=fileio, threads=1";
    let expected = [
        "reads = 1233.68 reads/s higher",
        "throughput_read = 19.28 MiB/s higher",
        "writes = 822.45 writes/s higher",
        "throughput_write = 12.85 MiB/s higher",
        "fsyncs = 2642.61 fsyncs/s higher",
        "latency_avg = 0.21 ms lower",
    ];
    let reading = read("sysbench", report).unwrap();
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case} | {result}")));
    let cut = &report[..report.find("fsync").unwrap()];
    assert!(error("sysbench", cut).contains("it failed or was cut off"));
}

#[test]
fn threads_and_mutex_have_times_alone_and_interim_lines_are_none() {
    let reading = fixture("sysbench/threads-8.txt");
    let expected = [
        "1 | threads=8 | elapsed = 2.0146 s lower",
        "1 | threads=8 | events = 818 events higher",
        "1 | threads=8 | latency_min = 0.32 ms lower",
        "1 | threads=8 | latency_avg = 19.67 ms lower",
        "1 | threads=8 | latency_max = 62.28 ms lower",
        "1 | threads=8 | latency_p95 = 29.19 ms lower",
    ];
    assert_eq!(lines(&reading), expected);
    let reading = fixture("sysbench/mutex-histogram.txt");
    let wanted = [
        "1 | threads=2 | elapsed = 0.0944 s lower",
        "1 | threads=2 | latency_avg = 74.28 ms lower",
        "1 | threads=2 | latency_max = 89.26 ms lower",
        "1 | threads=2 | latency_p95 = 89.16 ms lower",
    ];
    assert_eq!(counts(&reading), [6]);
    has(&reading, &wanted);
}

#[test]
fn version_0_4_has_its_own_layout() {
    let reading = fixture("sysbench/pub-0.4.12-oltp.txt");
    assert_eq!(version(&reading), "0.4.12");
    let wanted = [
        "1 | test=oltp, threads=2 | transactions = 7693.41 transactions/s higher",
        "1 | test=oltp, threads=2 | requests = 7693.41 requests/s higher",
        "1 | test=oltp, threads=2 | latency_avg = 0.26 ms lower",
        "1 | test=oltp, threads=2 | latency_max = 0.84 ms lower",
        "1 | test=oltp, threads=2 | latency_p95 = 0.31 ms lower",
    ];
    has(&reading, &wanted);
    let files = "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nNumber of threads: 1\n\
                 150Gb total file size\nBlock size 16Kb\nDoing random r/w test\n\
                 Operations performed:  600 Read, 400 Write, 1186 Other = 2186 Total\n\
                 Read 9.375Mb  Written 6.25Mb  Total transferred 15.625Mb  (53.316Kb/sec)\n\
                     3.33 Requests/sec executed\n\nTest execution summary:\n\
                     total number of events:              1000\n         avg:  158.76ms\nThreads fairness:\n";
    let case = "block_size=16KiB, file_size=150GiB, rw=rndrw, test=fileio, threads=1";
    let wanted = [
        "throughput = 53.316 KiB/s higher",
        "requests = 3.33 requests/s higher",
        "latency_avg = 158.76 ms lower",
    ];
    let reading = read("sysbench", files).unwrap();
    assert_eq!(counts(&reading), [4]);
    has(&reading, &wanted.map(|result| format!("1 | {case} | {result}")));
}

#[test]
fn memory_and_several_runs_in_a_log() {
    let text = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nNumber of threads: 2\n\
                Running memory speed test with the following options:\n  block size: 1KiB\n  operation: write\n\
                Total operations: 2097152 (2924300.28 per second)\n\n2048.00 MiB transferred (2855.76 MiB/sec)\n\
                    total number of events:              2097152\n         min:          0.00\n\
                Threads fairness:\n    events (avg/stddev):           1048576.0000/0.00\n";
    let reading = read("sysbench", &text.repeat(2)).unwrap();
    let expected = [
        "operations = 2924300.28 ops/s higher",
        "throughput = 2855.76 MiB/s higher",
        "events = 2097152 events higher",
        "latency_min = 0 ms lower",
    ];
    let case = "block_size=1KiB, operation=write, test=memory, threads=2";
    let of = |run: usize| expected.map(|result| format!("{run} | {case} | {result}"));
    assert_eq!(lines(&reading), [of(1), of(2)].concat());
}

#[test]
fn failed_and_cut_runs_give_whole_lines_or_none() {
    let failed = "sysbench 1.0.20 (using x)\nGeneral statistics:\n total time:  0.0029s\n\
                  total number of events:   0\nLatency (ms):\n avg: 0.00\nThreads fairness:\n";
    assert!(error("sysbench", failed).contains("no events"));
    let whole = text("sysbench/fileio-rndrw.txt");
    let all = lines(&read("sysbench", &whole).unwrap());
    for at in 0..whole.len() {
        let Ok(reading) = read("sysbench", &whole[..at]) else { continue };
        assert!(!reading.remarks.is_empty() || lines(&reading) == all, "cut at byte {at}");
    }
}

#[test]
fn what_a_mode_does_not_do_is_missing() {
    let reading = fixture("sysbench/fileio-five-modes.txt");
    assert_eq!(counts(&reading), [9, 9, 8, 8, 9]);
    let wanted = [
        "1 | rw=seqwr, block_size=4KiB, file_size=8MiB | writes = 10386.08 writes/s higher",
        "1 | rw=seqwr | throughput_write = 40.57 MiB/s higher",
        "2 | rw=seqrewr | latency_p99 = 3.96 ms lower",
        "3 | rw=seqrd | reads = 32363.59 reads/s higher",
        "4 | rw=rndrd | throughput_read = 116.74 MiB/s higher",
        "5 | rw=rndwr | elapsed = 1.0192 s lower",
    ];
    has(&reading, &wanted);
    assert!(!lines(&reading).iter().any(|line| line.starts_with("1 ") && line.contains("read = ")));
}

#[test]
fn a_memory_rate_below_100000_has_a_blank_before_it() {
    let case = "block_size=1024KiB, operation=read, test=memory, threads=1";
    let wanted = format!("1 | {case} | operations = 523.9 ops/s higher");
    has(&fixture("sysbench/memory-slow.txt"), &[&wanted]);
}

#[test]
fn a_checkpoints_report_is_not_the_run() {
    let reading = fixture("sysbench/checkpoints.txt");
    assert_eq!(counts(&reading), [7]);
    let wanted = ["rate = 827.08 events/s higher", "elapsed = 2.009 s lower", "events = 827 events higher"];
    has(&reading, &wanted.map(|result| format!("1 | prime=10000, test=cpu, threads=1 | {result}")));
    assert_eq!(reading.remarks.len(), 1);
}

#[test]
fn the_command_line_tells_what_version_1_0_does_not() {
    let wanted = ["1 | test=mutex, threads=2 | latency_avg = 1786.53 ms lower"];
    has(&fixture("sysbench/mutex-command.txt"), &wanted);
    let untold = fixture("sysbench/threads-1.0.txt");
    has(&untold, &["1 | threads=4 | events = 6996 events higher"]);
    assert!(remarks(&untold)[0].contains("does not say which test this was"), "{:?}", remarks(&untold));
    let both = format!(
        "{}# sysbench --test=threads run\n{}",
        text("sysbench/mutex-command.txt"),
        text("sysbench/threads-1.0.txt")
    );
    let both = read("sysbench", &both).unwrap();
    has(
        &both,
        &[
            "1 | test=mutex, threads=2 | events = 2 events higher",
            "2 | test=threads, threads=4 | events = 6996 events higher",
        ],
    );
}
