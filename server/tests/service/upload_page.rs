//! `/upload`: what was understood is shown, then stored, byte for byte.

use scraper::{Html, Selector};
use serde_json::json;
use server::token::Scope;
use ureq::http::Request;

use crate::support::{Answer, Service, new_token, send, send_once};

const MAIL: &str = include_str!("../../../demo/tiobench-2.5.60-mail.txt");

/// Sends the form as a browser does: fields, and the files' names and bytes.
fn post<'a>(
    service: &Service,
    secret: &str,
    fields: &[(&str, &str)],
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Answer {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--frame\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), value.replace('\n', "\r\n").as_bytes(), b"\r\n"].concat());
    }
    for (name, bytes) in files {
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

/// What the page that an answer leads to says of what its reader has just done, and never again.
fn said(service: &Service, answer: &Answer) -> Vec<String> {
    let request = Request::get(format!("{}{}", service.url, answer.header("location")));
    let cookie = answer.header("set-cookie").split(';').next().unwrap();
    let page = send(request.header("Accept", "text/html").header("Cookie", cookie).body(()).unwrap());
    assert!(page.header("set-cookie").starts_with("runoff_said=; Path=/; Max-Age=0"), "{:?}", page.headers);
    texts(&Html::parse_document(&page.text()), "main [role=status]")
}

/// The hidden and visible fields of single runs, as a browser would send them.
fn own(page: &Html) -> Vec<(String, String)> {
    let selector = Selector::parse("[form=upload][name]:not(button)").unwrap();
    let field = |element: scraper::ElementRef| {
        let text = element.text().collect::<String>();
        (element.attr("name").unwrap().to_owned(), element.attr("value").map_or(text, str::to_owned))
    };
    page.select(&selector).map(field).collect()
}

/// What stands on the page of a preview, so that what it shows can be stored.
fn previewed(page: &Html) -> String {
    attribute(page, "[name=previewed]", "value")
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
    let previewed = previewed(&page);
    let words = [("box", "bigbox"), ("factors", "disk=ide"), ("previewed", &previewed), ("action", "store")];
    let fields = [&[("text", text.as_str())][..], &words].concat();
    let stored = post(&service, &service.secret, &fields, None);
    assert_eq!(stored.status, 303, "{}", stored.text());
    assert!(stored.header("location").starts_with("/runs?q=run%3A"));
    assert_eq!(said(&service, &stored), ["Stored 2 runs."]);
    let again = post(&service, &service.secret, &fields, None);
    assert_eq!(said(&service, &again), ["2 runs were there already; nothing was stored."]);
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
    let answer = post(&service, &service.secret, &fields, [("ebizzy.out", bytes.as_slice())]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let page = Html::parse_document(&answer.text());
    let (kept, name) = (attribute(&page, "[name=kept]", "value"), attribute(&page, "[name=name]", "value"));
    let previewed = previewed(&page);
    let fields = [
        ("kept", kept.as_str()),
        ("name", &name),
        ("box", "b"),
        ("label", "l"),
        ("previewed", &previewed),
        ("action", "store"),
    ];
    let stored = post(&service, &service.secret, &fields, None);
    assert_eq!(stored.status, 303, "{}", stored.text());
    assert_eq!(said(&service, &stored), ["Stored 1 run."]);
    let path = stored.header("location");
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

/// Of two files that were dropped the last was taken, and of a text and a file the file, both unsaid.
#[test]
fn of_several_outputs_none_is_lost_unsaid() {
    let service = Service::start("upload_several");
    let fields = [("box", "b"), ("label", "l"), ("action", "store")];
    let files: [(&str, &[u8]); 2] = [("a.out", b"real 10.00 s\n"), ("b.out", b"real 11.00 s\n")];
    let said = |answer: Answer| {
        assert_eq!(answer.status, 400, "{}", answer.text());
        let page = Html::parse_document(&answer.text());
        (texts(&page, "[role=alert]")[0].trim().to_owned(), texts(&page, "textarea#text").join(""))
    };
    let told = said(post(&service, &service.secret, &fields, files));
    assert_eq!(told, ("a.out and b.out were sent: send one at a time".to_owned(), String::new()));
    let (told, text) =
        said(post(&service, &service.secret, &[&fields[..], &[("text", MAIL)]].concat(), [files[0]]));
    assert_eq!(told, "Both a text and the file a.out were sent: clear the text, or leave the file out");
    assert_eq!(text, MAIL);
    assert_eq!(service.stored_rows(), 0);
    // Another in place of one that was shown.
    let kept = [("kept", "eA=="), ("name", "x.out"), ("action", "preview"), ("box", "b"), ("label", "l")];
    let shown = post(&service, &service.secret, &kept, [files[0]]).text();
    assert_eq!(attribute(&Html::parse_document(&shown), "[name=name]", "value"), "a.out");
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

/// A mail's label went to both its kernels or to none, and its factors to both.
#[test]
fn one_run_of_several_is_corrected_alone() {
    let service = Service::start("upload_own");
    let shared = [("text", MAIL), ("box", "bigbox"), ("factors", "disk=ide")];
    let send = |own: &[(String, String)], action| {
        let own = own.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let fields: Vec<(&str, &str)> = shared.into_iter().chain(own).chain([("action", action)]).collect();
        post(&service, &service.secret, &fields, None)
    };
    let mut fields = own(&Html::parse_document(&send(&[], "preview").text()));
    assert_eq!(fields.iter().filter(|(name, _)| name.starts_with("run.")).count(), 8, "{fields:?}");
    let mut say = |name: &str, value: &str| {
        let field = fields.iter_mut().find(|(field, _)| field == name).unwrap();
        value.clone_into(&mut field.1);
        fields.clone()
    };
    // Of the second run alone.
    say("run.1.label", "2.5.60-mm2-as");
    say("run.1.started", "2003-02-14");
    let wrong = send(&say("run.1.factors", "elevator"), "store");
    assert_eq!(wrong.status, 400);
    let page = Html::parse_document(&wrong.text());
    assert!(
        texts(&page, "[role=alert]")[0].contains("Run 2: write each factor on a line"),
        "{}",
        wrong.text()
    );
    assert!(own(&page).contains(&("run.1.label".to_owned(), "2.5.60-mm2-as".to_owned())));
    assert_eq!(service.stored_rows(), 0);

    let fields = say("run.1.factors", "disk=ide\nelevator=as");
    let shown = Html::parse_document(&send(&fields, "preview").text());
    assert_eq!(texts(&shown, "summary strong"), ["2.5.60-mm2", "2.5.60-mm2-as"]);
    assert_eq!(own(&shown).len(), 16);
    let fields = [own(&shown), vec![("previewed".to_owned(), previewed(&shown))]].concat();
    assert_eq!(send(&fields, "store").status, 303);
    let runs = service.get("/api/v1/runs?sort=label").json()["runs"].clone();
    let told =
        |at: usize| (runs[at]["label"].clone(), runs[at]["factors"].clone(), runs[at]["started"].clone());
    assert_eq!(told(0), (json!("2.5.60-mm2"), json!({"disk": "ide"}), json!(null)));
    assert_eq!(
        told(1),
        (json!("2.5.60-mm2-as"), json!({"disk": "ide", "elevator": "as"}), json!("2003-02-14T00:00:00Z"))
    );
}

/// Values that were changed after the preview were stored as nobody had seen them.
#[test]
fn what_is_read_otherwise_than_was_shown_is_shown_first() {
    let service = Service::start("upload_anew");
    let send = |text: &str, format: &str, previewed: &str| {
        let fields = [("text", text), ("box", "b"), ("format", format), ("previewed", previewed)];
        post(&service, &service.secret, &[&fields[..], &[("action", "store")]].concat(), None)
    };
    let first = send(MAIL, "auto", "");
    let shown = previewed(&Html::parse_document(&first.text()));
    assert_eq!((first.status, service.stored_rows()), (200, 0), "it was never shown");

    let changed = MAIL.replace("22.84", "99.84");
    for (text, format) in [(changed.as_str(), "auto"), (MAIL, "tiobench")] {
        let page = Html::parse_document(&send(text, format, &shown).text());
        assert!(texts(&page, "main [role=status]")[0].contains("this is not what was shown before"));
        assert_eq!(service.stored_rows(), 0);
    }
    let seen = previewed(&Html::parse_document(&send(&changed, "auto", &shown).text()));
    assert_eq!(send(&changed, "auto", &seen).status, 303);
    assert!(service.stored_rows() > 0);
}

#[test]
fn what_was_said_of_a_run_is_of_no_other() {
    let service = Service::start("upload_other");
    let own = [("read.1.label", "2.5.60-mm2-ant"), ("run.1.label", "mine")];
    let other = include_str!("../../../demo/two-blocks-ident.txt").replace("two-blocks", "other");
    for text in [other.as_str(), "25571 records/s\nreal 10.00 s\nuser  2.50 s\n", "no tool's\n"] {
        let fields = [("text", text), ("box", "b"), ("label", ""), ("action", "store")];
        let answer = post(&service, &service.secret, &[fields.as_slice(), &own].concat(), None);
        assert_eq!(answer.status, 400, "{text}: {}", answer.header("location"));
    }
    assert_eq!(service.stored_rows(), 0);
}
