//! One table: its rows, wrapped or not, and the remarks that people wrote between them.

use std::collections::HashSet;

use super::header::Columns;
use super::lines::{Line, Mark, Word};
use super::row::{Row, Shape, is_cell, shape, with_units};
use super::runs::{Entry, Place};
use super::title::Title;
use crate::reading::{ReadError, Remark};

/// A table whose header is complete.
pub(super) struct Table<'a> {
    columns: Columns,
    pub(super) title: Option<Title>,
    pub(super) place: Place,
    /// The line its header begins in.
    header: usize,
    /// Where the rule under the header ends its first piece.
    pub(super) label_end: Option<usize>,
    pub(super) rows: usize,
    pub(super) last: Option<LastRow>,
    /// Whether the rows have a percent sign: tells rows from other tools' numbers.
    has_percent: bool,
    labels: HashSet<String>,
    /// Something else stood between the rows.
    pub(super) is_interrupted: bool,
    /// A row that is wrapped and not complete yet.
    pending: Option<Row<'a>>,
}

/// The last row that was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastRow {
    pub(super) line: usize,
    /// Whether its last number is whole even if the text ends behind it.
    pub(super) is_surely_whole: bool,
}

/// The width that tiobench gives its identifier.
const LABEL_WIDTH: usize = 28;

impl<'a> Table<'a> {
    pub(super) fn new(columns: Columns, title: Option<Title>, place: Place, header: usize) -> Self {
        Self {
            columns,
            title,
            place,
            header,
            label_end: None,
            rows: 0,
            last: None,
            has_percent: false,
            labels: HashSet::new(),
            is_interrupted: false,
            pending: None,
        }
    }

    /// The table without a header that begins with this row, if it is one: CPU% tells.
    pub(super) fn headless(mut self, line: &Line<'a>) -> Option<Self> {
        const CPU: usize = 4;
        self.label_end = Some(line.words.first()?.at + LABEL_WIDTH);
        match shape(&line.words, self.wanted(), self.label_end) {
            Shape::Row { label, .. } => line.words.get(label + CPU)?.text.ends_with('%').then_some(self),
            _ => None,
        }
    }

    fn wanted(&self) -> usize {
        self.columns.columns.len()
    }

    fn error(&self, line: usize, found: String) -> ReadError {
        ReadError { line, found, expected: format!("{} cells, as in the header", self.wanted()) }
    }

    /// Whether a row is begun that the next line has to go on with.
    pub(super) fn is_in_row(&self) -> bool {
        self.pending.is_some()
    }

    /// Takes a line; gives what its rows say, or `None` where it is no row.
    pub(super) fn take(
        &mut self,
        line: &Line<'a>,
        mark: Option<Mark>,
        remarks: &mut Vec<Remark>,
    ) -> Result<Option<Vec<Entry>>, ReadError> {
        let words = with_units(&line.words);
        if let Some(row) = self.pending.take() {
            return self.go_on(row, line, &words, remarks).map(Some);
        }
        let has_percent = words.iter().any(|word| word.text.ends_with('%'));
        let may_be_row = !self.is_interrupted || has_percent == self.has_percent;
        match shape(&words, self.wanted(), self.label_end) {
            Shape::Row { label, cells }
                if may_be_row && (!self.is_interrupted || has_percent || cells == self.wanted()) =>
            {
                let (row, rest) = words.split_at(label + cells);
                self.begin(line.number, mark, row, label);
                let entries = self.complete(line.number, remarks)?;
                if let Some(first) = rest.first() {
                    let behind = line.body[first.at..].trim();
                    remarks.push(Remark { line: line.number, text: format!("left out: {behind}") });
                }
                Ok(Some(entries))
            }
            Shape::Damaged { found, expected } if may_be_row && (!self.is_interrupted || has_percent) => {
                Err(ReadError { line: line.number, found, expected })
            }
            _ if words.len() == 1 && self.labels.contains(words[0].text) => {
                Err(self.error(line.number, "a row without cells".to_owned()))
            }
            _ => {
                if self.rows > 0 && !self.is_interrupted {
                    let text = format!("left out: {}", line.body.trim());
                    remarks.push(Remark { line: line.number, text });
                    self.is_interrupted = true;
                }
                Ok(None)
            }
        }
    }

    fn begin(&mut self, line: usize, mark: Option<Mark>, words: &[Word<'a>], label: usize) {
        let (label, cells) = words.split_at(label);
        let label = label.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        self.pending = Some(Row { line, mark, label, cells: cells.to_vec() });
    }

    /// Goes on with a wrapped row. Behind its last cell the next row or prose may begin,
    /// where a mail program refilled the paragraph.
    fn go_on(
        &mut self,
        mut row: Row<'a>,
        line: &Line<'a>,
        words: &[Word<'a>],
        remarks: &mut Vec<Remark>,
    ) -> Result<Vec<Entry>, ReadError> {
        let missing = self.wanted() - row.cells.len();
        let cells = words.iter().take(missing).take_while(|word| is_cell(word.text)).count();
        let (cells, next) = words.split_at(cells);
        let is_next_row =
            next.len() > 1 && !is_cell(next[0].text) && next[1..].iter().all(|word| is_cell(word.text));
        let is_prose = next.first().is_some_and(|word| !is_cell(word.text)) && !is_next_row;
        if cells.is_empty() || !(next.is_empty() || is_next_row || is_prose) {
            let found = format!("a row with {} cells, then {:?}", row.cells.len(), line.body.trim());
            return Err(self.error(row.line, found));
        }
        if is_next_row && next.len() > self.wanted() + 1 {
            return Err(self.error(line.number, format!("a row with {} cells", next.len() - 1)));
        }
        row.cells.extend(cells);
        // `3 runs each` below a row that lost its last cell.
        if is_prose && !row.is_surely_whole(&self.columns) {
            return Err(self.error(row.line, format!("a row that goes on with {:?}", line.body.trim())));
        }
        self.pending = Some(row);
        let entries = self.complete(line.number, remarks)?;
        if is_next_row {
            self.begin(line.number, None, next, 1);
        }
        Ok(entries)
    }

    /// What the pending row says, once it is complete.
    fn complete(&mut self, line: usize, remarks: &mut Vec<Remark>) -> Result<Vec<Entry>, ReadError> {
        let wanted = self.wanted();
        let Some(row) = self.pending.take_if(|row| row.cells.len() == wanted) else { return Ok(Vec::new()) };
        self.rows += 1;
        self.has_percent |= row.cells.iter().any(|cell| cell.text.ends_with('%'));
        self.last = Some(LastRow { line, is_surely_whole: row.is_surely_whole(&self.columns) });
        let case = self.title.as_ref().map(|title| title.case.clone()).unwrap_or_default();
        let entries = row.entries(&self.columns, &case, remarks);
        self.labels.insert(row.label);
        entries
    }

    /// No wrapped row goes on beyond `line`.
    pub(super) fn check_pending(&self, line: usize) -> Result<(), ReadError> {
        let Some(row) = &self.pending else { return Ok(()) };
        let found = format!("a row with {} cells, cut off before line {line}", row.cells.len());
        Err(self.error(row.line, found))
    }

    /// The table ends before `line`; gives its last row.
    pub(super) fn end(&self, line: usize) -> Result<LastRow, ReadError> {
        self.check_pending(line)?;
        self.last.ok_or_else(|| ReadError {
            line: self.header,
            found: "a header without rows".to_owned(),
            expected: "the table's rows under it".to_owned(),
        })
    }
}
