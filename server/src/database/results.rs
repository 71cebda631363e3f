//! What runs measured, out of the rows of measurements and series.

use std::collections::{BTreeMap, HashMap};

use benchdata::run::{Measurement, Series, Values};
use benchdata::summary::Summary;
use sqlx::QueryBuilder;

use super::error::Place;
use super::select::Selector;
use super::series::SeriesRow;
use super::{DatabaseError, Pool};

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
    let series = series_of_runs(pool, ids, selector).await?;
    let series_ids: Vec<i32> = series.keys().copied().collect();
    let rows = sqlx::query_as!(
        MeasurementRow,
        "SELECT run_id, series_id, n, min, mean, max, stddev, samples FROM measurements
         WHERE run_id = ANY($1) AND series_id = ANY($2) LIMIT $3",
        ids,
        &series_ids,
        i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1),
    )
    .fetch_all(pool)
    .await?;
    if rows.len() > most {
        return Ok(None);
    }
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

/// The series that some runs measured, each once: those that a selector's terms leave.
pub(super) async fn series_of_runs(
    pool: &Pool,
    ids: &[i64],
    selector: &Selector<'_>,
) -> Result<BTreeMap<i32, Series>, DatabaseError> {
    let mut sql = QueryBuilder::new(
        r#"SELECT s.id, s."case"::text AS "case", s.metric, s.unit, s.better FROM series s
           WHERE s.id IN (SELECT series_id FROM measurements WHERE run_id = ANY("#,
    );
    sql.push_bind(ids).push("))");
    selector.push_series(&mut sql);
    let rows: Vec<SeriesRow> = sql.build_query_as().fetch_all(pool).await?;
    rows.into_iter().map(|row| Ok((row.id, row.try_into()?))).collect()
}
