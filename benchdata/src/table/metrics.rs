//! Layout `metrics`: a row is a case and side, one column a metric.

use std::collections::HashMap;

use super::cell::{Cell, Tone};
use super::grid::{Column, Grid, Kind, Section, key_cells, key_columns, side_cell, side_column};
use crate::comparison::{self, ComparisonTable, Row};

/// A metric in one unit: what a column can hold.
type MetricUnit<'a> = (&'a str, &'a str);

pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let metrics = metrics(table);
    let quoted = quoted(table, &metrics);
    let mut columns = key_columns(table);
    columns.extend(side_column(table));
    for metric in &metrics {
        columns.push(Column::metric(metric.0, metric.1));
        if quoted.contains(metric) {
            columns.push(Column::new(metric.0, "ratio", Kind::Number));
        }
    }
    let mut cases: Vec<(&Row, HashMap<MetricUnit, &Row>)> = Vec::new();
    let mut place: HashMap<&[Option<String>], usize> = HashMap::new();
    for row in &table.rows {
        let at = *place.entry(&row.keys).or_insert_with(|| {
            cases.push((row, HashMap::new()));
            cases.len() - 1
        });
        cases[at].1.insert((&row.metric, &row.unit), row);
    }
    cases.sort_by(|(a, _), (b, _)| crate::compare::natural_lists(&a.keys, &b.keys));
    let mut rows = Vec::new();
    for (case, values) in cases {
        for (at, side) in table.sides.iter().enumerate() {
            let mut cells = key_cells(case);
            cells.extend(side_cell(table, &side.name));
            for metric in &metrics {
                let cell = values.get(metric).and_then(|row| row.cells[at].as_ref());
                cells.push(value(cell));
                if quoted.contains(metric) {
                    cells.push(Cell::ratio(cell, at == table.baseline));
                }
            }
            rows.push(cells);
        }
    }
    Grid { columns, sections: vec![Section { metric: None, rows }] }
}

fn metrics(table: &ComparisonTable) -> Vec<MetricUnit<'_>> {
    let mut metrics = Vec::new();
    for row in &table.rows {
        let metric = (row.metric.as_str(), row.unit.as_str());
        if !metrics.contains(&metric) {
            metrics.push(metric);
        }
    }
    metrics
}

/// The metrics that get a ratio to the baseline: those that people quote first, else the
/// first. One that is a ratio itself (contest's, to a compile without load) has its own.
fn quoted<'a>(table: &ComparisonTable, metrics: &[MetricUnit<'a>]) -> Vec<MetricUnit<'a>> {
    if table.sides.len() < 2 {
        return Vec::new();
    }
    let is_quoted = |name: &str| table.metrics.iter().any(|metric| metric.headline && metric.name == name);
    let quoted: Vec<_> =
        metrics.iter().filter(|(name, unit)| is_quoted(name) && *unit != TIMES).copied().collect();
    if quoted.is_empty() { metrics.first().copied().into_iter().collect() } else { quoted }
}

/// The unit of ratios.
const TIMES: &str = "x";

fn value(cell: Option<&comparison::Cell>) -> Cell {
    let mean = Cell::mean(cell);
    match cell.and_then(|cell| cell.against.as_ref()) {
        Some(against) => Cell { tone: Tone::of(against), ..mean },
        None => mean,
    }
}
