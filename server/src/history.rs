//! From a history's address to its series.

use benchdata::compare::Selection;
use benchdata::content::RunId;
use benchdata::history::{self, History, HistoryRequest};
use benchdata::key::RunKey;
use benchdata::name::Name;
use benchdata::query::{Pattern, Query, QueryError, Span, Term};
use benchdata::readers::glossary;

use crate::comparison::ComparisonError;
use crate::corrected;
use crate::database::compared::newest;
use crate::database::corrections;
use crate::database::keys::KnownKeys;
use crate::database::withdrawn::withdrawn;
use crate::database::{DatabaseError, Pool};

/// Older runs are left out of a history, which says so.
const MOST_RUNS: usize = 2000;

/// More withdrawn runs are not counted.
const MOST_WITHDRAWN: i64 = 1000;

/// Any will do, as long as it stays the same: a history has the same change points each time.
const SEED: u64 = 1;

/// Selects the newest runs and finds the change points of their series. `known` are all keys ever
/// seen.
///
/// # Errors
/// As [`ComparisonError`] says.
pub async fn history(
    pool: &Pool,
    known: &KnownKeys,
    request: HistoryRequest,
) -> Result<History, ComparisonError> {
    let terms = terms(&request)?;
    let found = async { Ok::<_, ComparisonError>(newest(pool, known, &terms, MOST_RUNS).await?) };
    let left_out = async { Ok(withdrawn(pool, known, &terms, MOST_WITHDRAWN).await?) };
    let ((subjects, older_runs), withdrawn) = tokio::try_join!(found, left_out)?;
    let ids: Vec<RunId> = subjects.iter().map(|subject| subject.id).collect();
    let selection = Selection { q: request.q.clone(), subjects };
    // Thousands of points take many milliseconds, which other requests should not wait for.
    let history = tokio::task::spawn_blocking(move || history::history(&selection, &request, glossary, SEED));
    let history = async { Ok::<_, ComparisonError>(history.await.map_err(DatabaseError::from)??) };
    let told = async { Ok(corrections::of_runs(pool, ids, None).await?) };
    let (history, corrections) = tokio::try_join!(history, told)?;
    let mut history = History { older_runs, ..history };
    history.warnings.extend(corrected::corrected(&corrections));
    history.warnings.extend(corrected::withdrawn(&withdrawn));
    Ok(history)
}

/// The query's terms, and one that leaves other metrics in the database.
fn terms(request: &HistoryRequest) -> Result<Vec<Term>, QueryError> {
    let whole = Span { start: 0, end: request.q.chars().count() };
    let Ok([mut terms]) = <[Vec<Term>; 1]>::try_from(Query::parse(&request.q)?.sides) else {
        let problem = "a history has no sides: `vs` is for comparisons".to_owned();
        return Err(QueryError { at: whole, problem });
    };
    let patterns = request.metric.iter().map(|metric| match Name::new(metric) {
        Ok(name) => Ok(Pattern::Exact(name.into())),
        Err(error) => {
            Err(QueryError { at: whole, problem: format!("no metric is called {metric:?}: a name {error}") })
        }
    });
    let patterns: Vec<Pattern> = patterns.collect::<Result<_, _>>()?;
    if !patterns.is_empty() {
        terms.push(Term { key: RunKey::Metric, negated: false, patterns, at: whole });
    }
    Ok(terms)
}
