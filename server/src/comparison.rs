//! From a comparison's address to its table.

use benchdata::compare::{self, CompareError, Selection};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::query::{Query, QueryError, side_text};
use benchdata::readers::glossary;

use crate::coverage::Coverage;
use crate::database::compared::compared;
use crate::database::keys::KnownKeys;
use crate::database::{DatabaseError, Pool, SelectError};

/// A comparison of more runs would be read by nobody and cost everybody.
pub(crate) const MOST_RUNS: usize = 2000;

/// Why there is no comparison.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// The query is wrong.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The query selects too much, or the database fails.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// What it selects cannot be compared so.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// The work was broken off.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

/// Selects the runs of each side and sets them against each other. `known` are all keys ever
/// seen.
///
/// # Errors
/// As [`ComparisonError`] says.
pub async fn comparison(
    pool: &Pool,
    known: &KnownKeys,
    request: Request,
) -> Result<ComparisonTable, ComparisonError> {
    let query = Query::parse(&request.q)?;
    let (mut selections, mut coverage) = (Vec::with_capacity(query.sides.len()), Coverage::default());
    for terms in &query.sides {
        let side = compared(pool, known, terms, MOST_RUNS).await?;
        coverage.add(&side);
        selections.push(Selection { q: side_text(terms), subjects: side.subjects });
    }
    // Thousands of results take milliseconds, which other requests should not wait for.
    let table = tokio::task::spawn_blocking(move || compare::compare(&selections, &request, glossary));
    let mut table = table.await.map_err(DatabaseError::from)??;
    table.warnings.extend(coverage.warning());
    Ok(table)
}
