//! Units as a person would choose them: 1.234567 s rather than 1234567 us.
//!
//! Only the decimal point moves, by thousands, so that every digit that a tool printed stays.
//! What was printed in a readable size keeps its unit, and so do powers of 1024, which no
//! decimal point turns into each other.

use super::cell::Cell;
use super::grid::{Column, Grid, Kind};
use crate::number::fixed;
use crate::unit::thousandfold;

/// Values from here on are read with difficulty, and are brought below the second.
const TOO_LARGE: (f64, f64) = (1e5, 1e3);

/// So are values below the first, which are brought up to the second.
const TOO_SMALL: (f64, f64) = (1e-3, 1.0);

impl Grid {
    /// Gives the values of each section, or where metrics are columns those of each metric,
    /// a unit in which the largest is neither huge nor tiny.
    pub(super) fn scale(&mut self) {
        for section in &mut self.sections {
            match &mut section.metric {
                Some(metric) => {
                    let all = columns_of(&self.columns, |_| true);
                    if let Some(unit) = rescaled(&mut section.rows, &all, &metric.unit) {
                        unit.clone_into(&mut metric.unit);
                    }
                }
                None => scale_columns(&mut self.columns, &mut section.rows),
            }
        }
    }
}

fn scale_columns(columns: &mut [Column], rows: &mut [Vec<Cell>]) {
    for first in 0..columns.len() {
        let (group, Some(old)) = (columns[first].group.clone(), columns[first].unit.clone()) else {
            continue;
        };
        let alike = columns_of(columns, |column| column.group == group && column.unit.as_ref() == Some(&old));
        // Each once: with the first of its like.
        let new = if alike.first() == Some(&first) { rescaled(rows, &alike, &old) } else { None };
        for (new, at) in new.iter().flat_map(|new| alike.iter().map(move |&at| (new, at))) {
            let column = &mut columns[at];
            column.unit = Some((*new).to_owned());
            if column.head == old {
                (*new).clone_into(&mut column.head);
            }
        }
    }
}

fn columns_of(columns: &[Column], is: impl Fn(&Column) -> bool) -> Vec<usize> {
    let is_measured = |column: &Column| matches!(column.kind, Kind::Sample | Kind::Value) && is(column);
    (0..columns.len()).filter(|&at| is_measured(&columns[at])).collect()
}

/// Moves the decimal points of some columns, where that reads better, and gives the new unit.
fn rescaled(rows: &mut [Vec<Cell>], columns: &[usize], unit: &str) -> Option<&'static str> {
    let cells = || rows.iter().map(|row| columns.iter().map(|&at| &row[at]));
    if cells().flatten().any(|cell| cell.text.contains('e')) {
        return None;
    }
    let largest = |row: &mut dyn Iterator<Item = &Cell>| row.filter_map(value).fold(0.0, f64::max);
    let of_rows: Vec<f64> = cells().map(|mut row| largest(&mut row)).filter(|x| *x > 0.0).collect();
    let most = of_rows.iter().copied().reduce(f64::max)?;
    let least = of_rows.into_iter().reduce(f64::min)?;
    let steps = if most >= TOO_LARGE.0 {
        (1..).find(|&steps| most / thousands(steps) < TOO_LARGE.1)?
    } else if most < TOO_SMALL.0 {
        -(1..).find(|&steps| most * thousands(steps) >= TOO_SMALL.1)?
    } else {
        return None;
    };
    let towards_one = (1..=steps.abs()).rev().map(|step| step * steps.signum());
    let reads_well = |&steps: &i32| steps < 0 || least / thousands(steps) >= TOO_SMALL.0;
    let (steps, unit) =
        towards_one.filter(reads_well).find_map(|steps| Some((steps, thousandfold(unit, steps)?)))?;
    for row in rows {
        columns.iter().for_each(|&at| shift(&mut row[at], steps));
    }
    Some(unit)
}

fn value(cell: &Cell) -> Option<f64> {
    cell.numbers.first().copied().flatten().map(f64::abs)
}

fn thousands(steps: i32) -> f64 {
    1000_f64.powi(steps)
}

/// Divides a cell's number by so many thousands, and shows as many more digits behind the
/// point.
fn shift(cell: &mut Cell, steps: i32) {
    let scaled = |x: f64| if steps > 0 { x / thousands(steps) } else { x * thousands(-steps) };
    cell.numbers.iter_mut().for_each(|number| *number = number.map(scaled));
    if let [Some(number)] = cell.numbers.as_slice() {
        let decimals = cell.text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
        cell.text = fixed(*number, usize::try_from(decimals + 3 * steps).unwrap_or(0));
    }
}
