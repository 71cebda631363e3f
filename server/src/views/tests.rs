//! Every template from sample data: well-formed, labelled, escaped, and with nothing
//! that the content security policy forbids.

use askama::Template;
use benchdata::comparison::Layout;
use benchdata::wire::runs_from_json;
use scraper::{Html, Selector};

use super::{Document, FormFields, Place, catalog_samples, history_samples, links, samples};

fn rendered() -> Vec<(&'static str, String)> {
    vec![
        ("home", samples::home().render().unwrap()),
        ("runs", samples::runs().render().unwrap()),
        ("run", samples::run().render().unwrap()),
        ("compare", samples::compare().render().unwrap()),
        ("row", samples::row(Layout::Delta).render().unwrap()),
        ("history", history_samples::history().render().unwrap()),
        ("short history", history_samples::short_history().render().unwrap()),
        ("no history", history_samples::no_history().render().unwrap()),
        ("benchmarks", catalog_samples::benchmarks().render().unwrap()),
        ("benchmark", catalog_samples::benchmark().render().unwrap()),
        ("unread benchmark", catalog_samples::unread_benchmark().render().unwrap()),
        ("benchmark without runs", catalog_samples::benchmark_without_runs().render().unwrap()),
        ("boxes", catalog_samples::boxes().render().unwrap()),
        ("no boxes", catalog_samples::no_boxes().render().unwrap()),
        ("box", catalog_samples::test_box().render().unwrap()),
        ("snapshot", samples::snapshot().render().unwrap()),
        ("document", statistics().render().unwrap()),
        ("upload", samples::upload().render().unwrap()),
        ("sign_in", samples::sign_in().render().unwrap()),
        ("failure", samples::failure().render().unwrap()),
    ]
}

fn statistics() -> Document {
    let markdown = include_str!("../../../docs/STATISTICS.md");
    Document::new(samples::frame(Place::Elsewhere), "Statistics", markdown)
}

fn count(page: &Html, selector: &str) -> usize {
    page.select(&Selector::parse(selector).unwrap()).count()
}

