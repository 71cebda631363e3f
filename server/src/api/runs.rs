//! `GET /api/v1/runs`, `/api/v1/runs/{id}` and its sources.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, Uri, header};
use axum::response::IntoResponse;
use benchdata::content::RunId;
use serde::Serialize;
use utoipa::ToSchema;

use super::openapi::Wrong;
use super::run_json::{ListedRunJson, StoredRunJson};
use super::runs_parameters::RunsParameters;
use crate::database::listing::{self, Page};
use crate::database::runs;
use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::state::AppState;

/// How many runs a page has.
const PAGE: usize = 100;

/// A page of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = Runs)]
pub(super) struct RunsJson {
    runs: Vec<ListedRunJson>,
    /// The address of the next page.
    next: Option<String>,
}

/// The runs that match `q`, a hundred at a time.
#[utoipa::path(get, path = "/api/v1/runs", tag = "runs",
    params(
        ("q" = Option<String>, Query, description = "a query; every run if none"),
        ("sort" = Option<String>, Query, description = "`newest`, `oldest`, `started`, `label` or `benchmark`"),
        ("after" = Option<RunId>, Query, description = "the last run of the page before"),
    ),
    responses((status = 200, body = RunsJson), (status = 400, response = Wrong)))]
pub(super) async fn list(
    State(state): State<AppState>,
    public_url: PublicUrl,
    uri: Uri,
) -> Result<Json<RunsJson>, Problem> {
    let asked = RunsParameters::parse(&uri)?;
    let page = Page { after: asked.after, size: PAGE, sort: asked.sort };
    let found = listing::runs(state.reader().await, &asked.terms, page)
        .await
        .map_err(|error| Problem::of_selection(error, &asked.q))?;
    let next = found.next.map(|after| public_url.join(&asked.next("/api/v1/runs", after)));
    let runs = found.rows.into_iter().map(|run| ListedRunJson::new(run, &public_url)).collect();
    Ok(Json(RunsJson { runs, next }))
}

/// One run in the wire form, its sources as links, with what the server knows of it.
#[utoipa::path(get, path = "/api/v1/runs/{id}", tag = "runs",
    params(("id" = String, Path, description = "16 hexadecimal digits")),
    responses((status = 200, body = StoredRunJson), (status = 400, response = Wrong), (status = 404, response = Wrong)))]
pub(super) async fn run(
    State(state): State<AppState>,
    public_url: PublicUrl,
    Path(id): Path<String>,
) -> Result<Json<StoredRunJson>, Problem> {
    let id = run_id(&id)?;
    let stored = runs::run(state.reader().await, id).await?.ok_or_else(|| no_run(id))?;
    Ok(Json(StoredRunJson::new(stored, &public_url)))
}

/// What makes a browser show a source as text, whatever it holds.
const AS_TEXT: [(HeaderName, &str); 2] = [
    (header::CONTENT_TYPE, "text/plain"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'; sandbox"),
];

/// A source, byte for byte.
#[utoipa::path(get, path = "/api/v1/runs/{id}/sources/{position}", tag = "runs",
    params(
        ("id" = String, Path, description = "the run"),
        ("position" = String, Path, description = "which of its sources, from 0"),
    ),
    responses(
        (status = 200, content_type = "text/plain", body = String),
        (status = 400, response = Wrong),
        (status = 404, response = Wrong),
    ))]
pub(super) async fn source(
    State(state): State<AppState>,
    Path((id, position)): Path<(String, String)>,
) -> Result<impl IntoResponse, Problem> {
    let id = run_id(&id)?;
    let no_source = || Problem::not_found(format!("the run {id} has no source {position}"));
    let position = position.parse().map_err(|_| no_source())?;
    let source = runs::source(state.reader().await, id, position).await?.ok_or_else(no_source)?;
    Ok((AS_TEXT, source.bytes.to_vec()))
}

fn run_id(id: &str) -> Result<RunId, Problem> {
    id.parse().map_err(Problem::not_found)
}

fn no_run(id: RunId) -> Problem {
    Problem::not_found(format!("there is no run {id}"))
}
