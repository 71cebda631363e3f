use super::*;
use crate::readers::probe::{fixture, lines, value};

#[test]
fn json_gives_every_time() {
    let reading = read(fixture!("hyperfine/three-commands.json")).unwrap();
    assert_eq!(reading.runs.len(), 1);
    assert_eq!(
        lines(&reading.runs[0])[..3],
        [
            "command=sleep 0.02 | elapsed = 0.028462085 0.024224699000000002 0.02397385 0.413319704 0.7801651030000001 s lower",
            "command=sleep 0.02 | user = 0.0011899999999999999 s lower",
            "command=sleep 0.02 | system = 0 s lower",
        ]
    );
    let mean = |at: usize| reading.runs[0].results[at].values.summary().unwrap().mean;
    assert!((mean(0) - 0.254_029_088_2).abs() < 1e-12);
    assert!((mean(3) - 0.000_650_087_2).abs() < 1e-12);
    assert!((mean(6) - 0.001_258_615_8).abs() < 1e-12);
    let scan = read(fixture!("hyperfine/scan.json")).unwrap();
    assert!(lines(&scan.runs[0])[3].starts_with("command=sleep 0.002, n=2 | elapsed = "));
}

#[test]
fn json_that_is_cut_overwritten_or_appended() {
    let json = fixture!("hyperfine/three-commands.json");
    let error = read(&json[..json.len() - 200]).unwrap_err();
    assert!(error.line > 50 && error.found.contains("EOF"), "{error}");
    let error = read(&format!("{json}0.1 ms\n")).unwrap_err();
    assert!(error.line >= 77, "{error}");
    assert_eq!(read(&format!("{json}{json}")).unwrap().runs.len(), 2);
    let failed = json.replacen("        0,", "        1,", 2);
    assert_eq!(read(&failed).unwrap().remarks[0].text, "\"sleep 0.02\" failed 2 times");
}

#[test]
fn csv_gives_means_without_times() {
    let reading = read(fixture!("hyperfine/summary.csv")).unwrap();
    let of = |begin: &str| value(&reading, 0, begin);
    assert_eq!(of("command=sleep 0.01 | elapsed"), "0.012209649750000003 s lower");
    assert_eq!(of("command=sleep 0.02 | elapsed"), "0.022672650500000002 s lower");
    assert_eq!(of("command=sleep 0.02 | elapsed_stddev"), "0.0013394731022613575 s lower");
    assert_eq!(of("command=sleep 0.01 | elapsed_max"), "0.015943966 s lower");
    let scan = read(fixture!("hyperfine/scan.csv")).unwrap();
    assert!(value(&scan, 0, "command=sleep 0.001, n=1 | elapsed_max").starts_with("0.00797"));
    let text = fixture!("hyperfine/summary.csv");
    let cut = read(&text[..text.len() - 4]).unwrap();
    assert_eq!(cut.remarks[0].text, "max is left out: its line has no end and may be cut");
    assert!(!lines(&cut.runs[0]).iter().any(|line| line.contains("0.02 | elapsed_max")));
    assert_eq!(read(&text[..text.len() - 20]).unwrap_err().line, 3);
}

#[test]
fn tables_name_their_unit_in_the_header() {
    let reading = read(fixture!("hyperfine/summary.md")).unwrap();
    assert_eq!(
        lines(&reading.runs[0])[..5],
        [
            "command=sleep 0.01 | elapsed = 11.6 ms lower",
            "command=sleep 0.01 | elapsed_min = 10.3 ms lower",
            "command=sleep 0.01 | elapsed_max = 12.7 ms lower",
            "command=sleep 0.01 | elapsed_stddev = 1.2 ms lower",
            "command=sleep 0.02 | elapsed = 25.1 ms lower",
        ]
    );
    assert_eq!(value(&reading, 0, "command=sleep 0.02 | elapsed_stddev"), "3.5 ms lower");
    let org = read(fixture!("hyperfine/scan.org")).unwrap();
    assert_eq!(value(&org, 0, "command=sleep 0.002 | elapsed"), "3.9 ms lower");
    let bar = "| Command | Mean [s] | Min [s] | Max [s] | Relative |\n|:---|---:|---:|---:|---:|\n\
               | `a \\| b` | 1.000 | 1.000 | 1.000 | 1.00 |\n";
    assert_eq!(lines(&read(bar).unwrap().runs[0])[0], "command=a | b | elapsed = 1 s lower");
}

#[test]
fn what_it_prints_is_a_summary() {
    let reading = read(fixture!("hyperfine/text.txt")).unwrap();
    assert_eq!(
        lines(&reading.runs[0]),
        [
            "command=sleep 0.05 | elapsed = 50.6 of 4 (Some(49.7) to Some(53.2), sd Some(1.7)) ms lower",
            "command=sleep 0.05 | user = 0.7 ms lower",
            "command=sleep 0.05 | system = 0.4 ms lower",
            "command=ls /nope | elapsed = 2.5 of 4 (Some(0.0) to Some(5.4), sd Some(2.9)) ms lower",
            "command=ls /nope | user = 1.2 ms lower",
            "command=ls /nope | system = 0 ms lower",
        ]
    );
    assert_eq!(reading.remarks[0].text, "the command failed");
    let one =
        "Benchmark 1: make\n  Time (abs ≡):        1.001 s               [User: 0.6 ms, System: 0.8 ms]\n";
    assert_eq!(lines(&read(one).unwrap().runs[0])[0], "command=make | elapsed = 1.001 s lower");
    let cut =
        "Benchmark 1: make\n  Time (mean ± σ):      50.6 ms ±   1.7 ms    [User: 0.7 ms, System: 0.4 ms]\n";
    assert!(read(cut).unwrap_err().found.contains("range is missing"));
}
