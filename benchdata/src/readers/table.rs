//! Tables out of mails that no tool's own reader knows: rows of samples with their average,
//! rows of `Min Avg Max Std Dev`, and any whose columns the sender names.

mod layout;
mod named;
mod samples;
mod summaries;
mod words;

use std::collections::HashMap;

use crate::hints::Hints;
use crate::metric::MetricInfo;
use crate::readers::executions::Executions;
use crate::readers::faults::fault;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::lines::sign;
use crate::readers::text::number;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "table",
    about: "tables in mails: rows of samples with Avg; Min Avg Max Std Dev below a line such as `runs: 5`",
    metrics: &[ELAPSED, RATE, VALUE],
    recognise,
    read: |text| read(text, &Hints::default()),
};

const ELAPSED: MetricInfo = headline(metric("elapsed", "s", LOWER, None, "time that it took"));
const RATE: MetricInfo = headline(metric("rate", "MB/s", HIGHER, None, "data moved a second"));
const VALUE: MetricInfo =
    headline(metric("value", "1", None, None, "what the table shows without naming its unit"));

const EXPECTED: &str = "rows of numbers below a header that ends in Avg or reads Min Avg Max Std Dev";

fn recognise(text: &str) -> Option<Recognition> {
    let mut open = Open::Nothing;
    for (at, line) in text.lines().enumerate() {
        if is_blank(line) {
            continue;
        }
        let is_row = match &open {
            Open::Nothing => false,
            Open::Samples(header) => matches!(samples::row(line, header), Some(Ok(_))),
            Open::Summaries(..) => summaries::row(line).is_some(),
        };
        if is_row {
            return Some(sign(at + 1, Sureness::Possible, "a row of numbers below its header"));
        }
        open = opened(at + 1, line).unwrap_or(Open::Nothing);
    }
    None
}

/// The table that the text is in.
enum Open<'a> {
    Nothing,
    Samples(samples::Header<'a>),
    /// The header's line, and the rows with theirs.
    Summaries(usize, Vec<(usize, summaries::Row)>),
}

/// The table that a line is the header of.
fn opened(number: usize, line: &str) -> Option<Open<'_>> {
    if summaries::is_header(line) {
        return Some(Open::Summaries(number, Vec::new()));
    }
    samples::header(line).map(Open::Samples)
}

/// Nothing, or a ruler.
fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || "-=".contains(c))
}

/// Whether a line has numbers side by side, as rows do and prose does not.
fn has_cells(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).any(|pair| pair.iter().all(|word| number(word).is_some()))
}

/// `runs: 5`, `n = 5`, `5 runs`: how many runs the rows below sum up.
fn runs(line: &str) -> Option<u64> {
    let line = line.trim().to_lowercase();
    let named = || {
        let (name, n) = line.split_once([':', '='])?;
        ["n", "runs"].contains(&name.trim_end()).then_some(n)
    };
    let n = line.strip_suffix("runs").or_else(named)?;
    n.trim().parse().ok().filter(|&n| n > 1)
}

/// A text as far as it has been read.
struct Tables<'a> {
    /// How many runs a row of summaries is of, where a line said so.
    runs: Option<u64>,
    /// The last line that belongs to no table.
    title: Option<&'a str>,
    open: Open<'a>,
    /// What the rows of a name under a title measure.
    metrics: HashMap<(Option<&'a str>, String), &'static MetricInfo>,
    /// Averages that were cut instead of rounded: the line, what is printed, and what it is cut of.
    cut_averages: Vec<(usize, String, f64)>,
    executions: Executions,
}

/// Reads the tables of a text with what the sender knows of them.
pub(super) fn read(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    if let Some(columns) = &hints.columns {
        return named::read(text, columns, hints.runs);
    }
    let mut tables = Tables {
        runs: hints.runs,
        title: None,
        open: Open::Nothing,
        metrics: HashMap::new(),
        cut_averages: Vec::new(),
        executions: Executions::of(READER.name),
    };
    let count = text.lines().count();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((at, raw)) = lines.next() {
        let is_cut = |at: usize| at + 1 == count && !text.ends_with('\n');
        if let Some((below, folded)) =
            lines.peek().and_then(|&(at, next)| Some((at, tables.folded(raw, next)?)))
            && tables.row(at + 1, &folded, is_cut(below))?
        {
            lines.next();
        } else {
            tables.take(at + 1, raw, is_cut(at))?;
        }
    }
    tables.close()?;
    tables.remark_cut_averages();
    // Who printed a table, it does not say.
    Ok(Reading { benchmark: None, ..tables.executions.finish(text, EXPECTED)? })
}

impl<'a> Tables<'a> {
    fn take(&mut self, number: usize, line: &'a str, is_cut: bool) -> Result<(), ReadError> {
        if is_blank(line) {
            return Ok(());
        }
        if let Some(open) = opened(number, line) {
            self.close()?;
            self.open = open;
            return Ok(());
        }
        if self.row(number, line, is_cut)? {
            return Ok(());
        }
        if !matches!(self.open, Open::Nothing) && has_cells(line) {
            return Err(fault(number, "a row that is not laid out like its header", EXPECTED));
        }
        self.close()?;
        match runs(line) {
            Some(runs) => self.runs = Some(runs),
            None => self.title = Some(line.trim()),
        }
        Ok(())
    }

    /// A row of samples whose label a mail program wrapped (RFC 3676: a line that goes on in the
    /// next one ends in a blank), together with the rest of it.
    fn folded(&self, line: &str, next: &str) -> Option<String> {
        const LEAST: usize = 66;
        let Open::Samples(header) = &self.open else { return None };
        let rest = next.split_whitespace().next()?;
        let is_full = line.ends_with(' ') && line.len() + rest.len() > LEAST;
        let is_rest = !next.starts_with(' ') && !has_cells(next) && opened(0, next).is_none();
        let is_wrapped = header.section.is_none() && is_full && is_rest;
        is_wrapped.then(|| format!("{} {}", line.trim_end(), next.trim()))
    }

    /// Takes a line as a row of the open table, where it is one.
    fn row(&mut self, number: usize, line: &str, is_cut: bool) -> Result<bool, ReadError> {
        match &mut self.open {
            Open::Nothing => return Ok(false),
            Open::Samples(header) => {
                let Some(row) = samples::row(line, header) else { return Ok(false) };
                let row = row.map_err(|(found, expected)| fault(number, found, expected))?;
                let section = header.section;
                self.samples(number, section, row)?;
                if is_cut && section.is_none() {
                    self.executions.remark(number, "the text ends in this row: its label may be cut");
                }
            }
            Open::Summaries(_, rows) => {
                let Some(row) = summaries::row(line) else { return Ok(false) };
                if is_cut && line.ends_with(|c: char| c.is_ascii_digit() || c == '.') {
                    let expected = "a line end after the last row";
                    return Err(fault(number, "the end of the text within a number", expected));
                }
                rows.push((number, row));
            }
        }
        Ok(true)
    }

    /// Ends a table of summaries, which only all its rows together explain.
    fn close(&mut self) -> Result<(), ReadError> {
        if let Open::Summaries(line, rows) = std::mem::replace(&mut self.open, Open::Nothing)
            && !rows.is_empty()
        {
            self.summaries(line, rows)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
