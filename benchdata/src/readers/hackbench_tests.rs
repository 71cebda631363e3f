use super::super::checks::values;
use super::*;

macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!("fixtures/hackbench/", $name))
    };
}

#[test]
fn one_execution() {
    let reading = read(fixture!("rt-tests-default.txt")).unwrap();
    assert_eq!(
        values(&reading),
        ["0 | fds=40 groups=10 loops=200 mode=process size=100 tasks=400 | elapsed 1.042 s lower"]
    );
}

#[test]
fn five_executions_are_five_runs() {
    let reading = read(fixture!("rt-tests-threads-pipe-x5.txt")).unwrap();
    let case = "fds=40 groups=4 loops=300 mode=threads size=256 tasks=160";
    let expected = ["0.238", "0.324", "0.301", "0.365", "0.376"];
    let expected: Vec<String> =
        (0..5).map(|run| format!("{run} | {case} | elapsed {} s lower", expected[run])).collect();
    assert_eq!(values(&reading), expected);
}

#[test]
fn a_command_line_tells_of_pipes() {
    let reading = read(fixture!("pub-lkp-multi-iter.txt")).unwrap();
    let case = "fds=40 groups=256 loops=30000 mode=process size=100 tasks=10240 transport=pipe";
    let expected = ["9.541", "10.018", "12.241", "9.95", "10.014", "10.497", "9.924", "9.998"];
    let expected: Vec<String> =
        (0..8).map(|run| format!("{run} | {case} | elapsed {} s lower", expected[run])).collect();
    assert_eq!(values(&reading), expected);
}

#[test]
fn the_line_of_old_versions_and_a_bare_time() {
    let reading = read("> Running with 2*40 (== 80) tasks.\n> Time: 0.071\n> Time: 0.100\n").unwrap();
    assert_eq!(
        values(&reading),
        ["0 | fds=40 groups=2 tasks=80 | elapsed 0.071 s lower", "0 |  | elapsed 0.1 s lower"]
    );
}

#[test]
fn what_is_cut_or_damaged_gives_no_wrong_number() {
    let error = |text| read(text).unwrap_err().to_string();
    assert_eq!(
        error("Time: 1,042\n"),
        "line 1: found 1,042, expected seconds with a decimal point, as in Time: 0.238"
    );
    assert_eq!(
        error("\nTime: 1.0"),
        "line 2: found the end of the text within a time, expected a time with three decimals"
    );
    let cut = "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\n";
    assert!(error(cut).contains("no result"));
    let reading = read(&format!("{cut}{cut}Time: 1.042\n")).unwrap();
    assert_eq!(reading.remarks.len(), 1);
    assert_eq!(reading.runs[0].results[0].series.case.get("groups").unwrap().as_str(), "10");
}
