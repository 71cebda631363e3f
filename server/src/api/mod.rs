//! The API: thin handlers that read the request, call one function and write its value.

mod authorized;
mod health;
mod upload;
mod upload_parameters;

use axum::Router;
use axum::routing::{get, post};

use crate::application::AppState;

pub use authorized::Authorized;

/// All addresses of the API.
pub fn router() -> Router<AppState> {
    Router::new()
        .route("/api/v1/runs", post(upload::upload))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
}
