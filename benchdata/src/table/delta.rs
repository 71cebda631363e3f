//! Layout `delta`: a row is a case and metric; each side's mean, and how it stands.

use super::cell::Cell;
use super::grid::{Column, Grid, Kind, by_metric, key_cells, key_columns, repeats, side_cell, side_column};
use super::summary;
use crate::comparison::{Against, ComparisonTable, Row, Verdict};
use crate::metric::Better;
use crate::number::{p_value, percent, percentage};

/// Heads of columns that the legend explains, and narrow tables do without.
pub(super) const INTERVAL: &str = "95 % interval";
pub(super) const P: &str = "p";
pub(super) const RANKS: &str = "p (ranks)";
pub(super) const DETECTABLE: &str = "detectable";

/// Which columns a side has; one that would be empty in all rows it has not.
#[derive(Default)]
struct Columns {
    is_baseline: bool,
    /// Whether a mean stands between what is known of its values.
    spread: bool,
    repeats: bool,
    /// Whether chance is judged.
    judged: bool,
    ranked: bool,
    /// Whether somewhere no change is shown, and what would have been is known.
    detects: bool,
}

pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let sides: Vec<Columns> = (0..table.sides.len()).map(|side| Columns::of(table, side)).collect();
    let mut columns = key_columns(table);
    columns.extend(table.sides.iter().zip(&sides).flat_map(|(side, shown)| shown.columns(&side.name)));
    let cells = |row: &Row| {
        let cells = sides.iter().enumerate().flat_map(|(side, shown)| shown.cells(row, side));
        vec![key_cells(&row.keys).into_iter().chain(cells).collect()]
    };
    Grid { columns, sections: by_metric(&table.rows, cells) }
}

/// The same with a row for each case and side that has it: a table as long as the other is wide.
/// With their spread, rows say all that is known of a side.
pub(super) fn grid_by_side(table: &ComparisonTable, with_spread: bool) -> Grid {
    let of_any = (0..table.sides.len()).map(|side| Columns::of(table, side)).reduce(Columns::or);
    let shown = Columns { spread: with_spread, ..of_any.unwrap_or_default() };
    let columns = key_columns(table).into_iter().chain(side_column(table)).chain(shown.columns(""));
    let cells = |row: &Row| {
        let measured = (0..table.sides.len()).filter(|&side| row.cells[side].is_some());
        let of_side = |side: usize| {
            [key_cells(&row.keys), side_cell(table, &table.sides[side].name), shown.cells(row, side)].concat()
        };
        measured.map(of_side).collect()
    };
    Grid { columns: columns.collect(), sections: by_metric(&table.rows, cells) }
}

fn standing(row: &Row, side: usize) -> Option<&Against> {
    row.cells[side].as_ref()?.against.as_ref()
}

impl Columns {
    fn of(table: &ComparisonTable, side: usize) -> Self {
        let standings = || table.rows.iter().filter_map(move |row| standing(row, side));
        Self {
            is_baseline: side == table.baseline,
            spread: false,
            repeats: repeats(&table.rows, side),
            judged: standings().any(|against| against.p.is_some()),
            ranked: standings().any(|against| against.rank.is_some()),
            detects: standings().any(|against| not_shown(against).is_some()),
        }
    }

    /// Those of either, for rows of several sides.
    fn or(self, other: Self) -> Self {
        Self {
            is_baseline: self.is_baseline && other.is_baseline,
            spread: false,
            repeats: self.repeats || other.repeats,
            judged: self.judged || other.judged,
            ranked: self.ranked || other.ranked,
            detects: self.detects || other.detects,
        }
    }

    fn columns(&self, side: &str) -> Vec<Column> {
        let mut columns = if self.spread { summary::spread_columns() } else { Vec::new() };
        columns.push(Column::mean(side, "mean"));
        columns.extend(self.repeats.then(|| Column::half_interval(side)));
        if self.is_baseline {
            return columns;
        }
        columns.push(Column::improvement(side));
        columns.push(Column::new(side, "verdict", Kind::Words));
        if self.judged {
            let interval = Column::new(side, INTERVAL, Kind::Number);
            columns.push(Column { numbers: vec!["interval low", "interval high"], ..interval });
            columns.push(Column::new(side, P, Kind::Number));
            columns.push(Column::new(side, "p (Holm)", Kind::Number));
        }
        columns.extend(self.ranked.then(|| Column::new(side, RANKS, Kind::Number)));
        columns.extend(self.detects.then(|| Column::new(side, DETECTABLE, Kind::Number)));
        columns
    }

    fn cells(&self, row: &Row, side: usize) -> Vec<Cell> {
        let cell = row.cells[side].as_ref();
        let mut cells = if self.spread { summary::spread_cells(cell) } else { Vec::new() };
        cells.push(Cell::mean(cell));
        cells.extend(self.repeats.then(|| Cell::half_interval(cell)));
        if self.is_baseline {
            return cells;
        }
        let against = standing(row, side);
        cells.push(Cell::improvement(against));
        cells.push(Cell::verdict(against));
        if self.judged {
            cells.push(interval(against, row.better));
            cells.push(p(against.and_then(|against| against.p)));
            cells.push(p(against.and_then(|against| against.corrected_p)));
        }
        cells.extend(self.ranked.then(|| ranks(against)));
        cells.extend(self.detects.then(|| detectable(against)));
        cells
    }
}

/// The interval of the improvement (or change): the ratio's, turned with the direction.
pub(super) fn interval(against: Option<&Against>, better: Option<Better>) -> Cell {
    let Some((low, high)) = against.and_then(|against| against.interval) else { return Cell::missing() };
    let (from, to) = match better {
        Some(Better::Lower) => (1.0 - high, 1.0 - low),
        _ => (low - 1.0, high - 1.0),
    };
    let bare = |share| percent(share).trim_end_matches(" %").to_owned();
    Cell { numbers: vec![Some(from), Some(to)], ..Cell::words(format!("{} .. {}", bare(from), bare(to))) }
}

/// A p.
pub(super) fn p(p: Option<f64>) -> Cell {
    p.map_or_else(Cell::missing, |p| Cell { numbers: vec![Some(p)], ..Cell::words(p_value(p)) })
}

/// The rank test's p, with a mark where Welch's test does not say the same.
fn ranks(against: Option<&Against>) -> Cell {
    let cell = p(against.and_then(|against| Some(against.rank?.p)));
    match against {
        Some(against) if against.disagreement => Cell { text: format!("{} !", cell.text), ..cell },
        _ => cell,
    }
}

/// What change would have been seen, where none was.
pub(super) fn not_shown(against: &Against) -> Option<f64> {
    against.detectable.filter(|_| against.verdict == Some(Verdict::NotShown))
}

fn detectable(against: Option<&Against>) -> Cell {
    against.and_then(not_shown).map_or_else(Cell::missing, |share| Cell {
        numbers: vec![Some(share)],
        ..Cell::words(percentage(share))
    })
}
