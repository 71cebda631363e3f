use super::*;
use crate::readers::probe::{fixture, lines, value};

#[test]
fn each_time_of_bash_is_a_run() {
    let reading = read(fixture!("time/bash-time-x3.txt")).unwrap();
    assert_eq!(reading.runs.len(), 3);
    let of = |run| lines(&reading.runs[run]);
    assert_eq!(of(0), [" | elapsed = 0.254 s lower", " | user = 0 s lower", " | system = 0.111 s lower"]);
    assert_eq!(of(1), [" | elapsed = 0.227 s lower", " | user = 0 s lower", " | system = 0.111 s lower"]);
    assert_eq!(of(2), [" | elapsed = 0.275 s lower", " | user = 0 s lower", " | system = 0.108 s lower"]);
    let comma = fixture!("time/bash-time-x3.txt").replace('.', ",");
    assert_eq!(read(&comma).unwrap().runs, reading.runs);
    let quoted: String =
        fixture!("time/bash-time-x3.txt").lines().map(|line| format!("> {line}\r\n")).collect();
    assert_eq!(read(&quoted).unwrap().runs, reading.runs);
}

#[test]
fn gnu_time_in_its_three_forms() {
    let short = read(fixture!("time/gnu-time-default.txt")).unwrap();
    assert_eq!(
        lines(&short.runs[0]),
        [
            " | elapsed = 1 s lower",
            " | user = 0.55 s lower",
            " | system = 0 s lower",
            " | cpu = 55 % -",
            " | memory_max = 1824 KiB lower",
        ]
    );
    let posix = read(fixture!("time/posix-p.txt")).unwrap();
    assert_eq!(
        lines(&posix.runs[0]),
        [" | elapsed = 0.5 s lower", " | user = 0 s lower", " | system = 0 s lower"]
    );
    let verbose = read(fixture!("time/gnu-time-v.txt")).unwrap();
    let command =
        "command=sh -c for i in 1 2 3; do /bin/true; done; sleep 0.3; head -c 20000000 /dev/urandom | md5sum";
    let expected = [
        ("user", "0.04 s lower"),
        ("system", "0.08 s lower"),
        ("cpu", "25 % -"),
        ("elapsed", "0.51 s lower"),
        ("memory_max", "1616 KiB lower"),
        ("page_faults_major", "0 faults lower"),
        ("page_faults_minor", "477 faults -"),
        ("context_switches_voluntary", "2719 switches -"),
        ("context_switches_involuntary", "2414 switches -"),
    ];
    assert_eq!(
        lines(&verbose.runs[0]),
        expected.map(|(metric, value)| format!("{command} | {metric} = {value}"))
    );
}

#[test]
fn other_shells_and_wrappers() {
    assert_eq!(value(&read(fixture!("time/zsh.txt")).unwrap(), 0, " | elapsed"), "0.102 s lower");
    assert_eq!(value(&read(fixture!("time/mksh.txt")).unwrap(), 0, " | elapsed"), "0.1 s lower");
    let builds = read(fixture!("time/pub-lkp-kbuild.txt")).unwrap();
    let elapsed: Vec<String> = (0..builds.runs.len()).map(|run| value(&builds, run, " | elapsed")).collect();
    let expected = ["33.544", "34.189", "33.726", "33.565", "33.615", "33.858", "33.363", "33.53"];
    assert_eq!(elapsed, expected.map(|seconds| format!("{seconds} s lower")));
}

#[test]
fn failures_are_told_and_cuts_refused() {
    let failed = read(fixture!("time/gnu-time-failed.txt")).unwrap();
    assert_eq!(failed.remarks[0].text, "the command failed: Command exited with non-zero status 3");
    let text = fixture!("time/bash-time-x3.txt");
    assert_eq!(read(&text[..text.len() - 3]).unwrap_err().line, 12);
    let text = fixture!("time/gnu-time-v.txt");
    let at = text.find("0:00.51").unwrap();
    assert!(read(&text[..at + 5]).is_err());
    let at = text.find(": 2719").unwrap();
    let cut = read(&text[..at + 4]).unwrap();
    assert_eq!(cut.remarks[0].text, "is left out: it has no end and may be cut");
    assert!(!lines(&cut.runs[0]).iter().any(|line| line.contains("context_switches_voluntary")));
}
