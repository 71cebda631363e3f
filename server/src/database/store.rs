//! Storing runs: all or none, each once, however many clients send them at once.

use std::collections::HashSet;

use benchdata::content::RunId;
use benchdata::run::Run;
use sqlx::PgConnection;
use sqlx::error::ErrorKind;
use time::OffsetDateTime;

use super::batch::{Batch, BatchError, row_id};
use super::runs::run_id;
use super::select::MOST_COMBINATIONS;
use super::{DatabaseError, Pool};

/// A run that is in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: RunId,
    /// Whether it was not there before.
    pub created: bool,
}

/// Why runs were not stored; none of them was.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Two different runs whose content ids begin with the same 64 bits.
    #[error("another run has the id {0} already: change anything in this one, such as its note in a factor")]
    Collision(RunId),
    /// The runs could not be taken apart.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

/// These statements do the same whatever they store: one plan serves all.
const BEGIN: &str = "BEGIN; SET LOCAL plan_cache_mode = auto";

/// Stores runs, in one transaction. A run that is there already is left as it is, and one that
/// another client is just storing is waited for. Returns once all are committed.
///
/// What runs refer to comes first, in a statement of its own: who waits for a row of another
/// client sees it in the next one.
///
/// # Errors
/// Where the database fails or ids collide; then nothing is stored.
pub async fn store(
    pool: &Pool,
    runs: Vec<Run>,
    uploaded_by: i32,
    received: OffsetDateTime,
) -> Result<Vec<Stored>, StoreError> {
    let batch =
        tokio::task::spawn_blocking(move || Batch::new(&runs)).await.map_err(DatabaseError::from)??;
    let mut transaction = pool.begin_with(BEGIN).await?;
    insert_settings(&mut transaction, &batch).await?;
    let created = match insert_runs(&mut transaction, &batch, uploaded_by, received).await {
        Ok(created) => created,
        Err(error) => {
            transaction.rollback().await?;
            return Err(collision(pool, &batch, &error).await?.unwrap_or(error.into()));
        }
    };
    transaction.commit().await?;
    let created: HashSet<i64> = created.into_iter().collect();
    Ok(batch.ids.iter().map(|&id| Stored { id, created: created.contains(&row_id(id)) }).collect())
}

/// Inserts the boxes, environments, keys, series and combinations that are not there.
///
/// `WHERE NOT EXISTS` only spares the numbers that identity columns would burn at each conflict;
/// `ON CONFLICT` is what holds when others insert the same. Two that insert rows in one order
/// cannot deadlock.
async fn insert_settings(connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    let boxes: Vec<&str> = batch.boxes.iter().map(String::as_str).collect();
    let (environments, facts): (Vec<&[u8]>, Vec<&str>) =
        batch.environments.iter().map(|(hash, facts)| (hash.as_slice(), facts.as_str())).unzip();
    let (kinds, names): (Vec<&str>, Vec<&str>) =
        batch.keys.iter().map(|(kind, name)| (*kind, name.as_str())).unzip();
    let series: Vec<&[u8]> = batch.series.keys().map(Vec::as_slice).collect();
    let rows = || batch.series.values();
    let combined = |at: usize| batch.combinations.iter().map(|of| of[at].as_str()).collect::<Vec<_>>();
    sqlx::query_file!(
        "src/database/insert_settings.sql",
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
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Inserts the runs that are not there, with their measurements and sources, in one statement;
/// returns their ids. A microsecond lies between one and the next: the one that was started last is
/// the newest, and of those started at once the first, so that lists keep a mail's order.
///
/// Where something is not there that a run refers to, or its id is another run's, a column that
/// must not be null is, and the whole statement fails.
async fn insert_runs(
    connection: &mut PgConnection,
    batch: &Batch,
    uploaded_by: i32,
    received: OffsetDateTime,
) -> Result<Vec<i64>, sqlx::Error> {
    let Batch { runs, measurements, sources, .. } = batch;
    // A slice from null to null is null: a summary has no samples.
    sqlx::query_file_scalar!(
        "src/database/insert_runs.sql",
        received,
        uploaded_by,
        &runs.id,
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

/// The run whose id belongs to another run, if that is why they were not inserted.
async fn collision(
    pool: &Pool,
    batch: &Batch,
    error: &sqlx::Error,
) -> Result<Option<StoreError>, sqlx::Error> {
    if error.as_database_error().is_none_or(|error| error.kind() != ErrorKind::NotNullViolation) {
        return Ok(None);
    }
    let other = sqlx::query_scalar!(
        "SELECT id FROM runs JOIN unnest($1::bigint[], $2::bytea[]) AS sent (id, content_id) USING (id)
         WHERE runs.content_id <> sent.content_id LIMIT 1",
        &batch.runs.id,
        &batch.runs.content_id,
    );
    Ok(other.fetch_optional(pool).await?.map(|id| StoreError::Collision(run_id(id))))
}
