//! Layout `metrics`: a row is a case and side, one column a metric.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::cell::{Cell, Tone};
use super::grid::{Column, Grid, Kind, Section, key_cells, key_columns, repeats, side_cell, side_column};
use crate::compare::natural_lists;
use crate::comparison::{self, ComparisonTable, Row};

/// A metric in one unit: what a column can hold.
type MetricUnit<'a> = (&'a str, &'a str);

/// `with_intervals`: each mean's own beside it, where a metric has repeats.
pub(super) fn grid(table: &ComparisonTable, with_intervals: bool) -> Grid {
    let groups = groups(table, with_intervals);
    let mut columns = key_columns(table);
    columns.extend(side_column(table));
    columns.extend(groups.iter().flat_map(Group::columns));
    let mut rows = Vec::new();
    for Case { keys, values } in cases(table) {
        for (at, side) in table.sides.iter().enumerate() {
            let mut cells = key_cells(keys);
            cells.extend(side_cell(table, &side.name));
            for group in &groups {
                let cell = values.get(&group.metric).and_then(|row| row.cells[at].as_ref());
                cells.extend(group.cells(cell, at == table.baseline));
            }
            rows.push(cells);
        }
    }
    Grid { columns, sections: vec![Section { metric: None, case: Vec::new(), rows }] }
}

/// A metric in one unit, and what stands beside its values.
struct Group<'a> {
    metric: MetricUnit<'a>,
    name: Cow<'a, str>,
    has_interval: bool,
    has_ratio: bool,
}

impl Group<'_> {
    fn columns(&self) -> impl Iterator<Item = Column> {
        let (name, unit) = (self.name.as_ref(), self.metric.1);
        let interval = Column { unit: Some(unit.to_owned()), ..Column::half_interval(name) };
        let ratio = Column::new(name, RATIO, Kind::Number);
        let interval = self.has_interval.then_some(interval);
        [Column::metric(name, unit)].into_iter().chain(interval).chain(self.has_ratio.then_some(ratio))
    }

    fn cells(&self, cell: Option<&comparison::Cell>, is_baseline: bool) -> impl Iterator<Item = Cell> {
        let interval = self.has_interval.then(|| Cell::half_interval(cell));
        let ratio = self.has_ratio.then(|| Cell::ratio(cell, is_baseline));
        [value(cell)].into_iter().chain(interval).chain(ratio)
    }
}

/// The metrics that occur, each in every unit it has.
///
/// A ratio to the baseline have those that people quote first; where that is not known, all. One
/// that is a ratio itself (contest's, to a compile without load) needs none, and is told apart.
fn groups<'a>(table: &'a ComparisonTable, with_intervals: bool) -> Vec<Group<'a>> {
    let mut metrics: Vec<MetricUnit> = Vec::new();
    for row in &table.rows {
        let metric = unit_of(row);
        if !metrics.contains(&metric) {
            metrics.push(metric);
        }
    }
    let headlines: HashSet<&str> =
        table.metrics.iter().filter(|metric| metric.headline).map(|metric| metric.name.as_str()).collect();
    let is_quoted = |(name, _): &MetricUnit| headlines.is_empty() || headlines.contains(name);
    let has_interval = |metric| {
        let rows = || table.rows.iter().filter(|row| unit_of(row) == metric);
        with_intervals && (0..table.sides.len()).any(|side| repeats(rows(), side))
    };
    let has_ratio = |metric: MetricUnit| table.sides.len() > 1 && metric.1 != TIMES && is_quoted(&metric);
    let have_ratios = metrics.iter().any(|metric| has_ratio(*metric));
    let group = |&metric: &MetricUnit<'a>| {
        let name = match metric.0 {
            RATIO if have_ratios => Cow::Owned(format!("{RATIO} (metric)")),
            name => Cow::Borrowed(name),
        };
        Group { metric, name, has_interval: has_interval(metric), has_ratio: has_ratio(metric) }
    };
    metrics.iter().map(group).collect()
}

fn unit_of(row: &Row) -> MetricUnit<'_> {
    (&row.metric, &row.unit)
}

/// The rows of a table that have the same keys, one a metric.
struct Case<'a> {
    keys: &'a [Option<String>],
    values: HashMap<MetricUnit<'a>, &'a Row>,
}

/// A table's cases, in the order of their keys.
fn cases(table: &ComparisonTable) -> Vec<Case<'_>> {
    let mut cases: Vec<Case> = Vec::new();
    let mut place: HashMap<&[Option<String>], usize> = HashMap::new();
    for row in &table.rows {
        let at = *place.entry(&row.keys).or_insert_with(|| {
            cases.push(Case { keys: &row.keys, values: HashMap::new() });
            cases.len() - 1
        });
        cases[at].values.insert(unit_of(row), row);
    }
    let by_values = natural_lists(&table.keys);
    cases.sort_by(|a, b| by_values(a.keys, b.keys));
    cases
}

/// The head of ratios to the baseline.
pub(super) const RATIO: &str = "ratio";

/// The unit of ratios.
const TIMES: &str = "x";

fn value(cell: Option<&comparison::Cell>) -> Cell {
    let mean = Cell::mean(cell);
    match cell.and_then(|cell| cell.against.as_ref()) {
        Some(against) => Cell { tone: Tone::of(against), ..mean },
        None => mean,
    }
}
