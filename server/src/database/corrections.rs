//! Corrections of runs: who changed which word, when and why.

use benchdata::content::RunId;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::batch::row_id;
use super::runs::run_id;
use super::{DatabaseError, Pool};
use crate::correction::{Corrected, Correction, Edit};

/// The corrections of some runs, the oldest first; with `since`, those made later alone.
///
/// # Errors
/// Where the database fails.
pub async fn of_runs(
    pool: &Pool,
    ids: impl IntoIterator<Item = RunId>,
    since: Option<OffsetDateTime>,
) -> Result<Vec<(RunId, Correction)>, DatabaseError> {
    let ids: Vec<i64> = ids.into_iter().map(row_id).collect();
    let rows = sqlx::query!(
        "SELECT run_id, field, old, new, reason, tokens.name AS made_by, made_at
         FROM corrections JOIN tokens ON tokens.id = made_by
         WHERE run_id = ANY($1) AND ($2::timestamptz IS NULL OR made_at > $2) ORDER BY corrections.id",
        &ids,
        since,
    )
    .fetch_all(pool)
    .await?;
    let correction = rows.into_iter().map(|row| {
        let edit = Edit { field: row.field, old: row.old, new: row.new };
        let correction = Correction { edit, reason: row.reason, made_by: row.made_by, made_at: row.made_at };
        (run_id(row.run_id), correction)
    });
    Ok(correction.collect())
}

/// Whether any of some runs was corrected since.
///
/// # Errors
/// Where the database fails.
pub async fn is_any_since(pool: &Pool, ids: &[RunId], since: OffsetDateTime) -> Result<bool, DatabaseError> {
    let ids: Vec<i64> = ids.iter().copied().map(row_id).collect();
    let any = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM corrections WHERE run_id = ANY($1) AND made_at > $2) AS "any!""#,
        &ids,
        since,
    );
    Ok(any.fetch_one(pool).await?)
}

/// Stores a run as corrected, all or nothing. `false`, and nothing is stored, where it has
/// other corrections than the `seen` ones by now.
///
/// # Errors
/// Where the database fails.
pub async fn store(
    pool: &Pool,
    id: RunId,
    seen: usize,
    corrected: &Corrected,
    made_by: i32,
    made_at: OffsetDateTime,
) -> Result<bool, DatabaseError> {
    let row = row_id(id);
    // Corrections that another transaction committed while this one waited must be visible.
    let mut transaction = pool.begin_with("BEGIN ISOLATION LEVEL READ COMMITTED").await?;
    sqlx::query!("SELECT id FROM runs WHERE id = $1 FOR UPDATE", row).fetch_one(&mut *transaction).await?;
    let now = sqlx::query_scalar!(r#"SELECT count(*) AS "n!" FROM corrections WHERE run_id = $1"#, row)
        .fetch_one(&mut *transaction)
        .await?;
    if usize::try_from(now) != Ok(seen) {
        return Ok(false);
    }
    update(&mut transaction, row, corrected).await?;
    let edits = || corrected.edits.iter();
    sqlx::query!(
        "INSERT INTO corrections (run_id, field, old, new, reason, made_by, made_at)
         SELECT $1, field, old, new, $5, $6, $7
         FROM unnest($2::text[], $3::text[], $4::text[]) AS edits (field, old, new)",
        row,
        &edits().map(|edit| edit.field.as_str()).collect::<Vec<_>>() as _,
        &edits().map(|edit| edit.old.as_deref()).collect::<Vec<_>>() as _,
        &edits().map(|edit| edit.new.as_deref()).collect::<Vec<_>>() as _,
        corrected.reason,
        made_by,
        made_at,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}

/// Writes the corrected words into the run's row, with the box and keys they need.
async fn update(connection: &mut PgConnection, row: i64, corrected: &Corrected) -> Result<(), DatabaseError> {
    let run = &corrected.run;
    let factors: Vec<&str> = run.factors.keys().map(|factor| factor.as_str()).collect();
    let combined = serde_json::to_string(&run.factors).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query!(
        "WITH new_keys AS (
             INSERT INTO keys (kind, name) SELECT 'factor', name FROM unnest($2::text[]) AS named (name)
             ORDER BY name ON CONFLICT DO NOTHING),
         new_combination AS (
             INSERT INTO combinations (box, benchmark, factors) VALUES ($1, $3, $4::text::jsonb)
             ON CONFLICT DO NOTHING)
         INSERT INTO boxes (name) SELECT $1 WHERE NOT EXISTS (SELECT FROM boxes WHERE name = $1)
         ON CONFLICT DO NOTHING",
        run.box_name.as_str(),
        &factors as _,
        run.benchmark.as_str(),
        combined,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE runs SET box_id = (SELECT id FROM boxes WHERE name = $2), label = $3, factors = $4::text::jsonb,
                         note = $5, withdrawn = $6 WHERE id = $1",
        row,
        run.box_name.as_str(),
        run.label.as_str(),
        combined,
        run.note,
        corrected.withdrawn,
    )
    .execute(connection)
    .await?;
    Ok(())
}