#[test]
fn pages_are_well_formed_html() {
    for (name, text) in rendered() {
        assert_eq!(Html::parse_document(&text).errors, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn pages_have_one_heading_landmarks_and_a_title() {
    for (name, text) in rendered() {
        let page = Html::parse_document(&text);
        for selector in ["h1", "main", "header", "footer", "head > title", "a.skip[href='#main']"] {
            assert_eq!(count(&page, selector), 1, "{name}: {selector}");
        }
    }
}

#[test]
fn controls_have_labels_and_tables_have_captions_and_scopes() {
    for (name, text) in rendered() {
        let page = Html::parse_document(&text);
        let controls = Selector::parse("input:not([type=hidden]), select, textarea").unwrap();
        for control in page.select(&controls) {
            let labelled = control.attr("aria-label").is_some()
                || control.attr("data-tick-all").is_some()
                || control.attr("id").is_some_and(|id| count(&page, &format!("label[for='{id}']")) == 1);
            assert!(labelled, "{name}: {}", control.html());
        }
        assert_eq!(count(&page, "th:not([scope])"), 0, "{name}");
        assert_eq!(count(&page, "table"), count(&page, "table > caption"), "{name}");
    }
}

#[test]
fn ids_are_unique() {
    for (name, text) in rendered() {
        let page = Html::parse_document(&text);
        let with_id = Selector::parse("[id]").unwrap();
        let mut ids: Vec<_> = page.select(&with_id).filter_map(|element| element.attr("id")).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{name}: {ids:?}");
    }
}

#[test]
fn nothing_is_inline_that_the_policy_forbids() {
    for (name, text) in rendered() {
        let page = Html::parse_document(&text);
        let inline = "style, [style], script:not([src]), [onclick], [onchange], [onsubmit]";
        assert_eq!(count(&page, inline), 0, "{name}");
    }
}

#[test]
fn names_are_shown_as_text() {
    let list = samples::runs().render().unwrap();
    assert!(!list.contains("<script>alert") && list.contains("alert(1)"));
    for page in [
        samples::sign_in().render(),
        samples::upload().render(),
        samples::run().render(),
        samples::snapshot().render(),
    ] {
        assert!(!page.unwrap().contains("<b>"));
    }
    let history = history_samples::history().render().unwrap();
    assert!(!history.contains("<script>alert") && history.contains("alert(1)"));
}

#[test]
fn a_verdict_is_marked_and_worded_and_its_absence_is_neither() {
    let decided = Html::parse_document(&samples::compare().render().unwrap());
    // One row better, one worse; each says so beside its improvement and in words.
    assert_eq!(count(&decided, "td.better > .mark[aria-hidden]"), 2);
    assert_eq!(count(&decided, "td.worse > .mark[aria-hidden]"), 2);
    assert_eq!(count(&decided, ".grid td.better:not(.left) > .sr"), 1);
    let undecided = Html::parse_document(&samples::snapshot().render().unwrap());
    assert_eq!(count(&undecided, ".better, .worse"), 0);
    assert!(count(&undecided, ".leans-better > .mark") > 0);
}

/// A table of 300 rows took 288 KB, its plots not counted.
#[test]
fn a_page_says_nothing_twice_and_no_class_for_nothing() {
    let compared = samples::compare().render().unwrap();
    assert!(compared.contains("<td>") && !compared.contains("<td class=right>"));
    let body = compared.split_once("<tbody>").unwrap().1.split_once("</tbody>").unwrap().0;
    assert!(!body.contains("class=\"\"") && !body.contains(" \">"), "{body}");
    let mut long = samples::snapshot();
    long.text = None;
    let page = Html::parse_document(&long.render().unwrap());
    assert_eq!((count(&page, ".mail pre"), count(&page, ".mail a[href$='.txt']")), (0, 1));
}

/// A run's page had one number for three samples, and nothing said that it was a mean.
#[test]
fn a_runs_page_says_what_its_means_are_of() {
    let json = br#"{"schema":"runoff/1","box":"b","benchmark":"b","label":"l",
        "results":[{"case":{},"metric":"latency","unit":"ms","samples":[11.25, 11.5, 12.25]}]}"#;
    let table = samples::table(runs_from_json(json).unwrap(), Layout::Metrics);
    let page = Html::parse_document(&samples::run_of(&table).render().unwrap());
    let texts = |selector: &str| -> Vec<String> {
        page.select(&Selector::parse(selector).unwrap())
            .map(|cell| cell.text().collect::<String>().trim().to_owned())
            .collect()
    };
    assert!(texts("thead th").contains(&"mean, ms".to_owned()), "{:?}", texts("thead th"));
    let details = texts("details .grid td");
    for shown in ["3", "11.25", "12.25", "11.50"] {
        assert!(details.iter().any(|text| text == shown), "{shown}: {details:?}");
    }
    // Single values are no means.
    let single = Html::parse_document(&samples::run().render().unwrap());
    assert!(!single.html().contains("mean, ") && count(&single, "details .grid") == 0);
}

/// A pasted link to a run showed nothing but its address.
#[test]
fn a_link_to_a_page_says_what_is_there() {
    for (name, text) in rendered() {
        if !["home", "run", "benchmark", "compare", "snapshot", "row", "history"].contains(&name) {
            continue;
        }
        let page = Html::parse_document(&text);
        let content = |selector: &str| {
            let selector = Selector::parse(selector).unwrap();
            let mut found = page.select(&selector).map(|it| it.attr("content").unwrap().to_owned());
            let only = found.next().unwrap_or_default();
            assert_eq!(found.next(), None, "{name}: {selector:?}");
            only
        };
        for selector in
            ["meta[name=description]", "meta[property='og:title']", "meta[property='og:description']"]
        {
            assert!(content(selector).len() > 5, "{name}: {selector}");
        }
    }
}

/// Only a panel of the plot could be reached, of 12 rows in a hundred, and no p in most layouts.
#[test]
fn in_every_layout_a_row_leads_to_all_that_is_known_of_it() {
    for layout in Layout::ALL {
        let page = samples::row(layout);
        let text = page.render().unwrap();
        let html = Html::parse_document(&text);
        let cells = Selector::parse(".grid :is(th[scope=col], td)").unwrap();
        let cells: Vec<String> = html.select(&cells).map(|cell| cell.text().collect()).collect();
        // The first row of the mail: 31.50 and 29.59 of five runs each, Welch's p 0.041.
        for shown in ["n", "Min", "Max", "Std Dev", "95 % interval", "p", "p (Holm)"] {
            assert!(cells.iter().any(|cell| cell == shown), "{layout:?}, {shown}: {cells:?}");
        }
        for shown in ["5", "31.50", "29.59", "0.041"] {
            assert!(cells.iter().any(|cell| cell.contains(shown)), "{layout:?}, {shown}: {cells:?}");
        }
        assert_eq!(count(&html, "dl.facts a.id[href^='/runs/']"), 2, "{layout:?}");
        assert_eq!(count(&html, "figure svg.wide"), 1, "{layout:?}");
        assert!(page.title.contains("mbrs=32"), "{}", page.title);
    }
}

#[test]
fn each_runs_mean_leads_to_its_run() {
    let run = |label: &str, at: u8, value: f64| {
        let json = format!(
            r#"{{"schema":"runoff/1","box":"b","benchmark":"b","label":"{label}","factors":{{"at":"{at}"}},
                "results":[{{"case":{{}},"metric":"rate","unit":"MiB/s","samples":[{value}]}}]}}"#
        );
        runs_from_json(json.as_bytes()).unwrap().remove(0)
    };
    let runs = vec![run("a", 1, 31.5), run("a", 2, 32.5), run("b", 1, 30.5)];
    let ids = [&runs[0], &runs[1]].map(|run| run.content_id().run_id().to_string());
    let request =
        benchdata::comparison::Request { by: vec![benchdata::key::RunKey::Label], ..Default::default() };
    let table = samples::asked(runs, &request);
    let id = super::row::row_id(Some("rate"), std::iter::empty());
    let page = super::RowPage::of(&table, &id, samples::frame(Place::Compare), "/c/4f9a".to_owned());
    let page = page.unwrap();
    assert_eq!(page.path, format!("/c/4f9a?row={id}"));
    let values: Vec<_> = page.metrics[0].observed[0]
        .values
        .iter()
        .map(|value| (value.text.as_str(), value.run.clone()))
        .collect();
    let by_id = |at: usize, text| (text, Some(ids[at].clone()));
    let mut expected = vec![by_id(0, "31.5"), by_id(1, "32.5")];
    expected.sort_by(|(_, a), (_, b)| a.cmp(b));
    assert_eq!(values, expected);
}

