//! One test for each fault that a user found, beside those that stand with what they are of.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::machine::unpack;
use crate::run::{spawn, wait_for};
use crate::server::{Reply, Server, nowhere};
use crate::spool::with_spooled;
use crate::sweep::HACKBENCH;
use crate::testbox::{TestBox, ended, run};

/// `--retry-for 3` took as long as the server liked.
#[test]
fn no_attempt_outlives_the_time_to_retry() {
    let server = Server::replying(&[Reply::StoreLate(Duration::from_secs(60))]);
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    let begin = Instant::now();
    let sent = test_box.runoff(&["send", "--retry-for", "1", "run.json"]);
    assert_eq!((sent.code, test_box.spooled().len()), (3, 1), "{}", sent.stderr);
    // Between two runs, too, where it is tried once.
    let run = test_box.runoff(&["run", "--box", "b", "--retry-for", "1", "--", "sh", "-c", HACKBENCH]);
    assert_eq!((run.code, test_box.spooled().len()), (3, 2), "{}", run.stderr);
    assert!(begin.elapsed() < Duration::from_secs(30));
}

/// A flush gave up where each upload would have got through the second time.
#[test]
fn a_flush_goes_to_its_end_through_a_server_that_fails_half_the_time() {
    let moods = [
        Reply::Answer(500, "", ""),
        Reply::Answer(503, "", ""),
        Reply::Answer(429, "", ""),
        Reply::Cut,
        Reply::Answer(200, "", "garbage"),
    ];
    let replies: Vec<Reply> = moods.into_iter().flat_map(|mood| [Reply::Store, mood]).collect();
    let server = Server::cycling(&replies);
    let test_box = with_spooled(&server, 60);
    let flushed = test_box.runoff(&["flush", "--retry-for", "2"]);
    assert_eq!((flushed.code, test_box.spooled().len()), (0, 0), "{}", flushed.stderr);
    assert_eq!(server.stored(), 60);
}

/// A server that says when to come again ended a flush where that was later than our patience.
#[test]
fn a_server_that_says_when_to_come_again_is_waited_for() {
    let server = Server::replying(&[Reply::Answer(429, "Retry-After: 2\r\n", ""), Reply::Store]);
    let test_box = with_spooled(&server, 1);
    let flushed = test_box.runoff(&["flush", "--retry-for", "1"]);
    assert_eq!((flushed.code, server.stored()), (0, 1), "{}", flushed.stderr);
}

/// The refusal named no file, and its line twice.
#[test]
fn a_refusal_names_the_file_and_its_line_once() {
    let refusal = r#"{"title": "Bad Request", "line": 2, "detail": "line 2: control character"}"#;
    let server = Server::replying(&[Reply::Answer(400, "", refusal)]);
    let test_box = with_spooled(&server, 1);
    let flushed = test_box.runoff(&["flush"]);
    let said = format!(
        "{}: {} answers 400 Bad Request: line 2: control",
        test_box.spooled()[0].display(),
        server.url
    );
    assert!(flushed.code == 4 && flushed.stderr.contains(&said), "{}", flushed.stderr);
}

/// A file in the spool that holds no run was sent all the same.
#[test]
fn what_is_no_run_in_the_spool_is_told_and_not_sent() {
    let server = Server::storing();
    let test_box = with_spooled(&server, 1);
    let file = test_box.spooled()[0].clone();
    fs::write(&file, "{\"schema\": \"runoff/1\", \"box\": ").unwrap();
    let flushed = test_box.runoff(&["flush"]);
    assert_eq!((flushed.code, server.requests().len()), (4, 0), "{}", flushed.stderr);
    let said = format!("{}: not sent, for it is not understood: ", file.display());
    assert!(flushed.stderr.contains(&said), "{}", flushed.stderr);
    assert_eq!(test_box.spooled().len(), 1);
}

