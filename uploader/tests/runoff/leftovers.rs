//! What a measured command leaves at work would run beside the next run.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::run::spooled_runs;
use crate::server::nowhere;
use crate::sweep::HACKBENCH;
use crate::testbox::TestBox;

/// Starts a process in a session of its own, as a daemon, and notes its id.
fn daemon(command: &str, file: &str) -> String {
    format!("setsid sh -c '{command}' >/dev/null 2>&1 & echo $! > {file}")
}

/// Fails where the process that a file names is at work.
fn without(file: &str) -> String {
    format!("! {{ [ -e {file} ] && kill -0 $(cat {file}); }} || exit 9")
}

fn is_at_work(file: &Path) -> bool {
    let id = fs::read_to_string(file).unwrap();
    Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status().unwrap().success()
}

#[test]
fn what_a_command_leaves_at_work_is_ended_before_the_next_run_and_remarked() {
    let test_box = TestBox::new(&nowhere());
    // One that does not listen, too.
    let deaf = daemon("trap \"\" TERM; while :; do sleep 0.1; done", "deaf");
    let left = daemon("exec sleep 60.25", "left");
    let script = format!("{}; {}; {left}; {deaf}; sleep 0.2; {HACKBENCH}", without("left"), without("deaf"));
    let run = ["run", "--offline", "--box", "b", "--warmup", "1", "--repeat", "2", "--", "sh", "-c", &script];
    let ended = test_box.runoff(&run);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    for run in spooled_runs(&test_box) {
        assert_eq!(run.remarks, ["left at work by the command, and ended: sh, sleep"]);
    }
    assert!(!is_at_work(&test_box.path("left")) && !is_at_work(&test_box.path("deaf")));
}

/// A daemon that is prepared is there for the run, a scheduler that a factor starts for all runs.
#[test]
fn a_sweep_ends_what_its_commands_leave_and_not_what_its_factors_start() {
    let test_box = TestBox::new(&nowhere());
    let plan = format!(
        r#"
        command = """kill -0 $(cat scheduler) && kill -0 $(cat prepared) || exit 8; {}; {}; {HACKBENCH}"""
        prepare = ["""{}; {}"""]
        repeats = 2
        [[factor]]
        name = "scheduler"
        levels = ["rusty"]
        command = """{}; echo {{level}} > level"""
        read = "cat level 2>/dev/null || echo none"
        "#,
        without("left"),
        daemon("exec sleep 60.25", "left"),
        without("prepared"),
        daemon("exec sleep 60.5", "prepared"),
        daemon("exec sleep 60.75", "scheduler"),
    );
    test_box.file("p.toml", plan, 0);
    let swept = test_box.runoff(&["sweep", "p.toml", "--offline", "--box", "b"]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    for run in spooled_runs(&test_box) {
        assert_eq!(run.remarks, ["left at work by the command, and ended: sleep"]);
    }
    assert!(!is_at_work(&test_box.path("left")) && !is_at_work(&test_box.path("prepared")));
    assert!(is_at_work(&test_box.path("scheduler")));
    Command::new("kill")
        .arg(fs::read_to_string(test_box.path("scheduler")).unwrap().trim())
        .status()
        .unwrap();
}
