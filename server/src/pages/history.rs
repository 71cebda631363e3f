//! `/history`, and its other forms.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use benchdata::comparison::Request;
use benchdata::content::RunId;
use benchdata::history::{ChangePoint, HistoryRequest, Line, Point};
use benchdata::table::Link;

use super::compare::{address, key_names};
use super::frame::Visit;
use super::{page, shown};
use crate::asked::asked;
use crate::database::Pool;
use crate::database::keys::{self, KnownKeys};
use crate::form::{Caching, Form, written_history};
use crate::history;
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{HistoryChoices, HistoryPage, HistoryView, Offer, Place};

pub(super) async fn history(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let form = Form::of_path(uri.path()).1.unwrap_or_else(|| Form::wanted(&headers));
    Ok((Caching::Negotiated, in_form(&state, &visit, &uri, form).await?).into_response())
}

async fn in_form(state: &AppState, visit: &Visit, uri: &Uri, form: Form) -> Result<Response, Problem> {
    let pool = state.reader().await;
    let known = keys::known(pool).await?;
    let request = match asked::<HistoryRequest>(uri) {
        Ok(request) if form == Form::Html => return html(pool, visit, &known, request).await,
        Ok(request) => request,
        // A mistake is mended best where it was made.
        Err(wrong) if form == Form::Html => {
            let (request, problem) = *wrong;
            let frame = visit.frame(Place::History);
            let choices = HistoryChoices { request, keys: key_names(&known), metrics: Vec::new() };
            let view = HistoryPage { frame, choices, problem: Some(shown(&problem)), history: None };
            return Ok((problem.status, page(&view)?).into_response());
        }
        Err(wrong) => return Err(wrong.1),
    };
    let found = history::history(pool, &known, request.clone())
        .await
        .map_err(|error| Problem::of_comparison(error, &request.q))?;
    let url = visit.public_url.join(&address("/history", &found.request));
    Ok(form.answer(written_history(&state.painting, form, found, Link::Live { url: &url }).await?))
}

async fn html(
    pool: &Pool,
    visit: &Visit,
    known: &KnownKeys,
    request: HistoryRequest,
) -> Result<Response, Problem> {
    let frame = visit.frame(Place::History);
    let mut choices =
        HistoryChoices { request: request.clone(), keys: key_names(known), metrics: Vec::new() };
    // Nobody wants to see everything before asking for anything.
    if request == HistoryRequest::default() {
        return Ok(page(&HistoryPage { frame, choices, problem: None, history: None })?.into_response());
    }
    let found = history::history(pool, known, request.clone()).await;
    let (status, problem, history) = match found.map_err(|error| Problem::of_comparison(error, &request.q)) {
        Ok(found) => {
            choices.metrics = found.metrics.iter().map(|metric| metric.name.clone()).collect();
            let query = address("", &found.request);
            let view = HistoryView::new(found, &query, comparison_of);
            (StatusCode::OK, None, Some(view))
        }
        Err(problem) if problem.status == StatusCode::BAD_REQUEST => {
            (problem.status, Some(shown(&problem)), None)
        }
        Err(problem) => return Err(problem),
    };
    Ok((status, page(&HistoryPage { frame, choices, problem, history })?).into_response())
}

/// How many runs of each level a comparison takes: more would make an address too long.
const MOST_COMPARED: usize = 20;

/// The comparison of the runs nearest to a change point, those before against those after.
fn comparison_of(line: &Line, change: &ChangePoint) -> Offer {
    let query = |runs: &[RunId]| {
        format!("run:{}", runs.iter().map(ToString::to_string).collect::<Vec<_>>().join("|"))
    };
    let runs =
        |points: &[Point]| points.iter().flat_map(|point| point.runs.iter().copied()).collect::<Vec<_>>();
    let (before, after) = (runs(change.points_before), runs(change.points_after));
    let near_before = &before[before.len().saturating_sub(MOST_COMPARED)..];
    let near_after = &after[..after.len().min(MOST_COMPARED)];
    let of = |near: &[RunId], all: &[RunId]| match all.len() {
        all if near.len() < all => format!("{} of {all}", near.len()),
        all => all.to_string(),
    };
    let text = format!("Compare {} v {} runs", of(near_before, &before), of(near_after, &after));
    let q = format!("{} vs {}", query(near_before), query(near_after));
    let request = Request { q, metric: vec![line.metric.clone()], ..Request::default() };
    Offer { text, url: address("/compare", &request) }
}