#[test]
fn status_and_flush_fail_where_the_server_or_the_spool_does() {
    let (server, test_box) = (Server::storing(), TestBox::new(&nowhere()));
    let code = |command: &str, name: &str, value: &str| {
        ended(test_box.command(&[command]).env("RUNOFF_SERVER", &server.url).env(name, value)).code
    };
    assert_eq!(code("status", "RUNOFF_SERVER", &server.url), 0);
    assert_eq!(code("status", "RUNOFF_SERVER", &nowhere()), 1);
    assert_eq!(code("status", "RUNOFF_SERVER", ""), 2);
    assert_eq!(code("status", "RUNOFF_TOKEN", ""), 2);
    for command in ["status", "flush"] {
        assert_eq!(code(command, "RUNOFF_SPOOL", "/proc/1/x"), 1);
    }
}

#[test]
fn what_cannot_be_started_or_written_is_named() {
    let test_box = TestBox::new(&nowhere());
    let unstarted = test_box.runoff(&["run", "--box", "b", "--", "/nope"]);
    assert!(unstarted.stderr.contains("`/nope` cannot be started: No such file"), "{}", unstarted.stderr);
    let unwritten = test_box.runoff(&["man", "/proc/nope"]);
    assert!(unwritten.code == 1 && unwritten.stderr.contains("/proc/nope: "), "{}", unwritten.stderr);
}

/// `runoff capture | head -1` failed without a word.
#[test]
fn a_reader_that_has_enough_is_no_failure_where_nothing_was_to_be_done() {
    let mut capture = Command::new(cargo_bin("runoff"));
    capture.arg("capture").env("HOME", "/nonesuch").stdout(Stdio::piped());
    let mut capture = capture.spawn().unwrap();
    drop(capture.stdout.take());
    assert_eq!(capture.wait().unwrap().code(), Some(0));
}

/// The first address that nobody read ended a measurement.
#[test]
fn a_reader_that_has_enough_does_not_end_a_measurement() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    let mut run = Command::new(cargo_bin("runoff"));
    run.args(["run", "--box", "b", "--repeat", "3", "--", "sh", "-c", HACKBENCH]);
    run.env("HOME", test_box.path("")).env("RUNOFF_SERVER", &server.url).env("RUNOFF_TOKEN", "secret");
    let mut run = run.current_dir(test_box.path("")).stdout(Stdio::piped()).spawn().unwrap();
    drop(run.stdout.take());
    assert_eq!((run.wait().unwrap().code(), server.stored()), (Some(1), 3));
}

/// Beside the first version's groups, that of the second is `/` and says nothing.
#[test]
fn the_group_of_the_first_version_is_captured_where_the_second_s_is_the_root() {
    let machine = unpack("virtual");
    let groups = "4:memory:/bench/fio\n3:cpu,cpuacct:/\n0::/\n";
    fs::write(machine.path().join("proc/self/cgroup"), groups).unwrap();
    let test_box = TestBox::new(&nowhere());
    let root = machine.path().to_str().unwrap();
    let captured = test_box.runoff(&["capture", "--root", root, "--target", "/"]);
    assert!(captured.stdout.contains("\ncgroup.path: /bench/fio\n"), "{}", captured.stdout);
}

