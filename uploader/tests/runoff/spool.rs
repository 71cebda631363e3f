use std::fs;
use std::process::{Command, Stdio};
use std::thread;

use assert_cmd::cargo::cargo_bin;
use benchdata::wire::runs_from_json;

use crate::server::{Reply, Server, nowhere};
use crate::testbox::{TestBox, ended, run};

/// A test box with uploads `0`, `1`, … in its spool.
pub(crate) fn with_spooled(server: &Server, count: usize) -> TestBox {
    let test_box = TestBox::new(&server.url);
    let files: Vec<String> = (0..count).map(|number| format!("{number}.json")).collect();
    for (number, file) in files.iter().enumerate() {
        test_box.file(file, run(&number.to_string()), 0);
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    assert_eq!(test_box.runoff(&[&["send", "--offline"][..], &files].concat()).code, 0);
    assert_eq!(test_box.spooled().len(), count);
    test_box
}

fn labels(server: &Server) -> Vec<String> {
    let label = |body: &[u8]| runs_from_json(body).unwrap()[0].label.to_string();
    server.requests().iter().map(|request| label(&request.body)).collect()
}

#[test]
fn without_a_server_nothing_is_lost_and_flush_sends_it() {
    let test_box = TestBox::new(&nowhere());
    test_box.file("a.json", run("a"), 0);
    test_box.file("b.json", run("b"), 0);
    let sent = test_box.runoff(&["send", "--retry-for", "1", "a.json", "b.json"]);
    assert_eq!((sent.code, sent.stdout.as_str()), (3, ""));
    assert!(sent.stderr.contains("cannot be reached: Connection refused"), "{}", sent.stderr);
    assert!(sent.stderr.contains("2 uploads kept in the spool: nothing is lost, `runoff flush`"));
    assert_eq!(test_box.spooled().len(), 2);
    let kept = fs::read_to_string(&test_box.spooled()[0]).unwrap();
    assert!(kept.contains("\n  \"label\": \"a\",\n"), "a person can read it: {kept}");

    let server = Server::storing();
    let flushed = ended(test_box.command(&["flush"]).env("RUNOFF_SERVER", &server.url));
    assert_eq!((flushed.code, flushed.stdout.lines().count()), (0, 2), "{}", flushed.stderr);
    assert_eq!(labels(&server), ["a", "b"]);
    assert!(test_box.in_spool().is_empty());
}

#[test]
fn offline_keeps_without_a_server_or_token() {
    let test_box = TestBox::new("");
    test_box.file("run.json", run("a"), 0);
    let kept = ended(&mut test_box.bare_command(&["send", "--offline", "run.json"]));
    assert_eq!((kept.code, kept.stdout.as_str()), (0, ""), "{}", kept.stderr);
    assert_eq!(test_box.spooled().len(), 1);
    assert!(kept.stderr.contains(test_box.spooled()[0].to_str().unwrap()));
}

#[test]
fn flush_sends_the_oldest_first_and_has_nothing_to_do_after() {
    let server = Server::storing();
    let test_box = with_spooled(&server, 3);
    assert_eq!(test_box.runoff(&["flush"]).code, 0);
    assert_eq!(labels(&server), ["0", "1", "2"]);
    let again = test_box.runoff(&["flush"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, "nothing waits to be sent\n"));
}

#[test]
fn the_next_send_takes_what_waits_along() {
    let server = Server::storing();
    let test_box = with_spooled(&server, 2);
    test_box.file("run.json", run("new"), 0);
    let sent = test_box.runoff(&["send", "run.json"]);
    assert_eq!((sent.code, sent.stdout.lines().count()), (0, 1), "only its own address is its result");
    assert!(sent.stderr.contains("also sent from the spool: 2 runs"), "{}", sent.stderr);
    assert_eq!(labels(&server), ["new", "0", "1"]);
    assert!(test_box.in_spool().is_empty());
}

#[test]
fn a_refused_upload_is_sent_again_only_on_demand() {
    let refusal = Reply::Answer(400, "", r#"{"title": "No", "detail": "not like that"}"#);
    let server = Server::replying(&[refusal, Reply::Store]);
    let test_box = with_spooled(&server, 1);
    assert_eq!(test_box.runoff(&["flush"]).code, 4);
    let flushed = test_box.runoff(&["flush"]);
    assert_eq!(flushed.code, 0);
    assert!(
        flushed.stderr.contains("not sent again: 1 upload that the server refused"),
        "{}",
        flushed.stderr
    );
    assert_eq!(server.requests().len(), 1);

    let status = test_box.runoff(&["status"]);
    assert!(status.stdout.contains("refused: "), "{}", status.stdout);
    assert!(status.stdout.contains("answers 400 No: not like that"), "{}", status.stdout);
    assert_eq!(test_box.runoff(&["flush", "--all"]).code, 0);
    assert!(test_box.in_spool().is_empty());
}

#[test]
fn an_upload_the_server_breaks_on_does_not_hold_up_the_others() {
    let server = Server::replying(&[Reply::Answer(500, "", ""), Reply::Store]);
    let test_box = with_spooled(&server, 2);
    let flushed = test_box.runoff(&["flush", "--retry-for", "0"]);
    assert_eq!((flushed.code, flushed.stdout.lines().count()), (3, 1), "{}", flushed.stderr);
    assert_eq!(test_box.spooled().len(), 1);
    assert_eq!(test_box.runoff(&["flush"]).code, 0, "what was only broken is tried again");
}

#[test]
fn status_tells_server_and_spool() {
    let server = Server::storing();
    let test_box = with_spooled(&server, 1);
    let status = test_box.runoff(&["status"]);
    assert_eq!(status.code, 0);
    assert!(
        status.stdout.contains(&format!("{} (RUNOFF_SERVER): answers\n", server.url)),
        "{}",
        status.stdout
    );
    assert!(status.stdout.contains(": 1 upload\n"), "{}", status.stdout);
    assert!(status.stdout.contains("    tiobench 0 on bigbox\n"), "{}", status.stdout);
    assert!(status.stdout.contains("    waits: not tried yet\n"), "{}", status.stdout);
    assert!(!status.stdout.contains("secret"));

    let status = ended(test_box.command(&["status"]).env("RUNOFF_SERVER", nowhere()));
    assert!(status.stdout.contains("no answer: "), "{}", status.stdout);
}

#[test]
fn flushes_at_once_send_every_upload_once() {
    let server = Server::storing();
    let test_box = with_spooled(&server, 12);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let flushed = test_box.runoff(&["flush"]);
                assert_eq!(flushed.code, 0, "{}", flushed.stderr);
            });
        }
    });
    let mut labels = labels(&server);
    labels.sort_by_key(|label| label.parse::<u32>().unwrap());
    assert_eq!(labels, (0..12).map(|number| number.to_string()).collect::<Vec<_>>());
    assert!(test_box.in_spool().is_empty());
}

