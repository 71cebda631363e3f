//! Layout `samples`: a section is a case and metric, a row a side; every sample, their mean,
//! its ratio.

use super::cell::{Cell, Tone};
use super::grid::{Column, Grid, Kind, Section, SectionMetric, side_cell, side_column};
use super::metrics::RATIO;
use crate::comparison::{self, Basis, ComparisonTable, Row};

/// More samples than this in a row are read by nobody; the table says how many there are.
const MOST_SHOWN: usize = 100;

pub(super) fn grid(table: &ComparisonTable) -> Grid {
    let most = cells(table).map(shown).max().unwrap_or(0);
    let mut columns: Vec<Column> = side_column(table).into_iter().collect();
    columns.extend((1..=most).map(|at| Column::new("samples", &at.to_string(), Kind::Sample)));
    columns.push(Column::mean("", "Avg"));
    if table.sides.len() > 1 {
        columns.push(Column::new("", RATIO, Kind::Number));
    }
    let section = |row: &Row| Section {
        metric: Some(SectionMetric::of(row)),
        case: table.keys.iter().cloned().zip(row.keys.iter().cloned()).collect(),
        rows: rows(table, row, most),
    };
    Grid { columns, sections: table.rows.iter().map(section).collect() }
}

fn cells(table: &ComparisonTable) -> impl Iterator<Item = &comparison::Cell> {
    table.rows.iter().flat_map(|row| row.cells.iter().flatten())
}

/// How many of a cell's observations have a column.
fn shown(cell: &comparison::Cell) -> usize {
    cell.observations.len().min(MOST_SHOWN)
}

/// A row for each side that has samples here: a side that has none would only be dashes.
fn rows(table: &ComparisonTable, row: &Row, most: usize) -> Vec<Vec<Cell>> {
    let sides = table.sides.iter().zip(&row.cells).enumerate();
    sides
        .filter_map(|(at, (side, cell))| {
            let cell = cell.as_ref()?;
            let mut cells = [side_cell(table, &side.name), samples(cell, most)].concat();
            // What is far off is marked itself.
            cells.push(Cell { is_far: false, ..Cell::mean(Some(cell)) });
            if table.sides.len() > 1 {
                cells.push(Cell::ratio(Some(cell), at == table.baseline));
            }
            Some(cells)
        })
        .collect()
}

/// A cell for each column; a row that has fewer samples than another ends in empty ones.
fn samples(cell: &comparison::Cell, most: usize) -> Vec<Cell> {
    let sample = |(at, &value): (usize, &f64)| {
        let is_far = cell.outliers.contains(&at);
        let tone = if is_far { Tone::Outlier } else { Tone::Plain };
        Cell { tone, is_far, ..Cell::number(value, cell.decimals) }
    };
    let none = cell.observations.is_empty().then(Cell::missing);
    let samples = cell.observations.iter().enumerate().map(sample).chain(none);
    samples.chain(std::iter::repeat(Cell::words(""))).take(most).collect()
}

/// What the samples of a table are, and which of them it does not show.
pub(super) fn notes(table: &ComparisonTable) -> Vec<String> {
    let all = cells(table).count();
    let means = cells(table).filter(|cell| cell.basis == Basis::Runs && shown(cell) > 0).count();
    let cut: Vec<u64> =
        cells(table).filter(|cell| cell.observations.len() > MOST_SHOWN).map(|cell| cell.summary.n).collect();
    let none: Vec<u64> =
        cells(table).filter(|cell| cell.observations.is_empty()).map(|cell| cell.summary.n).collect();
    let marked = cells(table).filter(|cell| !cell.outliers.is_empty()).count();
    let most = |counts: &[u64]| counts.iter().copied().max().unwrap_or(0);
    [
        (marked, "have a sample far from their others, marked *; it counts".to_owned()),
        (means, "of several runs show each run's mean".to_owned()),
        (cut.len(), format!("show the first {MOST_SHOWN} of up to {} samples; Avg is of all", most(&cut))),
        (
            none.len(),
            format!(
                "show no samples of up to {}: only their summary was printed or kept; Avg is of all",
                most(&none)
            ),
        ),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{count} of {all} rows {what}"))
    .collect()
}
