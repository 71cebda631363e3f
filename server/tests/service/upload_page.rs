//! `/upload`: what was understood is shown, then stored, byte for byte.

use scraper::{Html, Selector};
use server::token::Scope;
use ureq::http::Request;

use crate::support::{Answer, Service, new_token, send_once};

const MAIL: &str = include_str!("../../../demo/tiobench-2.5.60-mail.txt");

/// Sends the form as a browser does: fields, and a file's name and bytes where there is one.
fn post(service: &Service, secret: &str, fields: &[(&str, &str)], file: Option<(&str, &[u8])>) -> Answer {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--frame\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), value.replace('\n', "\r\n").as_bytes(), b"\r\n"].concat());
    }
    if let Some((name, bytes)) = file {
        let head =
            format!("--frame\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), bytes, b"\r\n"].concat());
    }
    body.extend(b"--frame--\r\n");
    let request = Request::post(format!("{}/upload", service.url))
        .header("Cookie", service.cookie(secret))
        .header("Sec-Fetch-Site", "same-origin")
        .header("Accept", "text/html")
        .header("Content-Type", "multipart/form-data; boundary=frame");
    send_once(request.body(body).unwrap())
}

fn texts(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).map(|element| element.text().collect()).collect()
}

fn attribute(page: &Html, selector: &str, name: &str) -> String {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).next().unwrap().attr(name).unwrap_or_default().to_owned()
}

#[test]
fn a_pasted_mail_is_shown_line_by_line_and_then_stored() {
    let service = Service::start("upload_paste");
    let fields = [("text", MAIL), ("box", "bigbox"), ("factors", "disk=ide\n"), ("action", "preview")];
    let answer = post(&service, &service.secret, &fields, None);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let page = Html::parse_document(&answer.text());
    assert_eq!(texts(&page, "summary strong"), ["2.5.60-mm2", "2.5.60-mm2-ant"]);
    // Of the first table's row of one thread: rate, CPU, latencies, shares.
    let marks = texts(&page, "mark");
    assert!(["7.33", "22.84"].iter().all(|value| marks.contains(&(*value).to_owned())), "{marks:?}");
    assert!(!marks.contains(&"4096".to_owned()), "{marks:?}");
    assert_eq!(texts(&page, "button.main"), ["Store 2 runs"]);
    assert_eq!(service.stored_rows(), 0);

    let text = texts(&page, "textarea#text").remove(0);
    assert_eq!(text, MAIL);
    let fields = [("text", text.as_str()), ("box", "bigbox"), ("factors", "disk=ide"), ("action", "store")];
    let stored = post(&service, &service.secret, &fields, None);
    assert_eq!(stored.status, 303, "{}", stored.text());
    assert!(stored.header("location").starts_with("/runs?q=run%3A"));
    let runs = service.get("/api/v1/runs?q=disk:ide").json()["runs"].clone();
    assert_eq!(runs.as_array().unwrap().len(), 2);
    let id = runs[0]["id"].as_str().unwrap();
    assert_eq!(service.get(&format!("/api/v1/runs/{id}/sources/0")).text(), MAIL);
}

#[test]
fn a_file_is_kept_byte_for_byte() {
    let service = Service::start("upload_file");
    // CR LF and Latin-1: what a text area would not bring back.
    let bytes = b"25571 records/s\r\nreal 10.00 s\r\nuser  2.50 s \xb5\r\n";
    let fields = [("text", ""), ("name", ""), ("box", "b"), ("label", "l"), ("action", "preview")];
    let answer = post(&service, &service.secret, &fields, Some(("ebizzy.out", bytes)));
    assert_eq!(answer.status, 200, "{}", answer.text());
    let page = Html::parse_document(&answer.text());
    let (kept, name) = (attribute(&page, "[name=kept]", "value"), attribute(&page, "[name=name]", "value"));
    let fields =
        [("kept", kept.as_str()), ("name", &name), ("box", "b"), ("label", "l"), ("action", "store")];
    let stored = post(&service, &service.secret, &fields, None);
    let path = stored.header("location").to_owned();
    assert_eq!(stored.status, 303, "{}", stored.text());
    let source = service.get(&format!("/api/v1{path}/sources/0"));
    assert_eq!(source.body, bytes);
    assert_eq!(service.get(&format!("/api/v1{path}")).json()["sources"][0]["name"], "ebizzy.out");
}

