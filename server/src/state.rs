//! What all handlers need.

use axum_extra::extract::cookie::Key;
use time::OffsetDateTime;

use crate::access::Access;
use crate::database::store::Storing;
use crate::database::{self, Pool};
use crate::frozen::Frozen;
use crate::meters::Meters;
use crate::painting::Painting;
use crate::public_url::PublicUrl;

/// What handlers need. The service itself keeps no state beside the database, and in memory only
/// what it could make again.
#[derive(Clone)]
pub struct AppState {
    /// The database.
    pub pool: Pool,
    /// Where runs are stored in it.
    pub storing: Storing,
    /// Its streaming replica, if there is one.
    pub replica: Option<Pool>,
    /// The clock.
    pub now: fn() -> OffsetDateTime,
    /// The source of randomness.
    pub random: fn() -> [u8; 32],
    /// Under which address clients know the service, if the operator says so.
    pub public_url: Option<PublicUrl>,
    /// What signs the cookies of readers who are signed in.
    pub cookie_key: Key,
    /// The most bytes that an upload may have, decompressed.
    pub body_limit: usize,
    /// Who may ask, and how often.
    pub access: Access,
    /// What is counted and timed, where that is gathered.
    pub meters: Option<Meters>,
    /// Paints plots.
    pub painting: Painting,
    /// Snapshots in the forms that never change.
    pub frozen: Frozen,
}

impl AppState {
    /// Where to read what changes nothing: what was stored before this call is there.
    pub async fn reader(&self) -> &Pool {
        database::reader(&self.pool, self.replica.as_ref()).await
    }
}
