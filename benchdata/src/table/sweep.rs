//! Layout `sweep`: a row is a level of the first of the rows' keys; each side's mean.

use super::cell::Cell;
use super::grid::{Column, Grid, by_metric, key_cells, key_columns, repeats};
use super::metrics;
use crate::compare::natural_lists;
use crate::comparison::{ComparisonTable, Row};

/// A single side's metrics stand side by side; else each has a section, and each side a column.
pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let table = &in_curves(table);
    if table.sides.len() == 1 {
        return metrics::grid(table, true);
    }
    let repeats: Vec<bool> = (0..table.sides.len()).map(|side| repeats(&table.rows, side)).collect();
    let mut columns = key_columns(table);
    for (side, repeats) in table.sides.iter().zip(&repeats) {
        columns.push(Column::mean(&side.name, "mean"));
        columns.extend(repeats.then(|| Column::half_interval(&side.name)));
    }
    let cells = |row: &Row| {
        let sides = row.cells.iter().zip(&repeats).flat_map(|(cell, repeats)| {
            let mean = Cell::mean(cell.as_ref());
            [mean].into_iter().chain(repeats.then(|| Cell::half_interval(cell.as_ref())))
        });
        vec![key_cells(&row.keys).into_iter().chain(sides).collect()]
    };
    Grid { columns, sections: by_metric(&table.rows, cells) }
}

/// The table with the level as its last key: rows that differ in it alone stand together, so
/// that a column reads as a curve.
fn in_curves(table: &ComparisonTable) -> ComparisonTable {
    let mut table = table.clone();
    let first = table.keys.len().min(1);
    table.keys.rotate_left(first);
    table.rows.iter_mut().for_each(|row| row.keys.rotate_left(first));
    let place = |row: &Row| table.metrics.iter().position(|metric| metric.name == row.metric);
    let by_values = natural_lists(&table.keys);
    table.rows.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| by_values(&a.keys, &b.keys)));
    table
}