#[test]
fn a_change_point_leads_to_its_runs_and_their_comparison() {
    let page = Html::parse_document(&history_samples::history().render().unwrap());
    assert_eq!(count(&page, "[aria-label='Change points'] tbody tr"), 2);
    assert_eq!(count(&page, "[aria-label='Change points'] a[href^='/runs/']"), 4);
    assert_eq!(count(&page, "[aria-label='Change points'] a[href^='/compare?']"), 2);
    // Better, and once without a direction.
    assert_eq!(count(&page, "[aria-label='Change points'] td.better > .mark[aria-hidden]"), 1);
    let short = Html::parse_document(&history_samples::short_history().render().unwrap());
    assert_eq!(count(&short, "[aria-label='Change points']"), 0);
}

#[test]
fn the_form_and_the_permalink_keep_the_threshold() {
    let mut compare = samples::compare();
    assert_eq!(count(&Html::parse_document(&compare.render().unwrap()), "[name=threshold][value='']"), 1);
    compare.choices.guessed.threshold = "2%".parse().unwrap();
    compare.choices.fields = FormFields::of(&compare.choices.guessed);
    let page = Html::parse_document(&compare.render().unwrap());
    assert_eq!(count(&page, "form[method=get] [name=threshold][value='2%']"), 1);
    assert_eq!(count(&page, "form[method=post] [name=threshold][value='2%']"), 1);
}

