//! From a comparison's address to its table.

use benchdata::compare::{self, CompareError, Selection};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::query::{Query, QueryError, side_text};
use benchdata::readers::glossary;

use crate::database::compared::compared;
use crate::database::{DatabaseError, Pool, SelectError};

/// A comparison of more runs would be read by nobody and cost everybody.
const MOST_RUNS: usize = 2000;

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

/// Selects the runs of each side and sets them against each other.
///
/// # Errors
/// As [`ComparisonError`] says.
pub async fn comparison(pool: &Pool, request: Request) -> Result<ComparisonTable, ComparisonError> {
    let query = Query::parse(&request.q)?;
    let mut selections = Vec::with_capacity(query.sides.len());
    for terms in &query.sides {
        let subjects = compared(pool, terms, MOST_RUNS).await?;
        selections.push(Selection { q: side_text(terms), subjects });
    }
    // Thousands of results take milliseconds, which other requests should not wait for.
    let table = tokio::task::spawn_blocking(move || compare::compare(&selections, &request, glossary));
    Ok(table.await.map_err(DatabaseError::from)??)
}
