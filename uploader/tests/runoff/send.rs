use std::time::{Duration, Instant};

use benchdata::wire::runs_from_json;

use crate::server::{Reply, Server};
use crate::testbox::{TestBox, ended, run};

const PROBLEM: &str = r#"{"type": "about:blank", "title": "The run is not sound", "status": 422,
    "detail": "is not a finite number", "field": "results[3].samples[0]"}"#;

#[test]
fn a_run_is_sent_packed_with_the_token_and_its_address_printed() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    let ended = test_box.runoff(&["send", "run.json"]);

    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let [request] = server.requests().try_into().unwrap();
    assert_eq!(request.line, "POST /api/v1/runs HTTP/1.1");
    assert_eq!(request.headers["authorization"], "Bearer secret");
    assert_eq!(request.headers["content-type"], "application/json");
    assert_eq!(request.headers["content-encoding"], "gzip");
    assert_eq!(request.headers["user-agent"], concat!("runoff/", env!("CARGO_PKG_VERSION")));
    let sent = runs_from_json(&request.body).unwrap();
    assert_eq!(sent, runs_from_json(run("a").as_bytes()).unwrap());

    let id = sent[0].content_id().run_id();
    assert_eq!(ended.stdout, format!("http://runoff.example/runs/{id}\n"));
    assert!(ended.stderr.contains("the server remarks: seen by a test"), "{}", ended.stderr);
    assert!(test_box.in_spool().is_empty());
}

#[test]
fn a_run_sent_again_has_the_same_address_and_is_said_to_be_known() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    let first = test_box.runoff(&["send", "run.json"]);
    let second = test_box.runoff(&["send", "run.json"]);
    assert_eq!((second.code, second.stdout), (0, first.stdout));
    assert!(second.stderr.contains("1 run stored before"), "{}", second.stderr);
}

#[test]
fn dry_run_prints_exactly_what_would_be_sent_and_sends_nothing() {
    let runs = format!("[{},{}]", run("a"), run("b"));
    for text in [run("a"), runs] {
        let server = Server::storing();
        let test_box = TestBox::new(&server.url);
        test_box.file("run.json", text, 0);
        let dry = test_box.runoff(&["send", "--dry-run", "--json", "run.json"]);
        assert_eq!(dry.code, 0);
        assert!(server.requests().is_empty());
        assert!(test_box.in_spool().is_empty());

        assert_eq!(test_box.runoff(&["send", "run.json"]).code, 0);
        let sent = String::from_utf8(server.requests().remove(0).body).unwrap();
        assert_eq!(dry.stdout, sent + "\n");
        assert!(dry.stdout.contains(" 42.07\n"), "{}", dry.stdout);
    }
}

#[test]
fn json_prints_one_answer_for_all_files() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("a.json", run("a"), 0);
    test_box.file("b.json", run("b"), 0);
    let ended = test_box.runoff(&["send", "--json", "a.json", "b.json"]);
    let answer: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(answer["runs"].as_array().unwrap().len(), 2);
    assert_eq!(answer["runs"][1]["created"], true);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_server_in_trouble_is_asked_again() {
    for trouble in [Reply::Answer(500, "", "oops"), Reply::Answer(503, "", ""), Reply::Cut] {
        let server = Server::replying(&[trouble.clone(), Reply::Store]);
        let test_box = TestBox::new(&server.url);
        test_box.file("run.json", run("a"), 0);
        let ended = test_box.runoff(&["send", "run.json"]);
        assert_eq!(ended.code, 0, "{trouble:?}: {}", ended.stderr);
        assert_eq!(ended.stdout.lines().count(), 1);
        assert!(ended.stderr.contains("trying again in"), "{}", ended.stderr);
        assert_eq!(server.requests().len(), 2, "{trouble:?}");
        assert!(test_box.in_spool().is_empty());
    }
}

#[test]
fn retry_after_is_honoured_within_our_patience() {
    let server = Server::replying(&[Reply::Answer(429, "Retry-After: 2\r\n", ""), Reply::Store]);
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    let begin = Instant::now();
    let ended = test_box.runoff(&["send", "run.json"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(begin.elapsed() >= Duration::from_secs(2), "it waits as long as it was told");

    let server = Server::replying(&[Reply::Answer(429, "Retry-After: 3600\r\n", ""), Reply::Store]);
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    let ended = test_box.runoff(&["send", "run.json"]);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert_eq!(server.requests().len(), 1);
    assert_eq!(test_box.spooled().len(), 1);
}

#[test]
fn a_refusal_is_shown_with_its_place_and_not_repeated() {
    let server = Server::replying(&[Reply::Answer(422, "", PROBLEM), Reply::Store]);
    let test_box = TestBox::new(&server.url);
    test_box.file("a.json", run("a"), 0);
    test_box.file("b.json", run("b"), 0);
    let ended = test_box.runoff(&["send", "a.json", "b.json"]);
    assert_eq!(ended.code, 4);
    let said = "answers 422 The run is not sound: results[3].samples[0]: is not a finite number";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    assert_eq!(ended.stdout.lines().count(), 1, "the other file is sent");
    assert_eq!(test_box.spooled().len(), 1);
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn wrong_token_address_or_server_stop_at_the_first_upload_and_refuse_nothing() {
    let wrong = [
        (Reply::Answer(401, "", r#"{"title": "No such token"}"#), "answers 401 No such token"),
        (Reply::Answer(404, "", "<html>"), "answers 404 Not Found"),
        (Reply::Answer(308, "Location: https://new.example/api/v1/runs\r\n", ""), "has moved"),
        (Reply::Answer(200, "", "<html>hello"), "does not answer as a Runoff server does"),
        (Reply::Answer(200, "", r#"{"runs": []}"#), "does not answer as a Runoff server does"),
    ];
    for (reply, said) in wrong {
        let server = Server::replying(&[reply]);
        let test_box = TestBox::new(&server.url);
        test_box.file("a.json", run("a"), 0);
        test_box.file("b.json", run("b"), 0);
        let sent = test_box.runoff(&["send", "a.json", "b.json"]);
        assert_eq!(sent.code, 3, "{said}");
        assert_eq!(sent.stderr.matches(said).count(), 1, "{}", sent.stderr);
        assert_eq!(server.requests().len(), 1, "{said}");

        let server = Server::storing();
        let flushed = ended(test_box.command(&["flush"]).env("RUNOFF_SERVER", &server.url));
        assert_eq!(flushed.code, 0);
        assert_eq!(flushed.stdout.lines().count(), 2);
    }
}

#[test]
fn a_long_wait_is_explained() {
    let server = Server::replying(&[Reply::StoreLate(Duration::from_millis(1500))]);
    let test_box = TestBox::new(&server.url);
    test_box.file("run.json", run("a"), 0);
    let ended = test_box.runoff(&["send", "run.json"]);
    assert_eq!(ended.code, 0);
    assert!(ended.stderr.contains(&format!("waiting for {}", server.url)), "{}", ended.stderr);
}
