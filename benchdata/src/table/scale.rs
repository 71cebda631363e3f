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
                    let measured = Measured::of(&self.columns, |_| true);
                    if let Some(unit) = measured.rescaled(&mut section.rows, &metric.unit) {
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
        let is_like = |column: &Column| column.group == group && column.unit.as_ref() == Some(&old);
        let measured = Measured::of(columns, is_like);
        // Each once: with the first of its like.
        let is_first = measured.all.first() == Some(&first);
        let Some(new) = is_first.then(|| measured.rescaled(rows, &old)).flatten() else { continue };
        for &at in &measured.all {
            let column = &mut columns[at];
            column.unit = Some(new.to_owned());
            if column.head == old {
                new.clone_into(&mut column.head);
            }
        }
    }
}

/// Columns of one unit.
struct Measured {
    all: Vec<usize>,
    /// Those that must be readable. A spread may be very small.
    values: Vec<usize>,
}

impl Measured {
    fn of(columns: &[Column], is: impl Fn(&Column) -> bool) -> Self {
        let of = |kinds: &[Kind]| {
            let is_it = |at: &usize| kinds.contains(&columns[*at].kind) && is(&columns[*at]);
            (0..columns.len()).filter(is_it).collect()
        };
        let values = of(&[Kind::Sample, Kind::Value]);
        Self { all: of(&[Kind::Sample, Kind::Value, Kind::Spread]), values }
    }

    /// Moves the decimal points, where that reads better, and gives the new unit.
    fn rescaled(&self, rows: &mut [Vec<Cell>], unit: &str) -> Option<&'static str> {
        let (steps, unit) = self.better(rows, unit)?;
        for row in rows {
            self.all.iter().for_each(|&at| shift(&mut row[at], steps));
        }
        Some(unit)
    }

    /// By how many thousands another unit reads better, and which.
    fn better(&self, rows: &[Vec<Cell>], unit: &str) -> Option<(i32, &'static str)> {
        let cells = || rows.iter().flat_map(|row| self.values.iter().map(|&at| &row[at]));
        if cells().any(|cell| cell.text.contains('e')) {
            return None;
        }
        let values = || cells().filter_map(value).filter(|x| *x > 0.0);
        let (most, least) = (values().reduce(f64::max)?, values().reduce(f64::min)?);
        let steps = if most >= TOO_LARGE.0 {
            (1..).find(|&steps| most / thousands(steps) < TOO_LARGE.1)?
        } else if most < TOO_SMALL.0 {
            -(1..).find(|&steps| most * thousands(steps) >= TOO_SMALL.1)?
        } else {
            return None;
        };
        let towards_none = (1..=steps.abs()).rev().map(|step| step * steps.signum());
        let reads_well = |&steps: &i32| steps < 0 || least / thousands(steps) >= TOO_SMALL.0;
        towards_none.filter(reads_well).find_map(|steps| Some((steps, thousandfold(unit, steps)?)))
    }
}

fn value(cell: &Cell) -> Option<f64> {
    cell.numbers.first().copied().flatten().map(f64::abs)
}

fn thousands(steps: i32) -> f64 {
    1000_f64.powi(steps)
}

/// Divides a cell's number by so many thousands, and shows as many more digits behind the
/// point. What follows it, such as how many observations it is of, is in no unit.
fn shift(cell: &mut Cell, steps: i32) {
    let (Some(Some(number)), Some(decimals)) = (cell.numbers.first_mut(), &mut cell.decimals) else { return };
    *number = if steps > 0 { *number / thousands(steps) } else { *number * thousands(-steps) };
    decimals.count = usize::try_from(decimals.count as i32 + 3 * steps).unwrap_or(0);
    cell.text = fixed(*number, decimals.count);
}
