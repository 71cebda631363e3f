//! A database of many runs, generated where it stands: sending a million takes hours.

use anyhow::Context;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::measured::Database;
use crate::runs;
use crate::service::Service;

const GENERATE: &str = include_str!("generate.sql");

/// Generated runs are received before this, sent ones after.
const GENERATED: &str = "received < '2026-01-01'";

/// Runs of a transaction.
const SLICE: i64 = 10_000;

/// Adds generated runs until there are so many.
pub(crate) async fn grow(service: &Service, size: i64) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(&service.database_url()?).await?;
    let count = format!("SELECT count(*) FROM runs WHERE {GENERATED}");
    let there: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut connection).await?;
    if there == 0 {
        for template in runs::templates()? {
            service.post("/api/v1/runs", &template)?;
        }
    }
    // What breaks off is generated anew.
    let hasty =
        "ALTER SYSTEM SET fsync = off; ALTER SYSTEM SET full_page_writes = off; SELECT pg_reload_conf()";
    statements(&mut connection, hasty).await?;
    for from in (there..size).step_by(SLICE as usize) {
        let to = size.min(from + SLICE);
        let sql = GENERATE.replace(":from", &from.to_string()).replace(":to", &to.to_string());
        sqlx::raw_sql(AssertSqlSafe(sql))
            .execute(&mut connection)
            .await
            .with_context(|| format!("runs {from} to {to}"))?;
    }
    let careful = "ALTER SYSTEM RESET fsync; ALTER SYSTEM RESET full_page_writes; SELECT pg_reload_conf();";
    statements(&mut connection, careful).await?;
    // As autovacuum would have done long ago.
    statements(&mut connection, "VACUUM ANALYZE; CHECKPOINT").await
}

/// One after the other, each in a transaction of its own.
async fn statements(connection: &mut PgConnection, sql: &'static str) -> anyhow::Result<()> {
    for statement in sql.split_terminator(';') {
        sqlx::raw_sql(statement).execute(&mut *connection).await.context(statement)?;
    }
    Ok(())
}

/// Bytes on disk for each sample, with indexes and what is dead.
pub(crate) struct Disk {
    /// Of the table of measurements.
    pub(crate) measurements: f64,
    /// Of all tables but the sources.
    pub(crate) all: f64,
}

/// What the samples take.
pub(crate) fn disk(database: &Database) -> anyhow::Result<Disk> {
    let sizes = "SELECT pg_total_relation_size('measurements'), pg_total_relation_size('measurements')
                     + pg_total_relation_size('runs') + pg_total_relation_size('series')
                     + pg_total_relation_size('environments') + pg_total_relation_size('boxes')
                     + pg_total_relation_size('keys'), (SELECT count(*) FROM runs)";
    let (measurements, all, runs): (i64, i64, i64) =
        database.wait(async |pool| Ok(sqlx::query_as(sizes).fetch_one(pool).await?))?;
    let samples = runs as f64 * runs::SAMPLES as f64;
    Ok(Disk { measurements: measurements as f64 / samples, all: all as f64 / samples })
}
