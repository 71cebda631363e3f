//! For operators: whether the process is up, and whether it can serve.

use axum::extract::State;

use super::openapi::Wrong;
use crate::database;
use crate::problem::Problem;
use crate::state::AppState;

/// The process is up.
#[utoipa::path(get, path = "/healthz", tag = "operators", responses((status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The database answers and has the schema.
#[utoipa::path(get, path = "/readyz", tag = "operators",
    responses((status = 200, content_type = "text/plain", body = String), (status = 503, response = Wrong)))]
pub(super) async fn readyz(State(state): State<AppState>) -> Result<&'static str, Problem> {
    if database::is_ready(&state.pool).await? {
        return Ok("ready\n");
    }
    Err(Problem::unavailable("the database is not migrated yet"))
}
