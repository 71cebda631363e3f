//! Decimal points below each other, with the digits that a column's numbers have in common.

use std::collections::{BTreeMap, HashMap};

use super::cell::Cell;
use super::grid::{Column, Grid, Kind};
use crate::number::{fixed, magnitude};

impl Grid {
    /// Gives numbers under one head of a section the decimals of their like, and the
    /// padding that puts their points below each other.
    ///
    /// A tool that prints two decimals means 17.40 where a double only keeps 17.4; one that
    /// prints four digits means 17.81 beside 8.264. So a number gets the most decimals of
    /// those that begin at its power of ten or above.
    pub(super) fn align_points(&mut self) {
        let columns = &self.columns;
        for section in &mut self.sections {
            // Where a section is of one metric, all sides' columns of one head are alike.
            let by_metric = section.metric.is_some();
            let like = |column| if by_metric { ("", alike(column).1) } else { alike(column) };
            let mut most: HashMap<(&str, &str), BTreeMap<i32, usize>> = HashMap::new();
            for (column, cell) in section.rows.iter().flat_map(|row| columns.iter().zip(row)) {
                if let Some((value, decimals)) = plain_number(cell).filter(|(value, _)| *value != 0.0) {
                    let best = most.entry(like(column)).or_default().entry(magnitude(value)).or_default();
                    *best = decimals.max(*best);
                }
            }
            for (column, cell) in section.rows.iter_mut().flat_map(|row| columns.iter().zip(row)) {
                if let (Some(number), Some(most)) = (plain_number(cell), most.get(&like(column))) {
                    align(cell, number, most);
                }
            }
        }
    }
}

/// Columns of one such name hold numbers of one kind; samples all do.
fn alike(column: &Column) -> (&str, &str) {
    let head = if column.kind == Kind::Sample { "" } else { column.head.as_str() };
    (&column.group, head)
}

/// Shows a number with the decimals of its like, given those of each power of ten.
fn align(cell: &mut Cell, (value, own): (f64, usize), most: &BTreeMap<i32, usize>) {
    let widest = most.values().copied().max().unwrap_or(own).max(own);
    let like = most.range(magnitude(value)..).map(|(_, most)| *most).max().unwrap_or(own);
    let decimals = if value == 0.0 { widest } else { like };
    cell.text = fixed(value, decimals);
    cell.padding = widest - decimals + usize::from(decimals == 0 && widest > 0);
}

/// A number that is shown as nothing but a number, and its decimals.
fn plain_number(cell: &Cell) -> Option<(f64, usize)> {
    let bare = cell.text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
    let decimals = cell.text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let value = cell.numbers.first().copied().flatten();
    value.filter(|_| bare).map(|value| (value, decimals))
}
