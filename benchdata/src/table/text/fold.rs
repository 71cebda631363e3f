//! Columns that mail has no room for side by side, folded into one.

use unicode_width::UnicodeWidthStr;

use super::super::cell::{Cell, Tone};
use super::super::grid::{Column, Grid, Kind, Section};
use super::columns::samples_a_line;

/// More keys than these leave no room for their values.
const MOST_KEYS: usize = 6;

/// A grid whose keys are too many for columns of their own has them all in one.
pub(super) fn keys_in_one_column(grid: Grid) -> Grid {
    let keys = grid.columns.iter().take_while(|column| column.kind.is_key()).count();
    if keys <= MOST_KEYS {
        return grid;
    }
    let heads: Vec<String> = grid.columns[..keys].iter().map(|column| column.head.clone()).collect();
    let case = |cells: Vec<Cell>| {
        let cells = cells.into_iter().zip(&heads).filter(|(cell, _)| cell.tone != Tone::Missing);
        let case: Vec<String> = cells.map(|(cell, head)| format!("{head}={}", cell.text)).collect();
        Cell::words(case.join(", "))
    };
    let column = Column::new("", "case", Kind::Key);
    folded(grid, 0, keys, column, case)
}

/// A grid whose samples stand in one column, one below the other and all equally wide: the
/// renderer sets as many of them on a line as there is room for.
pub(super) fn samples_in_one_column(grid: Grid) -> Grid {
    let is_sample = |column: &Column| column.kind == Kind::Sample;
    let Some(first) = grid.columns.iter().position(is_sample) else { return grid };
    let count = grid.columns[first..].iter().take_while(|column| is_sample(column)).count();
    let padded = |cell: &Cell| format!("{}{}", cell.text, " ".repeat(cell.padding));
    let rows = grid.sections.iter().flat_map(|section| &section.rows);
    let cells = rows.flat_map(|row| &row[first..first + count]);
    let width = cells.map(|cell| padded(cell).width()).max().unwrap_or(0);
    let list = |cells: Vec<Cell>| {
        let shown = cells.iter().filter(|cell| !cell.text.is_empty());
        let lines: Vec<String> = shown.map(|cell| format!("{:>width$}", padded(cell))).collect();
        Cell::words(lines.join("\n"))
    };
    let column = Column::new("", "samples", Kind::Sample);
    folded(grid, first, count, column, list)
}

/// The columns from `first` on, folded into `column`, their cells into what `fold` makes.
fn folded(grid: Grid, first: usize, count: usize, column: Column, fold: impl Fn(Vec<Cell>) -> Cell) -> Grid {
    let Grid { mut columns, sections } = grid;
    columns.splice(first..first + count, [column]);
    let row = |mut row: Vec<Cell>| {
        let cell = fold(row.drain(first..first + count).collect());
        row.insert(first, cell);
        row
    };
    let section = |section: Section| Section { rows: section.rows.into_iter().map(row).collect(), ..section };
    Grid { columns, sections: sections.into_iter().map(section).collect() }
}

/// The samples of a folded cell, in lines of as many as fit a width.
pub(super) fn lines_of_samples(text: &str, width: usize) -> Vec<String> {
    let samples: Vec<&str> = text.lines().collect();
    let fit = samples_a_line(samples.first().map_or(0, |sample| sample.width()), width);
    samples.chunks(fit).map(|line| line.join(" ")).collect()
}
