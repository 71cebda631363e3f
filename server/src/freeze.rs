//! Freezing a comparison: from its address to a stored snapshot.

use benchdata::comparison::Request;
use benchdata::snapshot::Snapshot;
use benchdata::table;

use crate::comparison::comparison;
use crate::database::keys;
use crate::database::snapshots::{self, About};
use crate::problem::Problem;
use crate::state::AppState;

/// Compares now, and stores the outcome under its hash. `true` where it was not there yet.
///
/// # Errors
/// As the comparison's, or where the database fails.
pub async fn freeze(state: &AppState, request: Request, made_by: i32) -> Result<(Snapshot, bool), Problem> {
    let q = request.q.clone();
    let known = keys::known(&state.pool).await?;
    let table =
        comparison(&state.pool, &known, request).await.map_err(|error| Problem::of_comparison(error, &q))?;
    let snapshot = Snapshot::of(&table).map_err(Problem::internal)?;
    let about =
        About { created: (state.now)(), created_by: made_by, title: Some(table::title(&table)), note: None };
    let created = snapshots::store(&state.pool, &snapshot, &about).await?;
    Ok((snapshot, created))
}
