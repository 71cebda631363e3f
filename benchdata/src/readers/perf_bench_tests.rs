use crate::readers::perf_bench::recognise;
use crate::readers::tests::{counts, error, fixture, has, lines, read, remarks, text};

#[test]
fn messaging_and_pipe() {
    let expected = ["1 | groups=4, processes=160, test=sched/messaging | elapsed = 0.581 s lower"];
    assert_eq!(lines(&fixture("perf-bench/sched-messaging.txt")), expected);
    let expected = ["1 | groups=10, processes=400, test=sched/messaging | elapsed = 0.055 s lower"];
    assert_eq!(lines(&fixture("perf-bench/pub-lkp-messaging.txt")), expected);
    let expected = [
        "1 | loops=20000, test=sched/pipe | elapsed = 0.094 s lower",
        "1 | loops=20000, test=sched/pipe | time_per_op = 4.73405 us lower",
        "1 | loops=20000, test=sched/pipe | rate = 211235 ops/s higher",
    ];
    assert_eq!(lines(&fixture("perf-bench/sched-pipe.txt")), expected);
}

#[test]
fn threads_of_futex_hash_are_no_repeats() {
    let case = "futex_kind=private, futexes=1024, runtime=2, test=futex/hash";
    let expected = [
        "thread=0, threads=2 | thread_rate = 1037312 ops/s higher",
        "thread=1, threads=2 | thread_rate = 1084928 ops/s higher",
        "threads=2 | rate = 1061120 ops/s higher",
    ];
    let reading = fixture("perf-bench/futex-hash.txt");
    assert_eq!(lines(&reading), expected.map(|result| format!("1 | {case}, {result}")));
}

#[test]
fn rounds_are_samples_and_functions_are_cases() {
    let expected = "1 | futex_kind=private, test=futex/wake, threads=2, woken_at_once=1 \
                    | wake_time = 0.276 0.114 0.011 0.089 0.01 0.01 0.011 0.008 0.07 0.011 ms lower";
    assert_eq!(lines(&fixture("perf-bench/futex-wake.txt")), [expected]);
    let wanted = ["1 | function=default, size=1MB, test=mem/memcpy | throughput = 10.606739 GiB/s higher"];
    has(&fixture("perf-bench/mem-memcpy.txt"), &wanted);
}

#[test]
fn what_counts_instead_of_timing_is_passed() {
    let counts_only = text("perf-bench/epoll-ctl.txt");
    assert!(error("perf-bench", &counts_only).contains("this test printed no result"));
    let both = read("perf-bench", &format!("{counts_only}{}", text("perf-bench/sched-pipe.txt"))).unwrap();
    assert_eq!(counts(&both), [3]);
    let waking = fixture("perf-bench/futex-wake-parallel.txt");
    let case = "futex_kind=private, test=futex/wake-parallel, threads=4, waking_threads=2, woken_at_once=2";
    assert!(lines(&waking)[0].starts_with(&format!("1 | {case} | wake_time = 0.1315 0.0055 0.031 ")));
}

#[test]
fn the_simple_form_is_read_only_by_name() {
    assert_eq!(recognise(&text("perf-bench/sched-pipe-simple.txt")), None);
    let reading = fixture("perf-bench/sched-pipe-simple.txt");
    assert_eq!(lines(&reading), ["1 |  | elapsed = 0.153 s lower"]);
    let expected = ["line 1: bare numbers (--format=simple) do not say which test ran"];
    assert_eq!(remarks(&reading), expected);
    assert!(read("perf-bench", "20165432012.123456\n").is_err());
}

#[test]
fn old_headings_repeats_and_cuts() {
    let text = text("perf-bench/sched-messaging.txt");
    let twice =
        format!("{text}{text}").replace("'sched/messaging' benchmark:", "sched/messaging benchmark...");
    assert_eq!(counts(&read("perf-bench", &twice).unwrap()), [1, 1]);
    assert!(error("perf-bench", text.strip_suffix(" [sec]\n").unwrap()).starts_with("line 5: found"));
    assert!(read("perf-bench", &text.replace("0.581", "0,581")).is_err());
}

#[test]
fn a_cut_unit_gives_no_second_sample() {
    let expected = [
        "1 | test=breakpoint/thread, threads=10 | elapsed = 0.048 s lower",
        "1 | test=breakpoint/thread, threads=10 | time_per_op = 4870.8 us lower",
    ];
    assert_eq!(lines(&fixture("perf-bench/breakpoint-thread.txt")), expected);
    let text = text("perf-bench/breakpoint-thread.txt");
    let cut = text.strip_suffix("/cpu\n").unwrap();
    assert_eq!(lines(&read("perf-bench", cut).unwrap()), expected);
}
