//! For operators: what Prometheus gathers.

use axum::extract::{Request, State};

use crate::access::is_operator;
use crate::problem::Problem;
use crate::state::AppState;

/// Counts and times, in Prometheus's text form, for this machine and admins' tokens alone:
/// others would learn what everybody looks at.
pub(super) async fn metrics(State(state): State<AppState>, request: Request) -> Result<String, Problem> {
    let address = state.access.proxies.client(&request);
    let headers = request.into_parts().0.headers;
    if !is_operator(address, &headers, &state).await? {
        return Err(Problem::unauthorized("metrics are for this machine and for tokens of scope admin"));
    }
    let none = || Problem::not_found("no metrics are gathered");
    Ok(state.meters.as_ref().ok_or_else(none)?.render(&state.pool))
}
