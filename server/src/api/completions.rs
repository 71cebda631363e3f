//! `GET /api/v1/completions`

use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi::Wrong;
use crate::asked::{Asked, asked};
use crate::completion::completions;
use crate::problem::Problem;
use crate::state::AppState;

#[derive(Default, Deserialize)]
struct Typed {
    #[serde(default)]
    q: String,
}

impl Asked for Typed {
    const PARAMETERS: &'static [&'static str] = &["q"];
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
    uri: Uri,
) -> Result<Json<CompletionsJson>, Problem> {
    let typed = asked::<Typed>(&uri).map_err(|wrong| *wrong)?;
    // No key or value that is stored holds one, nor could the database be asked for it.
    if typed.q.contains('\0') {
        return Ok(Json(CompletionsJson { completions: Vec::new() }));
    }
    Ok(Json(CompletionsJson { completions: completions(state.reader().await, &typed.q).await? }))
}
