//! The first look at what a sweep measured.

use benchdata::compare::{CompareError, Selection, Subject, compare, levels};
use benchdata::comparison::{ComparisonTable, Layout, Request};
use benchdata::key::RunKey;
use benchdata::name::Value;
use benchdata::readers::glossary;
use benchdata::run::Run;

use super::factor::Factor;

/// The runs of a sweep set against each other.
///
/// # Errors
/// Where there is nothing to compare.
pub(super) fn table(runs: Vec<Run>, request: &Request) -> Result<ComparisonTable, CompareError> {
    let subjects = runs.into_iter().map(|run| Subject { id: run.content_id().run_id(), run }).collect();
    let selection = Selection { q: request.q.clone(), subjects };
    compare(&[selection], request, glossary)
}

/// What is asked for, here and of a server.
pub(super) fn request(runs: &[Run], factors: &[Factor]) -> Request {
    let ids: Vec<String> = runs.iter().map(|run| run.content_id().run_id().to_string()).collect();
    Request { q: format!("run:{}", ids.join("|")), ..layout(runs, factors) }
}

/// The address of a comparison on a server.
pub(super) fn address(server: &str, request: &Request) -> String {
    let joined = |keys: &[RunKey]| keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let mut query = form_urlencoded::Serializer::new(String::new());
    query
        .append_pair("q", &request.q)
        .append_pair("by", &joined(&request.by))
        .append_pair("rows", &joined(&request.rows))
        .append_pair("layout", request.layout.as_str());
    if let Some(base) = &request.base {
        query.append_pair("base", base);
    }
    format!("{server}/compare?{}", query.finish())
}

/// The first factor splits the runs into sides, the others are the rows; a single one of
/// numbers is what the rows go over.
fn layout(runs: &[Run], factors: &[Factor]) -> Request {
    let keys = || factors.iter().filter_map(|factor| RunKey::parse(factor.name.as_str()).ok());
    let are_levels = |factor: &Factor| {
        let values = factor.levels.iter().map(Value::as_str).collect();
        levels(factor.name.as_str(), &values).is_some()
    };
    match factors {
        [] => Request { by: vec![RunKey::Label], ..Request::default() },
        [factor] if are_levels(factor) => Request {
            by: vec![RunKey::Label],
            rows: keys().collect(),
            layout: Layout::Sweep,
            ..Request::default()
        },
        [first, ..] => Request {
            by: keys().take(1).collect(),
            base: first_level(runs, first),
            rows: keys().skip(1).collect(),
            ..Request::default()
        },
    }
}

/// Of the levels that have runs, the one that the plan names first: the baseline.
fn first_level(runs: &[Run], factor: &Factor) -> Option<String> {
    let has_runs = |level: &&Value| runs.iter().any(|run| run.factors.get(&factor.name) == Some(*level));
    factor.levels.iter().find(has_runs).map(ToString::to_string)
}
