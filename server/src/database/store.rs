//! Storing runs: all or none, each once, however many clients send them at once.

use std::collections::HashSet;

use benchdata::content::RunId;
use benchdata::run::Run;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::batch::{Batch, BatchError, row_id};
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

/// Stores runs, in one transaction. A run that is there already is left as it is, and one
/// that another client is just storing is waited for. Returns once all are committed.
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
    // Rows that another transaction committed while this one waited for it must be visible
    // to the next statement, whatever the database's default is.
    let mut transaction = pool.begin_with("BEGIN ISOLATION LEVEL READ COMMITTED").await?;
    insert_settings(&mut transaction, &batch).await?;
    let created = insert_runs(&mut transaction, &batch, uploaded_by, received).await?;
    if created.len() < batch.ids.len() {
        check_collisions(&mut transaction, &batch).await?;
    }
    if !created.is_empty() {
        insert_keys(&mut transaction, &batch).await?;
        insert_series(&mut transaction, &batch).await?;
        insert_measurements(&mut transaction, &batch, &created).await?;
        insert_sources(&mut transaction, &batch, &created).await?;
    }
    transaction.commit().await?;
    let created: HashSet<i64> = created.into_iter().collect();
    Ok(batch.ids.iter().map(|&id| Stored { id, created: created.contains(&row_id(id)) }).collect())
}

