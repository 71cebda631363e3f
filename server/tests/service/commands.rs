//! The `runoff-server` program itself.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use ureq::http::Request;

use crate::support::{make_database, open_directory, run, send};

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_runoff-server"));
    command.args(arguments).env_remove("DATABASE_URL").env("RUST_LOG", "info");
    command
}

fn token(data: &Path, arguments: &[&str]) -> Output {
    program(&[&["token"], arguments].concat()).arg("--data").arg(data).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn failure(output: &Output) -> String {
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn start(data: &Path) -> (Child, String) {
    start_on(program(&["--listen", "127.0.0.1:0", "--data"]).arg(data))
}

/// Starts the service; returns it with its address, which it logs.
pub(crate) fn start_on(program: &mut Command) -> (Child, String) {
    let mut child = program.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let opened = log.find(|line| line.contains("open http://")).unwrap();
    let url = opened.split_once("open ").unwrap().1.to_owned();
    std::thread::spawn(move || log.for_each(drop));
    (child, url)
}

#[test]
fn tokens_are_made_while_the_service_runs_and_when_it_does_not() {
    let (_outer, data) = open_directory();
    let before = stdout(&token(&data, &["create", "before"]));
    let (mut service, url) = start(&data);
    let during = stdout(&token(&data, &["create", "during", "--box", "bigbox", "--expires", "7"]));
    for secret in [before.trim(), during.trim()] {
        assert!(secret.starts_with("runoff_") && secret.len() == 7 + 64, "{secret}");
        let request = Request::post(format!("{url}/api/v1/runs"))
            .header("Content-Type", "application/json")
            .header("Authorization", format!("Bearer {secret}"));
        let answer = send(request.body(run("a").to_string()).unwrap());
        assert!([200, 201].contains(&answer.status), "{}", answer.text());
    }
    stdout(&token(&data, &["revoke", "before"]));
    kill(Pid::from_raw(service.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert!(service.wait().unwrap().success());

    let listed = stdout(&token(&data, &["list"]));
    let lines: Vec<Vec<&str>> = listed.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines[1][..4], ["before", "upload", "-", "revoked"]);
    assert_eq!(lines[2][..4], ["during", "upload", "bigbox", "valid"]);
    assert!(!listed.contains("runoff_"));
}

#[test]
fn token_commands_say_what_is_wrong() {
    let url = make_database("token_commands");
    let token = |arguments: &[&str]| {
        program(&[&["token"], arguments].concat()).env("DATABASE_URL", &url).output().unwrap()
    };
    stdout(&token(&["create", "a", "--scope", "admin"]));
    assert!(failure(&token(&["create", "a"])).contains("a token is called \"a\" already"));
    assert!(failure(&token(&["create", "b", "--scope", "all"])).contains("upload, correct, admin"));
    assert!(failure(&token(&["create", " "])).contains("must not be empty"));
    assert!(failure(&token(&["revoke", "b"])).contains("no token is called \"b\""));
}

#[test]
fn tokens_are_not_looked_for_where_there_is_no_data() {
    let (_outer, data) = open_directory();
    for command in [&["list"][..], &["revoke", "a"]] {
        let error = failure(&token(&data, command));
        assert!(error.contains("no data directory") && error.contains("--data"), "{error}");
        assert!(!data.exists());
    }
}

#[test]
fn a_taken_port_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (_outer, data) = open_directory();
    let output = program(&["serve", "--listen", &address, "--data"]).arg(&data).output().unwrap();
    let error = failure(&output);
    assert!(error.contains(&address) && error.contains("--listen") && error.contains("in use"), "{error}");
}

#[test]
fn what_is_gathered_is_what_prometheus_reads() {
    let (_outer, data) = open_directory();
    let (mut service, url) = start(&data);
    let get = |path: &str| send(Request::get(format!("{url}{path}")).body(()).unwrap());
    assert_eq!(get("/runs").status, 200);
    assert_eq!(get("/no/such/path").status, 404);
    let metrics = get("/metrics").text();
    for line in [
        "runoff_request_seconds_count{route=\"/runs\",status=\"200\"} 1",
        "runoff_request_seconds_count{route=\"none\",status=\"404\"} 1",
        "process_resident_memory_bytes ",
        "runoff_database_connections{state=\"idle\"} ",
    ] {
        assert!(metrics.contains(line), "{line} is not in {metrics}");
    }
    kill(Pid::from_raw(service.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert!(service.wait().unwrap().success());
}
