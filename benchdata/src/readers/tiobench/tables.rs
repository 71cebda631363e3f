//! Reads tiobench's report: titles, headers, rows, and whatever people wrote between.

use super::header::{Column, Columns, Header, Subject};
use super::lines::{Line, Mark, Word};
use super::report::Report;
use super::runs::{Place, Runs};
use super::table::Table;
use super::title::{Kind, Title};
use crate::readers::faults::fault;
use crate::reading::{ReadError, Remark};

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
    /// The last line that says something.
    last_line: usize,
}

impl<'a> Tables<'a> {
    /// Takes the next line.
    pub(super) fn take(&mut self, mut line: Line<'a>) -> Result<(), ReadError> {
        if line.words.is_empty() {
            return self.table.as_ref().map_or(Ok(()), |table| table.check_pending(line.number));
        }
        self.last_line = line.number;
        if self.table.as_ref().is_some_and(Table::is_in_row) {
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
        if line.words.is_empty() {
            return Ok(());
        }
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
            // The rule above was a title's.
            self.label_end = None;
            return Ok(());
        }
        if let Some(word) = Header::strange_column(&line) {
            return Err(fault(line.number, format!("{word:?} in a header"), "one of tiobench's columns"));
        }
        self.finish_header()?;
        if self.is_title(&line)? {
            return Ok(());
        }
        if self.table.is_some() || self.begin_headless(&line) {
            return self.row(&line, mark);
        }
        self.prose(&line)
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
            .map_err(|bad| fault(line.number, format!("{:?}", line.body), format!("a title: it {bad}")))
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
            header.columns().map_err(|found| fault(header.line, found, "tiobench's header of two lines"))?;
        let Some(columns) = columns else { return Ok(()) };
        if columns.columns.contains(&Column::Other) {
            let text = "left out: a column of requests over another time than 2 s and 10 s".to_owned();
            self.remarks.push(Remark { line: header.line, text });
        }
        let (title, is_titled) = self.title_for(&columns, header.line)?;
        let place = Place { table: self.tables, is_titled };
        let mut table = Table::new(columns, title, place, header.line);
        table.label_end = label_end;
        self.table = Some(table);
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
                Err(fault(title.line, "several tests named above one table", expected))
            }
            Some(title) if self.untitled.is_none() => {
                if title.kind == Kind::Mention {
                    let text = format!("the table is taken for the test that line {} names", title.line);
                    self.remarks.push(Remark { line, text });
                }
                Ok((Some(title), true))
            }
            Some(_) => Err(fault(self.untitled.unwrap_or(line), "a table without title", expected)),
            None => {
                if let Some(title) = self.above.take() {
                    return Ok((Some(title), false));
                }
                if columns.subject == Subject::Identifier || self.tables > 0 {
                    return Err(fault(line, "a table without title", expected));
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
        let Some(entries) = table.take(line, mark, &mut self.remarks)? else { return self.prose(line) };
        for entry in entries {
            self.runs.add(entry, table.place)?;
        }
        Ok(())
    }

    /// tiobench up to 0.4.1 prints no headers under today's Perl: below a title in its
    /// own report stand rows of all its columns.
    fn begin_headless(&mut self, line: &Line<'a>) -> bool {
        let Some(title) = self.title.take_if(|title| title.kind == Kind::Line && self.report.is_raw) else {
            return false;
        };
        let place = Place { table: self.tables, is_titled: true };
        let table = Table::new(Columns::of_tiobench(), Some(title.clone()), place, title.line);
        let Some(table) = table.headless(line) else {
            self.title = Some(title);
            return false;
        };
        self.table = Some(table);
        self.tables += 1;
        true
    }

    /// The table ends before `line`.
    fn end_table(&mut self, line: usize) -> Result<(), ReadError> {
        let Some(table) = self.table.take() else { return Ok(()) };
        let last = table.end(line)?;
        self.report.add(table.title.as_ref().map(|title| &title.case), table.rows, last.line);
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
                return Err(fault(title.line, "a title without a table", "header and rows under it"));
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
        if let Some(table) = &self.table {
            table.check_pending(lines + 1)?;
        }
        if is_open
            && self.last_line == lines
            && let Some(last) = self.table.as_ref().and_then(|table| table.last.as_ref())
        {
            let is_in_row = last.line == lines && !last.is_surely_whole;
            let is_in_next = last.line + 1 == lines;
            if is_in_row || is_in_next {
                let expected = "a line end after the last row: if nothing is missing there, add one";
                return Err(fault(lines, "the end of the text within a table", expected));
            }
        }
        self.end_report(lines + 1)?;
        Ok((self.runs, self.remarks))
    }
}