/// Inserts the boxes and environments that are not there.
///
/// Here and below, `WHERE NOT EXISTS` only spares the numbers that identity columns would
/// burn at each conflict; `ON CONFLICT` is what holds when others insert the same.
async fn insert_settings(connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    let boxes: Vec<&str> = batch.boxes.iter().map(String::as_str).collect();
    sqlx::query!(
        "INSERT INTO boxes (name) SELECT name FROM unnest($1::text[]) AS sent (name)
         WHERE NOT EXISTS (SELECT FROM boxes WHERE boxes.name = sent.name)
         ORDER BY name ON CONFLICT DO NOTHING",
        &boxes as _,
    )
    .execute(&mut *connection)
    .await?;
    let (hashes, facts): (Vec<&[u8]>, Vec<&str>) =
        batch.environments.iter().map(|(hash, facts)| (hash.as_slice(), facts.as_str())).unzip();
    sqlx::query!(
        "INSERT INTO environments (hash, facts)
         SELECT hash, facts::jsonb FROM unnest($1::bytea[], $2::text[]) AS sent (hash, facts)
         WHERE NOT EXISTS (SELECT FROM environments WHERE environments.hash = sent.hash)
         ORDER BY hash ON CONFLICT DO NOTHING",
        &hashes as _,
        &facts as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Inserts the runs that are not there; returns their ids. A microsecond lies between one and the
/// next, the first the newest, so that lists of the newest keep the order in which they were sent.
async fn insert_runs(
    connection: &mut PgConnection,
    batch: &Batch,
    uploaded_by: i32,
    received: OffsetDateTime,
) -> Result<Vec<i64>, sqlx::Error> {
    let runs = &batch.runs;
    sqlx::query_scalar!(
        r#"INSERT INTO runs (id, received, started, box_id, environment_id, uploaded_by, repeat, content_id,
                             benchmark, label, factors, note, remarks)
         SELECT sent.id, $1::timestamptz - (position - 1) * interval '1 microsecond', started, boxes.id, environments.id, $2, repeat, content_id,
                benchmark, label, factors::jsonb, note, remarks::jsonb
         FROM unnest($3::bigint[], $4::bytea[], $5::timestamptz[], $6::text[], $7::bytea[], $8::bigint[],
                     $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
              WITH ORDINALITY
              AS sent (id, content_id, started, box_name, environment_hash, repeat,
                       benchmark, label, factors, note, remarks, position)
         JOIN boxes ON boxes.name = box_name
         JOIN environments ON environments.hash = environment_hash
         ORDER BY sent.id
         ON CONFLICT (id) DO NOTHING RETURNING id"#,
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
    )
    .fetch_all(connection)
    .await
}

/// Refuses a run whose id belongs to another run.
async fn check_collisions(connection: &mut PgConnection, batch: &Batch) -> Result<(), StoreError> {
    let same: HashSet<i64> = sqlx::query_scalar!(
        "SELECT id FROM runs JOIN unnest($1::bigint[], $2::bytea[]) AS sent (id, content_id)
         USING (id, content_id)",
        &batch.runs.id,
        &batch.runs.content_id,
    )
    .fetch_all(connection)
    .await?
    .into_iter()
    .collect();
    match batch.ids.iter().find(|&&id| !same.contains(&row_id(id))) {
        Some(&id) => Err(StoreError::Collision(id)),
        None => Ok(()),
    }
}

async fn insert_keys(connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    let (kinds, names): (Vec<&str>, Vec<&str>) =
        batch.keys.iter().map(|(kind, name)| (*kind, name.as_str())).unzip();
    sqlx::query!(
        "INSERT INTO keys (kind, name) SELECT kind, name FROM unnest($1::text[], $2::text[]) AS sent (kind, name)
         WHERE NOT EXISTS (SELECT FROM keys WHERE keys.kind = sent.kind AND keys.name = sent.name)
         ORDER BY kind, name ON CONFLICT DO NOTHING",
        &kinds as _,
        &names as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_series(connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    let hashes: Vec<&[u8]> = batch.series.keys().map(Vec::as_slice).collect();
    let rows = || batch.series.values();
    sqlx::query!(
        r#"INSERT INTO series (hash, benchmark, "case", metric, unit, better)
         SELECT hash, benchmark, "case"::jsonb, metric, unit, better
         FROM unnest($1::bytea[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
              AS sent (hash, benchmark, "case", metric, unit, better)
         WHERE NOT EXISTS (SELECT FROM series WHERE series.hash = sent.hash)
         ORDER BY hash ON CONFLICT DO NOTHING"#,
        &hashes as _,
        &rows().map(|row| row.benchmark.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.case.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.metric.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.unit.as_str()).collect::<Vec<_>>() as _,
        &rows().map(|row| row.better).collect::<Vec<_>>() as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_measurements(
    connection: &mut PgConnection,
    batch: &Batch,
    created: &[i64],
) -> Result<(), sqlx::Error> {
    let rows = &batch.measurements;
    // A slice from null to null is null: a summary has no samples.
    sqlx::query!(
        "INSERT INTO measurements (run_id, n, min, mean, max, stddev, series_id, samples)
         SELECT run_id, n, min, mean, max, stddev, series.id, ($10::float8[])[first:last]
         FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::float8[], $5::float8[], $6::float8[],
                     $7::float8[], $8::int[], $9::int[])
              AS sent (run_id, series_hash, n, min, mean, max, stddev, first, last)
         JOIN series ON series.hash = series_hash
         WHERE run_id = ANY($11::bigint[])",
        &rows.run_id,
        &rows.series_hash,
        &rows.n as _,
        &rows.min as _,
        &rows.mean as _,
        &rows.max as _,
        &rows.stddev as _,
        &rows.first as _,
        &rows.last as _,
        &rows.samples,
        created,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_sources(
    connection: &mut PgConnection,
    batch: &Batch,
    created: &[i64],
) -> Result<(), sqlx::Error> {
    let rows = &batch.sources;
    sqlx::query!(
        "INSERT INTO sources (run_id, position, length, name, bytes)
         SELECT run_id, position, length, name, bytes
         FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::bytea[])
              AS sent (run_id, position, length, name, bytes)
         WHERE run_id = ANY($6::bigint[])",
        &rows.run_id,
        &rows.position,
        &rows.length,
        &rows.name,
        &rows.bytes,
        created,
    )
    .execute(connection)
    .await?;
    Ok(())
}