/// A sweep's two settings were one baseline, and `--side` was not looked at.
#[test]
fn a_baseline_of_two_settings_is_refused_unless_a_side_picks_one() {
    let test_box = TestBox::new(&nowhere());
    let factor = "[[factor]]\nname = \"g\"\nlevels = [\"zz\", \"aa\"]\nenv = \"G\"\n";
    let script = HACKBENCH.replace("0.250", "0.25$(date +%N)");
    test_box.file("p.toml", format!("command = \"\"\"{script}\"\"\"\nrepeats = 3\n{factor}"), 0);
    let swept = test_box.runoff(&["sweep", "p.toml", "--offline", "--box", "b"]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    let check = |side: &[&str]| {
        let script = HACKBENCH.replace("0.250", "0.90$(date +%N)");
        let options = ["check", "--offline", "--box", "b", "--against", "p.sweep"];
        test_box.runoff(&[&options[..], side, &["--", "sh", "-c", &script]].concat())
    };
    let mixed = check(&[]);
    assert_eq!(mixed.code, 128, "{}", mixed.stderr);
    assert!(mixed.stderr.contains("mixes runs of g=aa|zz: to pick one, say --side g=aa"), "{}", mixed.stderr);
    let unknown = check(&["--side", "nope"]);
    assert_eq!(unknown.code, 128, "{}", unknown.stderr);
    assert!(unknown.stderr.contains("no side is called \"nope\"; there are "), "{}", unknown.stderr);
    assert!(unknown.stderr.contains("g=aa, g=zz"), "{}", unknown.stderr);
    let picked = check(&["--side", "g=zz"]);
    assert!(picked.code == 1 && picked.stdout.contains("against 3"), "{}{}", picked.stdout, picked.stderr);
    assert!(!picked.stderr.contains("left out"), "its own files are no outputs: {}", picked.stderr);
}

/// Outputs name no box, which was told as another one.
#[test]
fn outputs_as_a_baseline_are_not_of_another_box() {
    let test_box = TestBox::new(&nowhere());
    for (number, last) in ["0.251", "0.255", "0.258"].into_iter().enumerate() {
        let printed = Command::new("sh").args(["-c", &HACKBENCH.replace("0.250", last)]).output().unwrap();
        test_box.file(&format!("old/{number}.out"), printed.stdout, 0);
    }
    let script = HACKBENCH.replace("0.250", "0.90$(date +%N)");
    let options = ["check", "--offline", "--box", "b", "--against", "old", "--", "sh", "-c", &script];
    let checked = test_box.runoff(&options);
    assert_eq!(checked.code, 1, "{}", checked.stderr);
    assert!(!checked.stderr.contains("different boxes"), "{}", checked.stderr);
}

/// A harness that prints its environment published the token.
#[test]
fn the_token_is_in_no_command_s_environment() {
    let test_box = TestBox::new(&nowhere());
    let leak = "env | grep RUNOFF_ | tee -a seen";
    let script = format!("{leak}; {HACKBENCH}");
    let run = ["run", "--offline", "--box", "b", "--warmup", "1", "--", "sh", "-c", &script];
    assert_eq!(test_box.runoff(&run).code, 0);
    let factor = format!(
        "[[factor]]\nname = \"g\"\nlevels = [1]\ncommand = \"{leak}; echo {{level}} > g\"\nread = \"{leak} >&2; cat g\"\n"
    );
    test_box.file("p.toml", format!("command = \"\"\"{script}\"\"\"\nprepare = [\"{leak}\"]\n{factor}"), 0);
    assert_eq!(test_box.runoff(&["sweep", "p.toml", "--offline", "--box", "b"]).code, 0);
    let seen = fs::read_to_string(test_box.path("seen")).unwrap();
    assert!(seen.contains("RUNOFF_SERVER") && !seen.contains("RUNOFF_TOKEN"), "{seen}");
}

fn state(id: &str) -> char {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().and_then(|rest| rest.chars().next()).unwrap_or('-')
}

/// The clock went on while the command stood still, or the other way round.
#[test]
fn a_run_that_was_stopped_meanwhile_gives_no_result() {
    for stop in [Signal::SIGSTOP, Signal::SIGTSTP] {
        let test_box = TestBox::new(&nowhere());
        let script = "echo $$ > began; sleep 1";
        let run = ["run", "--offline", "--box", "b", "--label", "a", "--time", "--", "sh", "-c", script];
        let mut runoff = spawn(&test_box, &run);
        wait_for(|| fs::read_to_string(test_box.path("began")).is_ok_and(|id| id.ends_with('\n')));
        let (itself, command) =
            (runoff.id().to_string(), fs::read_to_string(test_box.path("began")).unwrap());
        let process = Pid::from_raw(runoff.id().cast_signed());
        kill(process, stop).unwrap();
        wait_for(|| state(&itself) == 'T');
        if stop == Signal::SIGTSTP {
            // The command stops with it, if maybe not within the same moment.
            wait_for(|| state(command.trim()) == 'T');
        }
        kill(process, Signal::SIGCONT).unwrap();
        assert_eq!(runoff.wait().unwrap().code(), Some(1));
        assert!(test_box.spooled().is_empty());
    }
}
