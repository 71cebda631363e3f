use super::super::checks::values;
use super::*;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("fixtures/perf-bench/", $name))
    };
}

#[test]
fn messaging_and_pipe() {
    assert_eq!(
        values(&read(fixture!("sched-messaging.txt")).unwrap()),
        ["0 | groups=4 processes=160 test=sched/messaging | elapsed 0.581 s lower"]
    );
    assert_eq!(
        values(&read(fixture!("pub-lkp-messaging.txt")).unwrap()),
        ["0 | groups=10 processes=400 test=sched/messaging | elapsed 0.055 s lower"]
    );
    assert_eq!(
        values(&read(fixture!("sched-pipe.txt")).unwrap()),
        [
            "0 | loops=20000 test=sched/pipe | elapsed 0.094 s lower",
            "0 | loops=20000 test=sched/pipe | time_per_op 4.73405 us lower",
            "0 | loops=20000 test=sched/pipe | rate 211235 ops/s higher",
        ]
    );
}

#[test]
fn threads_of_futex_hash_are_no_repeats() {
    let case = "futex_kind=private futexes=1024 runtime=2 test=futex/hash";
    assert_eq!(
        values(&read(fixture!("futex-hash.txt")).unwrap()),
        [
            format!("0 | {case} thread=0 threads=2 | thread_rate 1037312 ops/s higher"),
            format!("0 | {case} thread=1 threads=2 | thread_rate 1084928 ops/s higher"),
            format!("0 | {case} threads=2 | rate 1061120 ops/s higher"),
        ]
    );
}

#[test]
fn rounds_are_samples_and_functions_are_cases() {
    let reading = read(fixture!("futex-wake.txt")).unwrap();
    let [result] = reading.runs[0].results.as_slice() else { panic!("{:?}", values(&reading)) };
    assert_eq!(result.values.samples().len(), 10);
    assert_eq!(result.series.metric.as_str(), "wake_time");
    assert!(
        values(&read(fixture!("mem-memcpy.txt")).unwrap())[0]
            .starts_with("0 | function=default size=1MB test=mem/memcpy | throughput ")
    );
}

#[test]
fn the_simple_form_is_read_only_by_name() {
    let simple = fixture!("sched-pipe-simple.txt");
    assert_eq!(recognise(simple), None);
    assert_eq!(values(&read(simple).unwrap()), ["0 |  | elapsed 0.153 s lower"]);
    assert!(read("20165432012.123456\n").is_err());
}

#[test]
fn old_headings_repeats_and_cuts() {
    let text = fixture!("sched-messaging.txt");
    let twice =
        format!("{text}{text}").replace("'sched/messaging' benchmark:", "sched/messaging benchmark...");
    assert_eq!(read(&twice).unwrap().runs.len(), 2);
    assert!(
        read(text.strip_suffix(" [sec]\n").unwrap()).unwrap_err().to_string().starts_with("line 5: found")
    );
    assert!(read(&text.replace("0.581", "0,581")).is_err());
}
