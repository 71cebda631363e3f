//! Reads tiobench's report: titles, headers, rows, and whatever people wrote between.

use std::collections::HashSet;

use super::header::{Columns, Header, Subject};
use super::lines::{Line, Mark, Word};
use super::report::Report;
use super::row::{Row, Shape, is_cell, shape, with_units};
use super::runs::{Place, Runs};
use super::title::{Kind, Title};
use crate::reading::{ReadError, Remark};

/// A table whose header is complete.
struct Table<'a> {
    columns: Columns,
    title: Option<Title>,
    place: Place,
    header: usize,
    /// Where the rule under the header ends its first piece.
    label_end: Option<usize>,
    rows: usize,
    /// Whether the rows have a percent sign: tells rows from other tools' numbers.
    has_percent: bool,
    labels: HashSet<String>,
    /// Something else stood between the rows.
    is_interrupted: bool,
    /// A row that is wrapped and not complete yet.
    pending: Option<Row<'a>>,
}

/// The state while a text is read.
#[derive(Default)]
pub(super) struct Tables<'a> {
    runs: Runs,
    remarks: Vec<Remark>,
    report: Report,
    title: Option<Title>,
    header: Option<Header>,
    label_end: Option<usize>,
    table: Option<Table<'a>>,
    /// The title of the table right above, for a header that is repeated.
    above: Option<Title>,
    tables: usize,
    /// The line of a table that has no title.
    untitled: Option<usize>,
    last: Option<LastRow>,
    /// The last line that says something.
    last_line: usize,
}

/// The last row that was read.
struct LastRow {
    line: usize,
    is_surely_whole: bool,
}

fn error(line: usize, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
    ReadError { line, found: found.into(), expected: expected.into() }
}

impl<'a> Tables<'a> {
    /// Takes the next line.
    pub(super) fn take(&mut self, mut line: Line<'a>) -> Result<(), ReadError> {
        if line.words.is_empty() {
            return self.check_pending(line.number);
        }
        self.last_line = line.number;
        if self.table.as_ref().is_some_and(|table| table.pending.is_some()) {
            return self.row(&line, None);
        }
        if let Some(end) = line.take_rule() {
            let label_end = self.table.as_mut().map_or(&mut self.label_end, |table| &mut table.label_end);
            // A wrapped rule's second piece is not under the label.
            label_end.get_or_insert(end);
            if line.words.is_empty() {
                return Ok(());
            }
        }
        let mark = line.take_mark();
        if line.body.to_lowercase().contains("unit information") {
            self.finish_header()?;
            self.end_report(line.number)?;
            self.report.is_raw = true;
            self.runs.begin_report();
            return Ok(());
        }
        if self.header.as_mut().is_some_and(|header| header.take(&line)) {
            return Ok(());
        }
        if let Some(header) = Header::begun_by(&line) {
            self.finish_header()?;
            self.end_table(line.number)?;
            self.header = Some(header);
            return Ok(());
        }
        if let Some(word) = Header::strange_column(&line) {
            return Err(error(line.number, format!("{word:?} in a header"), "one of tiobench's columns"));
        }
        self.finish_header()?;
        if self.is_title(&line)? {
            return Ok(());
        }
        if self.table.is_some() { self.row(&line, mark) } else { self.prose(&line) }
    }

    /// Takes a title's line.
    fn is_title(&mut self, line: &Line<'a>) -> Result<bool, ReadError> {
        let Some((title, words)) = self.title_of(line)? else { return Ok(false) };
        if title.kind != Kind::Line {
            return Ok(false);
        }
        self.end_table(line.number)?;
        self.above = None;
        self.title = Some(title);
        self.header = Header::begun_by(&Line { words, ..line.clone() });
        Ok(true)
    }

    fn title_of(&self, line: &Line<'a>) -> Result<Option<(Title, Vec<Word<'a>>)>, ReadError> {
        Title::of(line)
            .map_err(|bad| error(line.number, format!("{:?}", line.body), format!("a title: it {bad}")))
    }

