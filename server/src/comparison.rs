//! From a comparison's address to its table.

use std::collections::BTreeSet;

use benchdata::compare::{self, CompareError, Selection};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::content::RunId;
use benchdata::query::{Query, QueryError, side_text};
use benchdata::readers::glossary;
use tokio::sync::Semaphore;

use crate::corrected;
use crate::coverage::Coverage;
use crate::database::compared::compared;
use crate::database::keys::KnownKeys;
use crate::database::{DatabaseError, Pool, SelectError};

/// A comparison of more runs would be read by nobody and cost everybody.
pub(crate) const MOST_RUNS: usize = 2000;

/// The largest take many megabytes and some seconds: more of them at once wait for their turn.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// Why there is no comparison.
#[derive(Debug, thiserror::Error)]
pub enum ComparisonError {
    /// The query is wrong.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The query selects too much, or the database fails.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// A side has no other runs than withdrawn ones.
    #[error("every run that matches {q:?} is withdrawn: {}", runs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Withdrawn {
        /// The side's query.
        q: String,
        /// Its runs, whose pages say why.
        runs: BTreeSet<RunId>,
    },
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
    let _turn = AT_ONCE.acquire().await;
    let (mut selections, mut coverage) = (Vec::with_capacity(query.sides.len()), Coverage::default());
    let (mut withdrawn, mut corrections) = (BTreeSet::new(), Vec::new());
    for terms in &query.sides {
        let side = compared(pool, known, terms, MOST_RUNS).await?;
        let q = side_text(terms);
        if side.subjects.is_empty() && !side.withdrawn.is_empty() {
            return Err(ComparisonError::Withdrawn { q, runs: side.withdrawn });
        }
        let corrected = side.corrections.iter().filter(|(run, _)| !coverage.has(*run));
        corrections.extend(corrected.cloned());
        coverage.add(&side);
        withdrawn.extend(side.withdrawn);
        selections.push(Selection { q, subjects: side.subjects });
    }
    // Thousands of results take milliseconds, which other requests should not wait for.
    let table = tokio::task::spawn_blocking(move || compare::compare(&selections, &request, glossary));
    let mut table = table.await.map_err(DatabaseError::from)??;
    let compared: BTreeSet<RunId> = table.sides.iter().flat_map(|side| side.runs.iter().copied()).collect();
    corrections.retain(|(run, _)| compared.contains(run));
    table.warnings.extend(coverage.warning());
    table.warnings.extend(corrected::corrected(&corrections));
    table.warnings.extend(corrected::withdrawn(&withdrawn));
    Ok(table)
}