/// The kernel kills a process that writes more than it may (SIGXFSZ), which here is in the
/// middle of an upload.
#[test]
fn a_process_killed_while_it_keeps_an_upload_leaves_no_half_upload() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    let long = run("a").replace("as printed", &"x".repeat(100_000));
    test_box.file("run.json", long, 0);
    let status = limited(&test_box, "ulimit -c 0 -f 32; exec \"$0\" \"$@\"");
    assert_eq!(status.code(), None, "it was killed: {status}");
    let left = test_box.in_spool();
    assert_eq!(left.len(), 1, "it was killed on the way: {left:?}");
    assert!(fs::metadata(&left[0]).unwrap().len() > 0);

    assert_eq!(test_box.runoff(&["flush"]).code, 0);
    assert!(server.requests().is_empty(), "a half upload is none");
    assert_eq!(test_box.runoff(&["send", "run.json"]).code, 0);
    assert_eq!(labels(&server), ["a"]);
}

#[test]
fn a_full_disk_is_an_error_that_leaves_nothing_behind() {
    let test_box = TestBox::new(&nowhere());
    test_box.file("run.json", run("a").replace("as printed", &"x".repeat(100_000)), 0);
    let status = limited(&test_box, "trap '' XFSZ; ulimit -f 32; exec \"$0\" \"$@\"");
    assert_eq!(status.code(), Some(1));
    assert!(test_box.in_spool().is_empty());
}

/// `runoff send --offline run.json` under a shell's limits.
fn limited(test_box: &TestBox, script: &str) -> std::process::ExitStatus {
    Command::new("/bin/bash")
        .args(["-c", script])
        .arg(cargo_bin("runoff"))
        .args(["send", "--offline", "run.json"])
        .env_clear()
        .env("HOME", test_box.path(""))
        .current_dir(test_box.path(""))
        .stderr(Stdio::null())
        .status()
        .unwrap()
}

/// A fault: a named pipe in the spool was waited for for ever.
#[test]
fn what_is_no_file_in_the_spool_is_left_alone() {
    let server = Server::storing();
    let test_box = with_spooled(&server, 1);
    let spool = test_box.spooled()[0].parent().unwrap().to_owned();
    nix::unistd::mkfifo(&spool.join("pipe.json"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    assert_eq!(test_box.runoff(&["status"]).code, 0);
    assert_eq!(test_box.runoff(&["flush"]).code, 0);
    assert_eq!(server.stored(), 1);
}
