//! A row of tiobench's table: which of its words are the label and which the cells, and
//! what the cells say.

use super::header::{Column, Columns, Subject, is_metric};
use super::lines::{Mark, Word};
use super::runs::Entry;
use super::title::{Parameters, set};
use super::{CPU, EFFICIENCY, LATENCY_AVG, LATENCY_MAX, RATE};
use crate::name::Name;
use crate::readers::text::{is_missing, number};
use crate::reading::{ReadError, Remark};

/// What a line in a table is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// A row's label and first cells; all of them, where nothing is wrapped.
    Row {
        /// How many words the label has.
        label: usize,
        /// How many cells follow it.
        cells: usize,
    },
    /// A remark, a prompt, another tool's output.
    Prose,
    /// A row with something wrong in it.
    Damaged {
        /// The word at fault.
        found: String,
        /// What would be right.
        expected: String,
    },
}

/// Whether a word can fill a cell: a number, or a sign for a missing one.
pub(super) fn is_cell(word: &str) -> bool {
    number(word).is_some() || is_missing(word)
}

/// Finds out what a line's words are in a table of `wanted` cells a row. `label_end` is
/// the place where the rule under the header ends its first piece.
pub(super) fn shape(words: &[Word], wanted: usize, label_end: Option<usize>) -> Shape {
    // The first word is the label's, also where it looks like a number: `2.6`.
    let label = 1 + words.iter().skip(1).take_while(|word| !is_cell(word.text)).count();
    let cells = words.iter().skip(label).take_while(|word| is_cell(word.text)).count();
    let rest = words.get(label + cells..).unwrap_or_default();
    if cells == wanted && !rest.first().is_some_and(|word| is_cell(word.text)) {
        return Shape::Row { label, cells };
    }
    if let Some(label) = words.len().checked_sub(wanted)
        && let Some(end) = label_end
        && label > 1
        && words[label - 1].end() <= end
        && words[label].at >= end
        && words[label..].iter().all(|word| is_cell(word.text))
    {
        // A label with a number in it, which stands under the label's column.
        return Shape::Row { label, cells: wanted };
    }
    if cells > wanted {
        let found = format!("{cells} cells after the name");
        return Shape::Damaged { found, expected: format!("{wanted} cells, as in the header") };
    }
    let all_cells = cells + rest.iter().filter(|word| is_cell(word.text)).count();
    let other_words = words.len() - all_cells - 1;
    match rest.first() {
        Some(word) if all_cells >= 3 && all_cells > other_words => {
            Shape::Damaged { found: format!("{:?}", word.text), expected: "a number".to_owned() }
        }
        // Prose may end in a number, but not in a row's CPU%, too.
        None if cells > 0 && (label == 1 || words.iter().any(|word| word.text.ends_with('%'))) => {
            Shape::Row { label, cells }
        }
        _ => Shape::Prose,
    }
}

/// A row that is wholly there.
#[derive(Debug, Clone)]
pub(super) struct Row<'a> {
    pub(super) line: usize,
    pub(super) mark: Option<Mark>,
    pub(super) label: String,
    pub(super) cells: Vec<Word<'a>>,
}

/// The words with the units of time that stand behind numbers taken into them.
pub(super) fn with_units<'a>(words: &[Word<'a>]) -> Vec<Word<'a>> {
    let mut taken: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let has_label = taken.len() > 1;
        match (unit(word.text), taken.last_mut()) {
            (Some(unit), Some(last)) if has_label && is_cell(last.text) => last.unit = Some(unit),
            _ => taken.push(*word),
        }
    }
    taken
}

fn unit(word: &str) -> Option<&'static str> {
    match word {
        "s" | "sec" | "secs" | "second" | "seconds" => Some("s"),
        "ms" | "msec" | "msecs" | "milliseconds" => Some("ms"),
        _ => None,
    }
}

