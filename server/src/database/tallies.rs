//! How often each benchmark and each box ran, and the newest run of each.

use benchdata::content::RunId;
use benchdata::name::Name;
use time::OffsetDateTime;

use super::error::Place;
use super::runs::run_id;
use super::{DatabaseError, Pool};

/// The most runs that a tally counts: a page should not take longer the more there are.
pub const MOST_COUNTED: i64 = 100;

/// The runs of a benchmark, of a box, or of a benchmark on a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The benchmark's or the box's name.
    pub name: Name,
    /// How many runs there are; `None` where there are more than [`MOST_COUNTED`].
    pub runs: Option<i64>,
    /// The newest run.
    pub newest: RunId,
    /// The newest run's label.
    pub label: Name,
    /// When the newest run was received.
    pub received: OffsetDateTime,
}

struct TallyRow {
    name: String,
    runs: i64,
    newest: i64,
    label: String,
    received: OffsetDateTime,
}

impl TryFrom<TallyRow> for Tally {
    type Error = DatabaseError;

    fn try_from(row: TallyRow) -> Result<Self, DatabaseError> {
        let place = Place { table: "runs", row: run_id(row.newest) };
        Ok(Self {
            name: place.column("benchmark or box_id", Name::new(row.name))?,
            runs: (row.runs <= MOST_COUNTED).then_some(row.runs),
            newest: run_id(row.newest),
            label: place.column("label", Name::new(row.label))?,
            received: row.received,
        })
    }
}

/// The tallies of what `$named` selects, a table of names: each of the runs `r` that `$its`
/// picks. `$1` is the most runs counted. A macro, so that sqlx checks the whole statement.
///
/// The order, which `$first` begins, is that of the index that the statement is meant for: with
/// another, Postgres may think that it is quicker to look through all runs.
macro_rules! tallies {
    ($pool:expr, $named:tt, $its:tt, $first:tt $(, $argument:expr)?) => {{
        let rows = sqlx::query_as!(
            TallyRow,
            r#"SELECT named.name AS "name!", counted.runs AS "runs!", newest.id AS newest, label, received
               FROM "# + $named + r#" AS named
               CROSS JOIN LATERAL (SELECT id, label, received FROM runs r WHERE "# + $its + r#"
                                   ORDER BY "# + $first + r#"received DESC, id DESC LIMIT 1) AS newest
               CROSS JOIN LATERAL (SELECT count(*) AS runs
                                   FROM (SELECT FROM runs r WHERE "# + $its + r#"
                                         ORDER BY "# + $first + r#"received DESC, id DESC LIMIT $1) AS those)
                   AS counted
               ORDER BY named.name"#,
            MOST_COUNTED + 1
            $(, $argument)?
        );
        rows.fetch_all($pool).await?.into_iter().map(Tally::try_from).collect()
    }};
}

/// Every benchmark that has runs, by name.
///
/// # Errors
/// Where the database fails.
pub async fn benchmarks(pool: &Pool) -> Result<Vec<Tally>, DatabaseError> {
    // From each name to the next, without the runs between. Of one that half of all runs are of,
    // Postgres would look for the newest among all runs, though none may be new.
    tallies!(
        pool,
        "(WITH RECURSIVE names (name) AS (
             SELECT min(benchmark) FROM runs
             UNION ALL
             SELECT (SELECT min(benchmark) FROM runs WHERE benchmark > names.name) FROM names
             WHERE names.name IS NOT NULL)
          SELECT name FROM names WHERE name IS NOT NULL)",
        "r.benchmark >= named.name AND r.benchmark <= named.name",
        "benchmark DESC, "
    )
}

/// Every benchmark that ran on a box, by name; none where there is no such box.
///
/// # Errors
/// Where the database fails.
pub async fn benchmarks_of_box(pool: &Pool, box_name: &Name) -> Result<Vec<Tally>, DatabaseError> {
    tallies!(
        pool,
        "(WITH RECURSIVE names (id, name) AS (
             SELECT boxes.id, (SELECT min(benchmark) FROM runs WHERE box_id = boxes.id) FROM boxes
             WHERE boxes.name = $2
             UNION ALL
             SELECT id, (SELECT min(benchmark) FROM runs WHERE box_id = names.id AND benchmark > names.name)
             FROM names WHERE names.name IS NOT NULL)
          SELECT id, name FROM names WHERE name IS NOT NULL)",
        "r.box_id = named.id AND r.benchmark = named.name",
        "",
        box_name.as_str()
    )
}

/// Every box that has runs, by name.
///
/// # Errors
/// Where the database fails.
pub async fn boxes(pool: &Pool) -> Result<Vec<Tally>, DatabaseError> {
    tallies!(pool, "boxes", "r.box_id = named.id", "")
}

/// Every box that a benchmark ran on, by name.
///
/// # Errors
/// Where the database fails.
pub async fn boxes_of_benchmark(pool: &Pool, benchmark: &Name) -> Result<Vec<Tally>, DatabaseError> {
    tallies!(pool, "boxes", "r.box_id = named.id AND r.benchmark = $2", "", benchmark.as_str())
}
