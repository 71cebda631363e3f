//! `/history`, and its other forms.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use benchdata::comparison::Request;
use benchdata::content::RunId;
use benchdata::history::{ChangePoint, HistoryRequest, Line, Point};
use benchdata::query::quoted;
use benchdata::table::Link;

use super::compare::{address, key_names};
use super::frame::Visit;
use super::{mistaken, page, shown};
use crate::asked::asked;
use crate::database::Pool;
use crate::database::keys::{self, KnownKeys};
use crate::form::{Caching, Form, written_history};
use crate::history;
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{FormFields, HistoryChoices, HistoryPage, HistoryView, Offer, Place};

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
            let fields = mistaken(FormFields::of(&wrong.read), wrong.mistakes);
            let choices = HistoryChoices { fields, keys: key_names(&known), metrics: Vec::new() };
            let view = HistoryPage { frame: visit.frame(Place::History), choices, history: None };
            return Ok((StatusCode::BAD_REQUEST, page(&view)?).into_response());
        }
        Err(wrong) => return Err((*wrong).into()),
    };
    let found = history::history(pool, &known, request.clone())
        .await
        .map_err(|error| Problem::of_comparison(error, &request.q, &[]))?;
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
    let fields = FormFields::of(&request);
    let mut choices = HistoryChoices { fields, keys: key_names(known), metrics: Vec::new() };
    // Nobody wants to see everything before asking for anything.
    if request == HistoryRequest::default() {
        return Ok(page(&HistoryPage { frame, choices, history: None })?.into_response());
    }
    let found = history::history(pool, known, request.clone()).await;
    let found = found.map_err(|error| Problem::of_comparison(error, &request.q, &[]));
    let (status, history) = match found {
        Ok(found) => {
            choices.metrics = found.metrics.iter().map(|metric| metric.name.clone()).collect();
            let query = address("", &found.request);
            let most = most_compared(found.change_points().len());
            let keys = found.keys.clone();
            let view =
                HistoryView::new(found, &query, |line, change| comparison_of(&keys, line, change, most));
            (StatusCode::OK, Some(view))
        }
        Err(problem) if problem.status == StatusCode::BAD_REQUEST => {
            choices.fields = choices.fields.with_mistake(problem.field.as_deref(), None, shown(&problem));
            (problem.status, None)
        }
        Err(problem) => return Err(problem),
    };
    Ok((status, page(&HistoryPage { frame, choices, history })?).into_response())
}

/// Longer addresses are not taken everywhere.
const LONGEST: usize = 6_000;

/// So many bytes a page has of them, or a little more: each takes some runs.
const LONGEST_IN_ALL: usize = 30_000;
const FEWEST_COMPARED: usize = 5;

/// What a run takes in an address: its id, and a bar.
const A_RUN: usize = 19;

/// How many runs of each level a comparison takes, where there are so many change points.
fn most_compared(changes: usize) -> usize {
    ((LONGEST_IN_ALL / changes.max(1)).min(LONGEST) / (2 * A_RUN)).max(FEWEST_COMPARED)
}

/// The comparison of the runs before a change point with those after, of so many that are nearest:
/// of the line alone, as its `keys` tell it.
fn comparison_of(keys: &[String], line: &Line, change: &ChangePoint, most: usize) -> Offer {
    let case = keys.iter().zip(&line.keys);
    let case: String =
        case.filter_map(|(key, value)| Some(format!(" {key}:{}", quoted(value.as_deref()?)))).collect();
    let query = |runs: &[RunId]| {
        format!("run:{}{case}", runs.iter().map(ToString::to_string).collect::<Vec<_>>().join("|"))
    };
    let runs =
        |points: &[Point]| points.iter().flat_map(|point| point.runs.iter().copied()).collect::<Vec<_>>();
    let (before, after) = (runs(change.points_before), runs(change.points_after));
    let near_before = &before[before.len().saturating_sub(most)..];
    let near_after = &after[..after.len().min(most)];
    let of = |near: &[RunId], all: &[RunId]| match all.len() {
        all if near.len() < all => format!("{} of {all}", near.len()),
        all => all.to_string(),
    };
    let text = format!("Compare {} v {} runs", of(near_before, &before), of(near_after, &after));
    let q = format!("{} vs {}", query(near_before), query(near_after));
    let request = Request { q, metric: vec![line.metric.clone()], ..Request::default() };
    Offer { text, url: address("/compare", &request) }
}
