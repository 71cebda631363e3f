//! The history of series: their change points, and the runs at the edge.

use scraper::{Html, Selector};
use serde_json::{Value as Json, json};

use crate::support::{Service, run};

/// A run of this day in February 2003: of about 40 MiB/s to the 10th, then of 44.
fn of_day(day: u32) -> Json {
    let mut run = run(&format!("2.5.{}", 50 + day));
    let rate = if day <= 10 { 40.0 } else { 44.0 } + f64::from(day * 7 % 5) / 10.0;
    run["started"] = json!(format!("2003-02-{day:02}T10:00:00Z"));
    run["results"] = json!([
        {"case": {"threads": "4"}, "metric": "rate", "unit": "MiB/s", "better": "higher", "samples": [rate]},
        {"case": {"threads": "4"}, "metric": "cpu", "unit": "%", "samples": [12.0 + f64::from(day % 2)]}
    ]);
    run
}

/// A service with the runs of twenty days, and their ids.
fn filled(name: &str) -> (Service, Vec<String>) {
    let service = Service::start(name);
    let ids = (1..=20).map(|day| service.store(&of_day(day))).collect();
    (service, ids)
}

#[test]
fn a_change_point_is_found_and_leads_to_its_runs() {
    let (service, ids) = filled("history");
    let answer = service.get("/history?q=box:bigbox&metric=rate");
    assert_eq!(answer.status, 200, "{}", answer.text());
    let page = Html::parse_document(&answer.text());
    let links = Selector::parse("[aria-label='Change points'] a").unwrap();
    let links: Vec<&str> = page.select(&links).filter_map(|link| link.attr("href")).collect();
    let [last, first, comparison] = links[..] else { panic!("{links:?}") };
    assert_eq!([last, first], [format!("/runs/{}", ids[9]), format!("/runs/{}", ids[10])]);
    let compared = service.get(&comparison.replace("/compare?", "/compare.json?")).json();
    assert_eq!(compared["sides"][0]["runs"], json!(ids[..10]));
    assert_eq!(compared["sides"][1]["runs"], json!(ids[10..]));
    // 44.2 against 40.2, by hand.
    let improvement = compared["rows"][0]["cells"][1]["against"]["improvement"].as_f64().unwrap();
    assert!((improvement - 4.0 / 40.2).abs() < 1e-9, "{improvement}");
}

/// A level's mean and the Compare link beside it gave two answers: the link was of twenty runs of each
/// level, of which one was a spike.
#[test]
fn a_change_point_and_the_comparison_beside_it_have_one_answer() {
    let service = Service::start("history_spike");
    let runs: Vec<Json> = (1..=56)
        .map(|number| {
            let mut run = of_day(if number <= 28 { 1 } else { 11 });
            let rate = match number {
                5 => 10.0,
                ..=28 => 40.0 + f64::from(number % 5) / 10.0,
                _ => 44.0 + f64::from(number % 5) / 10.0,
            };
            run["label"] = json!(format!("v{number}"));
            run["started"] = json!(format!("2003-{:02}-{:02}T10:00:00Z", 1 + number / 28, 1 + number % 28));
            run["results"][0]["samples"] = json!([rate]);
            run
        })
        .collect();
    assert_eq!(service.send_json(&json!(runs)).status, 201);
    let told = |against: &Json| {
        ["improvement", "interval", "p"].map(|what| serde_json::to_string(&against[what]).unwrap())
    };
    let history = service.get("/history.json?q=box:bigbox&metric=rate").json();
    let of_level = told(&history["lines"][0]["levels"][1]["against"]);
    assert_ne!(of_level[1], "null");
    let page = Html::parse_document(&service.get("/history?q=box:bigbox&metric=rate").text());
    let links = Selector::parse("[aria-label='Change points'] a[href^='/compare?']").unwrap();
    let link = page.select(&links).next().unwrap();
    assert!(link.text().collect::<String>().starts_with("Compare 28 v 28 runs"));
    let compared = service.get(&link.attr("href").unwrap().replace("/compare?", "/compare.json?")).json();
    assert_eq!(told(&compared["rows"][0]["cells"][1]["against"]), of_level);
}

