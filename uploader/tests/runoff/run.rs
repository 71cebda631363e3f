//! `runoff run`: measures a command on this box.

use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use assert_cmd::cargo::cargo_bin;
use benchdata::run::{Run, Values};
use benchdata::wire::runs_from_json;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::machine::unpack;
use crate::server::{Reply, Server, nowhere};
use crate::testbox::{TestBox, ended};

/// Prints what hackbench prints, the second line to standard error.
const HACKBENCH: &str = "echo 'Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)'; \
     echo 'Each sender will pass 100 messages of 100 bytes' >/dev/stderr; echo 'Time: 0.250'";

pub(crate) fn spooled_runs(test_box: &TestBox) -> Vec<Run> {
    test_box.spooled().iter().flat_map(|path| runs_from_json(&fs::read(path).unwrap()).unwrap()).collect()
}

fn outputs(test_box: &TestBox) -> Vec<String> {
    let outputs = test_box.in_spool().into_iter().filter(|path| path.extension().is_some_and(|e| e == "out"));
    outputs.map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_run_is_measured_kept_and_sent_with_the_facts_and_all_that_was_printed_in_order() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    let arguments =
        ["run", "--repeat", "3", "--box", "bigbox", "--set", "groups=10", "--", "sh", "-c", HACKBENCH];
    let run = test_box.runoff(&arguments);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 3), "{}", run.stderr);
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let runs: Vec<Run> =
        server.requests().iter().flat_map(|request| runs_from_json(&request.body).unwrap()).collect();
    let printed = "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\n\
                   Each sender will pass 100 messages of 100 bytes\nTime: 0.250\n";
    for run in &runs {
        assert_eq!((run.benchmark.as_str(), run.label.as_str()), ("hackbench", release.trim()));
        assert_eq!(run.results[0].values, Values::Samples(vec![0.25]));
        assert_eq!(run.environment["kernel.release"].as_str(), release.trim());
        assert_eq!(String::from_utf8_lossy(&run.sources[0].bytes), printed);
    }
    assert!(runs.windows(2).all(|pair| pair[0].started < pair[1].started));
    assert!(test_box.in_spool().is_empty());
}

