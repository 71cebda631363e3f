//! From a history's address to its series.

use benchdata::compare::{Selection, Subject};
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
    let terms = terms(&request.q)?;
    let with_metrics = [terms.clone(), metrics(&request)?].concat();
    let found = async { Ok::<_, ComparisonError>(newest(pool, known, &with_metrics, MOST_RUNS).await?) };
    let left_out = async { Ok(withdrawn(pool, known, &with_metrics, MOST_WITHDRAWN).await?) };
    let ((subjects, older_runs), withdrawn) = tokio::try_join!(found, left_out)?;
    if subjects.is_empty() && !request.metric.is_empty() {
        // They are told from what there is.
        let (subjects, _) = newest(pool, known, &terms, MOST_RUNS).await?;
        return of_runs(subjects, request).await;
    }
    let ids: Vec<RunId> = subjects.iter().map(|subject| subject.id).collect();
    let history = of_runs(subjects, request);
    let told = async { Ok(corrections::of_runs(pool, ids, None).await?) };
    let (history, corrections) = tokio::try_join!(history, told)?;
    let mut history = History { older_runs, ..history };
    history.warnings.extend(corrected::corrected(&corrections));
    history.warnings.extend(corrected::withdrawn(&withdrawn));
    Ok(history)
}

/// The history of these runs.
async fn of_runs(subjects: Vec<Subject>, request: HistoryRequest) -> Result<History, ComparisonError> {
    let selection = Selection { q: request.q.clone(), subjects };
    // Thousands of points take many milliseconds, which other requests should not wait for.
    let history = tokio::task::spawn_blocking(move || history::history(&selection, &request, glossary, SEED));
    Ok(history.await.map_err(DatabaseError::from)??)
}

/// The query's terms.
fn terms(q: &str) -> Result<Vec<Term>, QueryError> {
    let [terms] = <[Vec<Term>; 1]>::try_from(Query::parse(q)?.sides).map_err(|_| QueryError {
        at: whole(q),
        problem: "a history has no sides: `vs` is for comparisons".to_owned(),
    })?;
    Ok(terms)
}

/// A term that leaves other metrics in the database, where some are asked for.
fn metrics(request: &HistoryRequest) -> Result<Vec<Term>, QueryError> {
    let at = whole(&request.q);
    let patterns = request.metric.iter().map(|metric| match Name::new(metric) {
        Ok(name) => Ok(Pattern::Exact(name.into())),
        Err(error) => {
            Err(QueryError { at, problem: format!("no metric is called {metric:?}: a name {error}") })
        }
    });
    let patterns: Vec<Pattern> = patterns.collect::<Result<_, _>>()?;
    let term = Term { key: RunKey::Metric, negated: false, patterns, at };
    Ok(Some(term).filter(|term| !term.patterns.is_empty()).into_iter().collect())
}

fn whole(q: &str) -> Span {
    Span { start: 0, end: q.chars().count() }
}
