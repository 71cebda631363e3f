//! Layout `metrics`: a row is a case and side, one column a metric.

use std::collections::HashMap;

use super::grid::{Cell, Column, Grid, Kind, Section, key_cells, key_columns, side_cell, side_column, tone};
use crate::comparison::{self, ComparisonTable, Row};

/// A metric in one unit: what a column can hold.
type MetricUnit<'a> = (&'a str, &'a str);

pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let metrics = metrics(table);
    let headline = headline(table, &metrics);
    let mut columns = key_columns(table);
    columns.extend(side_column(table));
    for metric in &metrics {
        columns.push(Column::new(metric.0, metric.1, Kind::Number));
        if headline == Some(*metric) {
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
                if headline == Some(*metric) {
                    cells.push(ratio(cell, at == table.baseline));
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

/// The metric that gets a ratio: the first that people quote, else the first.
fn headline<'a>(table: &ComparisonTable, metrics: &[MetricUnit<'a>]) -> Option<MetricUnit<'a>> {
    if table.sides.len() < 2 {
        return None;
    }
    let quoted = |name: &str| table.metrics.iter().any(|metric| metric.headline && metric.name == name);
    metrics.iter().find(|(name, _)| quoted(name)).or(metrics.first()).copied()
}

fn value(cell: Option<&comparison::Cell>) -> Cell {
    let mean = Cell::mean(cell);
    match cell.and_then(|cell| cell.against.as_ref()) {
        Some(against) => Cell { tone: tone(against), ..mean },
        None => mean,
    }
}

fn ratio(cell: Option<&comparison::Cell>, is_baseline: bool) -> Cell {
    let ratio = match cell {
        Some(_) if is_baseline => Some(1.0),
        Some(cell) => cell.against.as_ref().and_then(|against| against.ratio),
        None => None,
    };
    match ratio {
        Some(ratio) => Cell { numbers: vec![Some(ratio)], ..Cell::words(format!("{ratio:.3}")) },
        None => Cell::missing(),
    }
}
