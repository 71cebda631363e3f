//! What a comparison compares, and what a history shows.

use benchdata::compare::Subject;
use benchdata::query::Term;
use sqlx::QueryBuilder;

use super::keys::KnownKeys;
use super::runs::{bare, run_id};
use super::select::{SelectError, Selector};
use super::{Pool, results};

/// More results at once would cost too much time and memory.
const MOST_RESULTS: usize = 200_000;

/// The runs that match all terms, at most `most`, in the order of their start, each with its
/// matching results alone. Takes the same few statements for any number of runs.
///
/// # Errors
/// Where a term's key was never seen, too much matches, or the database fails.
pub async fn compared(
    pool: &Pool,
    known: &KnownKeys,
    terms: &[Term],
    most: usize,
) -> Result<Vec<Subject>, SelectError> {
    let selector = Selector::new(terms, known)?;
    let ids = matching(pool, &selector, most).await?;
    with_results(pool, &ids, &selector).await
}

/// The newest runs that match all terms, at most `most`, as [`compared`] gives them, and whether
/// older ones match too.
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
    let mut sql = QueryBuilder::new("SELECT r.id FROM runs r");
    selector.push_runs(&mut sql);
    // One more than asked for tells whether there are older ones.
    sql.push(" ORDER BY r.received DESC, r.id DESC LIMIT ").push_bind(limit(most));
    let mut ids: Vec<i64> = sql.build_query_scalar().fetch_all(pool).await?;
    let older = ids.len() > most;
    ids.truncate(most);
    Ok((with_results(pool, &ids, &selector).await?, older))
}

fn limit(most: usize) -> i64 {
    i64::try_from(most.saturating_add(1)).unwrap_or(i64::MAX)
}

async fn with_results(
    pool: &Pool,
    ids: &[i64],
    selector: &Selector<'_>,
) -> Result<Vec<Subject>, SelectError> {
    let mut results = results::of_runs(pool, ids, selector, MOST_RESULTS)
        .await?
        .ok_or(SelectError::TooManyResults { most: MOST_RESULTS })?;
    let runs = bare(pool, ids).await?;
    Ok(runs
        .into_iter()
        .map(|mut bare| {
            let mut of_run = results.remove(&bare.id).unwrap_or_default();
            of_run.retain(|result| selector.selects(&bare.run, result));
            bare.run.results = of_run;
            Subject { id: run_id(bare.id), run: bare.run }
        })
        .collect())
}

async fn matching(pool: &Pool, selector: &Selector<'_>, most: usize) -> Result<Vec<i64>, SelectError> {
    let mut sql = QueryBuilder::new("SELECT r.id FROM runs r");
    selector.push_runs(&mut sql);
    sql.push(" LIMIT ").push_bind(limit(most));
    let ids: Vec<i64> = sql.build_query_scalar().fetch_all(pool).await?;
    if ids.len() <= most {
        return Ok(ids);
    }
    let mut sql = QueryBuilder::new("SELECT count(*) FROM runs r");
    selector.push_runs(&mut sql);
    let found = sql.build_query_scalar().fetch_one(pool).await?;
    Err(SelectError::TooManyRuns { found, most })
}
