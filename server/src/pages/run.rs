//! `/runs/{id}`

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::{Layout, Request};
use benchdata::content::RunId;
use benchdata::key::RunKey;
use benchdata::query::quoted;
use benchdata::readers::glossary;

use super::frame::Visit;
use super::page;
use crate::database::runs;
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{Comparison, Moment, Place, RunLine, RunPage, SourceLine};

pub(super) async fn run(
    State(state): State<AppState>,
    visit: Visit,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let id: RunId = id.parse().map_err(Problem::not_found)?;
    let stored = runs::run(&state.pool, id).await?;
    let stored = stored.ok_or_else(|| Problem::not_found(format!("there is no run {id}")))?;
    let run = stored.run;
    let others =
        format!("benchmark:{} box:{}", quoted(run.benchmark.as_str()), quoted(run.box_name.as_str()));
    let line = RunLine {
        id: id.to_string(),
        box_name: run.box_name.to_string(),
        benchmark: run.benchmark.to_string(),
        label: run.label.to_string(),
        factors: run.factors.iter().map(|(factor, level)| (factor.to_string(), level.to_string())).collect(),
        started: run.started.map(Moment::from),
        results: i64::try_from(run.results.len()).unwrap_or(i64::MAX),
    };
    let environment =
        run.environment.iter().map(|(fact, value)| (fact.to_string(), value.to_string())).collect();
    let note = run.note.clone();
    // Alone, a run is a comparison with one side: the same cells as in any other table.
    let request = Request { by: vec![RunKey::Label], layout: Layout::Metrics, ..Request::default() };
    let alone = Selection { q: String::new(), subjects: vec![Subject { id, run }] };
    let results = compare(&[alone], &request, glossary).map_err(Problem::internal)?;
    let sources = stored.sources.into_iter();
    page(&RunPage {
        frame: visit.frame(Place::Runs),
        run: line,
        note,
        others,
        results: Comparison::new(results, "/compare", ""),
        environment,
        sources: sources.map(|source| SourceLine { name: source.name, length: source.length }).collect(),
        stored: Moment::from(stored.received),
        token: stored.uploaded_by,
    })
}
