use crate::readers::tests::{counts, fixture, has, lines, read, remarks, text};

#[test]
fn each_time_of_bash_is_a_run() {
    let reading = fixture("time/bash-time-x3.txt");
    let expected = [
        "1 |  | elapsed = 0.254 s lower",
        "1 |  | user = 0 s lower",
        "1 |  | system = 0.111 s lower",
        "2 |  | elapsed = 0.227 s lower",
        "2 |  | user = 0 s lower",
        "2 |  | system = 0.111 s lower",
        "3 |  | elapsed = 0.275 s lower",
        "3 |  | user = 0 s lower",
        "3 |  | system = 0.108 s lower",
    ];
    assert_eq!(lines(&reading), expected);
    // `0m0,254s`, as bash prints it in a German locale.
    let comma = text("time/bash-time-x3.txt").replace('.', ",");
    assert_eq!(read("time", &comma).unwrap().runs, reading.runs);
}

#[test]
fn gnu_time_in_its_three_forms() {
    let expected = [
        "1 |  | elapsed = 1 s lower",
        "1 |  | user = 0.55 s lower",
        "1 |  | system = 0 s lower",
        "1 |  | cpu = 55 % -",
        "1 |  | memory_max = 1824 KiB lower",
    ];
    assert_eq!(lines(&fixture("time/gnu-time-default.txt")), expected);
    let expected = ["1 |  | elapsed = 0.5 s lower", "1 |  | user = 0 s lower", "1 |  | system = 0 s lower"];
    assert_eq!(lines(&fixture("time/posix-p.txt")), expected);
    let command =
        "command=sh -c for i in 1 2 3; do /bin/true; done; sleep 0.3; head -c 20000000 /dev/urandom | md5sum";
    let expected = [
        "user = 0.04 s lower",
        "system = 0.08 s lower",
        "cpu = 25 % -",
        "elapsed = 0.51 s lower",
        "memory_max = 1616 KiB lower",
        "page_faults_major = 0 faults lower",
        "page_faults_minor = 477 faults -",
        "context_switches_voluntary = 2719 switches -",
        "context_switches_involuntary = 2414 switches -",
    ];
    let verbose = fixture("time/gnu-time-v.txt");
    assert_eq!(lines(&verbose), expected.map(|result| format!("1 | {command} | {result}")));
}

#[test]
fn other_shells() {
    has(&fixture("time/zsh.txt"), &["1 |  | elapsed = 0.102 s lower"]);
    has(&fixture("time/mksh.txt"), &["1 |  | elapsed = 0.1 s lower"]);
    let expected = [
        "1 |  | elapsed = 0.45 s lower",
        "1 |  | user = 0.181 s lower",
        "1 |  | system = 0.012 s lower",
        "1 |  | cpu = 42.2 % -",
    ];
    assert_eq!(lines(&fixture("time/tcsh.txt")), expected);
}

#[test]
fn a_minute_of_zsh_has_three_decimals() {
    has(&fixture("time/zsh-minute.txt"), &["1 |  | elapsed = 62.104 s lower", "1 |  | user = 0 s lower"]);
}

#[test]
fn each_build_of_lkps_kbuild_is_a_run() {
    let builds = fixture("time/pub-lkp-3iter.txt");
    // The `runtime` of all builds together is none of them.
    assert_eq!(counts(&builds), [3; 8]);
    let expected = [33.544, 34.189, 33.726, 33.565, 33.615, 33.858, 33.363, 33.53];
    for (run, seconds) in (1..).zip(expected) {
        has(&builds, &[&format!("{run} |  | elapsed = {seconds} s lower")]);
    }
}

#[test]
fn failures_are_told_and_cuts_refused() {
    let failed = fixture("time/gnu-time-failed.txt");
    assert_eq!(remarks(&failed), ["line 1: the command failed: Command exited with non-zero status 3"]);
    let bash = text("time/bash-time-x3.txt");
    assert_eq!(read("time", &bash[..bash.len() - 3]).unwrap_err().line, 12);
    let verbose = text("time/gnu-time-v.txt");
    let at = verbose.find("0:00.51").unwrap();
    assert!(read("time", &verbose[..at + 5]).is_err());
    let at = verbose.find(": 2719").unwrap();
    let cut = read("time", &verbose[..at + 4]).unwrap();
    assert_eq!(cut.remarks[0].text, "is left out: it has no end and may be cut");
    assert!(!lines(&cut).iter().any(|line| line.contains("context_switches_voluntary")));
}
