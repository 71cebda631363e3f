//! `runoff login`, `completions` and `man`, and `--json` of the others.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::server::{Reply, Server, nowhere};
use crate::testbox::{TestBox, ended, run};

const CONFIG: &str = ".config/runoff/config.toml";

/// What a server says of no runs to whom it lets in.
const NO_RUN: Reply = Reply::Answer(400, "", r#"{"title": "Bad Request", "detail": "[]: holds no run"}"#);

#[test]
fn a_login_keeps_server_and_token_where_its_owner_alone_reads_them() {
    let server = Server::replying(&[NO_RUN, Reply::Store]);
    let test_box = TestBox::new("");
    test_box.file(CONFIG, "# Mine\nbox = \"bigbox\"\nserver = \"http://old.example\"\n", 0);
    let login = ["login", &format!("{}/", server.url)];
    let kept = ended(test_box.bare_command(&login).write_stdin("runoff_1234\n"));
    assert_eq!(kept.code, 0, "{}", kept.stderr);
    let config = fs::read_to_string(test_box.path(CONFIG)).unwrap();
    let expected =
        format!("# Mine\nbox = \"bigbox\"\nserver = \"{}\"\ntoken = \"runoff_1234\"\n", server.url);
    assert_eq!(config, expected);
    assert_eq!(fs::metadata(test_box.path(CONFIG)).unwrap().permissions().mode() & 0o777, 0o600);
    test_box.file("run.json", run("a"), 0);
    assert_eq!(ended(&mut test_box.bare_command(&["send", "run.json"])).code, 0);
    assert_eq!(server.requests()[1].headers["authorization"], "Bearer runoff_1234");
}

/// The one command that would write the file wanted it to be there.
#[test]
fn a_login_writes_the_config_file_that_is_named() {
    let server = Server::replying(&[Reply::Answer(400, "Content-Type: application/problem+json\r\n", "{}")]);
    let test_box = TestBox::new("");
    let mut login = test_box.bare_command(&["login", &server.url]);
    let kept = ended(login.env("RUNOFF_CONFIG", "new.toml").write_stdin("runoff_1234\n"));
    assert_eq!(kept.code, 0, "{}", kept.stderr);
    assert!(fs::read_to_string(test_box.path("new.toml")).unwrap().contains("runoff_1234"));
}

#[test]
fn a_login_that_the_server_does_not_take_changes_nothing() {
    let refusing = Server::replying(&[Reply::Answer(401, "", r#"{"title": "Unauthorized"}"#)]);
    let other = Server::replying(&[Reply::Answer(404, "", "not found")]);
    let test_box = TestBox::new("");
    for (url, token, said) in [
        (refusing.url.clone(), "runoff_1234", "401 Unauthorized: nothing was changed"),
        (other.url.clone(), "runoff_1234", "404"),
        (nowhere(), "runoff_1234", "cannot be reached"),
        (refusing.url.clone(), "", "one word of printable characters"),
        ("runoff.example".to_owned(), "runoff_1234", "is no address"),
    ] {
        let login = ended(test_box.bare_command(&["login", &url]).write_stdin(token));
        assert!(login.code != 0 && login.stderr.contains(said), "{}", login.stderr);
        assert!(!test_box.path(CONFIG).exists());
    }
}

#[test]
fn shells_and_man_get_what_they_need() {
    let test_box = TestBox::new("");
    for shell in ["bash", "zsh", "fish"] {
        let script = ended(&mut test_box.bare_command(&["completions", shell]));
        assert!(script.code == 0 && script.stdout.contains("sweep"), "{shell}");
    }
    assert_eq!(ended(&mut test_box.bare_command(&["man", "made/man1"])).code, 0);
    let page = fs::read_to_string(test_box.path("made/man1/runoff-sweep.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("resume"), "{page}");
    assert!(test_box.path("made/man1/runoff.1").exists());
}

#[test]
fn status_and_flush_speak_json() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    assert_eq!(test_box.runoff(&["send", "--offline", "run.json"]).code, 0);
    let status: Value = serde_json::from_str(&test_box.runoff(&["status", "--json"]).stdout).unwrap();
    assert_eq!(status["server"], server.url.as_str());
    assert_eq!(status["server_problem"], Value::Null);
    assert_eq!(status["uploads"][0]["what"], "tiobench a on bigbox");
    let flushed: Value = serde_json::from_str(&test_box.runoff(&["flush", "--json"]).stdout).unwrap();
    assert_eq!(
        (flushed["runs"].as_array().unwrap().len(), &flushed["runs"][0]["created"]),
        (1, &true.into())
    );
}

#[test]
fn a_full_spool_is_told_before_anything_is_measured() {
    let test_box = TestBox::new(&nowhere());
    test_box.file("run.json", run("a"), 0);
    test_box.file("plan.toml", "command = \"touch measured\"\n", 0);
    assert_eq!(test_box.runoff(&["send", "--offline", "run.json"]).code, 0);
    for arguments in [
        &["run", "--", "touch", "measured"][..],
        &["run", "--warmup", "1", "--", "touch", "measured"],
        &["sweep", "plan.toml"],
    ] {
        let full = ended(test_box.command(arguments).env("RUNOFF_SPOOL_LIMIT", "100 B"));
        assert_eq!(full.code, 1, "{}", full.stderr);
        assert!(
            full.stderr.contains("and its limit is 100 B: no run is begun. `runoff flush`"),
            "{}",
            full.stderr
        );
        assert!(!test_box.path("measured").exists());
    }
    test_box.file(CONFIG, "spool_limit = \"1 furlong\"\n", 0);
    let wrong = test_box.runoff(&["run", "--", "touch", "measured"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("is no size such as 1 GiB"), "{}", wrong.stderr);
}
