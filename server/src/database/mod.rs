//! The database: all SQL of the service, and nothing of HTTP.

pub mod compared;
pub mod cookie_key;
pub mod corrections;
pub mod facets;
pub mod keys;
pub mod listing;
pub mod runs;
pub mod series;
pub mod snapshots;
pub mod store;
pub mod tallies;
pub mod tokens;
pub mod values;
pub mod withdrawn;

mod batch;
mod connect;
mod environments;
mod error;
mod insert;
mod names;
mod replica;
mod results;
mod select;
mod sort;

use sqlx::postgres::PgPool;

pub use connect::{Behind, connect};
pub use error::DatabaseError;
pub use replica::reader;
pub use select::SelectError;
pub use sort::Sort;

/// The pool of connections that all functions here take.
pub type Pool = PgPool;

/// The key of the advisory lock that one instance holds while it migrates: "runoff" in ASCII.
const MIGRATION_LOCK: i64 = 0x7275_6e6f_6666;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// Brings the schema up to date. Of several instances that start at once, one does it and
/// the others wait.
///
/// # Errors
/// Where a migration fails, which leaves the schema as it was, or the schema is newer than
/// this program.
pub async fn migrate(pool: &Pool) -> Result<(), DatabaseError> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
    // The lock belongs to the transaction, not, as sqlx's own would, to the session, which
    // a pooler in transaction mode hands to somebody else between two statements.
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK).execute(&mut *transaction).await?;
    let mut migrator = sqlx::migrate::Migrator::with_migrations(MIGRATOR.migrations.to_vec());
    migrator.set_locking(false).run(&mut *transaction).await.map_err(DatabaseError::Migrate)?;
    Ok(transaction.commit().await?)
}

/// Whether the database answers and has this program's schema.
///
/// # Errors
/// Where it does not answer.
pub async fn is_ready(pool: &Pool) -> Result<bool, DatabaseError> {
    let latest = MIGRATOR.iter().map(|migration| migration.version).max();
    let query = "SELECT EXISTS (SELECT FROM _sqlx_migrations WHERE version = $1 AND success)";
    Ok(sqlx::query_scalar(query).bind(latest).fetch_one(pool).await?)
}

/// Whether nobody has stored anything.
///
/// # Errors
/// Where the database fails.
pub async fn is_empty(pool: &Pool) -> Result<bool, DatabaseError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM runs) OR EXISTS (SELECT FROM snapshots) OR EXISTS (SELECT FROM tokens)
           AS "found!""#
    );
    Ok(!found.fetch_one(pool).await?)
}

/// The major version of Postgres: 17.
///
/// # Errors
/// Where the database fails.
pub async fn major_version(pool: &Pool) -> Result<u32, DatabaseError> {
    let number: String = sqlx::query_scalar("SHOW server_version_num").fetch_one(pool).await?;
    let place = error::Place { table: "server_version_num", row: "" };
    Ok(place.column("server_version_num", number.parse::<u32>())? / 10_000)
}
