//! `/`

use axum::extract::State;
use axum::response::IntoResponse;

use super::frame::Visit;
use super::page;
use super::runs::line;
use crate::database::listing::{self, Page};
use crate::database::{Sort, snapshots};
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::{Home, Moment, Place, SnapshotLine};

/// How many runs and snapshots are new.
const NEWEST: u16 = 10;

pub(super) async fn home(State(state): State<AppState>, visit: Visit) -> Result<impl IntoResponse, Problem> {
    let pool = state.reader().await;
    let first = Page { after: None, size: NEWEST.into(), sort: Sort::Newest };
    let runs = listing::runs(pool, &[], first).await.map_err(|error| Problem::of_selection(error, ""))?;
    let snapshots = snapshots::newest(pool, NEWEST).await?;
    page(&Home {
        frame: visit.frame(Place::Elsewhere),
        runs: runs.rows.into_iter().map(line).collect(),
        snapshots: snapshots
            .into_iter()
            .map(|listed| SnapshotLine {
                hash: listed.short_hash,
                title: listed.title.unwrap_or_else(|| "A comparison".to_owned()),
                made: Moment::from(listed.created),
            })
            .collect(),
    })
}
