//! Queries as the database understands them.

use std::sync::LazyLock;

use benchdata::query::Query;
use serde_json::{Value as Json, json};
use server::database::compared::compared;
use server::database::keys;
use server::database::listing::{self, Page};
use server::database::{SelectError, Sort};

use crate::support::{RUNTIME, Service, run};

/// Five runs, labelled a to e.
static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    let service = Service::start("queries");
    let runs = [
        ("a", "bigbox", json!({"elevator": "as", "fifo_batch": "16"}), json!({"threads": "1"})),
        ("b", "bigbox", json!({"elevator": "deadline", "fifo_batch": "1"}), json!({"threads": "4"})),
        ("c", "small box", json!({"elevator": "noop", "fifo_batch": "many"}), json!({"threads": "16"})),
        ("d", "small_box", json!({"elevator": "as", "fifo_batch": "1e999"}), json!({"threads": "4"})),
        ("e", "100%", json!({}), json!({"size": "4"})),
    ];
    for (label, box_name, factors, case) in runs {
        service.store(&labelled(label, box_name, &factors, &case));
    }
    service
});

fn labelled(label: &str, box_name: &str, factors: &Json, case: &Json) -> Json {
    let mut run = run(label);
    run["box"] = json!(box_name);
    run["factors"] = factors.clone();
    run["results"][0]["case"] = case.clone();
    if label == "e" {
        run["results"][0]["metric"] = json!("iops");
        run["environment"] = json!({"kernel.release": "e", "cpu": "x86"});
    }
    run
}

/// The labels of the runs that a query selects, in order.
fn selected(q: &str) -> Result<String, SelectError> {
    let query = Query::parse(q)?;
    let page = Page { after: None, size: 100, sort: Sort::Newest };
    let found = RUNTIME.block_on(listing::runs(&SERVICE.pool, &query.sides[0], page))?;
    let mut labels: Vec<String> = found.rows.iter().map(|run| run.label.to_string()).collect();
    labels.sort();
    Ok(labels.concat())
}

#[test]
fn each_kind_of_key_and_pattern() {
    let id = SERVICE.get("/api/v1/runs?q=label:c").json()["runs"][0]["id"].as_str().unwrap().to_owned();
    let by_run = format!("run:{id}");
    let not_run = format!("-run:{id}");
    for (q, expected) in [
        ("", "abcde"),
        ("label:a|c|nothing", "ac"),
        ("-label:a|c", "bde"),
        ("box:bigbox", "ab"),
        ("-box:bigbox", "cde"),
        ("box:b*|100*", "abe"),
        // LIKE's own wildcards are plain characters.
        ("box:small_*", "d"),
        ("box:1%*", ""),
        ("box:*%", "e"),
        ("box:\"small box\"", "c"),
        ("benchmark:tio*", "abcde"),
        (by_run.as_str(), "c"),
        (not_run.as_str(), "abde"),
        ("elevator:as", "ad"),
        // A run without the factor does not have that level either.
        ("-elevator:as", "bce"),
        ("elevator:*", "abcd"),
        ("-elevator:*", "e"),
        ("elevator:as|dead*", "abd"),
        // Neither a word nor a number beyond all doubles is in any range, or an error.
        ("fifo_batch:1..16", "ab"),
        ("fifo_batch:..8", "b"),
        ("fifo_batch:2..", "a"),
        ("-fifo_batch:1..16", "cde"),
        ("env.kernel.release:a|b", "ab"),
        ("env.cpu:x*", "e"),
        ("-env.cpu:x86", "abcd"),
        ("metric:rate", "abcd"),
        ("metric:iops", "e"),
        ("threads:4", "bd"),
        ("threads:2..16", "bcd"),
        ("size:4", "e"),
        ("threads:4 elevator:as box:small_box metric:rate", "d"),
    ] {
        assert_eq!(selected(q).unwrap(), expected, "{q}");
    }
}

