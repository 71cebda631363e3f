//! The API: thin handlers that read the request, call one function and write its value.

mod authorized;
mod completions;
mod corrections;
mod health;
mod metrics;
mod moment;
mod openapi;
mod run_json;
mod runs;
mod runs_parameters;
mod snapshots;
mod upload;
mod upload_parameters;

use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub use authorized::Authorized;
pub(crate) use authorized::bearer;
pub(crate) use moment::moment;
pub use openapi::OPENAPI;
pub use runs_parameters::RunsParameters;
pub use upload::wrong_output;
pub use upload_parameters::Parameters as UploadParameters;

/// All addresses of the API, and its description.
pub fn router() -> Router<AppState> {
    let (routes, _) = operations().split_for_parts();
    routes
        .route("/api/openapi.json", get(|| async { Json(&*OPENAPI) }))
        .route("/metrics", get(metrics::metrics))
}

/// The operations, each with its description.
fn operations() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::Description::openapi())
        .routes(routes!(runs::list, upload::upload))
        .routes(routes!(runs::run))
        .routes(routes!(runs::source))
        .routes(routes!(corrections::make))
        .routes(routes!(completions::complete))
        .routes(routes!(snapshots::make))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}