#[test]
fn the_time_of_a_command_that_no_reader_knows_can_be_measured() {
    let test_box = TestBox::new(&nowhere());
    let run = test_box.runoff(&["run", "--offline", "--time", "--box", "b", "--", "sh", "-c", "sleep 0.2"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let runs = spooled_runs(&test_box);
    assert_eq!((runs[0].benchmark.as_str(), runs[0].results[0].series.metric.as_str()), ("sh", "elapsed"));
    assert!(runs[0].results[0].values.summary().unwrap().mean >= 0.2);
}

#[test]
fn a_command_that_fails_gives_no_result_and_what_it_printed_is_kept() {
    let test_box = TestBox::new(&nowhere());
    let script = format!("{HACKBENCH}; exit 3");
    let run = test_box.runoff(&["run", "--box", "b", "--repeat", "2", "--", "sh", "-c", &script]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.starts_with("run 1 of 2 gives no result: the command failed with exit status: 3"),
        "{}",
        run.stderr
    );
    assert!(test_box.spooled().is_empty());
    let kept = outputs(&test_box);
    assert!(kept.len() == 1 && kept[0].ends_with("Time: 0.250\n"), "{kept:?}");
    assert!(run.stderr.contains(test_box.in_spool()[0].to_str().unwrap()));
}

#[test]
fn an_output_that_nobody_reads_is_kept_and_the_line_at_fault_named() {
    let test_box = TestBox::new(&nowhere());
    let run = test_box.runoff(&["run", "--box", "b", "--", "echo", "hello"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("no known tool prints this"), "{}", run.stderr);
    assert_eq!(outputs(&test_box), ["hello\n"]);
}

/// On the list, a kernel said to be under the anticipatory scheduler had booted with cfq.
#[test]
fn a_scheduler_that_is_not_active_is_refused_before_measuring_unless_forced() {
    let machine = unpack("virtual");
    let scheduler = machine.path().join("sys/class/block/vda/queue/scheduler");
    fs::write(scheduler, "noop anticipatory deadline [cfq]\n").unwrap();
    let root = machine.path().to_str().unwrap();
    let test_box = TestBox::new(&nowhere());
    let script = format!("touch measured; {HACKBENCH}");
    let run = |force: &[&'static str]| {
        let options =
            ["run", "--offline", "--box", "b", "--root", root, "--target", "/", "--set", "elevator=as"];
        let command = ["--", "sh", "-c", script.as_str()];
        test_box.runoff(&[&options[..], force, &command[..]].concat())
    };
    let refused = run(&[]);
    assert_eq!((refused.code, test_box.path("measured").exists()), (2, false));
    let said = "runoff: elevator=as is declared, but env.block.vda.scheduler=cfq was active: nothing was measured. \
                Set the level that is meant";
    assert!(refused.stderr.starts_with(said), "{}", refused.stderr);
    assert!(refused.stderr.contains("--force"));

    let forced = run(&["--force"]);
    assert_eq!(forced.code, 0, "{}", forced.stderr);
    let runs = spooled_runs(&test_box);
    assert_eq!(runs[0].factors["elevator"].as_str(), "as");
    let spool = test_box.path(".local/state/runoff/spool");
    let compared = test_box.runoff(&["compare", spool.to_str().unwrap()]);
    assert!(compared.stdout.contains("elevator=as is declared, but"), "{}", compared.stdout);
}

#[test]
fn facts_that_change_while_it_runs_are_remarked() {
    let machine = unpack("virtual");
    let root = machine.path().to_str().unwrap();
    let test_box = TestBox::new(&nowhere());
    let swappiness = machine.path().join("proc/sys/vm/swappiness");
    fs::create_dir_all(swappiness.parent().unwrap()).unwrap();
    fs::write(&swappiness, "60\n").unwrap();
    let script = format!("echo 7 > {}; {HACKBENCH}", swappiness.display());
    let options = ["run", "--offline", "--box", "b", "--root", root, "--target", "/", "--", "sh", "-c"];
    let run = test_box.runoff(&[&options[..], &[&script]].concat());
    assert!(run.stderr.contains("changed while it ran: env.vm.swappiness from 60 to 7"), "{}", run.stderr);
    let remarks = spooled_runs(&test_box)[0].remarks.clone();
    assert_eq!(remarks, ["changed while it ran: env.vm.swappiness from 60 to 7"]);
}

#[test]
fn the_time_limit_ends_the_whole_process_group() {
    let test_box = TestBox::new(&nowhere());
    // The group's leader and a child that does not listen.
    let script = "(trap '' TERM; echo $BASHPID > child; while :; do sleep 0.05; done) & sleep 60";
    let run = test_box.runoff(&["run", "--box", "b", "--time-limit", "1", "--", "/bin/bash", "-c", script]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("the command took longer than 1 s and was ended"), "{}", run.stderr);
    assert!(is_gone(&test_box, "child"));
}

/// What it did would be measured too: not once does it wake.
#[test]
fn runoff_sleeps_while_the_command_runs() {
    let test_box = TestBox::new(&nowhere());
    let count = "grep -h ctxt /proc/$PPID/task/*/status";
    let script = format!("sleep 0.5; {count} > before; sleep 1; {count} > after; {HACKBENCH}");
    let run = test_box.runoff(&["run", "--offline", "--box", "b", "--", "sh", "-c", &script]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let [before, after] = ["before", "after"].map(|file| fs::read_to_string(test_box.path(file)).unwrap());
    assert!(before.contains("voluntary_ctxt_switches"), "{before}");
    assert_eq!(before, after);
}

#[test]
fn a_signal_ends_the_group_and_keeps_what_was_measured() {
    let test_box = TestBox::new(&nowhere());
    let script = format!("echo $$ > child; [ -e first ] && sleep 60; touch first; {HACKBENCH}");
    let mut runoff = spawn(&test_box, &["run", "--box", "b", "--repeat", "3", "--", "sh", "-c", &script]);
    wait_for(|| test_box.path("first").exists() && test_box.spooled().len() == 1);
    thread::sleep(Duration::from_millis(200));
    kill(Pid::from_raw(runoff.id().cast_signed()), Signal::SIGINT).unwrap();
    assert_eq!(runoff.wait().unwrap().code(), Some(130));
    assert_eq!(spooled_runs(&test_box).len(), 1);
    assert!(is_gone(&test_box, "child"));
}

/// The command, at work.
pub(crate) fn spawn(test_box: &TestBox, arguments: &[&str]) -> Child {
    Command::new(cargo_bin("runoff"))
        .args(arguments)
        .env_clear()
        .env("HOME", test_box.path(""))
        .env("PATH", "/usr/bin:/bin")
        .current_dir(test_box.path(""))
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until something is so, but not for ever.
pub(crate) fn wait_for(is_so: impl Fn() -> bool) {
    let happened = (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        is_so()
    });
    assert!(happened, "it did not happen in ten seconds");
}

/// Whether the process whose id is in a file has ended; one that nobody waited for has too.
pub(crate) fn is_gone(test_box: &TestBox, file: &str) -> bool {
    let id = fs::read_to_string(test_box.path(file)).unwrap();
    let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
    stat.rsplit(") ").next().is_none_or(|state| state.is_empty() || state.starts_with('Z'))
}

#[test]
fn what_is_wrong_with_the_command_line_is_told_before_anything_is_measured() {
    let test_box = TestBox::new("");
    for (arguments, said) in [
        (
            &["run", "--box", "b", "--set", "a=1", "--set", "a=2", "--", "touch", "x"][..],
            "--set gives a twice",
        ),
        (&["run", "--box", "b", "--target", "nowhere", "--", "touch", "x"], "nowhere: No such file"),
        (&["run", "--box", "b", "--time", "--format", "fio", "--", "touch", "x"], "cannot be used with"),
        (&["run", "--box", "b"], "required"),
    ] {
        let run = ended(&mut test_box.bare_command(arguments));
        assert!(run.code != 0 && run.stderr.contains(said), "{}", run.stderr);
        assert!(!test_box.path("x").exists());
    }
    let run = ended(&mut test_box.bare_command(&["run", "--box", "b", "--", "no-such-command"]));
    assert!(run.code == 1 && run.stderr.contains("cannot be started"), "{}", run.stderr);
}

/// Whatever the server does, what was measured arrives, once, and the command goes on.
#[test]
fn five_hundred_runs_arrive_once_through_a_server_of_all_moods() {
    let moods = [
        Reply::Answer(500, "", ""),
        Reply::Cut,
        Reply::StoreLate(Duration::from_millis(100)),
        Reply::Answer(429, "", ""),
        Reply::Answer(401, "", ""),
        Reply::Answer(503, "", ""),
        Reply::Answer(404, "", ""),
    ];
    let replies: Vec<Reply> =
        moods.into_iter().flat_map(|mood| [&[mood], &[const { Reply::Store }; 29][..]].concat()).collect();
    let server = Server::cycling(&replies);
    let test_box = TestBox::new(&server.url);
    let run_fifty = &|number| {
        let url = if number % 3 == 1 { nowhere() } else { server.url.clone() };
        // Two runs of one box that start in the same microsecond and print the same are one.
        let script = HACKBENCH.replace("0.250", &format!("0.25{number}"));
        let arguments =
            ["run", "--box", "b", "--repeat", "50", "--retry-for", "1", "--", "sh", "-c", &script];
        let run = ended(test_box.command(&arguments).env("RUNOFF_SERVER", url));
        assert!([0, 3].contains(&run.code), "{}: {}", run.code, run.stderr);
        assert!(run.stderr.contains("run 50 of 50: "), "{}", run.stderr);
    };
    thread::scope(|scope| {
        for number in 0..10 {
            scope.spawn(move || run_fifty(number));
        }
    });
    // Who finds the server may send what others kept, and on a busy machine all of it.
    assert!(test_box.spooled().len() + server.stored() >= 500);
    while !test_box.spooled().is_empty() {
        let flushed = test_box.runoff(&["flush", "--retry-for", "3"]);
        assert!([0, 3].contains(&flushed.code), "{}: {}", flushed.code, flushed.stderr);
    }
    assert_eq!(server.stored(), 500);
    let known: usize =
        server.requests().iter().map(|request| runs_from_json(&request.body).unwrap().len()).sum();
    assert!(known > 500, "some were sent again, and stored once");
}
