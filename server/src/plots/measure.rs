//! A comparison's values in the unit and words that its tables show.

use benchdata::comparison::{Cell, ComparisonTable, Row};
use benchdata::interval::half_interval;
use benchdata::key::RunKey;
use benchdata::metric::direction;
use benchdata::table::{Grid, mean_and_half};
use benchdata::unit::Unit;

use super::plot::Observed;

/// More observations are not told apart as dots.
const MOST_DOTS: usize = 100;

/// A metric's unit as the tables show it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measure {
    /// The unit; nothing for plain numbers.
    pub(super) unit: String,
    /// One of it in the rows' unit.
    factor: f64,
    /// The same as a power of 1000.
    steps: i32,
}

impl Measure {
    /// The unit that the grid shows a row in.
    pub(super) fn of(grid: &Grid, row: &Row) -> Self {
        let of_sections = grid.sections.iter().filter_map(|section| section.metric.as_ref());
        let of_sections = of_sections.map(|metric| (&metric.name, &metric.unit));
        let of_columns =
            grid.columns.iter().filter_map(|column| Some((&column.group, column.unit.as_ref()?)));
        let factor = |unit: &str| Unit::new(unit).ok()?.in_units_of(&Unit::new(&row.unit).ok()?);
        let mut named = of_sections.chain(of_columns).filter(|(name, _)| **name == row.metric);
        let (unit, factor) =
            named.find_map(|(_, unit)| Some((unit.as_str(), factor(unit)?))).unwrap_or((&row.unit, 1.0));
        let unit = if unit == "1" { String::new() } else { unit.to_owned() };
        Self { unit, factor, steps: (factor.log10() / 3.0).round() as i32 }
    }

    /// `elapsed, s, lower is better`
    pub(super) fn title(&self, row: &Row) -> String {
        let parts = [row.metric.as_str(), &self.unit, direction(row.better)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// What a cell observed, at most so many of its observations.
    pub(super) fn observed(&self, cell: &Cell, most: usize) -> Observed {
        let value = |x: f64| x / self.factor;
        let (text, _) = mean_and_half(cell, self.steps);
        let mean = cell.summary.mean;
        let half = half_interval(&cell.summary);
        let range = cell.summary.min.zip(cell.summary.max);
        let outliers = cell.outliers.iter().filter_map(|at| cell.observations.get(*at));
        Observed {
            values: thinned(&cell.observations, most).into_iter().map(value).collect(),
            outliers: outliers.take(most).copied().map(value).collect(),
            range: range
                .filter(|_| cell.observations.is_empty())
                .map(|(low, high)| (value(low), value(high))),
            mean: value(mean),
            interval: half.map(|half| (value(mean - half), value(mean + half))),
            text,
            is_dense: cell.observations.len() > MOST_DOTS,
        }
    }

    /// `31.50 ± 1.81 s (5 observations)`
    pub(super) fn words(&self, cell: &Cell) -> String {
        let (mean, half) = mean_and_half(cell, self.steps);
        let half = half.map(|half| format!(" ± {half}")).unwrap_or_default();
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        format!("{mean}{half}{unit}")
    }
}

/// At most so many values: every so-manieth in ascending order, with the first and the last.
fn thinned(values: &[f64], most: usize) -> Vec<f64> {
    if values.len() <= most {
        return values.to_vec();
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    (0..most).map(|at| sorted[at * (sorted.len() - 1) / (most - 1).max(1)]).collect()
}

/// A side's name, with the key where its level alone would say little: `rq_affinity=1`.
pub(super) fn side_name(table: &ComparisonTable, side: usize) -> String {
    let name = &table.sides[side].name;
    match table.request.by.as_slice() {
        [key @ RunKey::Named(_)] if name.parse::<f64>().is_ok() => format!("{key}={name}"),
        _ => name.clone(),
    }
}

/// `test=Random reads, threads=4`
pub(super) fn case<'a>(keys: impl Iterator<Item = (&'a String, &'a Option<String>)>) -> String {
    let known = keys.filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?)));
    known.collect::<Vec<_>>().join(", ")
}

/// The metric that is plotted first: what people quote, else the first.
pub(super) fn first_metric(table: &ComparisonTable) -> Option<&str> {
    let has_rows = |name: &str| table.rows.iter().any(|row| row.metric == name);
    let quoted = table.metrics.iter().find(|metric| metric.headline && has_rows(&metric.name));
    quoted.map(|metric| metric.name.as_str()).or_else(|| Some(table.rows.first()?.metric.as_str()))
}
