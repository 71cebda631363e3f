//! `--json` prints one object, however a command ends.

use serde_json::{Value, json};

use crate::server::{Reply, Server, nowhere};
use crate::sweep::{HACKBENCH, Laptop};
use crate::testbox::{Ended, TestBox, ended, run as run_of};

/// The one object, which says how the command ended as its exit code does.
fn object(ended: &Ended) -> Value {
    let value: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(value["exit_code"], json!(ended.code), "{value}");
    value
}

fn run(test_box: &TestBox, options: &[&str], script: &str) -> Value {
    let arguments = [&["run", "--json", "--box", "b"], options, &["--", "sh", "-c", script]].concat();
    object(&test_box.runoff(&arguments))
}

#[test]
fn a_run_that_is_kept_or_fails_says_where_and_why() {
    let test_box = TestBox::new(&nowhere());
    let kept = run(&test_box, &["--offline"], HACKBENCH);
    assert_eq!((&kept["outcome"], &kept["runs"]), (&json!("done"), &json!([])));
    let file = test_box.spooled()[0].display().to_string();
    assert_eq!(kept["kept"], json!([{"file": file, "refused": false, "why": "not tried yet"}]));

    let unsent = run(&test_box, &["--retry-for", "0"], HACKBENCH);
    assert_eq!(unsent["outcome"], "kept");
    assert!(unsent["kept"][0]["why"].as_str().unwrap().contains("cannot be reached"), "{unsent}");

    let failed = run(&test_box, &[], "exit 3");
    assert_eq!((&failed["outcome"], &failed["kept"]), (&json!("failed"), &json!([])));
    let problem = failed["problems"][0].as_str().unwrap();
    assert!(
        problem.starts_with("run 1 of 1 gives no result: the command failed with exit status: 3"),
        "{problem}"
    );
}

#[test]
fn what_cannot_begin_says_why() {
    let test_box = TestBox::new(&nowhere());
    test_box.file("p.toml", "nonsense = 1", 0);
    for (arguments, outcome) in [
        (&["run", "--json", "--box", "b", "--no-such-option", "--", "true"][..], "usage"),
        (&["sweep", "p.toml", "--json", "--box", "b"], "usage"),
        (&["check", "--json", "--against", "nowhere", "--box", "b", "--", "true"], "aborted"),
        (&["capture", "--json", "--target", "/nonesuch"], "failed"),
        (&["send", "--json", "nonesuch"], "failed"),
        (&["bisect", "--json", "--good", "a", "--box", "b", "--", "true"], "failed"),
    ] {
        let value = object(&test_box.runoff(arguments));
        assert_eq!(value["outcome"], outcome, "{arguments:?}");
        assert!(!value["problems"][0].as_str().unwrap().is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_sweep_without_a_result_or_before_a_boot_says_so() {
    let laptop = Laptop::new();
    laptop.plan("exit 7", "");
    let failed = object(&laptop.sweep(&["--json"]));
    assert_eq!((&failed["outcome"], &failed["comparison"]), (&json!("failed"), &Value::Null));
    assert!(failed["problems"][0].as_str().unwrap().starts_with("run 1: no result: "), "{failed}");

    let laptop = Laptop::new();
    laptop.plan(HACKBENCH, "[[factor]]\nname = \"kernel\"\nlevels = [\"6.9.0\"]\nboot = true\n");
    let handed = object(&laptop.sweep(&["--json"]));
    assert_eq!((&handed["outcome"], &handed["next_kernel"]), (&json!("boot"), &json!("6.9.0")));
    assert!(handed["unit"].as_str().unwrap().ends_with("p.sweep/runoff-sweep.service"), "{handed}");
}

#[test]
fn flush_and_status_say_what_waits_and_why() {
    let server = Server::replying(&[Reply::Answer(422, "", r#"{"title": "No"}"#), Reply::Store]);
    let test_box = TestBox::new(&server.url);
    for label in ["a", "b"] {
        test_box.file("run.json", run_of(label), 0);
        assert_eq!(test_box.runoff(&["send", "--offline", "run.json"]).code, 0);
    }
    let flushed = object(&test_box.runoff(&["flush", "--json"]));
    assert_eq!((&flushed["outcome"], flushed["runs"].as_array().unwrap().len()), (&json!("refused"), 1));
    assert_eq!((&flushed["kept"][0]["refused"], &flushed["kept"][1]), (&json!(true), &Value::Null));
    let status = object(&test_box.runoff(&["status", "--json"]));
    assert_eq!(
        (&status["outcome"], &status["uploads"][0]["setback"]["refused"]),
        (&json!("done"), &json!(true))
    );
    let unset = object(&ended(&mut test_box.bare_command(&["status", "--json"])));
    assert_eq!((&unset["outcome"], &unset["server"]), (&json!("usage"), &Value::Null));
}
