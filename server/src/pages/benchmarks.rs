//! `/benchmarks` and `/benchmarks/{name}`

use std::collections::BTreeSet;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use benchdata::comparison::Request;
use benchdata::key::RunKey;
use benchdata::name::Name;
use benchdata::query::quoted;
use benchdata::readers::{READERS, glossary, reader};

use super::compare::address;
use super::frame::Visit;
use super::glossary::{metrics, parameters};
use super::newest::{lines, newest};
use super::page;
use crate::database::{Pool, series, tallies};
use crate::near::near;
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{BenchmarkPage, Benchmarks, Offer, Place, ReaderLine, RunLine, links};

/// Older series tell nothing of a benchmark that so many newer ones do not.
const MOST_SERIES: u16 = 1000;

pub(super) async fn benchmarks(
    State(state): State<AppState>,
    visit: Visit,
) -> Result<impl IntoResponse, Problem> {
    let tallies = tallies::benchmarks(state.reader().await).await?;
    let has_runs = |name: &str| tallies.iter().any(|tally| tally.name.as_str() == name);
    let others = READERS.iter().filter(|reader| !has_runs(reader.name));
    let mut readers: Vec<ReaderLine> =
        others.map(|reader| ReaderLine { name: reader.name, about: reader.about }).collect();
    readers.sort_by_key(|reader| reader.name);
    let tallies = lines(tallies, links::benchmark);
    page(&Benchmarks { frame: visit.frame(Place::Benchmarks), tallies, readers })
}

pub(super) async fn benchmark(
    State(state): State<AppState>,
    visit: Visit,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let pool = state.reader().await;
    let Ok(benchmark) = Name::new(&name) else { return Err(unknown(pool, &name).await?) };
    let name = benchmark.as_str();
    let about = reader(name).map(|reader| reader.about);
    let newest = newest(pool, RunKey::Benchmark, &benchmark).await?;
    if newest.runs.is_empty() && about.is_none() {
        return Err(unknown(pool, name).await?);
    }
    let series = series::of_benchmark(pool, &benchmark, MOST_SERIES).await?;
    let boxes = tallies::boxes_of_benchmark(pool, &benchmark).await?;
    page(&BenchmarkPage {
        frame: visit.frame(Place::Benchmarks),
        name: name.to_owned(),
        about,
        metrics: metrics(glossary(name), &series),
        parameters: parameters(&series),
        boxes: lines(boxes, links::test_box),
        offer: offer(name, &newest.runs),
        newest,
    })
}

/// 404, with the names that were perhaps meant.
async fn unknown(pool: &Pool, name: &str) -> Result<Problem, Problem> {
    let tallies = tallies::benchmarks(pool).await?;
    let stored = tallies.iter().map(|tally| tally.name.as_str());
    let near = near(name, stored.chain(READERS.iter().map(|reader| reader.name)));
    Ok(Problem::not_found(format!("no run and no reader has a benchmark {name:?}{near}")))
}

/// The comparison of the two labels that ran last, or, where only one did, of its runs. Of a sweep,
/// whose every run is one of its own, no two are worth more than others: all of the box's are.
fn offer(benchmark: &str, newest: &[RunLine]) -> Option<Offer> {
    let RunLine { label: newer, box_name, .. } = newest.first()?;
    if is_sweep(newest) {
        let q = format!("benchmark:{} box:{}", quoted(benchmark), quoted(box_name));
        let text = format!("Compare its runs on {box_name}");
        return Some(Offer { text, url: address("/compare", &Request { q, ..Request::default() }) });
    }
    let older = newest.iter().map(|run| &run.label).find(|label| *label != newer);
    let (text, labels) = match older {
        Some(older) => {
            (format!("Compare {newer} with {older}"), format!("{}|{}", quoted(older), quoted(newer)))
        }
        None if newest.len() > 1 => (format!("Compare the runs of {newer}"), quoted(newer)),
        None => return None,
    };
    let q = format!("benchmark:{} label:{labels}", quoted(benchmark));
    Some(Offer { text, url: address("/compare", &Request { q, ..Request::default() }) })
}

/// Whether runs under several settings have each a label of their own.
fn is_sweep(runs: &[RunLine]) -> bool {
    let labels: BTreeSet<&str> = runs.iter().map(|run| run.label.as_str()).collect();
    let settings: BTreeSet<_> = runs.iter().map(|run| &run.factors).collect();
    runs.len() > 2 && labels.len() == runs.len() && settings.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(label: &str) -> RunLine {
        RunLine {
            id: String::new(),
            box_name: String::new(),
            benchmark: String::new(),
            label: label.to_owned(),
            factors: Vec::new(),
            started: None,
            results: 1,
            withdrawn: false,
        }
    }

    /// It offered to compare 2539mm1fb32 with 2539mm1fb14, of 17.
    #[test]
    fn of_a_sweep_no_pair_is_offered() {
        let level = |at: usize| RunLine {
            box_name: "big box".to_owned(),
            factors: vec![("fifo_batch".to_owned(), at.to_string())],
            ..run(&format!("2539mm1fb{at}"))
        };
        let offered = offer("contest", &[level(32), level(14), level(1)]).unwrap();
        assert_eq!(offered.text, "Compare its runs on big box");
        assert!(offered.url.contains("q=benchmark%3Acontest+box%3A%22big+box%22"), "{}", offered.url);
        // Night after night under the same settings is none.
        let nights = ["n3", "n2", "n1"].map(run);
        assert_eq!(offer("dss", &nights).unwrap().text, "Compare n3 with n2");
    }

    #[test]
    fn the_labels_that_ran_last_are_compared() {
        let two = offer("dss", &[run("new"), run("new"), run("an old one"), run("oldest")]).unwrap();
        assert_eq!(two.text, "Compare new with an old one");
        assert!(two.url.contains("q=benchmark%3Adss+label%3A%22an+old+one%22%7Cnew"), "{}", two.url);
        assert_eq!(offer("dss", &[run("new"), run("new")]).unwrap().text, "Compare the runs of new");
        assert_eq!(offer("dss", &[run("new")]), None);
        assert_eq!(offer("dss", &[]), None);
    }
}
