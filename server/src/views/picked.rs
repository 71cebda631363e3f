//! Which rows of a comparison a table shows.

use std::collections::HashSet;

use benchdata::comparison::{ComparisonTable, Row};

use super::grid::GridView;
use super::row::ids_of;
use super::window::{self, Outcome};

impl GridView {
    /// Takes away all rows but those in which this came out for some side: in any layout, also where no
    /// cell tells of it.
    pub(super) fn pick(&mut self, outcome: Outcome, table: &ComparisonTable) {
        let has_it = table.rows.iter().filter(|row| outcome.is_of(row));
        let ids: HashSet<String> = has_it.flat_map(|row| ids_of(table, row)).collect();
        let lines = self.lines();
        window::keep(&mut self.grid.sections, |line| ids.contains(&lines[line]));
    }

    /// The id of the row of each line.
    fn lines(&self) -> Vec<String> {
        let sections = self.grid.sections.iter();
        sections.flat_map(|section| section.rows.iter().map(|row| self.id(section, row))).collect()
    }

    /// Which rows of the comparison are shown, by number.
    pub(super) fn rows_shown(&self, table: &ComparisonTable) -> Vec<usize> {
        let shown: HashSet<String> = self.lines().into_iter().collect();
        let is_shown = |row: &Row| ids_of(table, row).iter().any(|id| shown.contains(id));
        (0..table.rows.len()).filter(|at| is_shown(&table.rows[*at])).collect()
    }
}
