//! One statement that inserts any number of runs with all that they refer to.

use sqlx::error::ErrorKind;
use sqlx::{PgConnection, Postgres};

use super::batch::Batch;
use super::select::MOST_COMBINATIONS;

/// SQLSTATEs of what a second attempt may not meet: a deadlock, for nothing makes Postgres come to
/// the parts of a statement in the order they are written in; sessions ended by a restart.
const PASSING: [&str; 4] = ["40P01", "57P01", "57P02", "57P03"];

/// Inserts the runs that are not there, with their measurements and sources, and the boxes,
/// environments, keys, series and combinations that are not; returns the runs' ids. All are inserted
/// or, where it fails, none.
///
/// `WHERE NOT EXISTS` only spares the numbers that identity columns would burn at each conflict;
/// `ON CONFLICT` is what holds when others insert the same. Where another transaction has just
/// inserted what a run refers to, the statement waits for it and does not see it, and where a run's
/// id is another run's, its content id is set to null: either way a column that must not be null is,
/// and the whole statement fails.
#[allow(clippy::too_many_lines, reason = "a parameter a line")]
pub(super) async fn insert(connection: &mut PgConnection, batch: &Batch) -> Result<Vec<i64>, sqlx::Error> {
    let boxes: Vec<&str> = batch.boxes.iter().map(String::as_str).collect();
    let (environments, facts): (Vec<&[u8]>, Vec<&str>) =
        batch.environments.iter().map(|(hash, facts)| (hash.as_slice(), facts.as_str())).unzip();
    let (kinds, names): (Vec<&str>, Vec<&str>) =
        batch.keys.iter().map(|(kind, name)| (*kind, name.as_str())).unzip();
    let series: Vec<&[u8]> = batch.series.keys().map(Vec::as_slice).collect();
    let rows = || batch.series.values();
    let combined = |at: usize| batch.combinations.iter().map(|of| of[at].as_str()).collect::<Vec<_>>();
    let Batch { runs, measurements, sources, .. } = batch;
    // A slice from null to null is null: a summary has no samples.
    sqlx::query_file_scalar!(
        "src/database/insert.sql",
        &boxes as _,
        &environments as _,
        &facts as _,
        &kinds as _,
        &names as _,
        &series as _,
        &rows().map(|row| row.benchmark.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.case.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.metric.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.unit.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.better).collect::<Vec<_>>() as _,
        &combined(0) as _,
        &combined(1) as _,
        &combined(2) as _,
        MOST_COMBINATIONS + 1,
        &runs.id,
        &runs.received,
        &runs.uploaded_by,
        &runs.content_id,
        &runs.started as _,
        &runs.box_name,
        &runs.environment_hash,
        &runs.repeat as _,
        &runs.benchmark,
        &runs.label,
        &runs.factors,
        &runs.note as _,
        &runs.remarks,
        &measurements.run_id,
        &measurements.series_hash,
        &measurements.n as _,
        &measurements.min as _,
        &measurements.mean as _,
        &measurements.max as _,
        &measurements.stddev as _,
        &measurements.first as _,
        &measurements.last as _,
        &measurements.samples,
        &sources.run_id,
        &sources.position,
        &sources.length,
        &sources.name,
        &sources.bytes,
    )
    .fetch_all(connection)
    .await
}

/// Whether the same statement may succeed at once, on another connection: the one it was sent on is
/// lost, or another transaction that was in its way has ended.
pub(super) fn may_succeed_now(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => {
            error.kind() == ErrorKind::NotNullViolation
                || error.code().is_some_and(|code| PASSING.contains(&code.as_ref()))
        }
        _ => false,
    }
}

/// A run of the batch whose id belongs to another run, if any.
pub(super) async fn collision(
    connection: impl sqlx::Executor<'_, Database = Postgres>,
    batch: &Batch,
) -> Result<Option<i64>, sqlx::Error> {
    let other = sqlx::query_scalar!(
        "SELECT id FROM runs JOIN unnest($1::bigint[], $2::bytea[]) AS sent (id, content_id) USING (id)
         WHERE runs.content_id <> sent.content_id LIMIT 1",
        &batch.runs.id,
        &batch.runs.content_id,
    );
    other.fetch_optional(connection).await
}
