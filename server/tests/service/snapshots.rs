//! Snapshots: words beside them, tags for caches.

use serde_json::json;
use ureq::http::Request;

use crate::support::{Answer, Service, run, send};

fn freeze(service: &Service, title: &str, note: &str) -> Answer {
    let asked = json!({"q": "", "by": "label", "threshold": "2%", "title": title, "note": note});
    service.post_json("snapshots", &service.secret, &asked)
}

#[test]
fn title_and_note_stand_beside_the_numbers_and_are_no_part_of_the_hash() {
    let service = Service::start("snapshot_words");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let first = freeze(&service, "Anticipatory <wins>", "As mailed to the list.\r\nSee there.");
    assert_eq!(first.status, 201, "{}", first.text());
    let second = freeze(&service, "Another title", "");
    assert_eq!((second.status, &second.json()["hash"]), (200, &first.json()["hash"]));
    let path = first.json()["url"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
    let request = Request::get(format!("{}{path}", service.url)).header("Accept", "text/html");
    let page = send(request.body(()).unwrap()).text();
    assert!(
        page.contains("Anticipatory &#60;wins&#62;") && page.contains("As mailed to the list.\nSee there.")
    );
    assert!(page.contains("by <bdi>test</bdi>"), "{page}");
    // The forms that are mailed were without them.
    let mailed = service.get(&format!("{path}.txt")).text();
    let said = "\nSaid by its maker:\n  Anticipatory <wins>\n  As mailed to the list.\n  See there.\n";
    assert!(mailed.contains(said), "{mailed}");
    let markdown = service.get(&format!("{path}.md")).text();
    assert!(markdown.contains("- As mailed to the list.\n- See there.\n"), "{markdown}");
    assert!(!service.get(&format!("{path}.json")).text().contains("Anticipatory"));
    for (title, note, field) in
        [("x".repeat(201), String::new(), "title"), (String::new(), "x".repeat(4001), "note")]
    {
        let refused = freeze(&service, &title, &note);
        refused.problem(400);
        assert_eq!(refused.json()["field"], field);
    }
    let unknown = service.post_json("snapshots", &service.secret, &json!({"by": "label", "titel": "x"}));
    assert!(unknown.problem(422).contains("titel"));
}

#[test]
fn a_client_that_has_a_snapshot_is_told_so() {
    let service = Service::start("snapshot_tags");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let url = freeze(&service, "", "").json()["url"].as_str().unwrap().to_owned();
    for suffix in [".json", ".csv", ".txt", ".md", ".svg", ""] {
        let get = |tag: &str| {
            let request = Request::get(format!("{url}{suffix}")).header("If-None-Match", tag);
            send(request.body(()).unwrap())
        };
        let first = get("\"other\"");
        assert_eq!(first.status, 200, "{suffix}");
        let tag = first.header("etag").to_owned();
        let again = get(&format!("\"other\", {tag}"));
        assert_eq!((again.status, again.body.len()), (304, 0), "{suffix}");
        assert_eq!(again.header("cache-control"), first.header("cache-control"), "{suffix}");
    }
}

#[test]
fn a_token_makes_no_more_snapshots_a_day_than_anybody_reads() {
    let service = Service::start("snapshot_count");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    service.execute(
        "INSERT INTO snapshots (hash, created, created_by, comparison)
         SELECT number, '2003-02-14 01:00:00Z', tokens.id, '' FROM generate_series(1, 1000) AS number, tokens",
    );
    assert!(freeze(&service, "", "").problem(429).contains("1000 snapshots"));
    service.execute("UPDATE snapshots SET created = created - interval '1 day' WHERE hash = '1'");
    assert_eq!(freeze(&service, "", "").status, 201);
}

/// "title=Third of the dss comparison" led to the old page with the old title, without a word.
#[test]
fn who_freezes_what_is_frozen_is_told_whose_words_stay() {
    let service = Service::start("snapshot_before");
    for label in ["a", "b"] {
        service.store(&run(label));
    }
    let freeze = |title: &str| {
        let fields = [("q", ""), ("by", "label"), ("title", title), ("note", "")];
        let answer = service.post_form("/c", &service.secret, &fields);
        assert_eq!(answer.status, 303, "{}", answer.text());
        answer
    };
    let page = |answer: &Answer| {
        let request = Request::get(format!("{}{}", service.url, answer.header("location")));
        let cookie = answer.header("set-cookie").split(';').next().unwrap();
        send(request.header("Accept", "text/html").header("Cookie", cookie).body(()).unwrap()).text()
    };
    let first = freeze("Anticipatory wins");
    let plain = page(&first);
    assert!(!plain.contains("role=\"status\""), "{plain}");
    let stays = " Your title was not taken: what was said first stays.";
    for (title, words) in [("Third of the dss comparison", stays), ("", "")] {
        let again = freeze(title);
        assert_eq!(again.header("location"), first.header("location"));
        let told = page(&again);
        let told = told.split_once("role=\"status\">").unwrap().1.split_once("</p>").unwrap().0.to_owned();
        assert!(told.starts_with("This was frozen before, by test, on 2003-02-14 "), "{told}");
        assert!(told.ends_with(&format!("“\u{2068}Anticipatory wins\u{2069}”.{words}")), "{told}");
    }
    // Forged words are not shown, and the page of others is the one that is kept.
    let forged = Request::get(format!("{}{}", service.url, first.header("location")))
        .header("Accept", "text/html")
        .header("Cookie", "runoff_said=forged");
    assert_eq!(send(forged.body(()).unwrap()).text(), plain);
}

/// The heading of a snapshot of twelve sides was thirteen bold lines, and each table was called so too.
#[test]
fn many_sides_are_a_number_in_titles() {
    let service = Service::start("snapshot_sides");
    for label in ["a", "b", "c", "d"] {
        service.store(&run(label));
    }
    let url = freeze(&service, "", "").json()["url"].as_str().unwrap().to_owned();
    let titles = || {
        let request = Request::get(&url).header("Accept", "text/html");
        let page = send(request.body(()).unwrap()).text();
        let shown = ["<h1><bdi>tiobench: 4 sides</bdi></h1>", "aria-label=\"tiobench: 4 sides\""];
        shown.map(|title| page.contains(title))
    };
    assert_eq!(titles(), [true, true]);
    // As it was stored once.
    service.execute("UPDATE snapshots SET title = 'tiobench: a (baseline) v b v c v d'");
    assert_eq!(titles(), [true, true]);
}
