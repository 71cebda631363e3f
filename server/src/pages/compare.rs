//! `/compare`, and its other forms.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use benchdata::compare::CompareError;
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::name::RESERVED;
use benchdata::table::Link;
use serde::Serialize;

use super::frame::Visit;
use super::part::Part;
use super::{mistaken, page, shown};
use crate::asked::asked;
use crate::comparison::{ComparisonError, comparison};
use crate::database::Pool;
use crate::database::keys::{self, Kind, KnownKeys};
use crate::form::{Caching, Form, written};
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{
    Choices, Compare, Comparison, Failure, FormFields, Frame, Offer, Place, RowPage, links, words,
};

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
            let mut choices = choices(wrong.read, &known);
            choices.fields = mistaken(choices.fields, wrong.mistakes);
            let view =
                Compare { frame: visit.frame(Place::Compare), choices, history: None, comparison: None };
            return Ok((StatusCode::BAD_REQUEST, page(&view)?).into_response());
        }
        Err(wrong) => return Err((*wrong).into()),
    };
    let table = comparison(pool, &known, request.clone())
        .await
        .map_err(|error| Problem::of_comparison(error, &request.q, &request.by))?;
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
        let view = Compare { frame, choices, history: None, comparison: None };
        return Ok(page(&view)?.into_response());
    }
    let table = match comparison(pool, known, request.clone()).await {
        Ok(table) => table,
        Err(error) => return not_compared(error, &request, choices, frame),
    };
    if let Some(row) = &part.row {
        return row_page(&table, row, frame, address("/compare", &table.request), Vec::new());
    }
    choices.sides = table.sides.iter().map(|side| side.name.clone()).collect();
    choices.metrics = table.metrics.iter().map(|metric| metric.name.clone()).collect();
    choices.guessed = table.request.clone();
    let query = address("", &request);
    let comparison = Comparison::new(table, "/compare", &address("", &choices.guessed));
    match on_its_page(comparison, &query, &part) {
        Ok(comparison) => {
            (choices.title, choices.note) = (part.title, part.note);
            let view = Compare { frame, choices, history: None, comparison: Some(comparison) };
            Ok(page(&view)?.into_response())
        }
        Err(problem) => no_part(&problem, frame, format!("/compare{query}"), "The whole comparison"),
    }
}

/// The page that tells why there is no comparison, where it can be mended in the form.
fn not_compared(
    error: ComparisonError,
    request: &Request,
    mut choices: Choices,
    frame: Frame,
) -> Result<Response, Problem> {
    let history = match &error {
        ComparisonError::Compare(CompareError::TooManySides { .. }) => Some(links::history(&request.q)),
        _ => None,
    };
    let problem = Problem::of_comparison(error, &request.q, &request.by);
    if problem.status != StatusCode::BAD_REQUEST {
        return Err(problem);
    }
    choices.fields = choices.fields.with_mistake(problem.field.as_deref(), None, shown(&problem));
    let view = Compare { frame, choices, history, comparison: None };
    Ok((problem.status, page(&view)?).into_response())
}

/// What the form holds before anything is guessed.
fn choices(request: Request, known: &KnownKeys) -> Choices {
    let fields = FormFields::of(&request);
    Choices { fields, guessed: request, keys: key_names(known), ..Choices::default() }
}

/// The page of the row of this id, with what happened to a snapshot since it was made.
pub(super) fn row_page(
    table: &ComparisonTable,
    id: &str,
    frame: Frame,
    whole: String,
    since: Vec<String>,
) -> Result<Response, Problem> {
    if let Some(row) = RowPage::of(table, id, frame.clone(), whole.clone()) {
        return Ok(page(&RowPage { since, ..row })?.into_response());
    }
    let problem = Problem::not_found(format!("The comparison has no row {id:?}, or has none any more"));
    no_part(&problem, frame, whole, "The whole comparison")
}

/// A comparison as a page of its own, the part that is asked for.
pub(super) fn on_its_page(comparison: Comparison, query: &str, part: &Part) -> Result<Comparison, Problem> {
    let comparison = comparison.with_only(part.only()?);
    let from = part.from(comparison.grid.rows())?;
    Ok(comparison.on_its_page(query, from))
}

/// The page that tells why a part is not there, and leads to the whole.
pub(super) fn no_part(
    problem: &Problem,
    frame: Frame,
    whole: String,
    words: &str,
) -> Result<Response, Problem> {
    let title = "There is no such part".to_owned();
    let whole = Some(Offer { text: words.to_owned(), url: whole });
    let view = Failure { frame, title, problem: shown(problem), whole };
    Ok((problem.status, page(&view)?).into_response())
}

/// The keys that a form can offer.
pub(super) fn key_names(known: &KnownKeys) -> Vec<String> {
    let facts = known.of(Kind::Fact).map(|fact| format!("env.{fact}"));
    let named = known.of(Kind::Factor).chain(known.of(Kind::Parameter)).map(str::to_owned);
    RESERVED.iter().map(|&key| key.to_owned()).chain(named).chain(facts).collect()
}

/// The address of a comparison or history, below the host: only what was asked.
pub(super) fn address(path: &str, request: &impl Serialize) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(words(request)).finish();
    format!("{path}?{query}")
}

/// The address of the comparison of ticked runs, `?run=ID&run=ID`.
fn of_ticked(uri: &Uri) -> Option<String> {
    let pairs = form_urlencoded::parse(uri.query()?.as_bytes());
    let ids: Vec<_> = pairs.filter(|(name, _)| name == "run").map(|(_, id)| id.into_owned()).collect();
    let q = format!("run:{}", ids.join("|"));
    (!ids.is_empty()).then(|| address("/compare", &Request { q, ..Request::default() }))
}
