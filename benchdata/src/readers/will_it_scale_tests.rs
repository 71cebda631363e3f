use super::HEADER;
use crate::readers::tests::{error, fixture, lines, read, text};

#[test]
fn measured_totals_are_samples() {
    let reading = fixture("will-it-scale/raw-context_switch1.txt");
    let expected =
        ["1 | test=Context switch via pipes | rate = 1058756 1118032 1164916 1173188 ops/s higher"];
    assert_eq!(lines(&reading), expected);
    // The warm-up's totals are left out, and the average it prints is theirs.
    assert_eq!(reading.runs[0].results[0].values.summary().unwrap().mean, 1_128_723.0);
}

#[test]
fn the_table() {
    let expected = [
        "1 | mode=processes, tasks=1 | rate = 2136604 ops/s higher",
        "1 | mode=processes, tasks=1 | idle = 0 % -",
        "1 | mode=threads, tasks=1 | rate = 2315246 ops/s higher",
        "1 | mode=threads, tasks=1 | idle = 0 % -",
        "1 | mode=processes, tasks=2 | rate = 2523448 ops/s higher",
        "1 | mode=processes, tasks=2 | idle = 0 % -",
        "1 | mode=threads, tasks=2 | rate = 2262316 ops/s higher",
        "1 | mode=threads, tasks=2 | idle = 0 % -",
    ];
    assert_eq!(lines(&fixture("will-it-scale/runtest-sched_yield.csv")), expected);
}

#[test]
fn what_was_not_run_is_missing() {
    let text = format!("{HEADER},linear\n0,0,100,0,100,0\n1,5,0.00,0,0.00,5\n");
    let reading = read("will-it-scale", &text).unwrap();
    let expected =
        ["1 | mode=processes, tasks=1 | rate = 5 ops/s higher", "1 | mode=processes, tasks=1 | idle = 0 % -"];
    assert_eq!(lines(&reading), expected);
    assert_eq!(reading.remarks.len(), 1);
}

#[test]
fn cut_texts() {
    let raw = text("will-it-scale/raw-context_switch1.txt");
    assert!(error("will-it-scale", &raw[..raw.find("average").unwrap()]).contains("no result"));
    let table = text("will-it-scale/runtest-sched_yield.csv");
    let cut = &table[..table.find(",0.00,4630492").unwrap()];
    assert!(error("will-it-scale", cut).starts_with("line 4:"));
}
