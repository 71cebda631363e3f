//! Decimal points below each other, with the digits that a column's numbers have in common.

use std::collections::{BTreeMap, HashMap};

use super::cell::{Cell, Decimals, Origin};
use super::grid::{Column, Grid, Kind};
use crate::number::{MOST_DECIMALS, fixed, magnitude};

impl Grid {
    /// Gives numbers under one head of a section the decimals of their like, and the
    /// padding that puts their points below each other.
    ///
    /// A tool that prints two decimals means 17.40 where a double only keeps 17.4; one that
    /// prints four digits means 17.81 beside 8.264. So a number gets the most decimals of
    /// those that begin at its power of ten or above. Those that an interval sets neither get nor
    /// give any, nor do those that a program wrote down whole, of which the former leave as many
    /// as they have.
    pub(super) fn align_points(&mut self) {
        let columns = &self.columns;
        for section in &mut self.sections {
            // Where a section is of one metric, all sides' columns of one head are alike.
            let by_metric = section.metric.is_some();
            let like = |column| if by_metric { ("", alike(column).1) } else { alike(column) };
            let mut found: HashMap<(&str, &str), Found> = HashMap::new();
            for (column, cell) in section.rows.iter().flat_map(|row| columns.iter().zip(row)) {
                if let Some((value, decimals)) = plain_number(cell) {
                    found.entry(like(column)).or_default().add(value, decimals);
                }
            }
            for (column, cell) in section.rows.iter_mut().flat_map(|row| columns.iter().zip(row)) {
                if let (Some(number), Some(found)) = (plain_number(cell), found.get(&like(column))) {
                    align(cell, number, found);
                }
            }
        }
    }
}

/// The decimals of numbers of one kind.
#[derive(Default)]
struct Found {
    widest: usize,
    /// The most of those that begin at each power of ten.
    most: BTreeMap<i32, usize>,
    /// The most that an interval sets.
    believed: Option<usize>,
}

impl Found {
    fn add(&mut self, value: f64, Decimals { count, origin }: Decimals) {
        self.widest = self.widest.max(count);
        match origin {
            Origin::Interval => self.believed = self.believed.max(Some(count)),
            Origin::Written if value != 0.0 => {
                let best = self.most.entry(magnitude(value)).or_default();
                *best = count.max(*best);
            }
            Origin::Written | Origin::Whole => {}
        }
    }
}

/// Columns of one such name hold numbers of one kind; samples all do.
fn alike(column: &Column) -> (&str, &str) {
    let head = if column.kind == Kind::Sample { "" } else { column.head.as_str() };
    (&column.group, head)
}

/// Shows a number with the decimals of its like.
fn align(cell: &mut Cell, (value, own): (f64, Decimals), found: &Found) {
    let like = || found.most.range(magnitude(value)..).map(|(_, most)| *most).max();
    let count = match (own.origin, found.believed) {
        (Origin::Whole, Some(believed)) => own.count.min(believed),
        (Origin::Interval | Origin::Whole, _) => own.count,
        (Origin::Written, _) if value == 0.0 => {
            found.most.values().copied().max().unwrap_or(0).max(own.count)
        }
        (Origin::Written, _) => like().unwrap_or(own.count),
    };
    cell.text = fixed(value, count);
    cell.padding = found.widest - count + usize::from(count == 0 && found.widest > 0);
}

/// A number that is shown as nothing but a number, and its decimals.
fn plain_number(cell: &Cell) -> Option<(f64, Decimals)> {
    let is_power = cell.text.contains('e');
    let value = cell.numbers.first().copied().flatten();
    value.zip(cell.decimals).filter(|(_, decimals)| !is_power && decimals.count <= MOST_DECIMALS)
}
