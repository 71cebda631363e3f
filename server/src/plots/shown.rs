//! A comparison's values in the units and digits that its table shows.

use benchdata::comparison::{ComparisonTable, Layout, Row};
use benchdata::interval::half_interval;
use benchdata::metric::direction;
use benchdata::summary::Summary;
use benchdata::table::{self, Grid, Kind, SectionMetric, Tone};
use benchdata::unit::Unit;

use super::plot::Observed;
use crate::short_names::ShortNames;

/// More observations are not told apart as dots.
pub(super) const MOST_DOTS: usize = 100;

/// A table, and its cells as the layout of means shows them.
pub(super) struct Shown<'a> {
    pub(super) table: &'a ComparisonTable,
    /// The rows that are plotted, by number.
    rows: Vec<usize>,
    /// The sides' names.
    pub(super) names: ShortNames,
    grid: Grid,
    /// In which section of the grid each row is, and where there.
    places: Vec<(usize, usize)>,
}

impl<'a> Shown<'a> {
    /// Of these rows, by number.
    pub(super) fn new(table: &'a ComparisonTable, rows: Vec<usize>) -> Self {
        Self {
            table,
            rows,
            names: ShortNames::of(table.sides.iter().map(|side| side.name.as_str())),
            grid: table::grid_as(Layout::Delta, table),
            places: places(&table.rows),
        }
    }

    /// The rows of a metric, by number.
    pub(super) fn rows_of(&self, metric: &str) -> Vec<usize> {
        self.rows.iter().copied().filter(|row| self.table.rows[*row].metric == metric).collect()
    }

    /// The metrics that are plotted: what people quote, else the first.
    pub(super) fn quoted(&self) -> Vec<&'a str> {
        let metrics = self.table.metrics.iter().filter(|metric| metric.headline);
        let quoted: Vec<&str> = metrics
            .map(|metric| metric.name.as_str())
            .filter(|name| !self.rows_of(name).is_empty())
            .collect();
        if quoted.is_empty() {
            self.rows.iter().take(1).map(|row| self.table.rows[*row].metric.as_str()).collect()
        } else {
            quoted
        }
    }

    /// What is left out of long names, where the title does not have them whole.
    pub(super) fn left_out_of_names(&self) -> Option<String> {
        let common: Vec<&str> = self.names.common().collect();
        let has_titled = table::short_title(self.table) == table::title(self.table);
        (!has_titled && !common.is_empty()).then(|| format!("… in names: {}.", common.join(" and ")))
    }

    /// A row's unit as it is shown; nothing for plain numbers.
    pub(super) fn unit(&self, row: usize) -> &str {
        let section = self.places.get(row).and_then(|(section, _)| self.grid.sections.get(*section));
        let unit = section.and_then(|section| section.metric.as_ref()).map_or("1", |metric| &metric.unit);
        if unit == "1" { "" } else { unit }
    }

    /// `elapsed, s, lower is better`
    pub(super) fn title(&self, row: usize) -> String {
        let Row { metric, better, .. } = &self.table.rows[row];
        let parts = [metric, self.unit(row), direction(*better)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// What a side observed in a row, at most so many of its observations; `None` where nothing
    /// was measured.
    pub(super) fn observed(&self, row: usize, side: usize, most: usize) -> Option<Observed> {
        let cell = self.table.rows[row].cells[side].as_ref()?;
        let factor = self.factor(row);
        let value = |x: f64| x / factor;
        let summary = &cell.summary;
        let range = summary.min.zip(summary.max).filter(|_| cell.observations.is_empty());
        let outliers = cell.outliers.iter().filter_map(|at| cell.observations.get(*at));
        Some(Observed {
            values: thinned(&cell.observations, most).into_iter().map(value).collect(),
            outliers: outliers.copied().map(value).collect(),
            range: range.map(|(low, high)| (value(low), value(high))),
            mean: value(summary.mean),
            interval: interval(summary).map(|(low, high)| (value(low), value(high))),
            text: self.texts(row, side).map(|(mean, _)| mean.to_owned()).unwrap_or_default(),
            is_dense: cell.observations.len() > MOST_DOTS,
        })
    }

    /// All that a side observed in a row, in ascending order.
    pub(super) fn ascending(&self, row: usize, side: usize) -> Vec<f64> {
        let factor = self.factor(row);
        let cell = self.table.rows[row].cells[side].as_ref();
        let mut values: Vec<f64> =
            cell.iter().flat_map(|cell| &cell.observations).map(|value| value / factor).collect();
        values.sort_by(f64::total_cmp);
        values
    }

    /// `31.50 ± 1.81 s`, or nothing where nothing was measured.
    pub(super) fn words(&self, row: usize, side: usize) -> Option<String> {
        let (mean, half) = self.texts(row, side)?;
        let half = half.map(|half| format!(" ± {half}")).unwrap_or_default();
        let unit = self.unit(row);
        Some(format!("{mean}{half}{}{unit}", if unit.is_empty() { "" } else { " " }))
    }

    /// A side's mean and its half interval, as the table's cells.
    fn texts(&self, row: usize, side: usize) -> Option<(&str, Option<&str>)> {
        let (section, at) = *self.places.get(row)?;
        let cells = self.grid.sections.get(section)?.rows.get(at)?;
        let columns = &self.grid.columns;
        // The only values are the sides' means, and beside one stands its interval.
        let (at, _) =
            columns.iter().enumerate().filter(|(_, column)| column.kind == Kind::Value).nth(side)?;
        let is_half = columns.get(at + 1).is_some_and(|column| column.kind == Kind::Spread);
        let text =
            |at: usize| cells.get(at).filter(|cell| cell.tone != Tone::Missing).map(|cell| &*cell.text);
        Some((text(at)?, text(at + 1).filter(|_| is_half)))
    }

    /// One of the unit that is shown, in the row's own.
    fn factor(&self, row: usize) -> f64 {
        let factor =
            || Unit::new(self.unit(row)).ok()?.in_units_of(&Unit::new(&self.table.rows[row].unit).ok()?);
        factor().unwrap_or(1.0)
    }
}

/// Where the grid has each row: those of one metric and unit are together.
fn places(rows: &[Row]) -> Vec<(usize, usize)> {
    let mut sections: Vec<(SectionMetric, usize)> = Vec::new();
    let place = |row: &Row| {
        let metric = SectionMetric::of(row);
        let section = sections.iter().position(|(other, _)| *other == metric).unwrap_or_else(|| {
            sections.push((metric, 0));
            sections.len() - 1
        });
        sections[section].1 += 1;
        (section, sections[section].1 - 1)
    };
    rows.iter().map(place).collect()
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

/// `test=Random reads, threads=4`
pub(super) fn case<'a>(keys: impl Iterator<Item = (&'a String, &'a Option<String>)>) -> String {
    let known = keys.filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?)));
    known.collect::<Vec<_>>().join(", ")
}

/// A mean's own 95 % interval, of several values; cut at 0 where none of them is below.
pub(super) fn interval(summary: &Summary) -> Option<(f64, f64)> {
    let half = half_interval(summary)?;
    let low = summary.mean - half;
    let is_cut = summary.min.is_some_and(|min| min >= 0.0);
    Some((if is_cut { low.max(0.0) } else { low }, summary.mean + half))
}
