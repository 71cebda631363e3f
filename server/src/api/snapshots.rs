//! `POST /api/v1/snapshots`

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::authorized::Authorized;
use super::openapi::Wrong;
use crate::freeze::{Asked, freeze};
use crate::problem::Problem;
use crate::public_url::PublicUrl;
use crate::sent::json;
use crate::state::AppState;
use crate::token::Scope;

/// A snapshot.
#[derive(Serialize, ToSchema)]
pub(super) struct Snapshot {
    hash: String,
    url: String,
}

/// Freezes the comparison that the body asks for: 201, or 200 where the same was frozen before, whose
/// title and note stay.
#[utoipa::path(post, path = "/api/v1/snapshots", tag = "snapshots", operation_id = "make_snapshot", security(("token" = [])),
    request_body = Asked,
    responses(
        (status = 200, body = Snapshot), (status = 201, body = Snapshot),
        (status = 400, response = Wrong), (status = 401, response = Wrong), (status = 403, response = Wrong),
        (status = 413, response = Wrong), (status = 415, response = Wrong), (status = 422, response = Wrong),
        (status = 429, response = Wrong),
    ))]
pub(super) async fn make(
    State(state): State<AppState>,
    public_url: PublicUrl,
    headers: HeaderMap,
    asked: Result<Json<Asked>, JsonRejection>,
) -> Result<impl IntoResponse, Problem> {
    let Authorized(token) = Authorized::by(&headers, &state, Scope::Upload).await?;
    let asked = json(asked)?;
    let made = freeze(&state, asked, &token).await?;
    let url = public_url.join(&format!("/c/{}", made.snapshot.short()));
    let status = if made.before.is_some() { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, [(LOCATION, url.clone())], Json(Snapshot { hash: made.snapshot.hash, url })))
}
