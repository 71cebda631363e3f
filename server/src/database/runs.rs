//! Runs as they are stored, and their sources.

use std::collections::BTreeMap;
use std::io;

use benchdata::content::RunId;
use benchdata::name::{Key, Name, Value};
use benchdata::run::{Run, Schema};
use benchdata::source::Source;
use sqlx::{FromRow, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::batch::row_id;
use super::error::Place;
use super::select::Selector;
use super::{DatabaseError, Pool, corrections, results};
use crate::correction::Correction;

/// A run with what the server knows of it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRun {
    /// Its id.
    pub id: RunId,
    /// The run as it was sent, but for the sources and what was corrected.
    pub run: Run,
    /// When it was received.
    pub received: OffsetDateTime,
    /// The name of the token it was sent with.
    pub uploaded_by: String,
    /// What it was read from.
    pub sources: Vec<SourceInfo>,
    /// Whether comparisons leave it out.
    pub withdrawn: bool,
    /// What was corrected, the oldest first.
    pub corrections: Vec<Correction>,
}

/// A source without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceInfo {
    /// Which of the run's sources it is, from 0.
    pub position: i32,
    /// Its file's name.
    pub name: String,
    /// Its length in bytes.
    pub length: i64,
}

#[derive(FromRow)]
struct RunRow {
    id: i64,
    received: OffsetDateTime,
    started: Option<OffsetDateTime>,
    box_name: String,
    facts: String,
    uploaded_by: String,
    repeat: Option<i64>,
    benchmark: String,
    label: String,
    factors: String,
    note: Option<String>,
    remarks: String,
    withdrawn: bool,
}

/// A run without results and sources, and what the server knows of it.
pub(super) struct BareRun {
    pub(super) id: i64,
    pub(super) run: Run,
    pub(super) withdrawn: bool,
    received: OffsetDateTime,
    uploaded_by: String,
}

/// The id of a run in the database, for the world.
pub(super) fn run_id(row: i64) -> RunId {
    RunId(row.cast_unsigned())
}

impl TryFrom<RunRow> for BareRun {
    type Error = DatabaseError;

    fn try_from(row: RunRow) -> Result<Self, DatabaseError> {
        let place = Place { table: "runs", row: run_id(row.id) };
        let run = Run {
            schema: Schema::V1,
            box_name: place.column("box_id", Name::new(row.box_name))?,
            benchmark: place.column("benchmark", Name::new(row.benchmark))?,
            label: place.column("label", Name::new(row.label))?,
            started: row.started,
            repeat: place.column("repeat", row.repeat.map(u32::try_from).transpose())?,
            factors: place.column("factors", serde_json::from_str(&row.factors))?,
            environment: place.column("environment_id", serde_json::from_str(&row.facts))?,
            results: Vec::new(),
            sources: Vec::new(),
            note: row.note,
            remarks: place.column("remarks", serde_json::from_str(&row.remarks))?,
        };
        let RunRow { id, withdrawn, received, uploaded_by, .. } = row;
        Ok(Self { id, run, withdrawn, received, uploaded_by })
    }
}

/// Selects runs `r` without results and sources; conditions follow.
pub(super) fn select_bare() -> QueryBuilder<Postgres> {
    QueryBuilder::new(
        "SELECT r.id, r.received, r.started, boxes.name AS box_name, facts::text AS facts,
                tokens.name AS uploaded_by, r.repeat, r.benchmark, r.label, r.factors::text AS factors, r.note,
                r.remarks::text AS remarks, r.withdrawn
         FROM runs r
         JOIN boxes ON boxes.id = r.box_id
         JOIN environments ON environments.id = r.environment_id
         JOIN tokens ON tokens.id = r.uploaded_by",
    )
}

/// What [`select_bare`] selects.
pub(super) async fn bare(
    pool: &Pool,
    mut sql: QueryBuilder<Postgres>,
) -> Result<Vec<BareRun>, DatabaseError> {
    let rows: Vec<RunRow> = sql.build_query_as().fetch_all(pool).await?;
    rows.into_iter().map(BareRun::try_from).collect()
}

impl BareRun {
    /// Brings runs into the order of their start, those without one last.
    pub(super) fn sort(runs: &mut [Self]) {
        runs.sort_by_key(|bare| (bare.run.started.is_none(), bare.run.started, bare.received, bare.id));
    }
}

/// A run with its results, if there is one of this id.
///
/// # Errors
/// Where the database fails.
pub async fn run(pool: &Pool, id: RunId) -> Result<Option<StoredRun>, DatabaseError> {
    let row = row_id(id);
    let mut sql = select_bare();
    sql.push(" WHERE r.id = ").push_bind(row);
    let Some(mut bare) = bare(pool, sql).await?.pop() else { return Ok(None) };
    let results = results::of_runs(pool, &[row], &Selector::default(), usize::MAX).await?;
    bare.run.results = results.and_then(|mut results| results.remove(&row)).unwrap_or_default();
    let sources = sqlx::query_as!(
        SourceInfo,
        "SELECT position, name, length FROM sources WHERE run_id = $1 ORDER BY position",
        row,
    )
    .fetch_all(pool)
    .await?;
    let corrections = corrections::of_runs(pool, [id], None).await?;
    let corrections = corrections.into_iter().map(|(_, correction)| correction).collect();
    let BareRun { run, withdrawn, received, uploaded_by, .. } = bare;
    Ok(Some(StoredRun { id, run, received, uploaded_by, sources, withdrawn, corrections }))
}

/// The facts that were captured with a box's newest run; none where it has no run.
///
/// # Errors
/// Where the database fails.
pub async fn newest_environment(pool: &Pool, box_name: &Name) -> Result<BTreeMap<Key, Value>, DatabaseError> {
    let newest = sqlx::query!(
        r#"SELECT runs.id, facts::text AS "facts!" FROM runs
           JOIN environments ON environments.id = environment_id
           WHERE box_id = (SELECT id FROM boxes WHERE name = $1)
           ORDER BY received DESC, runs.id DESC LIMIT 1"#,
        box_name.as_str(),
    );
    let Some(run) = newest.fetch_optional(pool).await? else { return Ok(BTreeMap::new()) };
    let place = Place { table: "runs", row: run_id(run.id) };
    place.column("environment_id", serde_json::from_str(&run.facts))
}

/// One of a run's sources, byte for byte.
///
/// # Errors
/// Where the database fails, or what it holds does not decompress.
pub async fn source(pool: &Pool, id: RunId, position: i32) -> Result<Option<Source>, DatabaseError> {
    let row = sqlx::query!(
        "SELECT name, length, bytes FROM sources WHERE run_id = $1 AND position = $2",
        row_id(id),
        position,
    )
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let bytes = tokio::task::spawn_blocking(move || decompress(&row.bytes, row.length)).await?;
    let place = Place { table: "sources", row: format!("({id}, {position})") };
    Ok(Some(Source { name: row.name, bytes: place.column("bytes", bytes)?.into() }))
}

fn decompress(bytes: &[u8], length: i64) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(bytes, usize::try_from(length).map_err(io::Error::other)?)
}