impl Row<'_> {
    fn error(&self, found: &str, expected: impl Into<String>) -> ReadError {
        ReadError { line: self.line, found: format!("{found:?}"), expected: expected.into() }
    }

    /// What the row says: one entry, or one for each test that the header names.
    pub(super) fn entries(
        &self,
        columns: &Columns,
        title: &Parameters,
        remarks: &mut Vec<Remark>,
    ) -> Result<Vec<Entry>, ReadError> {
        let name = &self.label;
        let invalid = |error| self.error(name, format!("a name: it {error}"));
        let mut case = title.clone();
        let mut label = None;
        if columns.subject == Subject::Directory {
            set(&mut case, "directory", name).map_err(invalid)?;
        } else {
            label = Some(Name::new(name).map_err(invalid)?);
        }
        for (column, cell) in columns.columns.iter().zip(&self.cells) {
            self.parameter(&mut case, *column, cell.text)?;
        }
        let entry = |case: &Parameters| Entry {
            line: self.line,
            label: label.clone(),
            mark: self.mark,
            case: case.clone().into(),
            results: Vec::with_capacity(columns.columns.len()),
        };
        let mut entries: Vec<Entry> = Vec::new();
        let mut left_out = Vec::new();
        let mut last_test = None;
        for (column, cell) in columns.columns.iter().zip(&self.cells) {
            let Column::Value { metric, is_unit_known, test } = column else { continue };
            let Word { text: cell, unit, .. } = *cell;
            if entries.is_empty() || *test != last_test {
                if let Some(test) = test {
                    set(&mut case, "test", test).map_err(invalid)?;
                }
                entries.push(entry(&case));
                last_test = *test;
            }
            let unit = unit.or(is_unit_known.then_some(metric.unit));
            match (self.value(metric.unit, cell)?, unit, entries.last_mut()) {
                (Some(value), Some(unit), Some(entry)) => entry.results.push((metric, unit, value)),
                (None, ..) => left_out.push(format!("{} is missing ({cell})", metric.name)),
                _ => left_out.push(format!("{} ({cell}) is left out: its header names no unit", metric.name)),
            }
        }
        if left_out.is_empty() && self.has_impossible_latencies(columns) {
            left_out.push("the average latency is above the maximum: are both in one unit?".to_owned());
        }
        if !left_out.is_empty() {
            remarks.push(Remark { line: self.line, text: left_out.join(", ") });
        }
        Ok(entries)
    }

    fn parameter(&self, case: &mut Parameters, column: Column, cell: &str) -> Result<(), ReadError> {
        let (key, unit, what) = match column {
            Column::FileSize => ("file_size", " MiB", "the file size in whole megabytes"),
            Column::BlockSize => ("block_size", "", "the block size in whole bytes"),
            Column::Threads => ("threads", "", "the number of threads"),
            Column::Other | Column::Value { .. } => return Ok(()),
        };
        if !cell.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.error(cell, what));
        }
        set(case, key, &format!("{cell}{unit}")).map_err(|error| self.error(cell, error.to_string()))
    }

    /// The cell's value; `None` where it is missing.
    fn value(&self, unit: &str, cell: &str) -> Result<Option<f64>, ReadError> {
        if is_missing(cell) {
            return Ok(None);
        }
        if cell.ends_with('%') && unit != "%" {
            return Err(self.error(cell, format!("a number of {unit}, no percentage")));
        }
        number(cell).map(Some).ok_or_else(|| self.error(cell, "a number"))
    }

    /// Whether the last number can be the whole of what was printed, where the text ends
    /// right behind it: CPU Eff follows from rate and CPU%, and a number that lost a
    /// digit is ten times smaller.
    pub(super) fn is_surely_whole(&self, columns: &Columns) -> bool {
        let of = |wanted| {
            let at = columns.columns.iter().position(|column| is_metric(column, wanted))?;
            number(self.cells.get(at)?.text)
        };
        let is_last = columns.columns.last().is_some_and(|column| is_metric(column, EFFICIENCY));
        match (of(RATE), of(CPU), of(EFFICIENCY)) {
            (Some(rate), Some(cpu), Some(printed)) => is_last && printed * 3.0 > rate / (cpu / 100.0),
            _ => false,
        }
    }

    /// Whether the latencies contradict each other, as where their units differ.
    fn has_impossible_latencies(&self, columns: &Columns) -> bool {
        let of = |wanted| {
            let at = columns.columns.iter().position(|column| is_metric(column, wanted))?;
            number(self.cells[at].text).filter(|_| self.cells[at].unit.is_none())
        };
        // Each is rounded by itself: 0.005 and 0.00 are possible.
        matches!((of(LATENCY_AVG), of(LATENCY_MAX)), (Some(avg), Some(max)) if avg > max + 0.01)
    }
}
