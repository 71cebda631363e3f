//! What runs measured, out of the rows of measurements and series.

use std::collections::{BTreeSet, HashMap};

use benchdata::run::{Measurement, Series, Values};
use benchdata::summary::Summary;
use sqlx::{FromRow, QueryBuilder};

use super::error::Place;
use super::select::Selector;
use super::{DatabaseError, Pool, series};

#[derive(FromRow)]
struct MeasurementRow {
    run_id: i64,
    series_id: i32,
    n: Option<i64>,
    min: Option<f64>,
    mean: Option<f64>,
    max: Option<f64>,
    stddev: Option<f64>,
    samples: Option<Vec<f64>>,
}

impl MeasurementRow {
    fn values(self) -> Result<Values, DatabaseError> {
        if let Some(samples) = self.samples {
            return Ok(Values::Samples(samples));
        }
        let place = Place { table: "measurements", row: format!("({}, {})", self.run_id, self.series_id) };
        let none = "there is neither this nor samples";
        let n = place.column("n", self.n.ok_or(none))?;
        let n = place.column("n", u64::try_from(n))?;
        let mean = place.column("mean", self.mean.ok_or(none))?;
        let Self { min, max, stddev, .. } = self;
        Ok(Values::Summary(Box::new(Summary { n, min, mean, max, stddev })))
    }
}

/// The results of some runs, by run, in the series' order: those of the series that a
/// selector's terms leave. `None` where there are more than `most`.
pub(super) async fn of_runs(
    pool: &Pool,
    ids: &[i64],
    selector: &Selector<'_>,
    most: usize,
) -> Result<Option<HashMap<i64, Vec<Measurement>>>, DatabaseError> {
    let mut sql = QueryBuilder::new(
        "SELECT run_id, series_id, n, min, mean, max, stddev, samples FROM measurements WHERE run_id = ANY(",
    );
    sql.push_bind(ids).push(")");
    if selector.is_of_series() {
        sql.push(" AND series_id = ANY(ARRAY(SELECT s.id FROM series s WHERE TRUE");
        selector.push_series(&mut sql);
        sql.push("))");
    }
    sql.push(" LIMIT ").push_bind(i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1));
    let rows: Vec<MeasurementRow> = sql.build_query_as().fetch_all(pool).await?;
    if rows.len() > most {
        return Ok(None);
    }
    let series_ids: BTreeSet<i32> = rows.iter().map(|row| row.series_id).collect();
    let series = series::of_ids(pool, &series_ids.into_iter().collect::<Vec<_>>()).await?;
    let mut results: HashMap<i64, Vec<Measurement>> = HashMap::new();
    for row in rows {
        if let Some(series) = series.get(&row.series_id) {
            let of_run = results.entry(row.run_id).or_default();
            of_run.push(Measurement { series: series.clone(), values: row.values()? });
        }
    }
    for of_run in results.values_mut() {
        of_run.sort_by(|a, b| a.series.cmp(&b.series));
    }
    Ok(Some(results))
}

/// The series that some runs measured, each once.
pub(super) async fn series_of_runs(pool: &Pool, ids: &[i64]) -> Result<BTreeSet<Series>, DatabaseError> {
    let measured =
        sqlx::query_scalar!("SELECT DISTINCT series_id FROM measurements WHERE run_id = ANY($1)", ids);
    let series = series::of_ids(pool, &measured.fetch_all(pool).await?).await?;
    Ok(series.into_values().collect())
}