    /// Takes a line that is neither header nor row.
    fn prose(&mut self, line: &Line<'a>) -> Result<(), ReadError> {
        self.above = None;
        let Some((mut mention, _)) = self.title_of(line)? else { return Ok(()) };
        match &self.title {
            Some(title) if title.kind == Kind::Line => return Ok(()),
            Some(title) if title.case.get("test") != mention.case.get("test") => {
                mention.kind = Kind::Ambiguous
            }
            _ => {}
        }
        self.title = Some(mention);
        Ok(())
    }

    /// Begins the table whose header is complete.
    fn finish_header(&mut self) -> Result<(), ReadError> {
        let label_end = self.label_end.take();
        let Some(header) = self.header.take() else { return Ok(()) };
        let columns =
            header.columns().map_err(|found| error(header.line, found, "tiobench's header of two lines"))?;
        let Some(columns) = columns else { return Ok(()) };
        let (title, is_titled) = self.title_for(&columns, header.line)?;
        self.table = Some(Table {
            columns,
            title,
            place: Place { table: self.tables, is_titled },
            header: header.line,
            label_end,
            rows: 0,
            has_percent: false,
            labels: HashSet::new(),
            is_interrupted: false,
            pending: None,
        });
        self.tables += 1;
        Ok(())
    }

    /// The title of the table whose header stands at `line`, and whether it is its own
    /// rather than that of the table right above.
    fn title_for(&mut self, columns: &Columns, line: usize) -> Result<(Option<Title>, bool), ReadError> {
        if columns.subject == Subject::Directory {
            return Ok((None, true));
        }
        let expected = "a title such as `Sequential Reads` above the table";
        match self.title.take() {
            Some(title) if title.kind == Kind::Ambiguous => {
                Err(error(title.line, "several tests named above one table", expected))
            }
            Some(title) if self.untitled.is_none() => Ok((Some(title), true)),
            Some(_) => Err(error(self.untitled.unwrap_or(line), "a table without title", expected)),
            None => {
                if let Some(title) = self.above.take() {
                    return Ok((Some(title), false));
                }
                if columns.subject == Subject::Identifier || self.tables > 0 {
                    return Err(error(line, "a table without title", expected));
                }
                self.untitled = Some(line);
                let text = "the table has no title: which of tiobench's tests it shows is left open";
                self.remarks.push(Remark { line, text: text.to_owned() });
                Ok((None, true))
            }
        }
    }

    /// Takes a line within a table.
    fn row(&mut self, line: &Line<'a>, mark: Option<Mark>) -> Result<(), ReadError> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let wanted = table.columns.columns.len();
        let (words, units) = with_units(&line.words);
        if let Some(mut row) = table.pending.take() {
            let missing = wanted - row.cells.len();
            let cells = words.iter().take(missing).take_while(|word| is_cell(word.text)).count();
            if cells == 0 || words.get(cells).is_some_and(|word| is_cell(word.text)) {
                let found = format!("a row with {} cells, then {:?}", row.cells.len(), line.body.trim());
                return Err(error(row.line, found, format!("{wanted} cells, as in the header")));
            }
            row.cells.extend(words[..cells].iter().map(|word| word.text));
            row.units.extend(&units[..cells]);
            table.pending = Some(row);
            return self.advance(line, &words[cells..], &units[cells..]);
        }
        let has_percent = words.iter().any(|word| word.text.ends_with('%'));
        match shape(&words, wanted, table.label_end) {
            _ if table.is_interrupted && has_percent != table.has_percent => self.prose(line),
            Shape::Row { label, cells } if !table.is_interrupted || has_percent || cells == wanted => {
                let name: Vec<&str> = words[..label].iter().map(|word| word.text).collect();
                let (first, rest) = (label, label + cells);
                table.pending = Some(Row {
                    line: line.number,
                    mark,
                    label: name,
                    cells: words[first..rest].iter().map(|word| word.text).collect(),
                    units: units[first..rest].to_vec(),
                });
                self.advance(line, &words[rest..], &units[rest..])
            }
            Shape::Damaged { found, expected } if !table.is_interrupted || has_percent => {
                Err(error(line.number, found, expected))
            }
            _ if words.len() == 1 && table.labels.contains(words[0].text) => {
                Err(error(line.number, "a row without cells", format!("{wanted} cells, as in the header")))
            }
            _ => {
                if !table.is_interrupted && table.rows > 0 {
                    let text = format!("left out: {}", line.body.trim());
                    self.remarks.push(Remark { line: line.number, text });
                }
                table.is_interrupted |= table.rows > 0;
                self.prose(line)
            }
        }
    }

