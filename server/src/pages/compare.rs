//! `/compare`, and its other forms.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::name::RESERVED;
use benchdata::table::Link;
use serde::Serialize;

use super::frame::Visit;
use super::part::Part;
use super::{page, shown};
use crate::asked::asked;
use crate::comparison::comparison;
use crate::database::Pool;
use crate::database::keys::{self, Kind, KnownKeys};
use crate::form::{Caching, Form, written};
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{Choices, Compare, Comparison, Frame, Place, RowPage};

pub(super) async fn compare(
    State(state): State<AppState>,
    visit: Visit,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    if let Some(address) = of_ticked(&uri) {
        return Ok(Redirect::to(&address).into_response());
    }
    let form = Form::of_path(uri.path()).1.unwrap_or_else(|| Form::wanted(&headers));
    Ok((Caching::Negotiated, in_form(&state, &visit, &uri, form).await?).into_response())
}

async fn in_form(state: &AppState, visit: &Visit, uri: &Uri, form: Form) -> Result<Response, Problem> {
    let pool = state.reader().await;
    let known = keys::known(pool).await?;
    let (part, whole) = Part::of(uri);
    let request = match asked::<Request>(&whole) {
        Ok(request) if form == Form::Html => return html(pool, visit, &known, request, part).await,
        Ok(request) => request,
        // A mistake is mended best where it was made.
        Err(wrong) if form == Form::Html => {
            let (request, problem) = *wrong;
            let frame = visit.frame(Place::Compare);
            let choices = choices(request, &known);
            let view = Compare { frame, choices, problem: Some(shown(&problem)), comparison: None };
            return Ok((problem.status, page(&view)?).into_response());
        }
        Err(wrong) => return Err(wrong.1),
    };
    let table = comparison(pool, &known, request.clone())
        .await
        .map_err(|error| Problem::of_comparison(error, &request.q))?;
    let url = visit.public_url.join(&address("/compare", &table.request));
    Ok(form.answer(written(&state.painting, form, table, Link::Live { url: &url }).await?))
}

async fn html(
    pool: &Pool,
    visit: &Visit,
    known: &KnownKeys,
    request: Request,
    part: Part,
) -> Result<Response, Problem> {
    let frame = visit.frame(Place::Compare);
    let mut choices = choices(request.clone(), known);
    // Nobody wants to see every run against every other before asking for anything.
    if request == Request::default() {
        return Ok(page(&Compare { frame, choices, problem: None, comparison: None })?.into_response());
    }
    let found = comparison(pool, known, request.clone()).await;
    let (status, problem, comparison) = match found.map_err(|error| Problem::of_comparison(error, &request.q))
    {
        Ok(table) if let Some(row) = &part.row => {
            let whole = address("/compare", &table.request);
            return row_page(&table, row, frame, whole, Vec::new());
        }
        Ok(table) => {
            choices.sides = table.sides.iter().map(|side| side.name.clone()).collect();
            (choices.title, choices.note) = (part.title, part.note);
            choices.metrics = table.metrics.iter().map(|metric| metric.name.clone()).collect();
            choices.guessed = table.request.clone();
            let query = address("", &table.request);
            let comparison = Comparison::new(table, "/compare", &query);
            (StatusCode::OK, None, Some(comparison.on_its_page(&address("", &request), part.from)))
        }
        Err(problem) if problem.status == StatusCode::BAD_REQUEST => {
            (problem.status, Some(shown(&problem)), None)
        }
        Err(problem) => return Err(problem),
    };
    Ok((status, page(&Compare { frame, choices, problem, comparison })?).into_response())
}

/// What the form holds before anything is guessed.
fn choices(request: Request, known: &KnownKeys) -> Choices {
    Choices { guessed: request.clone(), request, keys: key_names(known), ..Choices::default() }
}

/// The page of the row of this id, with what happened to a snapshot since it was made.
pub(super) fn row_page(
    table: &ComparisonTable,
    id: &str,
    frame: Frame,
    whole: String,
    since: Vec<String>,
) -> Result<Response, Problem> {
    let none =
        || Problem::not_found(format!("the comparison has no row {id:?}, or has none any more: {whole}"));
    let row = RowPage::of(table, id, frame, whole.clone());
    Ok(page(&RowPage { since, ..row.ok_or_else(none)? })?.into_response())
}

/// The keys that a form can offer.
pub(super) fn key_names(known: &KnownKeys) -> Vec<String> {
    let facts = known.of(Kind::Fact).map(|fact| format!("env.{fact}"));
    let named = known.of(Kind::Factor).chain(known.of(Kind::Parameter)).map(str::to_owned);
    RESERVED.iter().map(|&key| key.to_owned()).chain(named).chain(facts).collect()
}

/// The address of a comparison or history, below the host: only what was asked.
pub(super) fn address(path: &str, request: &impl Serialize) -> String {
    let asked = serde_json::to_value(request).unwrap_or_default();
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in asked.as_object().into_iter().flatten() {
        if let Some(value) = value.as_str().filter(|value| !value.is_empty()) {
            query.append_pair(name, value);
        }
    }
    format!("{path}?{}", query.finish())
}

/// The address of the comparison of ticked runs, `?run=ID&run=ID`.
fn of_ticked(uri: &Uri) -> Option<String> {
    let pairs = form_urlencoded::parse(uri.query()?.as_bytes());
    let ids: Vec<_> = pairs.filter(|(name, _)| name == "run").map(|(_, id)| id.into_owned()).collect();
    let q = format!("run:{}", ids.join("|"));
    (!ids.is_empty()).then(|| address("/compare", &Request { q, ..Request::default() }))
}
