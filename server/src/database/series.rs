//! Series: what was measured, by any run.

use std::collections::HashMap;

use benchdata::metric::Better;
use benchdata::name::Name;
use benchdata::run::Series;
use benchdata::unit::Unit;

use super::error::Place;
use super::{DatabaseError, Pool};

struct SeriesRow {
    id: i32,
    case: String,
    metric: String,
    unit: String,
    better: Option<String>,
}

impl TryFrom<SeriesRow> for Series {
    type Error = DatabaseError;

    fn try_from(row: SeriesRow) -> Result<Self, DatabaseError> {
        let place = Place { table: "series", row: row.id };
        let better = match row.better.as_deref() {
            None => Ok(None),
            Some("higher") => Ok(Some(Better::Higher)),
            Some("lower") => Ok(Some(Better::Lower)),
            Some(other) => Err(format!("{other:?} is no direction")),
        };
        Ok(Self {
            case: place.column("case", serde_json::from_str(&row.case))?,
            metric: place.column("metric", Name::new(row.metric))?,
            unit: place.column("unit", Unit::new(row.unit))?,
            better: place.column("better", better)?,
        })
    }
}

/// Series by their ids.
pub(super) async fn of_ids(pool: &Pool, ids: &[i32]) -> Result<HashMap<i32, Series>, DatabaseError> {
    let rows = sqlx::query_as!(
        SeriesRow,
        r#"SELECT id, "case"::text AS "case!", metric, unit, better FROM series WHERE id = ANY($1)"#,
        ids,
    );
    rows.fetch_all(pool).await?.into_iter().map(|row| Ok((row.id, row.try_into()?))).collect()
}

/// A benchmark's series, at most `most`, the newest first.
///
/// # Errors
/// Where the database fails.
pub async fn of_benchmark(pool: &Pool, benchmark: &Name, most: u16) -> Result<Vec<Series>, DatabaseError> {
    let rows = sqlx::query_as!(
        SeriesRow,
        r#"SELECT id, "case"::text AS "case!", metric, unit, better FROM series
           WHERE benchmark = $1 ORDER BY id DESC LIMIT $2"#,
        benchmark.as_str(),
        i64::from(most),
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(Series::try_from).collect()
}
