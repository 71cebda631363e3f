//! What is read back: runs, sources, and the headers of every answer.

use crate::support::{Service, run, send};
use serde_json::json;

#[test]
fn a_run_is_read_as_it_was_sent() {
    let service = Service::start("reading");
    let mut sent = run("<script>alert(1)</script>");
    sent["note"] = json!("two\nlines");
    sent["repeat"] = json!(2);
    let id = service.store(&sent);
    let mut read = service.get(&format!("/api/v1/runs/{id}")).json();
    assert_eq!(read["id"], id);
    assert_eq!(read["uploaded_by"], "test");
    assert_eq!(read["corrections"], json!([]));
    assert_eq!(read["sources"][0]["length"], "of <script>alert(1)</script>\n".len());
    for field in ["id", "url", "received", "uploaded_by", "withdrawn", "corrections", "sources"] {
        assert!(read.as_object_mut().unwrap().remove(field).is_some(), "{field}");
    }
    sent.as_object_mut().unwrap().remove("sources");
    // Results are read in the order of case and metric.
    sent["results"].as_array_mut().unwrap().reverse();
    assert_eq!(read, sent);
}

#[test]
fn a_source_is_read_byte_for_byte_and_as_text_alone() {
    let service = Service::start("sources");
    let mut sent = run("a");
    let bytes = b"<script>\xff\x00\r\n".repeat(1000);
    sent["sources"] = json!([
        {"name": "empty", "text": ""},
        {"name": "bytes", "base64": data_encoding::BASE64.encode(&bytes)},
    ]);
    let id = service.store(&sent);
    let address = |position: &str| format!("/api/v1/runs/{id}/sources/{position}");
    assert_eq!(service.get(&address("0")).body, b"");
    let answer = service.get(&address("1"));
    assert_eq!(answer.body, bytes);
    assert_eq!(answer.header("content-type"), "text/plain");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert!(answer.header("content-security-policy").contains("sandbox"));
    for position in ["2", "-1", "x", "99999999999"] {
        assert!(service.get(&address(position)).problem(404).contains("no source"));
    }
}

#[test]
fn what_is_not_there_is_a_problem() {
    let service = Service::start("missing");
    assert_eq!(service.get("/api/v1/runs/0123456789abcdef").problem(404), "there is no run 0123456789abcdef");
    assert!(service.get("/api/v1/runs/x").problem(404).contains("16 hexadecimal digits"));
    assert!(service.get("/api/nothing").problem(404).contains("nothing"));
    let delete = ureq::http::Request::delete(format!("{}/api/v1/runs", service.url)).body(()).unwrap();
    let answer = send(delete);
    answer.problem(405);
    assert!(answer.header("allow").contains("POST"), "{:?}", answer.headers);
}

#[test]
fn every_answer_is_identified_and_protected() {
    let service = Service::start("headers");
    for path in ["/healthz", "/readyz", "/api/v1/runs", "/nothing"] {
        let answer = service.get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-request-id").len(), 16);
    }
    let asked = |id: &str| {
        let request = ureq::http::Request::get(format!("{}/healthz", service.url)).header("X-Request-Id", id);
        send(request.body(()).unwrap()).header("x-request-id").to_owned()
    };
    assert_eq!(asked("proxy-1.2"), "proxy-1.2");
    assert_ne!(asked("two words"), "two words");
    assert_ne!(asked(&"x".repeat(65)), "x".repeat(65));
}
