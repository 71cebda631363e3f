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
fn epoll_ctl_counts_what_its_threads_did() {
    let wanted = [
        "1 | fds=64, operation=add, runtime=1, test=epoll/ctl, threads=2 | operations = 108608 operations higher",
        "1 | fds=64, operation=mod, runtime=1, test=epoll/ctl, thread=1, threads=2 \
         | thread_operations = 18432 operations higher",
    ];
    let reading = fixture("perf-bench/epoll-ctl-2threads.txt");
    assert_eq!(counts(&reading), [9]);
    has(&reading, &wanted);
}

#[test]
fn numa_tells_speeds_in_words_and_in_phrases() {
    let reading = fixture("perf-bench/numa-mem.txt");
    let case = "arguments=-p 1 -t 2 -P 32 -l 5, test=numa/mem";
    let wanted = [
        "total_speed = 1.099 GB/s higher",
        "thread_speed = 0.55 GB/s higher",
        "runtime_max = 0.315 s lower",
        "runtime_min = 0 s lower",
        "runtime_avg = 0.287 s lower",
        "runtime_spread = 50 % lower",
        "time_per_byte = 1.819 ns lower",
        "thread_data = 0.173 GB -",
        "data = 0.346 GB -",
    ];
    has(&reading, &wanted.map(|result| format!("1 | {case} | {result}")));
    let quiet = fixture("perf-bench/numa-mem-quiet.txt");
    let case = "arguments=-p 1 -t 1 -P 4 -l 2 -q, test=numa/mem";
    assert_eq!(counts(&quiet), [9]);
    let wanted = ["total_speed = 1.166 GB/s higher", "time_per_byte = 0.858 ns lower"];
    has(&quiet, &wanted.map(|result| format!("1 | {case} | {result}")));
}

#[test]
fn internals_tell_the_time_of_each_step() {
    let reading = fixture("perf-bench/internals.txt");
    let wanted = [
        "1 | step=synthesis, test=internals/synthesize | step_time = 131.8 us lower",
        "1 | step=data synthesis, test=internals/synthesize | event_time = 0.657 us lower",
        "1 | step=kallsyms__parse, test=internals/kallsyms-parse | step_time = 133.512 ms lower",
        "1 | step=build-id-all injection, test=internals/inject-build-id | memory = 9624 KiB lower",
        "1 | step=build-id injection, test=internals/inject-build-id | event_time = 2.341 us lower",
    ];
    has(&reading, &wanted);
    let bits = fixture("perf-bench/find-bit.txt");
    has(
        &bits,
        &[
            "1 | bits=8, bits_set=4, operations=1, step=for_each_set_bit, test=mem/find_bit | step_time = 0.333 us lower",
            "1 | bits=8, bits_set=4, operations=1, step=test_bit loop, test=mem/find_bit | step_time = 0 us lower",
        ],
    );
}

#[test]
fn uprobe_counts_in_whole_microseconds() {
    let text = "# Running 'uprobe/empty' benchmark:\n# Executed 1,000 usleep(1000) calls\n\
                \x20    Total time: 1,117,376 usecs +64,294 to baseline\n\n 1,117.376 usecs/op 64.294 usecs/op to baseline\n";
    let expected = [
        "1 | test=uprobe/empty | elapsed = 1117376 us lower",
        "1 | test=uprobe/empty | time_per_op = 1117.376 us lower",
    ];
    assert_eq!(lines(&read("perf-bench", text).unwrap()), expected);
    assert!(read("perf-bench", &text.replace("1,117,376 usecs", "1.117.376 usecs")).is_err());
}

#[test]
fn a_test_without_a_known_result_is_said_to_be_one() {
    let nothing = "# Running 'new/test' benchmark:\nwhatever: 1 yes\n";
    assert!(error("perf-bench", nothing).contains("no line of this test is a result that is known here"));
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
