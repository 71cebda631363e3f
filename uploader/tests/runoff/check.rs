//! `runoff check`: whether runs are worse than a baseline.

use std::fs;

use serde_json::{Value, json};

use crate::server::{Reply, Server, nowhere};
use crate::testbox::{Ended, TestBox, ended};

/// Prints what hackbench prints: this time, and a last digit that varies from run to run.
pub(crate) fn hackbench(time: &str) -> String {
    format!(
        "echo 'Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)'; \
         echo 'Each sender will pass 100 messages of 100 bytes'; \
         n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n; echo Time: {time}$((n * 7 % 10))"
    )
}

/// A box with a baseline on disk: four runs of 0.25 s.
fn with_baseline() -> TestBox {
    let test_box = TestBox::new(&nowhere());
    let script = hackbench("0.25");
    let run = ["run", "--offline", "--box", "b", "--repeat", "4", "--", "sh", "-c", &script];
    assert_eq!(test_box.runoff(&run).code, 0);
    fs::rename(test_box.path(".local/state/runoff/spool"), test_box.path("baseline")).unwrap();
    test_box
}

fn check(test_box: &TestBox, options: &[&str], script: &str) -> Ended {
    let arguments = [&["check", "--box", "b", "--offline"], options, &["--", "sh", "-c", script]].concat();
    test_box.runoff(&arguments)
}

const BASELINE: [&str; 2] = ["--against", "baseline"];

#[test]
fn runs_are_measured_until_they_decide_and_kept() {
    let test_box = with_baseline();
    let worse = check(&test_box, &BASELINE, &hackbench("0.40"));
    assert_eq!(worse.code, 1, "{}", worse.stderr);
    assert!(worse.stdout.starts_with("worse: elapsed -6"), "{}", worse.stdout);
    assert!(worse.stdout.ends_with(" at 98.75 %, allowed is -5.0 %; 3 runs against 4\n"), "{}", worse.stdout);
    assert_eq!(test_box.spooled().len(), 3);

    let same = check(&test_box, &BASELINE, &hackbench("0.25"));
    assert_eq!(same.code, 0, "{}", same.stderr);
    assert!(same.stdout.starts_with("not worse: elapsed "), "{}", same.stdout);
    let better = check(&test_box, &BASELINE, &hackbench("0.11"));
    assert_eq!(better.code, 0, "{}", better.stderr);
}

#[test]
fn what_the_most_runs_do_not_decide_cannot_be_told() {
    let test_box = with_baseline();
    // Just as much worse as is allowed.
    let options = [&BASELINE[..], &["--worse-than", "5%", "--repeat", "2..4", "--json"]].concat();
    let open = check(&test_box, &options, &hackbench("0.26"));
    assert_eq!(open.code, 125, "{}", open.stderr);
    let verdict: Value = serde_json::from_str(&open.stdout).unwrap();
    assert_eq!((&verdict["verdict"], &verdict["runs"]), (&json!("cannot tell"), &json!(4)));
    let ends = [0, 1].map(|end| verdict["interval"][end].as_f64().unwrap());
    assert!(ends[0] < -0.05 && -0.05 < ends[1], "{verdict}");
}

#[test]
fn a_revision_that_gives_no_result_is_skipped() {
    let test_box = with_baseline();
    let failed = check(&test_box, &BASELINE, "exit 3");
    assert_eq!(
        (failed.code, failed.stdout.as_str()),
        (125, "cannot tell: the command failed with exit status: 3\n")
    );
    let options = [&BASELINE[..], &["--build", "echo no compiler; exit 1"]].concat();
    let unbuilt = check(&test_box, &options, "touch measured");
    assert_eq!(unbuilt.code, 125);
    assert_eq!(unbuilt.stdout, "cannot tell: `echo no compiler; exit 1` failed\n");
    assert!(unbuilt.stderr.contains("no compiler") && !test_box.path("measured").exists());
    let late = check(&test_box, &[&BASELINE[..], &["--time-budget", "0"]].concat(), "touch measured");
    assert_eq!((late.code, test_box.path("measured").exists()), (125, false), "{}", late.stderr);
}