    /// Stores the pending row if it is complete, and goes on with what stands behind it
    /// in the line: the next row, where a mail program refilled the paragraph, or a remark.
    fn advance(
        &mut self,
        line: &Line<'a>,
        rest: &[Word<'a>],
        units: &[Option<&'static str>],
    ) -> Result<(), ReadError> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        let wanted = table.columns.columns.len();
        let Some(row) = table.pending.take_if(|row| row.cells.len() == wanted) else { return Ok(()) };
        let title = table.title.as_ref().map(|title| title.case.clone()).unwrap_or_default();
        for entry in row.entries(&table.columns, &title, &mut self.remarks)? {
            self.runs.add(entry, table.place)?;
        }
        table.rows += 1;
        table.has_percent |= row.cells.iter().any(|cell| cell.ends_with('%'));
        table.labels.insert(row.label.join(" "));
        self.last = Some(LastRow { line: line.number, is_surely_whole: row.is_surely_whole(&table.columns) });
        let Some(first) = rest.first() else { return Ok(()) };
        let is_row = rest.len() > 1 && rest[1..].iter().all(|word| is_cell(word.text));
        if is_row {
            table.pending = Some(Row {
                line: line.number,
                mark: None,
                label: vec![first.text],
                cells: rest[1..].iter().map(|word| word.text).collect(),
                units: units[1..].to_vec(),
            });
            return self.advance(line, &[], &[]);
        }
        let words: Vec<&str> = rest.iter().map(|word| word.text).collect();
        self.remarks.push(Remark { line: line.number, text: format!("left out: {}", words.join(" ")) });
        Ok(())
    }

    /// A wrapped row has no empty line in it.
    fn check_pending(&self, line: usize) -> Result<(), ReadError> {
        match self.table.as_ref().and_then(|table| Some((table, table.pending.as_ref()?))) {
            None => Ok(()),
            Some((table, row)) => {
                let found = format!("a row with {} cells, cut off before line {line}", row.cells.len());
                let expected = format!("{} cells, as in the header", table.columns.columns.len());
                Err(error(row.line, found, expected))
            }
        }
    }

    /// The table ends before `line`.
    fn end_table(&mut self, line: usize) -> Result<(), ReadError> {
        self.check_pending(line)?;
        let Some(table) = self.table.take() else { return Ok(()) };
        if table.rows == 0 {
            return Err(error(table.header, "a header without rows", "the table's rows under it"));
        }
        let last_line = self.last.as_ref().map_or(line, |last| last.line);
        self.report.add(table.title.as_ref().map(|title| &title.case), table.rows, last_line);
        self.above = table.title.filter(|_| !table.is_interrupted);
        Ok(())
    }

    /// The report ends before `line`.
    fn end_report(&mut self, line: usize) -> Result<(), ReadError> {
        let is_at_end = self.table.as_ref().is_some_and(|table| !table.is_interrupted);
        self.end_table(line)?;
        self.above = None;
        let report = std::mem::take(&mut self.report);
        match &self.title {
            Some(title) if title.kind == Kind::Line && (report.is_raw || title.line == self.last_line) => {
                return Err(error(title.line, "a title without a table", "header and rows under it"));
            }
            _ => self.title = None,
        }
        if is_at_end {
            report.check_last()?;
        }
        self.remarks.extend(report.remark());
        Ok(())
    }

    /// The text ends after `lines` lines; `is_open` where the last has no line end, so
    /// that something may be missing behind it.
    ///
    /// # Errors
    /// Where the text ends within a table.
    pub(super) fn finish(mut self, lines: usize, is_open: bool) -> Result<(Runs, Vec<Remark>), ReadError> {
        self.finish_header()?;
        if is_open
            && self.last_line == lines
            && let Some(last) = &self.last
        {
            let is_in_row = last.line == lines && !last.is_surely_whole;
            let is_in_next = last.line + 1 == lines && self.table.is_some();
            if is_in_row || is_in_next {
                let expected = "a line end after the last row: if nothing is missing there, add one";
                return Err(error(lines, "the end of the text within a table", expected));
            }
        }
        self.end_report(lines + 1)?;
        Ok((self.runs, self.remarks))
    }
}
