//! Marks on observations far from the others, and on means that hold one.

use super::cell::Cell;
use super::grid::{Grid, Kind};

impl Grid {
    /// Marks what is far off with a `*`, and leaves room for the mark behind what is not in the
    /// same column; samples side by side are like one.
    pub(super) fn mark(&mut self) {
        let (samples, others): (Vec<usize>, Vec<usize>) =
            (0..self.columns.len()).partition(|&at| self.columns[at].kind == Kind::Sample);
        let alike = others.into_iter().map(|at| vec![at]).chain([samples]);
        for places in alike {
            for section in &mut self.sections {
                let is_far = |row: &Vec<Cell>| places.iter().any(|&at| row[at].is_far);
                if section.rows.iter().any(is_far) {
                    section.rows.iter_mut().for_each(|row| places.iter().for_each(|&at| mark(&mut row[at])));
                }
            }
        }
    }
}

fn mark(cell: &mut Cell) {
    if cell.is_far {
        cell.text.push('*');
    } else if !cell.text.is_empty() {
        cell.padding += 1;
    }
}