/// To git, 1 to 127 would say something of the revision.
#[test]
fn whatever_keeps_a_check_from_being_made_ends_a_bisection() {
    let test_box = with_baseline();
    let slow = hackbench("0.40");
    for (options, said) in [
        (&["--against", "nowhere"][..], "neither a file that is there nor a query"),
        (&["--against", "label:x"], "Connection refused"),
        (&["--against", "baseline", "--metric", "rate"], "no result has the metric"),
        (&["--against", "baseline", "--repeat", "1..2"], "two numbers from 2 on"),
        (&["--against", "baseline", "--no-such-option"], "unexpected argument"),
        (&[], "--against"),
    ] {
        let ended = check(&test_box, options, &slow);
        assert_eq!(ended.code, 128, "{options:?} {}", ended.stderr);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
    }
    let single = fs::read_dir(test_box.path("baseline")).unwrap().next().unwrap().unwrap().path();
    let single = check(&test_box, &["--against", single.to_str().unwrap()], &slow);
    assert_eq!(single.code, 128);
    assert!(single.stderr.contains("has 1 run: the noise cannot be told"), "{}", single.stderr);
    assert_eq!(test_box.runoff(&["check", "--help"]).code, 0);
    let other = "n=$(cat n 2>/dev/null); echo x$n > n; echo real 0m1.0s";
    let options = ["--against", "baseline", "--format", "time"];
    let other = check(&test_box, &options, other);
    assert_eq!(other.code, 128, "{}", other.stderr);
    assert!(other.stderr.contains("nothing to judge"), "{}", other.stderr);
    // After the first run that is clear, as it was for the metric that is not there.
    assert_eq!(test_box.spooled().len(), 2);
}

#[test]
fn files_are_judged_as_they_are() {
    let test_box = with_baseline();
    let script = hackbench("0.40");
    let run = ["run", "--offline", "--box", "b", "--repeat", "3", "--", "sh", "-c", &script];
    assert_eq!(test_box.runoff(&run).code, 0);
    let spool = test_box.path(".local/state/runoff/spool");
    let judged = test_box.runoff(&["check", "--against", "baseline", spool.to_str().unwrap()]);
    assert_eq!(judged.code, 1, "{}", judged.stderr);
    assert!(judged.stdout.contains(" at 95.00 %, "), "{}", judged.stdout);
}

/// A run as the server gives it: without its sources, and with what the server adds.
fn stored(id: &str, seconds: f64) -> Reply {
    let run = json!({
        "schema": "runoff/1", "box": "b", "benchmark": "hackbench", "label": "a", "started": "2026-01-02T03:04:05Z",
        "results": [{"case": {"groups": "10", "mode": "process", "fds": "40", "tasks": "400", "loops": "100", "size": "100"}, "metric": "elapsed",
                     "unit": "s", "better": "lower", "samples": [seconds]}],
        "id": id, "url": "http://runoff.example/runs/x", "received": "2026-01-02T03:04:06Z", "uploaded_by": "c",
        "sources": [{"name": "out", "length": 3, "url": "http://runoff.example/s"}], "withdrawn": false, "corrections": []
    });
    answered(&run)
}

fn answered(body: &Value) -> Reply {
    Reply::Answer(200, "Content-Type: application/json\r\n", body.to_string().leak())
}

const IDS: [&str; 2] = ["4f9a1c2e77b0d3e1", "4f9a1c2e77b0d3e2"];

#[test]
fn a_query_s_runs_on_the_server_are_a_baseline() {
    let list = answered(&json!({"runs": IDS.map(|id| json!({"id": id, "label": "a"})), "next": null}));
    let server = Server::replying(&[list, stored(IDS[0], 0.25), stored(IDS[1], 0.251)]);
    let test_box = TestBox::new(&server.url);
    let worse = check(&test_box, &["--against", "label:a box:b"], &hackbench("0.50"));
    assert_eq!(worse.code, 1, "{}", worse.stderr);
    let asked: Vec<String> = server.requests().iter().map(|request| request.line.clone()).collect();
    assert_eq!(asked[0], "GET /api/v1/runs?q=label%3Aa+box%3Ab HTTP/1.1");
    assert_eq!(asked[1], format!("GET /api/v1/runs/{} HTTP/1.1", IDS[0]));
    assert!(server.requests().iter().all(|request| !request.headers.contains_key("authorization")));
}