#[test]
fn what_cannot_be_read_is_shown_where_it_is_wrong_and_kept_in_the_form() {
    let service = Service::start("upload_wrong");
    let broken = "Hello,\n\nTotal jobs: many\n";
    for (fields, says) in [
        (
            vec![("text", broken), ("box", "b"), ("label", "<b>")],
            "No known tool prints this. If it is of a tool in the list, choose it as the format",
        ),
        (
            vec![("text", " \n"), ("box", "b"), ("label", "<b>")],
            "There is nothing to read: paste what the tool printed",
        ),
        (vec![("text", MAIL), ("label", "<b>")], "say on which box it ran"),
        (vec![("text", MAIL), ("box", "b"), ("label", "<b>")], "which one label"),
        (vec![("text", MAIL), ("box", "b"), ("label", "<b>"), ("factors", "elevator")], "factor=level"),
        (vec![("text", "{\"schema\":\"runoff/1\"}"), ("label", "<b>")], "say on which box it ran"),
    ] {
        let fields = [fields, vec![("action", "store")]].concat();
        let answer = post(&service, &service.secret, &fields, None);
        assert_eq!(answer.status, 400, "{says}");
        let page = Html::parse_document(&answer.text());
        assert!(
            texts(&page, "[role=alert]")[0].contains(says),
            "{says}: {}",
            texts(&page, "[role=alert]")[0]
        );
        assert_eq!(texts(&page, "textarea#text"), [fields[0].1], "{says}");
        assert_eq!(attribute(&page, "#label", "value"), "<b>", "{says}");
        assert!(texts(&page, "[value=store]").is_empty(), "{says}");
    }
    assert_eq!(service.stored_rows(), 0);
}

/// Of 17 runs the last 13 were bare headings, without a word why.
#[test]
fn every_run_of_a_mail_is_shown_with_its_results() {
    let service = Service::start("upload_many");
    let mail = include_str!("../../../benchdata/src/readers/fixtures/contest/contest-fifo-batch-mail.txt");
    let fields = [
        ("text", mail),
        ("box", "bigbox"),
        ("label_pattern", "{kernel}fb{fifo_batch}"),
        ("action", "preview"),
    ];
    let answer = post(&service, &service.secret, &fields, None);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let page = Html::parse_document(&answer.text());
    assert_eq!(texts(&page, "details summary strong").len(), 17);
    assert_eq!(texts(&page, "details:has(strong) table.grid").len(), 17);
    // The first and the last row of its table.
    let cells = texts(&page, ".grid td, .grid th");
    assert!(cells.iter().any(|cell| cell.starts_with("125.4")), "{cells:?}");
    assert!(answer.text().len() < 100_000, "{}", answer.text().len());
}

#[test]
fn only_who_may_store_is_shown_a_preview() {
    let service = Service::start("upload_who");
    let fields = [("text", MAIL), ("box", "bigbox"), ("action", "store")];
    let stranger = post(&service, "", &fields, None);
    assert_eq!((stranger.status, stranger.header("location")), (303, "/sign-in?next=%2Fupload"));
    let bound = server::database::tokens::NewToken {
        box_name: Some(benchdata::name::Name::new("smallbox").unwrap()),
        ..new_token("bound", Scope::Upload)
    };
    let bound = service.token(&bound);
    assert_eq!(post(&service, &bound, &fields, None).status, 403);
    let large = "x".repeat(crate::support::BODY_LIMIT + 1);
    let large = [("text", large.as_str()), ("box", "bigbox")];
    assert_eq!(post(&service, &service.secret, &large, None).status, 413);
    assert_eq!(service.stored_rows(), 0);
}
