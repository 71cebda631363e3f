//! Layout `summary`: a row is a case and side; min, avg, max, standard deviation.

use super::cell::Cell;
use super::grid::{Column, Grid, Kind, by_metric, key_cells, key_columns, side_cell, side_column};
use crate::comparison::{self, ComparisonTable, Row};

pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let mut columns = key_columns(table);
    columns.extend(side_column(table));
    columns.push(Column::new("", "n", Kind::Number));
    columns.extend(["Min", "Avg", "Max"].map(|head| Column::new("", head, Kind::Value)));
    columns.push(Column::new("", "Std Dev", Kind::Spread));
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
    let Some(cell) = cell else { return vec![Cell::missing(); 7] };
    let summary = &cell.summary;
    vec![
        Cell::number(summary.n as f64, 0),
        Cell::extreme(summary.min, cell),
        Cell::mean(Some(cell)),
        Cell::extreme(summary.max, cell),
        summary.stddev.map_or_else(Cell::missing, |stddev| Cell::spread(stddev, 6)),
        Cell::improvement(cell.against.as_ref()),
        Cell::verdict(cell.against.as_ref()),
    ]
}
