//! Layout `summary`: a row is a case and side; min, avg, max, standard deviation.

use super::cell::Cell;
use super::grid::{Column, Grid, Kind, by_metric, key_cells, key_columns, side_cell, side_column};
use crate::comparison::{self, ComparisonTable, Row};

pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let mut columns = key_columns(table);
    columns.extend(side_column(table));
    columns.extend(spread_columns());
    // Between the least and the most.
    columns.insert(columns.len() - 2, Column::new("", "Avg", Kind::Value));
    columns.push(Column::improvement(""));
    columns.push(Column::new("", "verdict", Kind::Words));
    Grid { columns, sections: by_metric(&table.rows, |row| rows(table, row)) }
}

fn rows(table: &ComparisonTable, row: &Row) -> Vec<Vec<Cell>> {
    let sides = table.sides.iter().zip(&row.cells);
    sides
        .map(|(side, cell)| {
            [key_cells(&row.keys), side_cell(table, &side.name), values(cell.as_ref())].concat()
        })
        .collect()
}

fn values(cell: Option<&comparison::Cell>) -> Vec<Cell> {
    let mut cells = spread_cells(cell);
    cells.insert(2, Cell::mean(cell));
    let against = cell.and_then(|cell| cell.against.as_ref());
    cells.push(Cell::improvement(against));
    cells.push(Cell::verdict(against));
    cells
}

/// The columns of how many values a mean is of, and how far they lie apart.
pub(super) fn spread_columns() -> Vec<Column> {
    vec![
        Column::new("", "n", Kind::Number),
        Column::new("", "Min", Kind::Value),
        Column::new("", "Max", Kind::Value),
        Column::new("", "Std Dev", Kind::Spread),
    ]
}

/// The cells in these columns.
pub(super) fn spread_cells(cell: Option<&comparison::Cell>) -> Vec<Cell> {
    let Some(cell) = cell else { return vec![Cell::missing(); 4] };
    let summary = &cell.summary;
    vec![
        Cell::number(summary.n as f64, 0),
        Cell::extreme(summary.min, cell),
        Cell::extreme(summary.max, cell),
        Cell::stddev(cell),
    ]
}
