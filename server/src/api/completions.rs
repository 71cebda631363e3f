//! `GET /api/v1/completions`

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi::Wrong;
use crate::completion::completions;
use crate::problem::Problem;
use crate::state::AppState;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Typed {
    #[serde(default)]
    q: String,
}

/// Queries.
#[derive(Serialize, ToSchema)]
#[schema(as = Completions)]
pub(super) struct CompletionsJson {
    completions: Vec<String>,
}

/// A query as typed so far, with its last term completed in the ways that are most likely.
#[utoipa::path(get, path = "/api/v1/completions", tag = "runs",
    params(("q" = Option<String>, Query, description = "the query so far")),
    responses((status = 200, body = CompletionsJson), (status = 400, response = Wrong)))]
pub(super) async fn complete(
    State(state): State<AppState>,
    typed: Result<Query<Typed>, QueryRejection>,
) -> Result<Json<CompletionsJson>, Problem> {
    let Query(typed) = typed.map_err(|error| Problem::bad_request(error.body_text()))?;
    // No key or value that is stored holds one, nor could the database be asked for it.
    if typed.q.contains('\0') {
        return Ok(Json(CompletionsJson { completions: Vec::new() }));
    }
    Ok(Json(CompletionsJson { completions: completions(state.reader().await, &typed.q).await? }))
}