#[test]
fn series_terms_must_hold_for_one_series_together() {
    // All runs have a latency, but none at 4 threads.
    assert_eq!(selected("metric:latency threads:4").unwrap(), "");
    assert_eq!(selected("metric:latency threads:1").unwrap(), "abcde");
}

#[test]
fn unknown_keys_are_refused_with_their_place() {
    let answer = SERVICE.get("/api/v1/runs?q=box:x+-elevatr:noop");
    let detail = answer.problem(400);
    assert!(
        detail.contains("no run has a factor or case parameter \"elevatr\"; near are elevator"),
        "{detail}"
    );
    assert!(detail.ends_with("box:x -elevatr:noop\n       ^^^^^^^"), "{detail}");
    assert!(
        SERVICE.get("/api/v1/runs?q=env.kernel.relese:x").problem(400).contains("near are kernel.release")
    );
    assert!(SERVICE.get("/api/v1/runs?q=run:x*").problem(400).contains("16 hexadecimal digits"));
}

#[test]
fn injected_sql_is_a_value_like_any_other() {
    for value in ["'; DROP TABLE runs; --", "' OR TRUE --", "\\", "$1", "{\"a\":1}", "%", "\u{1F980}"] {
        for key in ["box", "label", "elevator", "env.cpu", "metric", "threads"] {
            let quoted = benchdata::query::quoted(value);
            assert_eq!(selected(&format!("{key}:{quoted}")).unwrap(), "", "{key}:{quoted}");
            let glob = format!("{key}:*{}*", value.replace([' ', '"', '%', '|'], "*"));
            selected(&glob).unwrap_or_else(|error| panic!("{glob}: {error}"));
        }
    }
    assert_eq!(selected("").unwrap(), "abcde");
}

#[test]
fn a_comparison_gets_the_matching_results_alone() {
    let terms = |q: &str| Query::parse(q).unwrap().sides.remove(0);
    let known = RUNTIME.block_on(keys::known(&SERVICE.pool)).unwrap();
    let subjects = RUNTIME
        .block_on(compared(&SERVICE.pool, &known, &terms("threads:4 metric:rate"), 5))
        .unwrap()
        .subjects;
    assert_eq!(subjects.len(), 2);
    for subject in &subjects {
        assert_eq!(subject.run.results.len(), 1);
        assert_eq!(subject.run.results[0].values.samples(), [42.07, 41.5]);
        assert!(!subject.run.environment.is_empty());
    }
    let whole = RUNTIME.block_on(compared(&SERVICE.pool, &known, &terms("label:a"), 5)).unwrap().subjects;
    assert_eq!(whole[0].run.results.len(), 2);
    let error = RUNTIME.block_on(compared(&SERVICE.pool, &known, &terms("metric:rate"), 3)).unwrap_err();
    assert_eq!(error.to_string(), "the query matches 4 runs, a comparison takes at most 3: narrow it");
}

/// A fault: one run with a factor called like others' case parameter took that parameter from
/// everybody's queries.
#[test]
fn a_factor_of_one_run_does_not_hide_the_parameter_of_others() {
    let service = Service::start("shadowed");
    service.store(&labelled("a", "bigbox", &json!({}), &json!({"threads": "4"})));
    let mut declared = labelled("b", "bigbox", &json!({"threads": "99"}), &json!({"size": "4"}));
    declared["results"].as_array_mut().unwrap().truncate(1);
    service.store(&declared);
    let known = RUNTIME.block_on(keys::known(&service.pool)).unwrap();
    let found = |q: &str| {
        let terms = Query::parse(q).unwrap().sides.remove(0);
        let page = Page { after: None, size: 100, sort: Sort::Newest };
        let listed = RUNTIME.block_on(listing::runs(&service.pool, &terms, page)).unwrap().rows;
        let subjects = RUNTIME.block_on(compared(&service.pool, &known, &terms, 5)).unwrap().subjects;
        let labels: Vec<&str> = listed.iter().map(|run| run.label.as_str()).collect();
        (labels.concat(), subjects.iter().map(|subject| subject.run.results.len()).sum::<usize>())
    };
    assert_eq!(found("threads:4"), ("a".into(), 1));
    assert_eq!(found("threads:99"), ("b".into(), 1));
    assert_eq!(found("-threads:4").0, "ba");
    assert_eq!(found("threads:1..200 metric:rate").0, "ba");
}

