//! The page of a history: two metrics of a box that got faster one day.

use benchdata::compare::{Selection, Subject};
use benchdata::history::{HistoryRequest, history as history_of};
use benchdata::readers::glossary;
use benchdata::wire::runs_from_json;

use super::catalog::Offer;
use super::samples::frame;
use super::*;

/// A run of this day, whose label is as hostile as they come.
fn run(day: u32) -> Subject {
    let elapsed = if day < 10 { 40.0 } else { 36.0 } + f64::from(day * 7 % 5) / 10.0;
    let json = format!(
        r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"kernbench","label":"<script>alert(1)</script>","started":"2003-02-{day:02}T10:00:00Z",
        "results":[{{"case":{{"jobs":"4"}},"metric":"elapsed","unit":"s","better":"lower","samples":[{elapsed:.1}]}},
            {{"case":{{"jobs":"4"}},"metric":"forks","unit":"1","samples":[{:.0}]}}]}}"#,
        elapsed * 100.0
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

fn page(days: u32) -> HistoryPage {
    let selection = Selection { q: "box:bigbox".to_owned(), subjects: (1..=days).map(run).collect() };
    let request = HistoryRequest { q: selection.q.clone(), ..HistoryRequest::default() };
    let history = history_of(&selection, &request, glossary, 1).unwrap();
    let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    let fields = FormFields::of(&request);
    let choices =
        HistoryChoices { fields, keys: names(["label", "jobs"]), metrics: names(["elapsed", "forks"]) };
    let view = HistoryView::new(history, "?q=box:bigbox", |_, _| Offer {
        text: "Compare 1 v 1 runs".to_owned(),
        url: "/compare?q=run:a+vs+run:b".to_owned(),
    });
    HistoryPage { frame: frame(Place::History), choices, history: Some(view) }
}

pub(super) fn history() -> HistoryPage {
    page(20)
}

pub(super) fn short_history() -> HistoryPage {
    page(5)
}

pub(super) fn no_history() -> HistoryPage {
    let mut page = HistoryPage { history: None, ..page(5) };
    page.choices.fields = page.choices.fields.with_mistake(Some("q"), None, super::samples::problem());
    page
}
