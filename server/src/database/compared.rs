//! What a comparison compares, and what a history shows.

use std::collections::{BTreeSet, HashMap};

use benchdata::compare::Subject;
use benchdata::content::RunId;
use benchdata::query::Term;
use benchdata::run::{Measurement, Series};
use sqlx::QueryBuilder;

use super::keys::KnownKeys;
use super::runs::{self, BareRun, RunRow, run_id, select_rows};
use super::select::{SelectError, Selector};
use super::{Pool, corrections, results};
use crate::correction::Correction;

/// More results at once would cost too much time and memory.
const MOST_RESULTS: usize = 200_000;

/// What one side's terms select, and what they leave out of it.
#[derive(Debug, Default)]
pub struct Compared {
    /// The runs, each with its matching results alone.
    pub subjects: Vec<Subject>,
    /// Runs that match and are withdrawn.
    pub withdrawn: BTreeSet<RunId>,
    /// All series of these runs, where the terms select by series.
    pub series: BTreeSet<Series>,
    /// Runs of the same benchmarks that match but for the terms on series, which none of their
    /// results match: at most as many as a comparison takes.
    pub runs_without: BTreeSet<RunId>,
    /// Where terms pick runs one by one: others of the same benchmark, box, label and factors, at
    /// most as many as a comparison takes.
    pub runs_alike: BTreeSet<RunId>,
    /// The corrections of the runs, the oldest first.
    pub corrections: Vec<(RunId, Correction)>,
}

/// The runs that match all terms, at most `most`, in the order of their start. Takes the same
/// few statements for any number of runs, those that need not wait for each other at once.
///
/// # Errors
/// Where a term's key was never seen, too much matches, or the database fails.
pub async fn compared(
    pool: &Pool,
    known: &KnownKeys,
    terms: &[Term],
    most: usize,
) -> Result<Compared, SelectError> {
    let selector = Selector::new(terms, known)?;
    let (withdrawn, rows): (Vec<_>, Vec<_>) =
        matching(pool, &selector, most).await?.into_iter().partition(|row| row.withdrawn);
    let withdrawn = withdrawn.into_iter().map(|row| run_id(row.id)).collect();
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let benchmarks: BTreeSet<String> = rows.iter().map(|row| row.benchmark.clone()).collect();
    let (runs, results, left_out, runs_alike, corrections) = tokio::try_join!(
        async { Ok(runs::bare(pool, rows).await?) },
        results_of(pool, &ids, &selector),
        left_out(pool, &selector, &ids, benchmarks, most),
        runs_alike(pool, &selector, &ids, most),
        async { Ok(corrections::of_runs(pool, ids.iter().copied().map(run_id), None).await?) },
    )?;
    let (series, runs_without) = left_out;
    let subjects = subjects(runs, results, &selector);
    Ok(Compared { subjects, withdrawn, series, runs_without, runs_alike, corrections })
}

/// The runs that could as well have been picked one by one.
async fn runs_alike(
    pool: &Pool,
    selector: &Selector<'_>,
    ids: &[i64],
    most: usize,
) -> Result<BTreeSet<RunId>, SelectError> {
    if !selector.names_runs() {
        return Ok(BTreeSet::new());
    }
    let alike = sqlx::query_scalar!(
        "SELECT r.id FROM runs r
         JOIN (SELECT DISTINCT box_id, benchmark, label, factors FROM runs WHERE id = ANY($1)) AS picked
         USING (box_id, benchmark, label, factors)
         WHERE NOT r.withdrawn AND r.id <> ALL($1) LIMIT $2",
        ids,
        limit(most),
    );
    Ok(alike.fetch_all(pool).await?.into_iter().map(run_id).collect())
}

/// The newest runs that match all terms and are not withdrawn, at most `most`, each with its matching
/// results alone, and whether older ones match too.
///
/// # Errors
/// As [`compared`], but that there are never too many runs.
pub async fn newest(
    pool: &Pool,
    known: &KnownKeys,
    terms: &[Term],
    most: usize,
) -> Result<(Vec<Subject>, bool), SelectError> {
    let selector = Selector::new(terms, known)?;
    let mut sql = select_rows();
    selector.push_runs(&mut sql);
    sql.push(" AND NOT r.withdrawn");
    // One more than asked for tells whether there are older ones.
    sql.push(" ORDER BY r.received DESC, r.id DESC LIMIT ").push_bind(limit(most.saturating_add(1)));
    let mut rows = runs::rows(pool, sql).await?;
    let older = rows.len() > most;
    rows.truncate(most);
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let runs = async { Ok(runs::bare(pool, rows).await?) };
    let (runs, results) = tokio::try_join!(runs, results_of(pool, &ids, &selector))?;
    Ok((subjects(runs, results, &selector), older))
}

/// The matching results of runs.
async fn results_of(
    pool: &Pool,
    ids: &[i64],
    selector: &Selector<'_>,
) -> Result<HashMap<i64, Vec<Measurement>>, SelectError> {
    let results = results::of_runs(pool, ids, selector, MOST_RESULTS).await?;
    results.ok_or(SelectError::TooManyResults { most: MOST_RESULTS })
}

/// Runs, each with its matching results alone.
fn subjects(
    runs: Vec<BareRun>,
    mut results: HashMap<i64, Vec<Measurement>>,
    selector: &Selector<'_>,
) -> Vec<Subject> {
    let subjects = runs.into_iter().map(|mut bare| {
        let mut of_run = results.remove(&bare.id).unwrap_or_default();
        of_run.retain(|result| selector.selects(&bare.run, result));
        bare.run.results = of_run;
        Subject { id: run_id(bare.id), run: bare.run }
    });
    subjects.collect()
}

/// What the terms on series leave out: all series of the runs, and the runs of the same benchmarks
/// that none of them leaves a result of.
async fn left_out(
    pool: &Pool,
    selector: &Selector<'_>,
    ids: &[i64],
    benchmarks: BTreeSet<String>,
    most: usize,
) -> Result<(BTreeSet<Series>, BTreeSet<RunId>), SelectError> {
    if !selector.is_of_series() {
        return Ok(Default::default());
    }
    let benchmarks: Vec<String> = benchmarks.into_iter().collect();
    let mut sql = QueryBuilder::new("SELECT r.id FROM runs r");
    selector.push_runs_with_any_results(&mut sql);
    sql.push(" AND NOT r.withdrawn AND r.benchmark = ANY(").push_bind(benchmarks);
    sql.push(") AND r.id <> ALL(").push_bind(ids).push(") LIMIT ").push_bind(limit(most));
    let series = results::series_of_runs(pool, ids).await?;
    let without: Vec<i64> = sql.build_query_scalar().fetch_all(pool).await?;
    Ok((series, without.into_iter().map(run_id).collect()))
}

/// All runs that match, withdrawn or not, at most so many.
async fn matching(pool: &Pool, selector: &Selector<'_>, most: usize) -> Result<Vec<RunRow>, SelectError> {
    let mut sql = select_rows();
    selector.push_runs(&mut sql);
    sql.push(" LIMIT ").push_bind(limit(most.saturating_add(1)));
    let found = runs::rows(pool, sql).await?;
    if found.len() <= most {
        return Ok(found);
    }
    let mut sql = QueryBuilder::new("SELECT count(*) FROM runs r");
    selector.push_runs(&mut sql);
    let found = sql.build_query_scalar().fetch_one(pool).await?;
    Err(SelectError::TooManyRuns { found, most })
}

fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}