/// A fault: `metric=` told of the metrics that it hid, the same in the query did not.
#[test]
fn what_the_query_leaves_out_of_its_runs_is_told() {
    let service = Service::start("picked");
    for (label, rate) in [("a", 40.0), ("b", 50.0)] {
        let mut of_label = run(label);
        let result = |threads: u32, metric: &str| {
            json!({"case": {"threads": threads.to_string()}, "metric": metric, "unit": "s", "better": "lower",
                   "samples": [rate * f64::from(threads)]})
        };
        let cases = [1, 2, 4, 8].into_iter();
        of_label["results"] =
            cases.flat_map(|threads| [result(threads, "elapsed"), result(threads, "cpu")]).collect();
        service.store(&of_label);
    }
    let mut other = run("c");
    other["results"] =
        json!([{"case": {"threads": "1"}, "metric": "elapsed", "unit": "s", "samples": [1.0]}]);
    service.store(&other);
    let told = |q: &str| {
        let by = if q.contains(" vs ") { "" } else { "by=label&" };
        let table = service.get(&format!("/compare.json?{by}q={}", q.replace(' ', "+"))).json();
        let warnings = table["warnings"].as_array().unwrap().clone();
        let of_query = warnings.into_iter().find(|warning| warning["code"] == "query-picks");
        of_query.map_or(String::new(), |warning| warning["text"].as_str().unwrap().to_owned())
    };
    let of_four = "the query picks results: 1 of 8 series of its runs, without cpu; 2 of 3 runs";
    assert_eq!(told("benchmark:tiobench threads:4 metric:elapsed"), of_four);
    assert_eq!(told("benchmark:tiobench -threads:1|2|8 metric:elapsed"), of_four);
    assert_eq!(told("label:a|b threads:1..4"), "the query picks results: 6 of 8 series of its runs");
    assert_eq!(told("label:a|b threads:1..8"), "");
    // What one side leaves out, the other shows.
    assert_eq!(told("label:a metric:elapsed vs label:b metric:cpu"), "");
    assert_eq!(told("label:a|b"), "");
    for form in ["txt", "md"] {
        let text = service.get(&format!("/compare.{form}?by=label&q=label:a+-run:0123456789abcdef")).text();
        assert!(text.contains("\nQuery: label:a -run:0123456789abcdef\n"), "{text}");
    }
}

/// A fault: of five repeats, `-run:` left two out without a word.
#[test]
fn repeats_that_were_not_picked_are_counted() {
    let service = Service::start("cherries");
    let ids: Vec<String> = (2..7)
        .map(|repeat| {
            let mut of_label = run("a");
            of_label["repeat"] = json!(repeat);
            service.store(&of_label)
        })
        .collect();
    let told = |q: &str| {
        let table = service.get(&format!("/compare.json?by=label&q={}", q.replace(' ', "+"))).json();
        let warnings = table["warnings"].as_array().unwrap().clone();
        let of_query = warnings.into_iter().find(|warning| warning["code"] == "query-picks");
        of_query.map_or(String::new(), |warning| warning["text"].as_str().unwrap().to_owned())
    };
    let picked = "the query picks results: by their ids, 3 of 5 runs that are alike in benchmark, box, label and factors";
    assert_eq!(told(&format!("label:a -run:{} -run:{}", ids[0], ids[4])), picked);
    assert_eq!(told(&format!("run:{}|{}|{}", ids[0], ids[2], ids[3])), picked);
    assert_eq!(told("label:a"), "");
    assert_eq!(told(&format!("run:{}", ids.join("|"))), "");
}
