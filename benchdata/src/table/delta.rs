//! Layout `delta`: a row is a case and metric; each side's mean, and how it stands.

use super::cell::Cell;
use super::grid::{Column, Grid, Kind, by_metric, key_cells, key_columns};
use crate::comparison::{Against, ComparisonTable, Row};
use crate::interval::half_interval;
use crate::metric::Better;
use crate::number::{p_value, percent};

pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let standings =
        table.rows.iter().flat_map(|row| row.cells.iter().flatten()).filter_map(|cell| cell.against.as_ref());
    // Without repeats anywhere, the columns that chance is judged in would stand empty.
    let judged = standings.into_iter().any(|against| against.p.is_some());
    let repeats = repeats(table);
    let mut columns = key_columns(table);
    for (at, side) in table.sides.iter().enumerate() {
        columns.push(Column::new(&side.name, "mean", Kind::Value));
        if repeats[at] {
            columns.push(Column::half_interval(&side.name));
        }
        if at == table.baseline {
            continue;
        }
        columns.push(Column::improvement(&side.name));
        columns.push(Column::new(&side.name, "verdict", Kind::Words));
        if judged {
            let interval = Column::new(&side.name, "95 % interval", Kind::Number);
            columns.push(Column { numbers: vec!["interval low", "interval high"], ..interval });
            columns.push(Column::new(&side.name, "p", Kind::Number));
        }
    }
    Grid { columns, sections: by_metric(table, |row| vec![cells(table, row, &repeats, judged)]) }
}

/// The sides that somewhere have several observations, so that an interval stands beside a
/// mean.
fn repeats(table: &ComparisonTable) -> Vec<bool> {
    let repeats = |side: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.cells[side].as_ref());
        cells.any(|cell| half_interval(&cell.summary).is_some())
    };
    (0..table.sides.len()).map(repeats).collect()
}

fn cells(table: &ComparisonTable, row: &Row, repeats: &[bool], judged: bool) -> Vec<Cell> {
    let mut cells = key_cells(row);
    for (at, cell) in row.cells.iter().enumerate() {
        cells.push(Cell::mean(cell.as_ref()));
        if repeats[at] {
            cells.push(Cell::half_interval(cell.as_ref()));
        }
        if at == table.baseline {
            continue;
        }
        let against = cell.as_ref().and_then(|cell| cell.against.as_ref());
        cells.push(Cell::improvement(against));
        cells.push(Cell::verdict(against));
        if judged {
            cells.push(interval(against, row.better));
            cells.push(p(against));
        }
    }
    cells
}

/// The interval of the improvement (or change): the ratio's, turned with the direction.
fn interval(against: Option<&Against>, better: Option<Better>) -> Cell {
    let Some((low, high)) = against.and_then(|against| against.interval) else { return Cell::missing() };
    let (from, to) = match better {
        Some(Better::Lower) => (1.0 - high, 1.0 - low),
        _ => (low - 1.0, high - 1.0),
    };
    let bare = |share| percent(share).trim_end_matches(" %").to_owned();
    Cell { numbers: vec![Some(from), Some(to)], ..Cell::words(format!("{} .. {}", bare(from), bare(to))) }
}

fn p(against: Option<&Against>) -> Cell {
    match against.and_then(|against| against.p) {
        Some(p) => Cell { numbers: vec![Some(p)], ..Cell::words(p_value(p)) },
        None => Cell::missing(),
    }
}
