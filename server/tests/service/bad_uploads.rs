//! What is refused: with a status, a reason and a place, and nothing is stored.

use std::io::Read;

use flate2::Compression;
use flate2::read::GzEncoder;
use serde_json::{Value as Json, json};

use crate::support::{Answer, BODY_LIMIT, Service, run};

const JSON: (&str, &str) = ("Content-Type", "application/json");
const GZIP: (&str, &str) = ("Content-Encoding", "gzip");
const OF_BIGBOX: &str = "box=bigbox&label=a";

fn gzip(bytes: impl Read) -> Vec<u8> {
    let mut zipped = Vec::new();
    GzEncoder::new(bytes, Compression::fast()).read_to_end(&mut zipped).unwrap();
    zipped
}

/// A run with one change.
fn with(change: impl FnOnce(&mut Json)) -> Vec<u8> {
    let mut run = run("a");
    change(&mut run);
    run.to_string().into_bytes()
}

#[track_caller]
fn check(service: &Service, answer: &Answer, status: u16, field: &str, detail: &str) {
    let found = answer.problem(status);
    assert!(found.contains(detail), "{found:?} lacks {detail:?}");
    assert_eq!(answer.json()["field"].as_str().unwrap_or_default(), field);
    assert_eq!(service.stored_rows(), 0);
}

#[test]
fn json_runs_with_a_mistake() {
    let service = Service::start("bad_json");
    let truncated = run("a").to_string().as_bytes()[..150].to_vec();
    let nan = run("a").to_string().replace("42.07", "NaN").into_bytes();
    let cases: [(Vec<u8>, &str, &str); 11] = [
        (truncated, "", "line 1: EOF"),
        (nan, "", "line 1: expected value"),
        (b"\x7fELF\x02\x01\x01\0".to_vec(), "", "line 1: expected value"),
        (Vec::new(), "", "EOF"),
        (b"[]".to_vec(), "[]", "holds no run"),
        (with(|run| run["results"][1]["summary"]["n"] = json!(-5)), "results[1].summary.n", "-5"),
        (with(|run| run["results"] = json!([])), "results", "holds no result"),
        (with(|run| run["label"] = json!("a\0b")), "label", "control characters"),
        (with(|run| run["note"] = json!("a\0b")), "note", "NUL"),
        (with(|run| run["schema"] = json!("runoff/9")), "schema", "runoff/9"),
        (with(|run| run["bogus"] = json!(1)), "bogus", "nothing is called \"bogus\" here"),
    ];
    for (body, field, detail) in cases {
        check(&service, &service.send(&[JSON], "", &body), 400, field, detail);
    }
    assert_eq!(service.send(&[JSON], "", b"{\n\n!").json()["line"], 3);
    assert_eq!(service.send_json(&run("a")).status, 201);
}

#[test]
fn arrays_are_stored_whole_or_not_at_all() {
    let service = Service::start("bad_array");
    let mut bad = run("z");
    bad["results"][0]["samples"] = json!([]);
    let answer = service.send_json(&json!([run("a"), run("b"), bad]));
    check(&service, &answer, 400, "[2].results[0].samples", "is empty");
    let answer = service.send_json(&json!([run("a"), run("b"), run("a")]));
    check(&service, &answer, 400, "[2]", "says exactly what [0] says");
}

#[test]
fn outputs_that_no_reader_knows() {
    let service = Service::start("bad_output");
    let cases: [(&str, &[u8], &str, &str); 10] = [
        (OF_BIGBOX, b"what is this?\n", "", "no known tool"),
        (OF_BIGBOX, b"\x7fELF\x02\x01", "", "not text: byte 0x02 at offset 4"),
        (OF_BIGBOX, b"tiobench\0", "", "not text: byte 0x00 at offset 8"),
        (OF_BIGBOX, b"", "", "empty"),
        ("box=bigbox&format=nothing", b"x", "format", "no format is called \"nothing\""),
        ("label=a", b"x", "box", "box=NAME"),
        ("box=bigbox&lable=a", b"x", "lable", "there are format, box, benchmark, label"),
        ("box=bigbox&box=b", b"x", "box", "twice"),
        ("box=bigbox&set=elevator", b"x", "set", "set=factor=level"),
        ("box=bigbox&started=yesterday", b"x", "started", "2003-02-14T01:31:44Z"),
    ];
    for (query, body, field, detail) in cases {
        check(&service, &service.send(&[], query, body), 400, field, detail);
    }
    let answer = service.send(&[JSON], OF_BIGBOX, run("a").to_string().as_bytes());
    check(&service, &answer, 400, "box", "says all itself");
}

#[test]
fn an_output_in_a_form_is_refused() {
    let service = Service::start("multipart");
    let form = ("Content-Type", "Multipart/Form-Data; boundary=x");
    let body = b"--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nout\r\n--x--\r\n";
    check(&service, &service.send(&[form], OF_BIGBOX, body), 415, "Content-Type", "--data-binary");
}

#[test]
fn an_output_without_a_box_lacks_the_box() {
    let service = Service::start("no_box");
    let output = include_bytes!("../../../demo/tiobench-2.5.60-mail.txt");
    check(&service, &service.send(&[], "", output), 400, "box", "box");
}

#[test]
fn a_compressed_output_is_named() {
    let service = Service::start("compressed_output");
    check(&service, &service.send(&[], OF_BIGBOX, &gzip(&b"out"[..])), 400, "", "decompress it first");
}

#[test]
fn bodies_that_are_too_large_or_broken() {
    let service = Service::start("bad_body");
    let too_large = "exceeds 1048576 bytes";
    let body = vec![b' '; BODY_LIMIT + 1];
    check(&service, &service.send(&[JSON], "", &body), 413, "", too_large);
    let zeros = || std::io::repeat(0).take(16 << 20);
    check(&service, &service.send(&[JSON, GZIP], "", &gzip(zeros())), 413, "", too_large);
    let bomb = zstd::encode_all(zeros(), 3).unwrap();
    check(&service, &service.send(&[JSON, ("Content-Encoding", "zstd")], "", &bomb), 413, "", too_large);

    let whole = gzip(run("a").to_string().as_bytes());
    let cut = &whole[..whole.len() - 20];
    check(&service, &service.send(&[JSON, GZIP], "", cut), 400, "Content-Encoding", "broken gzip");
    check(&service, &service.send(&[JSON, GZIP], "", b"no gzip"), 400, "Content-Encoding", "broken gzip");
    let brotli = ("Content-Encoding", "br");
    check(&service, &service.send(&[JSON, brotli], "", &whole), 415, "Content-Encoding", "use gzip");
    let twice = ("Content-Encoding", "gzip, gzip");
    check(&service, &service.send(&[JSON, twice], "", &whole), 415, "Content-Encoding", "2 times");
    check(&service, &service.send(&[JSON, GZIP, GZIP], "", &whole), 415, "Content-Encoding", "2 times");
    assert_eq!(service.send(&[JSON, ("Content-Encoding", "GZIP")], "", &whole).status, 201);
}

#[test]
fn an_announced_length_is_refused_before_the_body_is_sent() {
    use std::io::{BufRead, BufReader, Write};
    let service = Service::start("announced");
    let mut connection = std::net::TcpStream::connect(service.url.trim_start_matches("http://")).unwrap();
    let (secret, length) = (&service.secret, 200 << 20);
    write!(
        connection,
        "POST /api/v1/runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    )
    .unwrap();
    let mut status = String::new();
    BufReader::new(connection).read_line(&mut status).unwrap();
    assert_eq!(status, "HTTP/1.1 413 Payload Too Large\r\n");
}
