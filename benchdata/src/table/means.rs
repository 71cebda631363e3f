//! The geometric means of many sides, which no sentence holds.

use super::cell::Cell;
use super::grid::{Column, Grid, Kind, Section, side_cell, side_column};
use super::headline::MOST_CONTENDERS;
use crate::comparison::{ComparisonTable, MeanRatios};
use crate::number::percent;

/// A row for each side that has any, and a column for each metric with its improvement by the geometric
/// mean of ratios; `None` where the headline says all that.
#[must_use]
pub fn means_grid(table: &ComparisonTable) -> Option<Grid> {
    if table.sides.len() <= MOST_CONTENDERS + 1 || table.mean_ratios.is_empty() {
        return None;
    }
    let column =
        |of: &MeanRatios| Column::new("", &format!("{} ({} rows)", of.metric, of.rows), Kind::Number);
    let columns = side_column(table).into_iter().chain(table.mean_ratios.iter().map(column)).collect();
    let row = |side: usize| {
        let means = table.mean_ratios.iter().map(|of| mean(of, side));
        side_cell(table, &table.sides[side].name).into_iter().chain(means).collect()
    };
    let has_any = |side: &usize| table.mean_ratios.iter().any(|of| of.sides[*side].is_some());
    let rows = (0..table.sides.len()).filter(has_any).map(row).collect();
    Some(Grid { columns, sections: vec![Section { metric: None, case: Vec::new(), rows }] })
}

/// `+6.33 %`, or `+6.33 % (10 of 12 rows)`
fn mean(of: &MeanRatios, side: usize) -> Cell {
    let Some(mean) = of.sides[side] else { return Cell::missing() };
    let improvement = percent(mean.improvement);
    let words = match mean.rows == of.rows {
        true => improvement,
        false => format!("{improvement} ({} of {} rows)", mean.rows, of.rows),
    };
    Cell { numbers: vec![Some(mean.improvement)], ..Cell::words(words) }
}
