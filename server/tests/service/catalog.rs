//! The pages of benchmarks and boxes.

use scraper::{Html, Selector};
use serde_json::{Value as Json, json};

use crate::support::{Service, run};

/// A page that must be there.
fn page(service: &Service, path: &str) -> Html {
    let answer = service.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    Html::parse_document(&answer.text())
}

/// The text of each element, blanks between words made one.
fn texts(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    page.select(&selector).map(|element| words(element.text().collect())).collect()
}

fn links(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).map(|link| link.attr("href").unwrap().to_owned()).collect()
}

/// A run of a benchmark on a box.
fn of(benchmark: &str, box_name: &str, label: &str) -> Json {
    let mut run = run(label);
    run["benchmark"] = json!(benchmark);
    run["box"] = json!(box_name);
    run
}

#[test]
fn benchmarks_and_boxes_are_listed_with_their_runs_and_lead_to_each_other() {
    let service = Service::start("catalog");
    for (benchmark, box_name, label) in [
        ("tiobench", "bigbox", "2.5.60-mm1"),
        ("dss", "bigbox", "2.6.27"),
        ("tiobench", "lab/2 <b>", "2.5.60-mm2"),
        ("tiobench", "bigbox", "2.5.60-mm3"),
    ] {
        service.store(&of(benchmark, box_name, label));
    }
    let rows = |path: &str, caption: &str| {
        texts(
            &page(&service, path),
            &format!("[aria-label='{caption}'] tbody tr :is(th, td:not(:last-child))"),
        )
    };
    assert_eq!(
        rows("/benchmarks", "Benchmarks that have runs"),
        ["dss", "1", "2.6.27", "tiobench", "3", "2.5.60-mm3"]
    );
    assert_eq!(
        rows("/boxes", "Boxes that have runs"),
        ["bigbox", "3", "2.5.60-mm3", "lab/2 <b>", "1", "2.5.60-mm2"]
    );
    assert_eq!(
        rows("/benchmarks/tiobench", "Boxes that it ran on"),
        ["bigbox", "2", "2.5.60-mm3", "lab/2 <b>", "1", "2.5.60-mm2"]
    );
    assert_eq!(
        rows("/boxes/bigbox", "Benchmarks that ran on it"),
        ["dss", "1", "2.6.27", "tiobench", "2", "2.5.60-mm3"]
    );
    let boxes = links(&page(&service, "/boxes"), "main th a");
    assert_eq!(texts(&page(&service, &boxes[1]), "h1"), ["lab/2 <b>"]);
    let newest = texts(&page(&service, &boxes[0]), "form tbody th");
    assert_eq!(newest, ["2.5.60-mm3", "2.6.27", "2.5.60-mm1"]);
    let facts = texts(&page(&service, &boxes[0]), "[aria-labelledby=environment] dl > *");
    assert_eq!(facts, ["kernel.release", "2.5.60-mm3"]);
    // What runs is no longer among what could be read too.
    let readable = texts(&page(&service, "/benchmarks"), "[aria-labelledby=readers] dt");
    assert!(readable.contains(&"fio".to_owned()) && !readable.contains(&"tiobench".to_owned()));
}

#[test]
fn a_benchmark_says_what_it_measures() {
    let service = Service::start("glossary");
    // One that no reader knows, as its sender describes it.
    let mut dss = of("dss", "bigbox", "2.6.27");
    dss["results"] = json!([
        {"case": {"mbrs": "32"}, "metric": "elapsed", "unit": "s", "better": "lower", "samples": [31.5]},
        {"case": {"mbrs": "4"}, "metric": "swaps", "unit": "1", "samples": [7]},
    ]);
    service.store(&dss);
    let cells = texts(&page(&service, "/benchmarks/dss"), "[aria-label=Metrics] tbody tr > *");
    let meaning = "as its sender means it";
    assert_eq!(cells, ["elapsed", meaning, "s", "lower is better", "swaps", meaning, "1", "no direction"]);
    let parameters = texts(&page(&service, "/benchmarks/dss"), "[aria-labelledby=parameters] li");
    assert_eq!(parameters, ["4", "32"]);
    // One that Runoff reads, before any run is stored.
    let fio = page(&service, "/benchmarks/fio");
    let glossary = benchdata::readers::glossary("fio");
    assert_eq!(texts(&fio, "[aria-label=Metrics] tbody tr").len(), glossary.len());
    for info in glossary {
        let row = texts(&fio, &format!("[id='metric-{}'], [id='metric-{}'] ~ td", info.name, info.name));
        assert!(row[0].starts_with(info.name) && row[0].ends_with("headline") == info.headline, "{row:?}");
        assert_eq!(row[1..3], [info.meaning, info.unit], "{row:?}");
    }
    assert!(texts(&fio, "main p").contains(&"No run of it is stored yet. How to begin".to_owned()));
}

