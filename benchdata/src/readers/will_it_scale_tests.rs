use super::super::checks::values;
use super::*;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("fixtures/will-it-scale/", $name))
    };
}

#[test]
fn measured_totals_are_samples() {
    assert_eq!(
        values(&read(fixture!("raw-context_switch1.txt")).unwrap()),
        ["0 | test=Context switch via pipes | rate 1058756 1118032 1164916 1173188 ops/s higher"]
    );
}

#[test]
fn the_table() {
    assert_eq!(
        values(&read(fixture!("runtest-sched_yield.csv")).unwrap()),
        [
            "0 | mode=processes tasks=1 | rate 2136604 ops/s higher",
            "0 | mode=processes tasks=1 | idle 0 %",
            "0 | mode=threads tasks=1 | rate 2315246 ops/s higher",
            "0 | mode=threads tasks=1 | idle 0 %",
            "0 | mode=processes tasks=2 | rate 2523448 ops/s higher",
            "0 | mode=processes tasks=2 | idle 0 %",
            "0 | mode=threads tasks=2 | rate 2262316 ops/s higher",
            "0 | mode=threads tasks=2 | idle 0 %",
        ]
    );
}

#[test]
fn what_was_not_run_is_missing() {
    let reading = read(&format!("{HEADER},linear\n0,0,100,0,100,0\n1,5,0.00,0,0.00,5\n")).unwrap();
    assert_eq!(
        values(&reading),
        ["0 | mode=processes tasks=1 | rate 5 ops/s higher", "0 | mode=processes tasks=1 | idle 0 %"]
    );
    assert_eq!(reading.remarks.len(), 1);
}

#[test]
fn cut_texts() {
    let raw = fixture!("raw-context_switch1.txt");
    assert!(read(&raw[..raw.find("average").unwrap()]).unwrap_err().to_string().contains("no result"));
    let table = fixture!("runtest-sched_yield.csv");
    assert!(
        read(&table[..table.find(",0.00,4630492").unwrap()]).unwrap_err().to_string().starts_with("line 4:")
    );
}
