//! Runs as they are stored, and their sources.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::time::Duration;

use benchdata::compare::natural;
use benchdata::content::RunId;
use benchdata::name::Name;
use benchdata::run::{Run, Schema};
use benchdata::source::Source;
use sqlx::{FromRow, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::batch::row_id;
use super::environments::{self, Facts};
use super::error::Place;
use super::select::Selector;
use super::{DatabaseError, Pool, corrections, results};
use crate::aside::aside;
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

/// A run as it stands in the database.
#[derive(FromRow)]
pub(super) struct RunRow {
    pub(super) id: i64,
    received: OffsetDateTime,
    started: Option<OffsetDateTime>,
    box_name: String,
    environment_id: i32,
    uploaded_by: String,
    repeat: Option<i64>,
    pub(super) benchmark: String,
    label: String,
    factors: String,
    note: Option<String>,
    remarks: String,
    pub(super) withdrawn: bool,
}

/// A run without results and sources, and what the server knows of it.
pub(super) struct BareRun {
    pub(super) id: i64,
    pub(super) run: Run,
    pub(super) withdrawn: bool,
    received: OffsetDateTime,
    uploaded_by: String,
}

/// Runs of an upload were received a microsecond after each other, and a query leaves some out.
const WITHIN_AN_UPLOAD: Duration = Duration::from_millis(1);

/// The id of a run in the database, for the world.
pub(super) fn run_id(row: i64) -> RunId {
    RunId(row.cast_unsigned())
}

/// Selects runs `r`, for [`rows`]; conditions follow, an order and a limit.
pub(super) fn select_rows() -> QueryBuilder<Postgres> {
    QueryBuilder::new("WITH r AS MATERIALIZED (SELECT * FROM runs r")
}

/// What [`select_rows`] selects, the newest first, without results, facts and sources.
///
/// Joined before they are selected, the few tokens and boxes would be run through first where Postgres
/// thinks that there is one, and all runs looked for once for each of them.
pub(super) async fn rows(pool: &Pool, mut sql: QueryBuilder<Postgres>) -> Result<Vec<RunRow>, DatabaseError> {
    sql.push(
        ") SELECT r.id, r.received, r.started, boxes.name AS box_name, r.environment_id,
                  tokens.name AS uploaded_by, r.repeat, r.benchmark, r.label, r.factors::text AS factors,
                  r.note, r.remarks::text AS remarks, r.withdrawn
           FROM r JOIN boxes ON boxes.id = r.box_id JOIN tokens ON tokens.id = r.uploaded_by
           ORDER BY r.received DESC, r.id DESC",
    );
    Ok(sql.build_query_as().fetch_all(pool).await?)
}

/// About so many bytes of a row are read again: its factors, its remarks, its facts.
const BYTES_OF_ROW: usize = 256;

/// Runs with their facts, in the order of their start; those without one last, as they came, which
/// within an upload is as its text has them.
pub(super) async fn bare(pool: &Pool, rows: Vec<RunRow>) -> Result<Vec<BareRun>, DatabaseError> {
    let ids: BTreeSet<i32> = rows.iter().map(|row| row.environment_id).collect();
    let facts = environments::of_ids(pool, &ids.into_iter().collect::<Vec<_>>()).await?;
    aside(rows.len() * BYTES_OF_ROW, move || BareRun::sorted(rows, &facts)).await?
}

impl BareRun {
    fn new(row: RunRow, facts: &HashMap<i32, Facts>) -> Result<Self, DatabaseError> {
        let place = Place { table: "runs", row: run_id(row.id) };
        let facts = facts.get(&row.environment_id).ok_or("there is none");
        let run = Run {
            schema: Schema::V1,
            box_name: place.column("box_id", Name::new(row.box_name))?,
            benchmark: place.column("benchmark", Name::new(row.benchmark))?,
            label: place.column("label", Name::new(row.label))?,
            started: row.started,
            repeat: place.column("repeat", row.repeat.map(u32::try_from).transpose())?,
            factors: place.column("factors", serde_json::from_str(&row.factors))?,
            environment: place.column("environment_id", facts)?.clone(),
            results: Vec::new(),
            sources: Vec::new(),
            note: row.note,
            remarks: place.column("remarks", serde_json::from_str(&row.remarks))?,
        };
        let RunRow { id, withdrawn, received, uploaded_by, .. } = row;
        Ok(Self { id, run, withdrawn, received, uploaded_by })
    }

    fn sorted(rows: Vec<RunRow>, facts: &HashMap<i32, Facts>) -> Result<Vec<Self>, DatabaseError> {
        let runs = rows.into_iter().map(|row| Self::new(row, facts));
        let mut runs: Vec<Self> = runs.collect::<Result<_, _>>()?;
        runs.sort_by(|a, b| {
            let when = |bare: &Self| (bare.run.started.is_none(), bare.run.started, bare.received);
            let by_name = || natural(a.run.label.as_str(), b.run.label.as_str());
            when(a).cmp(&when(b)).then_with(by_name).then_with(|| a.id.cmp(&b.id))
        });
        let came_with = |a: &Self, b: &Self| {
            let apart = b.received - a.received;
            let are_of_one =
                apart.is_positive() && apart < WITHIN_AN_UPLOAD && a.uploaded_by == b.uploaded_by;
            are_of_one && a.run.started == b.run.started
        };
        // The first of a text was received last, since lists have what is newest first.
        runs.chunk_by_mut(came_with).for_each(<[Self]>::reverse);
        Ok(runs)
    }
}

/// A run with its results, if there is one of this id.
///
/// # Errors
/// Where the database fails.
pub async fn run(pool: &Pool, id: RunId) -> Result<Option<StoredRun>, DatabaseError> {
    Ok(of_ids(pool, &[id]).await?.remove(&id))
}

/// Those of some runs that there are, with their results, by id.
///
/// # Errors
/// Where the database fails.
pub async fn of_ids(pool: &Pool, ids: &[RunId]) -> Result<HashMap<RunId, StoredRun>, DatabaseError> {
    let row_ids: Vec<i64> = ids.iter().copied().map(row_id).collect();
    let mut sql = select_rows();
    sql.push(" WHERE r.id = ANY(").push_bind(&row_ids).push(")");
    let found = async { bare(pool, rows(pool, sql).await?).await };
    let all = Selector::default();
    let (found, results, mut sources, corrections) = tokio::try_join!(
        found,
        results::of_runs(pool, &row_ids, &all, usize::MAX),
        sources(pool, &row_ids),
        corrections::of_runs(pool, ids.iter().copied(), None),
    )?;
    let mut results = results.unwrap_or_default();
    let mut corrections_of: HashMap<RunId, Vec<Correction>> = HashMap::new();
    for (id, correction) in corrections {
        corrections_of.entry(id).or_default().push(correction);
    }
    let stored = found.into_iter().map(|bare| {
        let BareRun { id: row, mut run, withdrawn, received, uploaded_by } = bare;
        let id = run_id(row);
        run.results = results.remove(&row).unwrap_or_default();
        let sources = sources.remove(&row).unwrap_or_default();
        let corrections = corrections_of.remove(&id).unwrap_or_default();
        (id, StoredRun { id, run, received, uploaded_by, sources, withdrawn, corrections })
    });
    Ok(stored.collect())
}

/// The sources of some runs, by run.
async fn sources(pool: &Pool, ids: &[i64]) -> Result<HashMap<i64, Vec<SourceInfo>>, DatabaseError> {
    let rows = sqlx::query!(
        "SELECT run_id, position, name, length FROM sources WHERE run_id = ANY($1) ORDER BY run_id, position",
        ids,
    );
    let mut sources: HashMap<i64, Vec<SourceInfo>> = HashMap::new();
    for row in rows.fetch_all(pool).await? {
        let source = SourceInfo { position: row.position, name: row.name, length: row.length };
        sources.entry(row.run_id).or_default().push(source);
    }
    Ok(sources)
}

/// The facts that were captured with a box's newest run; none where it has no run.
///
/// # Errors
/// Where the database fails.
pub async fn newest_environment(pool: &Pool, box_name: &Name) -> Result<Facts, DatabaseError> {
    let newest = sqlx::query_scalar!(
        "SELECT environment_id FROM runs WHERE box_id = (SELECT id FROM boxes WHERE name = $1)
         ORDER BY received DESC, id DESC LIMIT 1",
        box_name.as_str(),
    );
    let Some(id) = newest.fetch_optional(pool).await? else { return Ok(Facts::new()) };
    Ok(environments::of_ids(pool, &[id]).await?.remove(&id).unwrap_or_default())
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
