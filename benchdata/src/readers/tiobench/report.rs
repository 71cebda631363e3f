//! What a whole report must hold, to see where one was cut off.

use super::title::{Parameters, TESTS};
use crate::reading::{ReadError, Remark};

/// The tables of one execution, as far as they have been read.
#[derive(Default)]
pub(super) struct Report {
    /// The legend (`Unit information`) stood above: it is the tool's own output.
    pub(super) is_raw: bool,
    tables: Vec<Section>,
}

struct Section {
    test: String,
    rows: usize,
    last_line: usize,
}

impl Report {
    /// Notes a table's test, its number of rows and the line of its last row.
    pub(super) fn add(&mut self, title: Option<&Parameters>, rows: usize, last_line: usize) {
        let test = title.and_then(|case| case.get("test"));
        let test = test.map(ToString::to_string).unwrap_or_default();
        match self.tables.last_mut() {
            Some(section) if section.test == test => {
                section.rows += rows;
                section.last_line = last_line;
            }
            _ => self.tables.push(Section { test, rows, last_line }),
        }
    }

    /// The last table must have as many rows as the one before: tiobench prints the same
    /// ones in each. (Tables in the middle are left alone: people leave rows out.)
    pub(super) fn check_last(&self) -> Result<(), ReadError> {
        let [.., before, last] = self.tables.as_slice() else { return Ok(()) };
        if !self.is_raw || last.rows >= before.rows {
            return Ok(());
        }
        Err(ReadError {
            line: last.last_line,
            found: format!("{} of {} rows of {}", last.rows, before.rows, last.test),
            expected: format!("as many as {} has: was the output cut off?", before.test),
        })
    }

    /// Tests that the tool prints and this output lacks.
    pub(super) fn remark(&self) -> Option<Remark> {
        let line = self.tables.last().filter(|_| self.is_raw)?.last_line;
        let is_missing = |test: &&str| !self.tables.iter().any(|section| section.test == **test);
        let missing: Vec<&str> = TESTS.into_iter().filter(|test| is_missing(test)).collect();
        let text = format!("there is no table of {}: was the output cut off?", missing.join(", "));
        (!missing.is_empty()).then_some(Remark { line, text })
    }
}