#[test]
fn rows_of_a_single_case_have_numbers_and_no_head() {
    let json = br#"{"schema":"runoff/1","box":"b","benchmark":"b","label":"l",
        "results":[{"case":{"m":"1"},"metric":"elapsed","unit":"s","samples":[31.5]}]}"#;
    let table = samples::table(runs_from_json(json).unwrap(), Layout::Metrics);
    let run = samples::run_of(&table);
    let page = Html::parse_document(&run.render().unwrap());
    assert_eq!(count(&page, ".grid tbody td:not(.left)"), 1);
    assert_eq!(count(&page, ".grid tbody th, .grid .pin"), 0);
}

#[test]
fn metrics_lead_to_where_their_benchmark_explains_them() {
    let benchmark = Html::parse_document(&catalog_samples::benchmark().render().unwrap());
    for text in [samples::run().render().unwrap(), samples::snapshot().render().unwrap()] {
        let page = Html::parse_document(&text);
        let links = Selector::parse(".grid thead a, .grid .section a").unwrap();
        let links: Vec<_> = page.select(&links).filter_map(|link| link.attr("href")).collect();
        assert_eq!(links.len(), 7, "{links:?}");
        for link in links {
            let id = link.strip_prefix("/benchmarks/tiobench#").unwrap();
            assert_eq!(count(&benchmark, &format!("[id='{id}']")), 1, "{link}");
        }
    }
}

#[test]
fn metrics_of_several_benchmarks_lead_nowhere() {
    let run = |benchmark: &str, label: &str| {
        let json = format!(
            r#"{{"schema":"runoff/1","box":"b","benchmark":"{benchmark}","label":"{label}",
                "results":[{{"case":{{}},"metric":"rate","unit":"MiB/s","samples":[31.5]}}]}}"#
        );
        runs_from_json(json.as_bytes()).unwrap().remove(0)
    };
    let table = samples::table(vec![run("tiobench", "a"), run("fio", "b")], Layout::Metrics);
    let run = samples::run_of(&table);
    let page = Html::parse_document(&run.render().unwrap());
    assert!(count(&page, ".grid thead th") > 0);
    assert_eq!(count(&page, ".grid a"), 0);
}

#[test]
fn the_query_that_failed_stays_in_its_box_and_is_pointed_at() {
    let fields = FormFields::default().with_mistake(Some("q"), None, samples::problem());
    let runs = super::Runs { fields, q: "x \"y".into(), ..samples::runs() };
    let page = Html::parse_document(&runs.render().unwrap());
    assert_eq!(count(&page, "#q-mistake [role=alert] pre"), 1);
    let input = page.select(&Selector::parse("#q").unwrap()).next().unwrap();
    assert_eq!(input.attr("value"), Some("x \"y"));
}

/// A fault: warnings named a file that nobody has who only sees the page.
#[test]
fn warnings_lead_to_what_explains_them() {
    let explained = Html::parse_document(&statistics().render().unwrap());
    let compare = samples::compare();
    let warnings = &compare.comparison.as_ref().unwrap().table.warnings;
    assert!(!warnings.is_empty());
    let page = Html::parse_document(&compare.render().unwrap());
    for warning in warnings {
        let address = links::docs(warning).unwrap();
        assert_eq!(count(&page, &format!("a[href='{address}']")), 1, "{address}");
        let anchor = address.strip_prefix("/docs/statistics").unwrap();
        assert_eq!(count(&explained, &format!("h3{anchor}")), 1, "{anchor}");
    }
}
