//! `/runs`

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::frame::Visit;
use super::{page, shown};
use crate::api::RunsParameters;
use crate::database::listing::{self, ListedRun, Page, RunsPage};
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{Moment, Place, RunLine, Runs};

/// How many runs a page has.
const PAGE: usize = 50;

/// A run as lists show it.
pub(super) fn line(run: ListedRun) -> RunLine {
    RunLine {
        id: run.id.to_string(),
        box_name: run.box_name.to_string(),
        benchmark: run.benchmark.to_string(),
        label: run.label.to_string(),
        factors: run.factors.into_iter().map(|(factor, level)| (factor.into(), level.into())).collect(),
        started: run.started.map(Moment::from),
        results: run.results,
        withdrawn: run.withdrawn,
    }
}

/// How many runs a list shows, in words.
pub(super) fn counted(runs: usize) -> String {
    match runs {
        1 => "1 run".to_owned(),
        n => format!("{n} runs, newest first"),
    }
}

pub(super) async fn runs(State(state): State<AppState>, visit: Visit, uri: Uri) -> Result<Response, Problem> {
    let asked = RunsParameters::parse(&uri);
    let found = match &asked {
        Ok(asked) => {
            let page = Page { after: asked.after, size: PAGE };
            let found = listing::runs(&state.pool, &asked.terms, page).await;
            found.map_err(|error| Problem::of_selection(error, &asked.q))
        }
        Err(problem) => Err(problem.clone()),
    };
    let (found, problem) = match found {
        Ok(found) => (found, None),
        // A mistake in the query is mended best where it was made.
        Err(problem) if problem.status == StatusCode::BAD_REQUEST => {
            (RunsPage { rows: Vec::new(), next: None }, Some(problem))
        }
        Err(problem) => return Err(problem),
    };
    let status = problem.as_ref().map_or(StatusCode::OK, |problem| problem.status);
    let q = asked.as_ref().map_or_else(|_| typed(&uri), |asked| asked.q.clone());
    let older = asked.as_ref().ok().and_then(|asked| Some(asked.next("/runs", found.next?)));
    let newest = asked.as_ref().ok().filter(|asked| asked.after.is_some()).map(|asked| asked.first("/runs"));
    let shown_runs = counted(found.rows.len());
    let runs = Runs {
        frame: visit.frame(Place::Runs),
        q,
        problem: problem.as_ref().map(shown),
        runs: found.rows.into_iter().map(line).collect(),
        shown: shown_runs,
        newest,
        older,
    };
    Ok((status, page(&runs)?).into_response())
}

/// The query as typed, where the address could not be read whole.
fn typed(uri: &Uri) -> String {
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.into_iter().find(|(name, _)| name == "q").map(|(_, q)| q.into_owned()).unwrap_or_default()
}
