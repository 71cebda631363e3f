//! The API: thin handlers that read the request, call one function and write its value.

mod authorized;
mod completions;
mod corrections;
mod health;
mod run_json;
mod runs;
mod runs_parameters;
mod snapshots;
mod upload;
mod upload_parameters;

use axum::Router;
use axum::routing::{get, post};

use crate::state::AppState;

pub use authorized::Authorized;
pub use runs_parameters::RunsParameters;
pub use upload::read_output;
pub use upload_parameters::Parameters as UploadParameters;

/// All addresses of the API.
pub fn router() -> Router<AppState> {
    Router::new()
        .route("/api/v1/runs", get(runs::list).post(upload::upload))
        .route("/api/v1/runs/{id}", get(runs::run))
        .route("/api/v1/runs/{id}/corrections", post(corrections::make))
        .route("/api/v1/runs/{id}/sources/{position}", get(runs::source))
        .route("/api/v1/completions", get(completions::complete))
        .route("/api/v1/snapshots", post(snapshots::make))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
}
