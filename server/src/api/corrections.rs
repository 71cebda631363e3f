//! `POST /api/v1/runs/{id}/corrections`

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use benchdata::content::RunId;
use serde::Serialize;
use utoipa::ToSchema;

use super::authorized::Authorized;
use super::openapi::Wrong;
use crate::correct::correct;
use crate::correction::{Change, Edit};
use crate::problem::Problem;
use crate::sent::json;
use crate::state::AppState;
use crate::token::Scope;

/// The corrections made.
#[derive(Serialize, ToSchema)]
#[schema(as = Corrected)]
pub(super) struct Made {
    id: RunId,
    corrections: Vec<EditJson>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Edit)]
struct EditJson {
    field: String,
    old: Option<String>,
    new: Option<String>,
}

/// Corrects or withdraws a run: 201, or 200 where all was so already.
#[utoipa::path(post, path = "/api/v1/runs/{id}/corrections", tag = "runs", operation_id = "make_correction", security(("token" = [])),
    params(("id" = String, Path, description = "the run")),
    request_body = Change,
    responses(
        (status = 200, body = Made), (status = 201, body = Made),
        (status = 400, response = Wrong), (status = 401, response = Wrong), (status = 403, response = Wrong),
        (status = 404, response = Wrong), (status = 409, response = Wrong), (status = 413, response = Wrong),
        (status = 415, response = Wrong), (status = 422, response = Wrong),
    ))]
pub(super) async fn make(
    State(state): State<AppState>,
    headers: HeaderMap,
    Path(id): Path<String>,
    change: Result<Json<Change>, JsonRejection>,
) -> Result<impl IntoResponse, Problem> {
    let Authorized(token) = Authorized::by(&headers, &state, Scope::Correct).await?;
    let id: RunId = id.parse().map_err(Problem::not_found)?;
    let change = json(change)?;
    let corrected = correct(&state, &token, id, change, None).await?;
    let status = if corrected.edits.is_empty() { StatusCode::OK } else { StatusCode::CREATED };
    let corrections =
        corrected.edits.into_iter().map(|Edit { field, old, new }| EditJson { field, old, new });
    Ok((status, Json(Made { id, corrections: corrections.collect() })))
}
