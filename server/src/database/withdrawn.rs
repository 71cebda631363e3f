//! Withdrawn runs, which histories leave out and tell of.

use std::collections::BTreeSet;

use benchdata::content::RunId;
use benchdata::query::Term;
use sqlx::QueryBuilder;

use super::Pool;
use super::keys::KnownKeys;
use super::runs::run_id;
use super::select::{SelectError, Selector};

/// The newest withdrawn runs that match all terms, at most `most`.
///
/// # Errors
/// Where a term's key was never seen, or the database fails.
pub async fn withdrawn(
    pool: &Pool,
    known: &KnownKeys,
    terms: &[Term],
    most: i64,
) -> Result<BTreeSet<RunId>, SelectError> {
    let mut sql = QueryBuilder::new("SELECT r.id FROM runs r");
    Selector::new(terms, known)?.push_runs(&mut sql);
    sql.push(" AND r.withdrawn ORDER BY r.received DESC, r.id DESC LIMIT ").push_bind(most);
    let ids: Vec<i64> = sql.build_query_scalar().fetch_all(pool).await?;
    Ok(ids.into_iter().map(run_id).collect())
}
