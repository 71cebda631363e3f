//! Lists of runs, a page at a time.

use std::collections::BTreeMap;

use benchdata::content::RunId;
use benchdata::name::{Key, Name, Value};
use benchdata::query::Term;
use sqlx::{FromRow, QueryBuilder};
use time::OffsetDateTime;

use super::error::Place;
use super::runs::run_id;
use super::select::{SelectError, Selector};
use super::tallies::MOST_COUNTED;
use super::{DatabaseError, Pool, Sort, keys};

/// Which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The last run of the page before; `None` for the first page.
    pub after: Option<RunId>,
    /// How many runs.
    pub size: usize,
    /// In which order.
    pub sort: Sort,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct RunsPage {
    /// The runs, in their order.
    pub rows: Vec<ListedRun>,
    /// What [`Page::after`] is for the next page, if there is one.
    pub next: Option<RunId>,
}

/// A run in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedRun {
    /// Its id.
    pub id: RunId,
    /// The test machine.
    pub box_name: Name,
    /// The tool or script.
    pub benchmark: Name,
    /// The short name of what was tested.
    pub label: Name,
    /// When it started, where that is known.
    pub started: Option<OffsetDateTime>,
    /// When it was received.
    pub received: OffsetDateTime,
    /// What was varied.
    pub factors: BTreeMap<Key, Value>,
    /// How many series it measured.
    pub results: i64,
    /// Whether comparisons leave it out.
    pub withdrawn: bool,
}

#[derive(FromRow)]
struct ListedRow {
    id: i64,
    box_name: String,
    benchmark: String,
    label: String,
    started: Option<OffsetDateTime>,
    received: OffsetDateTime,
    factors: String,
    results: i64,
    withdrawn: bool,
}

impl TryFrom<ListedRow> for ListedRun {
    type Error = DatabaseError;

    fn try_from(row: ListedRow) -> Result<Self, DatabaseError> {
        let place = Place { table: "runs", row: run_id(row.id) };
        Ok(Self {
            id: run_id(row.id),
            box_name: place.column("box_id", Name::new(row.box_name))?,
            benchmark: place.column("benchmark", Name::new(row.benchmark))?,
            label: place.column("label", Name::new(row.label))?,
            started: row.started,
            received: row.received,
            factors: place.column("factors", serde_json::from_str(&row.factors))?,
            results: row.results,
            withdrawn: row.withdrawn,
        })
    }
}

/// How many runs match all terms; `None` where there are more than [`MOST_COUNTED`].
///
/// # Errors
/// As [`runs`].
pub async fn total(pool: &Pool, terms: &[Term]) -> Result<Option<i64>, SelectError> {
    let known = keys::known(pool).await?;
    let selector = Selector::new(terms, &known)?;
    let mut sql = QueryBuilder::new("SELECT count(*) FROM (SELECT FROM runs r");
    selector.push_runs(&mut sql);
    sql.push(" ORDER BY r.received DESC, r.id DESC LIMIT ").push_bind(MOST_COUNTED + 1).push(") AS those");
    let runs: i64 = sql.build_query_scalar().fetch_one(pool).await?;
    Ok((runs <= MOST_COUNTED).then_some(runs))
}

/// A page of the runs that match all terms.
///
/// # Errors
/// Where a term's key was never seen, or the database fails.
pub async fn runs(pool: &Pool, terms: &[Term], page: Page) -> Result<RunsPage, SelectError> {
    let known = keys::known(pool).await?;
    let selector = Selector::new(terms, &known)?;
    let mut sql = QueryBuilder::new(
        "SELECT r.id, boxes.name AS box_name, r.benchmark, r.label, r.started, r.received, r.withdrawn,
                r.factors::text AS factors,
                (SELECT count(*) FROM measurements m WHERE m.run_id = r.id) AS results
         FROM runs r JOIN boxes ON boxes.id = r.box_id",
    );
    selector.push_runs(&mut sql);
    if let Some(after) = page.after {
        page.sort.push_behind(&mut sql, after);
    }
    // One more than asked for tells whether there is a next page.
    page.sort.push_order(&mut sql);
    sql.push(" LIMIT ").push_bind(i64::try_from(page.size.saturating_add(1)).unwrap_or(i64::MAX));
    let found: Vec<ListedRow> = sql.build_query_as().fetch_all(pool).await?;
    let has_next = found.len() > page.size;
    let rows: Vec<ListedRun> =
        found.into_iter().take(page.size).map(ListedRun::try_from).collect::<Result<_, _>>()?;
    let next = rows.last().filter(|_| has_next).map(|run| run.id);
    Ok(RunsPage { rows, next })
}