#[test]
fn what_a_benchmarks_page_offers_selects_its_runs() {
    let service = Service::start("offers");
    let name = r#"my "own" bench|2"#;
    for (benchmark, label) in [(name, "old one"), (name, "new"), ("dss", "else")] {
        service.store(&of(benchmark, "bigbox", label));
    }
    let benchmarks = links(&page(&service, "/benchmarks"), "[aria-label='Benchmarks that have runs'] th a");
    let own = page(&service, &benchmarks[1]);
    assert_eq!(texts(&own, "h1"), [name]);
    let offered = links(&own, "main a[href^='/compare?']");
    let sides = texts(&page(&service, &offered[0]), "[aria-label=Sides] tbody th");
    assert_eq!(sides, ["old one baseline", "new"]);
    let all = links(&own, "main a[href^='/runs?']");
    assert_eq!(texts(&page(&service, &all[0]), "tbody th"), ["new", "old one"]);
}

#[test]
fn unknown_names_are_told_those_spelled_alike() {
    let service = Service::start("unknown_names");
    service.store(&of("dss-2008", "bigbox", "a"));
    for (path, told) in [
        ("/benchmarks/tiobnch", r#"no run and no reader has a benchmark "tiobnch"; near are tiobench"#),
        ("/benchmarks/dss2008", r#"no run and no reader has a benchmark "dss2008"; near are dss-2008"#),
        ("/benchmarks/%20", r#"no run and no reader has a benchmark " ""#),
        ("/boxes/bigbx", r#"no run is of a box "bigbx"; near are bigbox"#),
        ("/boxes/elsewhere", r#"no run is of a box "elsewhere""#),
    ] {
        let answer = service.get(path);
        assert_eq!(answer.status, 404, "{path}");
        let text = texts(&Html::parse_document(&answer.text()), "[role=alert]");
        assert!(text[0].starts_with(told), "{path}: {text:?}");
    }
}

#[test]
fn tallies_end_to_count_where_it_would_take_long() {
    let service = Service::start("tallies");
    service.store(&run("a"));
    let counts = || texts(&page(&service, "/boxes/bigbox"), "[aria-labelledby=benchmarks] td.right");
    service.execute(
        "INSERT INTO runs (id, received, box_id, environment_id, uploaded_by, content_id, benchmark, label, factors)
         SELECT n, received, box_id, environment_id, uploaded_by, content_id, benchmark, label, factors
         FROM runs, generate_series(1, 100) AS n",
    );
    let lists = || {
        ["/boxes/bigbox", "/runs?q=label:a"]
            .map(|path| texts(&page(&service, path), "#ticks .soft").remove(0))
    };
    assert_eq!(counts(), ["100+"]);
    assert_eq!(lists(), ["1 to 10 of 100+ runs, newest first", "1 to 50 of 100+ runs, newest first"]);
    service.execute("DELETE FROM runs WHERE id = 1");
    assert_eq!(counts(), ["100"]);
    assert_eq!(lists(), ["1 to 10 of 100 runs, newest first", "1 to 50 of 100 runs, newest first"]);
    let next = links(&page(&service, "/runs"), "a[rel=next]").remove(0);
    assert_eq!(texts(&page(&service, &next), "#ticks .soft")[0], "50 of 100 runs, newest first");
    service.execute("DELETE FROM runs WHERE id BETWEEN 8 AND 100");
    assert_eq!(lists()[0], "7 runs, newest first");
}
