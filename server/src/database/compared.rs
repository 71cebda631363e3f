//! What a comparison compares.

use benchdata::compare::Subject;
use benchdata::query::Term;
use sqlx::QueryBuilder;

use super::keys::KnownKeys;
use super::runs::{bare, run_id};
use super::select::{SelectError, Selector};
use super::{Pool, results};

/// A comparison of more results would cost too much time and memory.
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
    let mut results = results::of_runs(pool, &ids, &selector, MOST_RESULTS)
        .await?
        .ok_or(SelectError::TooManyResults { most: MOST_RESULTS })?;
    let runs = bare(pool, &ids).await?;
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
    sql.push(" LIMIT ").push_bind(i64::try_from(most.saturating_add(1)).unwrap_or(i64::MAX));
    let ids: Vec<i64> = sql.build_query_scalar().fetch_all(pool).await?;
    if ids.len() <= most {
        return Ok(ids);
    }
    let mut sql = QueryBuilder::new("SELECT count(*) FROM runs r");
    selector.push_runs(&mut sql);
    let found = sql.build_query_scalar().fetch_one(pool).await?;
    Err(SelectError::TooManyRuns { found, most })
}