#[test]
fn each_form_tells_the_same() {
    let (service, ids) = filled("history_forms");
    let json = service.get("/history.json?q=benchmark:*").json();
    assert_eq!(
        (&json["schema"], &json["runs"], &json["older_runs"]),
        (&json!("runoff-history/1"), &json!(20), &json!(false))
    );
    let lines = json["lines"].as_array().unwrap();
    let starts = |line: &Json| -> Vec<u64> {
        line["levels"].as_array().unwrap().iter().map(|level| level["start"].as_u64().unwrap()).collect()
    };
    let found: Vec<(&str, Vec<u64>)> =
        lines.iter().map(|line| (line["metric"].as_str().unwrap(), starts(line))).collect();
    assert_eq!(found, [("rate", vec![0, 10]), ("cpu", vec![0])]);
    let csv = service.get("/history.csv?q=benchmark:*&metric=rate").text();
    let levels: Vec<String> =
        csv.lines().skip(1).map(|line| line.split(',').nth(7).unwrap().to_owned()).collect();
    assert_eq!(levels, [["1"; 10], ["2"; 10]].concat());
    let text = service.get("/history.txt?q=benchmark:*").text();
    assert!(text.lines().all(|line| line.len() <= 78 || line.contains("/history?")), "{text}");
    assert!(text.contains("1 change point in 2 lines: 1 better, 0 worse"), "{text}");
    assert!(
        text.contains(&format!("run {}", ids[9])) && text.contains(&format!("run {}", ids[10])),
        "{text}"
    );
    let markdown = service.get("/history.md?q=benchmark:*").text();
    assert!(markdown.contains("| 2003-02-11 10:00 | 10 | 44.20 | +9.95 % | better |"), "{markdown}");
}

#[test]
fn its_plot_is_a_picture_the_preview_of_a_link_and_leads_to_runs() {
    let (service, ids) = filled("history_plot");
    let page = Html::parse_document(&service.get("/history?q=box:bigbox&metric=rate").text());
    let attribute = |selector: &str, name: &str| {
        page.select(&Selector::parse(selector).unwrap()).next().unwrap().attr(name).unwrap().to_owned()
    };
    let image = attribute("meta[property='og:image']", "content");
    let path = image.strip_prefix(&service.url).unwrap();
    let png = service.get(path);
    assert_eq!((png.status, png.header("content-type")), (200, "image/png"));
    assert!(png.body.starts_with(b"\x89PNG\r\n\x1a\n"));
    let svg = service.get(&path.replace(".preview.png", ".svg")).text();
    let file = Html::parse_fragment(&svg);
    let marks = Selector::parse("a[href^='/runs/']").unwrap();
    let leads: Vec<&str> = file.select(&marks).filter_map(|mark| mark.attr("href")).collect();
    assert_eq!(leads, ids.iter().map(|id| format!("/runs/{id}")).collect::<Vec<_>>());
    // Means of 40.2 and 44.2, by hand.
    let seen = attribute("svg.wide", "aria-label");
    assert!(
        seen.starts_with("rate: 20 points. 40.20 MiB/s from 2003-02-01 10:00 UTC; 44.20 MiB/s"),
        "{seen}"
    );
    assert_eq!(service.get("/history.png?q=label:nothing").status, 400);
}

#[test]
fn by_kernel_the_label_tells_it() {
    let (service, _) = filled("history_kernels");
    let json = service.get("/history.json?q=box:bigbox&metric=rate&by=kernel").json();
    let points = json["lines"][0]["points"].as_array().unwrap();
    let kernels: Vec<&str> = points.iter().map(|point| point["kernel"].as_str().unwrap()).collect();
    assert_eq!((kernels.len(), kernels[0], kernels[19]), (20, "2.5.51", "2.5.70"));
}

#[test]
fn what_a_history_cannot_be_of_is_refused_with_what_it_can() {
    let (service, _) = filled("history_refusals");
    for (path, says) in [
        ("/history.json?q=label:a+vs+label:b", "a history has no sides"),
        ("/history.json?q=nokey:a", "no run has a factor or case parameter \"nokey\""),
        ("/history.json?q=label:nothing", "no stored run matches"),
        ("/history.json?q=label:*&rows=nokey", "no selected run has the key nokey"),
        (
            "/history.json?q=label:*&metric=rate,latency",
            "no result has the metric \"latency\"; there are rate",
        ),
        // Once: no stored run matches.
        ("/history.json?q=label:*&metric=nosuch", "no result has the metric \"nosuch\"; there are rate, cpu"),
        ("/history.json?q=label:*&metric=%00", "no metric is called"),
        ("/history.json?q=label:*&by=moon", "no order is called \"moon\"; there are time, kernel"),
        ("/history.json?q=label:*&lasting=1", "is no number of points from 2 to 100"),
        ("/history.json?q=label:*&threshold=5", "is no share"),
        ("/history.json?q=label:*&side=a", "no parameter is called \"side\"; there are q, metric"),
    ] {
        let problem = service.get(path).problem(400);
        assert!(problem.contains(says), "{path}: {problem}");
    }
    // A mistake in the query is mended best where it was made.
    let page = service.get("/history?q=nokey:a");
    assert_eq!(page.status, 400);
    assert!(page.text().contains("role=\"alert\"") && page.text().contains("value=\"nokey:a\""));
}

