//! One unit for all rows of a metric, where tools wrote its values in several.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::comparison::{Cell, ComparisonTable, Row};
use crate::number::tidied;
use crate::summary::Summary;
use crate::unit::{Quantity, Unit};

/// The table with the rows of each metric and quantity in the unit of the first of them: what
/// can be compared stands in one column.
pub(super) fn in_one_unit(table: &ComparisonTable) -> Cow<'_, ComparisonTable> {
    let mut firsts: HashMap<(&str, Quantity), &str> = HashMap::new();
    let mut others: Vec<(usize, String, f64)> = Vec::new();
    for (at, row) in table.rows.iter().enumerate() {
        let Ok(unit) = Unit::new(&row.unit) else { continue };
        let first = *firsts.entry((&row.metric, unit.quantity())).or_insert(&row.unit);
        let factor = Unit::new(first).ok().and_then(|first| unit.in_units_of(&first));
        if let Some(factor) = factor.filter(|_| row.unit != first) {
            others.push((at, first.to_owned(), factor));
        }
    }
    if others.is_empty() {
        return Cow::Borrowed(table);
    }
    let mut table = table.clone();
    others.into_iter().for_each(|(at, unit, factor)| convert(&mut table.rows[at], unit, factor));
    Cow::Owned(table)
}

fn convert(row: &mut Row, unit: String, factor: f64) {
    row.unit = unit;
    row.cells.iter_mut().flatten().for_each(|cell| scale(cell, factor));
}

fn scale(cell: &mut Cell, factor: f64) {
    let scaled = |x: f64| tidied(x * factor);
    let Summary { n, min, mean, max, stddev } = cell.summary;
    cell.summary = Summary {
        n,
        min: min.map(scaled),
        mean: scaled(mean),
        max: max.map(scaled),
        stddev: stddev.map(scaled),
    };
    cell.observations.iter_mut().for_each(|x| *x = scaled(*x));
    // A thousandth has three decimals more; what is no power of ten, one at least.
    let more = (-factor.log10() - 1e-9).ceil() as isize;
    cell.decimals = cell.decimals.saturating_add_signed(more);
}
