//! Corrected and withdrawn runs: their history, comparisons of today and old snapshots.

use benchdata::name::Name;
use serde_json::{Value as Json, json};
use server::database::tokens::NewToken;
use server::token::Scope;
use ureq::http::Request;

use crate::support::{Answer, Service, new_token, run, send};

/// Runs of the labels `a` and `b`, a token that may correct, and both runs' ids.
fn prepare(database: &str) -> (Service, String, [String; 2]) {
    let service = Service::start(database);
    let corrector = service.token(&new_token("nick", Scope::Correct));
    let runs = ["a", "b"].map(|label| service.store(&run(label)));
    (service, corrector, runs)
}

fn correct(service: &Service, secret: &str, id: &str, change: &Json) -> Answer {
    service.post_json(&format!("runs/{id}/corrections"), secret, change)
}

fn sides(comparison: &Answer) -> Vec<String> {
    let comparison = comparison.json();
    let names = comparison["sides"].as_array().unwrap().iter().map(|side| side["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

/// The text of a comparison's warning of this code.
fn warning(comparison: &Answer, code: &str) -> String {
    let comparison = comparison.json();
    let warnings = comparison["warnings"].as_array().unwrap();
    let found = warnings.iter().find(|warning| warning["code"] == code);
    found.map_or(String::new(), |warning| warning["text"].as_str().unwrap().to_owned())
}

#[test]
fn a_corrected_label_is_compared_and_told_and_the_old_snapshot_keeps_its_numbers() {
    let (service, nick, [a, _]) = prepare("corrected_label");
    let frozen = service.post_json("snapshots", &service.secret, &json!({"by": "label"}));
    let snapshot = frozen.json()["url"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
    let before = service.get(&format!("{snapshot}.json")).body;

    let answer = correct(&service, &nick, &a, &json!({"label": "c", "reason": "it had booted c"}));
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert_eq!(answer.json()["corrections"], json!([{"field": "label", "old": "a", "new": "c"}]));

    // The same run under the same id, with its history.
    let stored = service.get(&format!("/api/v1/runs/{a}")).json();
    assert_eq!((&stored["label"], &stored["id"]), (&json!("c"), &json!(a)));
    let correction = &stored["corrections"][0];
    assert_eq!((&correction["old"], &correction["made_by"]), (&json!("a"), &json!("nick")));
    assert_eq!(service.send_json(&run("a")).status, 200);
    assert_eq!(service.count("SELECT count(*) FROM runs"), 2);

    let today = service.get("/compare.json?by=label");
    assert_eq!(sides(&today), ["c", "b"]);
    let told = warning(&today, "corrected");
    let says = format!(
        "1 run is compared as corrected: run {a}'s label corrected from a to c by nick on 2003-02-14: it had booted c"
    );
    assert_eq!(told, says);
    assert_eq!(service.get("/api/v1/runs?q=label:a").json()["runs"], json!([]));

    assert_eq!(service.get(&format!("{snapshot}.json")).body, before);
    let text = service.get(&format!("{snapshot}.txt")).text();
    let unfolded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unfolded.contains("Since this was made:"), "{text}");
    assert!(
        unfolded.contains("label corrected from a to c by nick on 2003-02-14: it had booted c"),
        "{text}"
    );
    assert!(text.find("Since this").unwrap() < text.find("MiB/s").unwrap(), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 78), "{text}");
    // No side has the baseline's old name: its page leads to those of today all the same.
    let browser = Request::get(format!("{}{snapshot}", service.url)).header("Accept", "text/html");
    let page = scraper::Html::parse_document(&send(browser.body(()).unwrap()).text());
    let link = scraper::Selector::parse("[aria-labelledby=since] a").unwrap();
    let live = page.select(&link).next().unwrap().attr("href").unwrap();
    // Set against the same runs as before: the links turned the sides round.
    let today = service.get(&live.replace("/compare?", "/compare.json?"));
    assert_eq!((sides(&today), &today.json()["baseline"]), (vec!["c".to_owned(), "b".to_owned()], &json!(0)));
    // A snapshot of today has it among its warnings, and nothing happened since.
    let again = service.post_json("snapshots", &service.secret, &json!({"by": "label"}));
    let again = again.json()["url"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
    assert_ne!(again, snapshot);
    assert!(!service.get(&format!("{again}.md")).text().contains("Since this was made"));
}

/// A fault: a snapshot led to a name that no side had once the baseline's factor was taken away, and
/// to another baseline without a word once its runs were withdrawn.
#[test]
fn a_snapshot_leads_to_its_baseline_under_the_name_it_has_now_or_says_that_there_is_none() {
    let service = Service::start("live_of_corrected");
    let nick = service.token(&new_token("nick", Scope::Correct));
    let runs = ["as", "cfq", "noop"].map(|elevator| {
        let mut run = run(elevator);
        run["factors"] = json!({"el": elevator});
        service.store(&run)
    });
    let asked = json!({"by": "el", "base": "el=as"});
    let frozen = service.post_json("snapshots", &service.secret, &asked);
    let snapshot = frozen.json()["url"].as_str().unwrap().to_owned();
    let answer = correct(&service, &nick, &runs[0], &json!({"factors": {"el": null}, "reason": "unknown"}));
    assert_eq!(answer.status, 201, "{}", answer.text());
    let (link, said) = since(&snapshot);
    let live = link.unwrap();
    let today = service.get(&live.replace("/compare?", "/compare.json?"));
    assert_eq!(sides(&today), ["el=(none)", "el=cfq", "el=noop"], "{live}");
    assert!(said.ends_with("Compare as corrected"), "{said}");

    let withdrawn = json!({"withdrawn": true, "reason": "wrong disk"});
    assert_eq!(correct(&service, &nick, &runs[0], &withdrawn).status, 201);
    let (link, said) = since(&snapshot);
    assert_eq!(
        sides(&service.get(&link.unwrap().replace("/compare?", "/compare.json?"))),
        ["el=cfq", "el=noop"]
    );
    let lost = "perhaps against another baseline: all runs of the baseline el=as were withdrawn";
    assert!(said.ends_with(lost), "{said}");
}

/// What a snapshot's page says of its runs since, and where its first link there leads.
fn since(snapshot: &str) -> (Option<String>, String) {
    let page = send(Request::get(snapshot).header("Accept", "text/html").body(()).unwrap()).text();
    let page = scraper::Html::parse_document(&page);
    let section = scraper::Selector::parse("[aria-labelledby=since] p").unwrap();
    let link = scraper::Selector::parse("a").unwrap();
    let said = page.select(&section).next().unwrap();
    let link = said.select(&link).next().map(|link| link.attr("href").unwrap().to_owned());
    (link, said.text().collect())
}

/// A fault: where the query named what was corrected, the snapshot's link led to a refusal.
#[test]
fn a_snapshot_leads_to_its_runs_also_where_its_query_names_what_they_were_called() {
    let (service, nick, [a, b]) = prepare("renamed_in_query");
    let snapshot = |asked: Json| {
        let frozen = service.post_json("snapshots", &service.secret, &asked).json();
        frozen["url"].as_str().unwrap().to_owned()
    };
    let split = snapshot(json!({"q": "benchmark:tiobench label:a|b", "by": "label", "base": "a"}));
    let vs = snapshot(json!({"q": "label:a vs label:b"}));
    assert_eq!(correct(&service, &nick, &a, &json!({"label": "c", "reason": "typo"})).status, 201);
    let compared = |snapshot: &str| {
        let (link, said) = since(snapshot);
        let table = service.get(&link.expect(&said).replace("/compare?", "/compare.json?")).json();
        let runs = |side: usize| table["sides"][side]["runs"].clone();
        ([runs(0), runs(1)], table["baseline"].clone())
    };
    assert_eq!(compared(&split), ([json!([a]), json!([b])], json!(0)));
    assert_eq!(compared(&vs), compared(&split));
    // Nor did the one to today's runs, which is set against the old name's successor only where the query
    // still selects it.
    let mut other = run("a");
    other["started"] = json!("2003-02-15T01:31:44Z");
    let other = service.store(&other);
    let page = Request::get(&split).header("Accept", "text/html").body(()).unwrap();
    let page = scraper::Html::parse_document(&send(page).text());
    let links = scraper::Selector::parse("a").unwrap();
    let today = page.select(&links).find(|link| link.text().any(|text| text.starts_with("Today")));
    let today = today.unwrap().attr("href").unwrap().replace("/compare?", "/compare.json?");
    let sides = service.get(&today).json()["sides"].clone();
    assert_eq!([&sides[0]["runs"], &sides[1]["runs"]], [&json!([b]), &json!([other])]);

    assert_eq!(correct(&service, &nick, &a, &json!({"withdrawn": true, "reason": "wrong disk"})).status, 201);
    let none = (None, "The numbers below are as they were. A side has no run left to compare.".to_owned());
    assert_eq!(since(&vs), none);
}

#[test]
fn a_withdrawn_run_leaves_comparisons_and_comes_back() {
    let (service, nick, [a, b]) = prepare("withdrawn");
    let other = service.store(&run("c"));
    let answer = correct(&service, &nick, &a, &json!({"withdrawn": true, "reason": "wrong disk"}));
    assert_eq!(answer.status, 201, "{}", answer.text());
    let today = service.get("/compare.json?by=label");
    assert_eq!(sides(&today), ["b", "c"]);
    assert_eq!(warning(&today, "withdrawn"), format!("1 withdrawn run is left out: {a}"));
    let listed = service.get("/api/v1/runs").json();
    let withdrawn = |id: &str| {
        let run = listed["runs"].as_array().unwrap().iter().find(|run| run["id"] == id).unwrap();
        run["withdrawn"].as_bool().unwrap()
    };
    assert_eq!([&a, &b, &other].map(|id| withdrawn(id)), [true, false, false]);
    // What is left alone has its name still, not its hash.
    assert_eq!(sides(&service.get("/compare.json?q=label:a|b")), ["b"]);
    // None left: not "no run matches", which would send its reader astray.
    let none = service.get("/compare.json?q=label:a+vs+label:b").problem(400);
    assert_eq!(none, format!("every run that matches \"label:a\" is withdrawn: {a}"));

    let again = correct(&service, &nick, &a, &json!({"withdrawn": true, "reason": "once more"}));
    assert_eq!((again.status, &again.json()["corrections"]), (200, &json!([])));
    assert_eq!(
        correct(&service, &nick, &a, &json!({"withdrawn": false, "reason": "the right one"})).status,
        201
    );
    let today = service.get("/compare.json?by=label");
    assert_eq!((sides(&today).len(), warning(&today, "withdrawn").as_str()), (3, ""));
    let history = service.get(&format!("/api/v1/runs/{a}")).json()["corrections"].clone();
    let reasons: Vec<&str> =
        history.as_array().unwrap().iter().map(|of| of["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["wrong disk", "the right one"]);
}

#[test]
fn factors_boxes_and_notes_can_be_corrected_and_queried() {
    let (service, nick, [a, _]) = prepare("corrected_factors");
    let change = json!({"box": "other", "factors": {"elevator": null, "fifo_batch": "16"}, "note": "x\ny", "reason": "r"});
    let edits = correct(&service, &nick, &a, &change).json()["corrections"].clone();
    let fields: Vec<&str> =
        edits.as_array().unwrap().iter().map(|edit| edit["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["box", "factors.elevator", "factors.fifo_batch", "note"]);
    for q in ["box:other", "fifo_batch:16", "-elevator:as"] {
        let found = service.get(&format!("/api/v1/runs?q={q}")).json();
        assert_eq!((found["runs"].as_array().unwrap().len(), &found["runs"][0]["id"]), (1, &json!(a)), "{q}");
    }
    // A note is nothing that numbers depend on.
    let note = json!({"note": "", "reason": "r"});
    assert_eq!(correct(&service, &nick, &a, &note).status, 201);
    assert!(!warning(&service.get("/compare.json?by=box"), "corrected").contains("note"));
}

#[test]
fn what_is_wrong_or_not_allowed_corrects_nothing() {
    let (service, nick, [a, _]) = prepare("refused_corrections");
    let bound =
        NewToken { box_name: Some(Name::new("smallbox").unwrap()), ..new_token("bound", Scope::Correct) };
    let bound = service.token(&bound);
    let label = json!({"label": "c", "reason": "r"});
    assert!(correct(&service, &service.secret, &a, &label).problem(403).contains("needs \"correct\""));
    assert!(correct(&service, &bound, &a, &label).problem(403).contains("smallbox"));
    correct(&service, "runoff_x", &a, &label).problem(401);
    correct(&service, &nick, "0123456789abcdef", &label).problem(404);
    for (change, status, field) in [
        (json!({"label": "c", "reason": " "}), 400, json!("reason")),
        (json!({"factors": {"threads": "8"}, "reason": "r"}), 400, json!("factors.threads")),
        (json!({"note": "\u{0}", "reason": "r"}), 400, json!("note")),
        (json!({"label": "c"}), 422, json!(null)),
        (json!({"lable": "c", "reason": "r"}), 422, json!("lable")),
    ] {
        let answer = correct(&service, &nick, &a, &change);
        let told = answer.problem(status);
        assert!(!told.contains("field") && !told.contains("eserialize"), "{told}");
        assert_eq!(answer.json().get("field").unwrap_or(&json!(null)), &field, "{change}");
    }
    assert_eq!(service.count("SELECT count(*) FROM corrections"), 0);
    assert_eq!(service.get(&format!("/api/v1/runs/{a}")).json()["label"], "a");
}

#[test]
fn of_two_who_correct_at_once_one_is_told() {
    let (service, nick, [a, _]) = prepare("corrections_at_once");
    let path = format!("/runs/{a}/corrections");
    let first = [("withdrawn", "true"), ("reason", "wrong disk"), ("seen", "0")];
    assert_eq!(service.post_form(&path, &nick, &first).status, 303);
    // Who looked before that would else take its words back without knowing.
    let second = [("label", "c"), ("reason", "r"), ("seen", "0")];
    let answer = service.post_form(&path, &nick, &second);
    assert_eq!(answer.status, 409);
    assert!(answer.text().contains("somebody else has just corrected this run"));
    assert!(answer.text().contains("value=\"c\""), "what was typed is lost");
    assert_eq!(service.count("SELECT count(*) FROM corrections"), 1);
}

#[test]
fn a_runs_page_has_the_form_for_who_may_use_it() {
    let (service, nick, [a, _]) = prepare("correction_form");
    let path = format!("/runs/{a}/corrections");
    let words = [
        ("label", "a"),
        ("box", "bigbox"),
        ("factors", "elevator=cfq\r\n"),
        ("note", "x\r\ny"),
        ("reason", "the log says cfq"),
        ("seen", "0"),
    ];
    let answer = service.post_form(&path, "", &words);
    assert_eq!(
        (answer.status, answer.header("location")),
        (303, format!("/sign-in?next=%2Fruns%2F{a}").as_str())
    );
    assert_eq!(service.post_form(&path, &service.secret, &words).status, 403);
    assert_eq!(service.count("SELECT count(*) FROM corrections"), 0);
    let answer = service.post_form(&path, &nick, &words);
    assert_eq!((answer.status, answer.header("location")), (303, format!("/runs/{a}").as_str()));
    let stored = service.get(&format!("/api/v1/runs/{a}")).json();
    assert_eq!((&stored["factors"], &stored["note"]), (&json!({"elevator": "cfq"}), &json!("x\ny")));
    let page = service.get(&format!("/runs/{a}")).text();
    assert!(page.contains("the log says cfq") && !page.contains("<textarea"), "{page}");
    let seen = |seen| [words[0], words[1], words[2], words[3], words[4], ("seen", seen)];
    assert!(service.post_form(&path, &nick, &seen("2")).text().contains("nothing was changed"));
}

#[test]
fn a_kept_page_of_a_snapshot_tells_of_a_correction_at_once() {
    let (service, nick, [a, _]) = prepare("kept_page");
    let frozen = service.post_json("snapshots", &service.secret, &json!({"by": "label"}));
    let snapshot = frozen.json()["url"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
    let page = || {
        let asked = Request::get(format!("{}{snapshot}", service.url)).header("Accept", "text/html");
        send(asked.body(()).unwrap()).text()
    };
    let made = page();
    assert_eq!(page(), made);
    correct(&service, &nick, &a, &json!({"label": "c", "reason": "it had booted c"}));
    assert!(!made.contains("it had booted c") && page().contains("it had booted c"), "{}", page());
}

#[test]
fn a_corrected_factor_is_found_beside_other_terms() {
    let (service, nick, [a, _]) = prepare("corrected_factor");
    let found = || {
        let found = service.get("/api/v1/runs?q=box:bigbox+benchmark:tiobench+elevator:corrected").json();
        found["runs"].as_array().unwrap().len()
    };
    let corrected = json!({"factors": {"elevator": "corrected"}, "reason": "it ran with another"});
    let answer = correct(&service, &nick, &a, &corrected);
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert_eq!(found(), 1);
}
