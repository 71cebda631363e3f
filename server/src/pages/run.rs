//! `/runs/{id}`

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::{Layout, Request};
use benchdata::content::RunId;
use benchdata::key::RunKey;
use benchdata::query::quoted;
use benchdata::readers::glossary;

use super::compare::no_part;
use super::frame::{SignedIn, Visit};
use super::page;
use super::part::Part;
use super::said::said;
use super::sign_in::address as sign_in_address;
use crate::correction::Correction;
use crate::database::runs::{self, StoredRun};
use crate::problem::Problem;
use crate::state::AppState;
use crate::token::Scope;
use crate::views::{
    CorrectionForm, CorrectionLine, GridView, Moment, Place, RunLine, RunPage, SourceLine, notes,
};

pub(super) async fn run(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Problem> {
    let stored = stored(&state, &id).await?;
    let form = may_correct(&visit, &stored).then(|| form(&stored));
    let whole = format!("/runs/{}", stored.id);
    match page_of(stored, &visit, form, &Part::of(&uri).0) {
        Ok(run) => {
            let (said, jar) = said(&headers, &state);
            Ok((jar, page(&RunPage { said, ..run })?).into_response())
        }
        Err(problem) if problem.status.is_client_error() => {
            no_part(&problem, visit.frame(Place::Runs), whole, "The run")
        }
        Err(problem) => Err(problem),
    }
}

/// The run of this id.
pub(super) async fn stored(state: &AppState, id: &str) -> Result<StoredRun, Problem> {
    let id: RunId = id.parse().map_err(Problem::not_found)?;
    let stored = runs::run(state.reader().await, id).await?;
    stored.ok_or_else(|| Problem::not_found(format!("there is no run {id}")))
}

fn may_correct(visit: &Visit, stored: &StoredRun) -> bool {
    visit.signed_in.as_ref().is_some_and(|SignedIn(token)| {
        token.check_scope(Scope::Correct).is_ok() && token.check_box(&stored.run.box_name).is_ok()
    })
}

/// The form of corrections, with what stands there now.
pub(super) fn form(stored: &StoredRun) -> CorrectionForm {
    let run = &stored.run;
    let factors: Vec<String> =
        run.factors.iter().map(|(factor, level)| format!("{factor}={level}")).collect();
    CorrectionForm {
        label: run.label.to_string(),
        box_name: run.box_name.to_string(),
        factors: factors.join("\n"),
        note: run.note.clone().unwrap_or_default(),
        reason: String::new(),
        seen: stored.corrections.len(),
        problem: None,
    }
}

/// The page of a run, the part of its results with a row, and the form of corrections for a reader who may
/// use it.
pub(super) fn page_of(
    stored: StoredRun,
    visit: &Visit,
    form: Option<CorrectionForm>,
    part: &Part,
) -> Result<RunPage, Problem> {
    let StoredRun { id, run, received, uploaded_by, sources, withdrawn, corrections } = stored;
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
        withdrawn,
    };
    let environment =
        run.environment.iter().map(|(fact, value)| (fact.to_string(), value.to_string())).collect();
    let note = run.note.clone();
    // Alone, a run is a comparison with one side: the same cells as in any other table.
    let request = Request { by: vec![RunKey::Label], layout: Layout::Metrics, ..Request::default() };
    let alone = Selection { q: String::new(), subjects: vec![Subject { id, run }] };
    let results = compare(&[alone], &request, glossary).map_err(Problem::internal)?;
    let grid = GridView::of_run(&results);
    let from = part.from(grid.rows())?;
    let grid = grid.part(from, "?");
    let sources = sources.into_iter();
    Ok(RunPage {
        frame: visit.frame(Place::Runs),
        run: line,
        said: None,
        note,
        others,
        details: GridView::details_of_run(&results),
        notes: notes(&results, &[&grid.grid]),
        grid,
        environment,
        sources: sources.map(|source| SourceLine { name: source.name, length: source.length }).collect(),
        stored: Moment::from(received),
        token: uploaded_by,
        corrections: corrections.into_iter().map(correction_line).collect(),
        sign_in: visit.signed_in.is_none().then(|| sign_in_address(&format!("/runs/{id}"))),
        form,
    })
}

fn correction_line(correction: Correction) -> CorrectionLine {
    let made = Moment::from(correction.made_at);
    let Correction { edit, reason, made_by, .. } = correction;
    CorrectionLine { field: edit.field, old: edit.old, new: edit.new, reason, made_by, made }
}