#[test]
fn a_side_of_a_snapshot_is_a_baseline() {
    let table = json!({
        "schema": "runoff-comparison/1", "request": {"q": "", "layout": "delta"}, "benchmarks": ["hackbench"],
        "sides": [{"name": "old", "runs": []}, {"name": "new", "runs": IDS}], "baseline": 0, "keys": [],
        "constants": {}, "metrics": [], "rows": [], "environment": [], "warnings": []
    });
    let server = Server::replying(&[answered(&table), stored(IDS[0], 0.25), stored(IDS[1], 0.251)]);
    // No setting names a server: the address does.
    let test_box = TestBox::new("");
    let link = format!("{}/c/0123456789abcdef", server.url);
    let script = hackbench("0.50");
    let arguments = [
        "check",
        "--box",
        "b",
        "--offline",
        "--against",
        &link,
        "--side",
        "new",
        "--",
        "/bin/sh",
        "-c",
        &script,
    ];
    let mut command = test_box.bare_command(&arguments);
    let worse = ended(command.env("PATH", "/usr/bin:/bin"));
    assert_eq!(worse.code, 1, "{}", worse.stderr);
    assert_eq!(server.requests()[0].line, "GET /c/0123456789abcdef.json? HTTP/1.1");
}

/// What a check had sent was the next one's baseline, until what was worse was as good as any.
#[test]
fn what_a_check_sends_is_never_the_next_one_s_baseline() {
    let list = answered(&json!({"runs": IDS.map(|id| json!({"id": id, "label": "a"})), "next": null}));
    let server = Server::cycling(&[list, stored(IDS[0], 0.25), stored(IDS[1], 0.251)]);
    let test_box = TestBox::new(&server.url);
    let slow = hackbench("0.50");
    let own = check(&test_box, &["--against", "label:a box:b", "--label", "a"], &slow);
    assert_eq!(own.code, 128, "{}", own.stderr);
    assert!(own.stderr.contains("Give them a --label of their own"), "{}", own.stderr);
    assert!(test_box.spooled().is_empty());
    let other = check(&test_box, &["--against", "label:a box:b", "--label", "c"], &slow);
    assert_eq!(other.code, 1, "{}", other.stderr);

    let spooling = with_baseline();
    fs::rename(spooling.path("baseline"), spooling.path(".local/state/runoff/spool")).unwrap();
    let own = check(&spooling, &["--against", ".local/state/runoff/spool"], &slow);
    assert_eq!((own.code, spooling.spooled().len()), (128, 4), "{}", own.stderr);
}

/// The mean of two kernels was a baseline.
#[test]
fn runs_of_several_labels_are_no_baseline() {
    let relabelled = |id, label: &str| match stored(id, 0.25) {
        Reply::Answer(status, headers, body) => {
            let body = body.replace("\"label\":\"a\"", &format!("\"label\":\"{label}\""));
            Reply::Answer(status, headers, body.leak())
        }
        other => other,
    };
    let list = answered(&json!({"runs": IDS.map(|id| json!({"id": id})), "next": null}));
    let server = Server::cycling(&[list, relabelled(IDS[0], "kA"), relabelled(IDS[1], "kB")]);
    let test_box = TestBox::new(&server.url);
    let mixed = check(&test_box, &["--against", "label:kA|kB"], &hackbench("0.25"));
    assert_eq!(mixed.code, 128, "{}", mixed.stderr);
    assert!(
        mixed.stderr.contains("mixes runs of label=kA|kB: to pick one, say --side kA"),
        "{}",
        mixed.stderr
    );
}

/// A program that reads the JSON was told nothing of what a person was.
#[test]
fn doubts_and_failures_are_problems_too() {
    let test_box = with_baseline();
    let script = hackbench("0.25");
    let options = [&BASELINE[..], &["--json", "--box", "c"]].concat();
    let arguments = [&["check", "--offline"], &options[..], &["--", "sh", "-c", &script]].concat();
    let other: Value = serde_json::from_str(&test_box.runoff(&arguments).stdout).unwrap();
    assert!(other["problems"][0].as_str().unwrap().contains("box"), "{other}");
    let failed = check(&test_box, &[&BASELINE[..], &["--json"]].concat(), "echo seen; exit 3");
    let failed: Value = serde_json::from_str(&failed.stdout).unwrap();
    let problem = failed["problems"][0].as_str().unwrap();
    assert!(problem.contains("exit status: 3; what it printed is kept: "), "{problem}");
    assert_eq!(failed["row"], Value::Null);
    assert!(failed.as_object().unwrap().contains_key("interval"));
}
