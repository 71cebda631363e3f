//! Connections to Postgres, straight or through a pooler.

use std::str::FromStr;
use std::time::Duration;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};

use super::{DatabaseError, Pool};

/// One instance needs few: a request holds a connection for milliseconds.
const MOST_CONNECTIONS: u32 = 16;

/// How long a request waits for a connection before it is told that the database is away.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that was used so lately is not asked whether it still works.
const TRUSTED: Duration = Duration::from_secs(1);

const SETTINGS: [(&str, &str); 5] = [
    // Postgres gives up on a statement after this.
    ("statement_timeout", "30s"),
    // Statements here take few rows: compiling one takes longer than running it ever does.
    ("jit", "off"),
    // To start workers takes longer than a page should.
    ("max_parallel_workers_per_gather", "0"),
    // What a statement asks for matters to its plan: one for any box and factor looks through twenty
    // times as many runs as the one for these. To plan takes half a millisecond.
    ("plan_cache_mode", "force_custom_plan"),
    // Rows that another transaction committed while a statement waited for it are visible to the
    // next one.
    ("default_transaction_isolation", "read committed"),
];

/// What stands behind a `postgres://` URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Postgres itself, or what hands out its sessions for as long as a connection lasts.
    Postgres,
    /// A pooler that hands out a session of Postgres for one transaction (PgBouncer in
    /// transaction mode): a statement prepared before it is unknown in it.
    Pooler,
}

/// Opens a pool on the database behind a `postgres://` URL.
///
/// # Errors
/// Where the URL is none or nothing answers there.
pub async fn connect(url: &str, behind: Behind) -> Result<Pool, DatabaseError> {
    let pool = pool(url, behind, MOST_CONNECTIONS, &[])?;
    // The pool's own first connection would go back to it without `after_release`.
    drop(pool.acquire().await?);
    Ok(pool)
}

/// A pool, not yet connected, for the one statement that stores: it does the same whatever it
/// stores, so that one plan serves all, and to plan it takes as long as to run it.
pub(super) fn to_store(url: &str, behind: Behind, most: u32) -> Result<Pool, DatabaseError> {
    pool(url, behind, most, &[("plan_cache_mode", "auto")])
}

fn pool(url: &str, behind: Behind, most: u32, settings: &[(&str, &str)]) -> Result<Pool, DatabaseError> {
    let options =
        PgConnectOptions::from_str(url).map_err(DatabaseError::Url)?.application_name("runoff-server");
    let pool = PgPoolOptions::new().max_connections(most).acquire_timeout(PATIENCE);
    Ok(match behind {
        // Of two settings of one name, the later holds.
        Behind::Postgres => {
            seldom_asked(pool).connect_lazy_with(options.options(SETTINGS).options(settings.iter().copied()))
        }
        Behind::Pooler => one_transaction_each(pool).connect_lazy_with(options.statement_cache_capacity(0)),
    })
}

/// Asking each time whether a connection still works would be half of all statements.
fn seldom_asked(pool: PgPoolOptions) -> PgPoolOptions {
    pool.test_before_acquire(false).before_acquire(|connection, about| {
        Box::pin(async move {
            if about.idle_for > TRUSTED {
                connection.ping().await?;
            }
            Ok(true)
        })
    })
}

/// Makes each use of a connection one transaction, so that all its messages reach one session.
/// What changes the database commits for itself: this commit comes after the answer.
fn one_transaction_each(pool: PgPoolOptions) -> PgPoolOptions {
    pool.test_before_acquire(false)
        .after_connect(|connection, _| Box::pin(begin(connection)))
        .before_acquire(|connection, _| {
            Box::pin(async move {
                begin(connection).await?;
                Ok(true)
            })
        })
        .after_release(|connection, _| {
            Box::pin(async move {
                commit(connection).await?;
                Ok(true)
            })
        })
}

/// Commits what a use of a pooler's connection has done so far.
pub(super) async fn commit(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(COMMIT).execute(connection).await?;
    Ok(())
}

/// Of a transaction that has ended already Postgres would warn each time.
const COMMIT: &str = "SET LOCAL client_min_messages = error; COMMIT";

/// A transaction begun within this one is the same, of which Postgres would warn, too. Statements
/// that another connection prepared in the session have the names that this one will use.
async fn begin(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let settings: String =
        SETTINGS.iter().map(|(name, value)| format!("SET LOCAL {name} = '{value}'; ")).collect();
    let begin = format!(
        "BEGIN ISOLATION LEVEL READ COMMITTED; DEALLOCATE ALL; {settings}SET LOCAL client_min_messages = error"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(begin)).execute(connection).await?;
    Ok(())
}
