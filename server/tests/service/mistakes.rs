//! What is told of a mistake in an address or a form: where it was made, and in plain words.

use scraper::{Html, Selector};
use serde_json::json;
use ureq::http::Request;

use crate::support::{Answer, Service, run, send};

fn page(service: &Service, path: &str) -> Answer {
    let request = Request::get(format!("{}{path}", service.url)).header("Accept", "text/html");
    send(request.body(()).unwrap())
}

/// The value of a control, and what stands before it.
fn control(page: &Html, id: &str) -> (String, String) {
    let first = |css: String| page.select(&Selector::parse(&css).unwrap()).next();
    let value = first(format!("#{id}")).unwrap().attr("value").map(str::to_owned);
    let chosen = first(format!("#{id} option[selected]")).map(|it| it.text().collect());
    let told =
        first(format!("#{id}-mistake + #{id}")).and_then(|_| first(format!("#{id}-mistake [role=alert]")));
    let told = told.map(|it| it.text().collect::<String>().trim().to_owned());
    (value.or(chosen).unwrap_or_default(), told.unwrap_or_default())
}

/// The message named the wrong value, and its field was empty.
#[test]
fn each_mistake_is_told_at_its_field_which_keeps_it() {
    let service = Service::start("mistakes");
    service.store(&run("a"));
    let share = "threshold=\"abc\" is no share from 0 to below 1: write it as 2% or 0.02";
    let layouts = "no layout is called \"foo\"; there are delta, summary, metrics, samples, sweep";
    let range = "4..x is no range: a range is 4.., ..16 or 4..16, and a value with .. in it stands in quotes";
    let orders = "no order is called \"moon\"; there are time, kernel";
    let points = "lasting=\"1\" is no number of points from 2 to 100";
    let base = "base=\"z\" names no side; the sides are a";
    for (path, fields) in [
        (
            "/compare?q=label:a&by=label&threshold=abc&layout=foo",
            vec![
                ("q", "label:a", ""),
                ("by", "label", ""),
                ("threshold", "abc", share),
                ("layout", "foo", layouts),
            ],
        ),
        ("/compare?q=threads:4..x&metric=rate", vec![("q", "threads:4..x", range), ("metric", "rate", "")]),
        ("/compare?q=label:a&by=label&base=z", vec![("q", "label:a", ""), ("base", "z", base)]),
        ("/history?q=label:a&lasting=1&by=moon", vec![("lasting", "1", points), ("by", "moon", orders)]),
        ("/runs?q=threads:4..x", vec![("q", "threads:4..x", range)]),
    ] {
        let answer = page(&service, path);
        assert_eq!(answer.status, 400, "{path}");
        let html = Html::parse_document(&answer.text());
        for (id, value, told) in fields {
            let (held, said) = control(&html, id);
            assert!(held == value && said.starts_with(told), "{path} {id}: {held:?} {said:?}");
            assert_eq!(said.is_empty(), told.is_empty(), "{path} {id}: {said:?}");
        }
    }
    let text = service.get("/compare.json?q=label:a&threshold=abc").problem(400);
    assert_eq!(text, share);
}

/// It was "duplicate field `q`", or the first was dropped unsaid; and of a form serde's words for a field.
#[test]
fn no_mistake_is_told_in_words_from_within() {
    let service = Service::start("plain_words");
    for path in [
        "/compare.json?q=label:a&q=label:b",
        "/history.json?q=label:a&q=label:b",
        "/api/v1/runs?q=label:a&q=label:b",
        "/api/v1/completions?q=label:a&q=label:b",
    ] {
        let told = service.get(path).problem(400);
        assert!(
            told.starts_with("q is given twice: ") && told.ends_with(", label:a vs label:b"),
            "{path}: {told}"
        );
    }
    for (path, names) in [
        ("/api/v1/completions?x=1", "q"),
        ("/api/v1/runs?x=1", "q, sort, after"),
        ("/feed.atom?x=1", "q, sort, after"),
    ] {
        let answer = service.get(path);
        assert!(answer.status == 400 && answer.text().contains("no parameter is called"), "{path}");
        assert!(answer.text().contains(names), "{path}: {}", answer.text());
    }
    for (path, field, told) in [
        (
            "snapshots",
            "layout",
            "no layout is called \"foo\"; there are delta, summary, metrics, samples, sweep",
        ),
        ("snapshots", "foo", "nothing is called \"foo\" here"),
    ] {
        let answer = service.post_json(path, &service.secret, &json!({"q": "label:a", field: "foo"}));
        let said = answer.problem(422);
        assert!(said.contains(told), "{said}");
    }
    let form = service.post_form("/sign-in", "", &[("next", "/")]);
    assert!(
        form.status == 400 && form.text().contains("token") && form.text().contains("is missing"),
        "{}",
        form.text()
    );
    assert_eq!(service.get("/sign-in?next=/a&next=/b").status, 200);
}

/// 0, -1, x and 400 were answered with the first or the last part.
#[test]
fn a_part_that_is_not_there_leads_to_the_whole() {
    let service = Service::start("no_part");
    let id = service.store(&run("a"));
    service.store(&run("b"));
    let frozen = service.post_json("snapshots", &service.secret, &json!({"q": "", "by": "label"})).json();
    let snapshot = frozen["url"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
    for (whole, with, rows) in
        [("/compare?by=label", '&', 2), (snapshot.as_str(), '?', 2), (&format!("/runs/{id}"), '?', 1)]
    {
        for from in ["0", "-1", "x", "400"] {
            let answer = page(&service, &format!("{whole}{with}from={from}"));
            assert_eq!(answer.status, 400, "{whole} {from}");
            let html = Html::parse_document(&answer.text());
            let told = format!("from=\"{from}\" is no row of the table: they are 1 to {rows}");
            assert!(html.root_element().text().collect::<String>().contains(&told), "{}", answer.text());
            let lead =
                Selector::parse(&format!("main a[href^='{}']", whole.split('?').next().unwrap())).unwrap();
            assert!(html.select(&lead).next().is_some(), "{}", answer.text());
        }
        assert_eq!(page(&service, &format!("{whole}{with}from=1")).status, 200);
        assert_eq!(
            page(&service, &format!("{whole}{with}only=good")).status,
            if rows == 2 { 400 } else { 200 }
        );
    }
}
