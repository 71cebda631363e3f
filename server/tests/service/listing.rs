//! Lists of runs.

use serde_json::json;

use crate::support::{Service, run};

#[test]
fn pages_hold_every_run_once_the_newest_first() {
    let service = Service::start("pages");
    let runs: Vec<_> = (0..130).map(|n| run(&format!("label {n}"))).collect();
    assert_eq!(service.send_json(&json!(runs)).status, 201);
    let last = service.store(&run("last"));

    let first = service.get("/api/v1/runs?q=label:l*").json();
    assert_eq!(first["runs"].as_array().unwrap().len(), 100);
    assert_eq!(first["runs"][0]["id"], last);
    assert_eq!(first["runs"][0]["box"], "bigbox");
    assert_eq!(first["runs"][0]["factors"], json!({"elevator": "as"}));
    assert_eq!(first["runs"][0]["results"], 2);
    // Newer runs do not move what the next page shows.
    service.store(&run("later"));
    let next = first["next"].as_str().unwrap().strip_prefix(&service.url).unwrap().to_owned();
    let second = service.get(&next).json();
    assert_eq!(second["next"], json!(null));
    let mut ids: Vec<String> = [&first, &second]
        .iter()
        .flat_map(|page| page["runs"].as_array().unwrap())
        .map(|run| run["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 131);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 131);
}

/// They came in the order of their ids, which are hashes.
#[test]
fn runs_of_one_upload_keep_their_order() {
    let service = Service::start("upload_order");
    let labels: Vec<String> = (0..30).map(|n| format!("fb{n:02}")).collect();
    let runs: Vec<_> = labels.iter().map(|label| run(label)).collect();
    assert_eq!(service.send_json(&json!(runs)).status, 201);
    let listed = service.get("/api/v1/runs").json();
    let found: Vec<&str> =
        listed["runs"].as_array().unwrap().iter().map(|run| run["label"].as_str().unwrap()).collect();
    assert_eq!(found, labels);
}

/// Of two hundred nights sent at once the first was the newest.
#[test]
fn the_run_of_an_upload_that_was_started_last_is_the_newest() {
    let service = Service::start("upload_nights");
    let night = |day: u8| {
        let mut run = run(&format!("night-{day}"));
        run["started"] = format!("2003-02-{day:02}T01:00:00Z").into();
        run
    };
    assert_eq!(service.send_json(&json!([night(1), night(2), night(3)])).status, 201);
    let listed = service.get("/api/v1/runs").json();
    let labels: Vec<_> = listed["runs"].as_array().unwrap().iter().map(|run| run["label"].clone()).collect();
    assert_eq!(labels, ["night-3", "night-2", "night-1"]);
}

#[test]
fn wrong_addresses_of_lists() {
    let service = Service::start("bad_lists");
    for (query, field, detail) in [
        ("after=x", "after", "16 hexadecimal digits"),
        ("bogus=1", "bogus", "there are q, sort, after"),
        ("q=label:a+vs+label:b", "q", "no sides"),
        ("q=junk", "q", "junk\n^^^^"),
    ] {
        let answer = service.get(&format!("/api/v1/runs?{query}"));
        assert!(answer.problem(400).contains(detail), "{}", answer.text());
        assert_eq!(answer.json()["field"], field);
    }
    let unknown_cursor = service.get("/api/v1/runs?after=0123456789abcdef").json();
    assert_eq!(unknown_cursor, json!({"runs": [], "next": null}));
}

#[test]
fn every_order_pages_through_all_runs_once() {
    let service = Service::start("sorted");
    let runs: Vec<_> = (0..230)
        .map(|n| {
            let mut run = run(&format!("label {}", n % 7));
            run["repeat"] = json!(n + 2);
            run["benchmark"] = json!(format!("b{}", n % 3));
            match n % 5 {
                0 => {
                    run.as_object_mut().unwrap().remove("started");
                }
                of => run["started"] = json!(format!("2003-02-1{of}T01:31:44Z")),
            }
            run
        })
        .collect();
    let (one, other) = runs.split_at(130);
    assert_eq!(service.send_json(&json!(one)).status, 201);
    assert_eq!(service.send_json(&json!(other)).status, 201);
    for (sort, field) in [
        ("newest", "received"),
        ("oldest", "received"),
        ("started", "started"),
        ("label", "label"),
        ("benchmark", "benchmark"),
    ] {
        let mut listed = Vec::new();
        let mut next = json!(format!("{}/api/v1/runs?q=box:bigbox&sort={sort}", service.url));
        while let Some(url) = next.as_str() {
            let page = service.get(url.strip_prefix(&service.url).unwrap()).json();
            listed.extend(page["runs"].as_array().unwrap().clone());
            next = page["next"].clone();
        }
        let ids: std::collections::BTreeSet<&str> =
            listed.iter().map(|run| run["id"].as_str().unwrap()).collect();
        assert_eq!((listed.len(), ids.len()), (230, 230), "{sort}");
        // An unknown start is before every known one.
        // Without its Z, the text of an earlier moment is the lesser one.
        let value = |run: &serde_json::Value| {
            run[field].as_str().unwrap_or_default().trim_end_matches('Z').to_owned()
        };
        let values: Vec<String> = listed.iter().map(value).collect();
        let rises = ["oldest", "label", "benchmark"].contains(&sort);
        assert!(
            values.windows(2).all(|two| if rises { two[0] <= two[1] } else { two[0] >= two[1] }),
            "{sort}"
        );
    }
    assert!(service.get("/api/v1/runs?sort=best").problem(400).contains("newest, oldest, started"));
}

/// They stood as 6.0, 6.1, 6.10, 6.2.
#[test]
fn facets_are_in_the_order_of_versions() {
    let service = Service::start("facet_versions");
    for label in ["6.10", "6.2", "6.1", "6.2-rc1"] {
        service.store(&run(label));
    }
    let page = scraper::Html::parse_document(&service.get("/runs").text());
    let values = scraper::Selector::parse(".narrowing dd span > a bdi").unwrap();
    let values: Vec<String> = page.select(&values).map(|value| value.text().collect()).collect();
    assert_eq!(values, ["6.1", "6.2-rc1", "6.2", "6.10"]);
}

/// Three thousand runs of last night hid all older benchmarks from lists and completion.
#[test]
fn what_no_new_run_has_is_found_all_the_same() {
    let service = Service::start("old_names");
    let mut old = run("2.5.60-old");
    (old["box"], old["benchmark"]) = (json!("museum"), json!("contest"));
    service.store(&old);
    let nightly: Vec<_> = (0..1001)
        .map(|at| {
            let mut run = run("nightly");
            run["factors"] = json!({"at": at.to_string()});
            run
        })
        .collect();
    for part in nightly.chunks(200) {
        assert_eq!(service.send_json(&json!(part)).status, 201);
    }
    for (q, completed) in [
        ("benchmark:c", "benchmark:contest"),
        ("benchmark:CON", "benchmark:contest"),
        ("box:m", "box:museum"),
        ("label:2.5", "label:2.5.60-old"),
        ("env.kernel.release:2.5", "env.kernel.release:2.5.60-old"),
    ] {
        let answer = service.get(&format!("/api/v1/completions?q={q}")).json();
        assert_eq!(answer["completions"], json!([completed]), "{q}");
    }
    let page = service.get("/runs").text();
    for lead in ["/runs?q=box%3Amuseum", "/runs?q=benchmark%3Acontest"] {
        assert!(page.contains(&format!("href=\"{lead}\"")), "{lead}: {page}");
    }
}

#[test]
fn facets_count_and_lead_on() {
    let service = Service::start("facets");
    for (label, elevator) in [("a", "as"), ("a", "cfq"), ("b c", "cfq")] {
        let mut run = run(label);
        run["factors"] = json!({"elevator": elevator});
        service.store(&run);
    }
    let facets = |path: &str| {
        let page = scraper::Html::parse_document(&service.get(path).text());
        let selector = scraper::Selector::parse(".narrowing dd span:has(> a)").unwrap();
        let facet = |element: scraper::ElementRef<'_>| {
            let link = scraper::Selector::parse("a").unwrap();
            let url = element.select(&link).next().unwrap().attr("href").unwrap().to_owned();
            (element.text().collect::<String>(), url)
        };
        page.select(&selector).map(facet).collect::<Vec<_>>()
    };
    let all = facets("/runs");
    let texts: Vec<&str> = all.iter().map(|(text, _)| text.as_str()).collect();
    // Neither box nor benchmark varies.
    // nor does the kernel say anything that the label does not.
    assert_eq!(texts, ["a 2", "b c 1", "as 1", "cfq 2"]);
    assert_eq!(all[1].1, "/runs?q=label%3A%22b+c%22");
    let narrowed = facets("/runs?q=elevator:cfq&sort=label");
    assert_eq!(narrowed.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["a 1", "b c 1"]);
    assert_eq!(narrowed[0].1, "/runs?q=elevator%3Acfq+label%3Aa&sort=label");
    // What it leads to is there, and leads back.
    let page = service.get(&narrowed[0].1).text();
    assert!(page.contains("href=\"/runs?q=label%3Aa&#38;sort=label\""), "{page}");
}

/// Where factors differ in every run, what went together is no longer noted, and queries must not
/// take it for all there is.
#[test]
fn a_run_is_found_that_was_sent_when_too_many_combinations_were_known() {
    let service = Service::start("combinations");
    service.execute(
        "INSERT INTO combinations (box, benchmark, factors)
         SELECT 'other', 'other', jsonb_build_object('at', n::text) FROM generate_series(1, 5001) AS n",
    );
    let mut sent = run("a");
    sent["factors"] = json!({"elevator": "late"});
    service.store(&sent);
    let found = service.get("/api/v1/runs?q=box:bigbox+elevator:late").json();
    assert_eq!(found["runs"].as_array().unwrap().len(), 1, "{found}");
}
