//! Reading on a streaming replica.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::Pool;

/// How long the primary may take to say how far it is, before it counts as away.
const PRIMARY: Duration = Duration::from_secs(1);

/// How long a request waits for a replica that lags or is away.
const LAG: Duration = Duration::from_millis(100);

const POLL: Duration = Duration::from_millis(2);

/// Where to read: the replica, once it has all that is committed in the primary as of now, so
/// that what one has just uploaded one sees; the primary where the replica lags or is away; the
/// replica, as it is, where the primary is away.
pub async fn reader<'a>(primary: &'a Pool, replica: Option<&'a Pool>) -> &'a Pool {
    let Some(replica) = replica else { return primary };
    match timeout(PRIMARY, committed(primary)).await {
        Ok(Ok(position)) if timeout(LAG, reached(replica, &position)).await != Ok(true) => primary,
        _ => replica,
    }
}

/// The end of the primary's log.
async fn committed(primary: &Pool) -> Result<String, sqlx::Error> {
    sqlx::query_scalar("SELECT pg_current_wal_flush_lsn()::text").fetch_one(primary).await
}

/// Waits until the replica gets there; `false` where it cannot say.
async fn reached(replica: &Pool, position: &str) -> bool {
    let reached = "SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn";
    loop {
        match sqlx::query_scalar(reached).bind(position).fetch_one(replica).await {
            Ok(Some(true)) => return true,
            Ok(Some(false)) => sleep(POLL).await,
            Ok(None) | Err(_) => return false,
        }
    }
}