/// A comparison said so, a history did not.
#[test]
fn a_history_tells_of_corrected_and_withdrawn_runs() {
    let (service, ids) = filled("history_corrections");
    let secret = service.token(&crate::support::new_token("nick", server::token::Scope::Correct));
    let correct = |id: &str, change: serde_json::Value| {
        let answer = service.post_json(&format!("runs/{id}/corrections"), &secret, &change);
        assert_eq!(answer.status, 201, "{}", answer.text());
    };
    correct(&ids[0], json!({"label": "first", "reason": "it was not named so"}));
    correct(&ids[1], json!({"withdrawn": true, "reason": "wrong disk"}));
    let json = service.get("/history.json?q=box:bigbox&metric=rate").json();
    assert_eq!(json["runs"], ids.len() - 1);
    let warned: Vec<&str> = json["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| warning["text"].as_str().unwrap())
        .collect();
    assert!(
        warned
            .iter()
            .any(|text| text.starts_with("1 run is compared as corrected: ") && text.contains("first")),
        "{warned:?}"
    );
    assert!(warned.contains(&format!("1 withdrawn run is left out: {}", ids[1]).as_str()), "{warned:?}");
}

#[test]
fn pages_lead_to_their_history() {
    let (service, ids) = filled("history_links");
    let leads = |path: &str, to: &str| {
        let page = Html::parse_document(&service.get(path).text());
        let link = Selector::parse(&format!("main a[href='{to}']")).unwrap();
        assert_eq!(page.select(&link).count(), 1, "{path} does not lead to {to}");
        assert_eq!(service.get(to).status, 200, "{to}");
    };
    let benchmark = of_day(1)["benchmark"].as_str().unwrap().to_owned();
    leads(&format!("/benchmarks/{benchmark}"), &format!("/history?q=benchmark%3A{benchmark}"));
    leads(&format!("/runs/{}", ids[0]), &format!("/history?q=benchmark%3A{benchmark}+box%3Abigbox"));
    assert_eq!(service.get("/history").status, 200);
}

/// A change point's Compare link counted all lines into the correction, so that "worse" was "not shown"
/// there, and of more than 240 runs it was refused.
#[test]
fn the_comparison_of_a_change_point_is_of_its_line_however_many_runs_it_has() {
    let service = Service::start("history_line");
    let of_hour = |hour: u32| {
        let mut run = of_day(1);
        run["started"] = json!(format!("2003-02-{:02}T{:02}:00:00Z", 1 + hour / 24, hour % 24));
        let result = |depth: u32| {
            let step = if depth == 7 && hour >= 130 { 1.0 } else { 0.0 };
            let rate = 40.0 - step + f64::from((hour * 7 + depth) % 5) / 10.0;
            json!({"case": {"qd": depth.to_string()}, "metric": "rate", "unit": "MiB/s", "better": "higher",
                   "samples": [rate]})
        };
        run["results"] = (1..=9).map(result).collect();
        run
    };
    for hours in (0..260).collect::<Vec<u32>>().chunks(65) {
        let runs: Vec<Json> = hours.iter().copied().map(of_hour).collect();
        assert_eq!(service.send_json(&json!(runs)).status, 201);
    }
    let page = Html::parse_document(&service.get("/history?q=box:bigbox").text());
    let link = Selector::parse("[aria-label='Change points'] a[href^='/compare?']").unwrap();
    let links: Vec<&str> = page.select(&link).filter_map(|link| link.attr("href")).collect();
    let [comparison] = links[..] else { panic!("{links:?}") };
    let compared = service.get(&comparison.replace("/compare?", "/compare.json?")).json();
    let sides = [0, 1].map(|side: usize| compared["sides"][side]["runs"].as_array().unwrap().len());
    assert_eq!((compared["rows"].as_array().unwrap().len(), sides), (1, [130, 130]));
    let against = &compared["rows"][0]["cells"][1]["against"];
    assert_eq!(against["verdict"], "worse");
    let history = service.get("/history.json?q=box:bigbox").json();
    let line = history["lines"].as_array().unwrap().iter().find(|line| line["keys"] == json!(["7"])).unwrap();
    for field in ["improvement", "p", "interval"] {
        assert_eq!(line["levels"][1]["against"][field], against[field], "{field}");
    }
}
