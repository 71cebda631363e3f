//! Tables that people make of bonnie++'s results: a line for each kernel, of some of the tests.
//!
//! ```text
//!                   --------------- Sequential ----------
//!                   ----- Create -----   ---- Delete ----
//!                    /sec  %CPU    Eff   /sec  %CPU   Eff
//! 2.5.70-reiserfs    7584  86.7   8751   2628  37.3  7038
//! ```

use std::ops::Range;

use super::{Entry, Outcome, TESTS};
use crate::readers::lines::cut;
use crate::readers::parts::remark;
use crate::readers::printed::{Agreement, Printed};
use crate::readers::text::is_missing;
use crate::reading::Remark;

/// A name between dashes, and the columns that it and they take.
type Span<'a> = (Range<usize>, &'a str);

/// A table's columns.
struct Header {
    /// Each with the test it is of, by its place in [`TESTS`].
    columns: Vec<(Column, usize)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Column {
    Rate(&'static str),
    Cpu,
    /// The rate by the CPU time, which follows from both.
    Efficiency,
}

/// `----- Create -----   ---- Delete ----`; none where a line holds anything else.
fn spans(line: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut rest = 0;
    while let Some(begin) = line[rest..].find('-').map(|at| rest + at) {
        let inner = &line[begin..];
        let name = begin + inner.len() - inner.trim_start_matches('-').len();
        let Some(close) = line[name..].find('-').map(|at| name + at) else { return Vec::new() };
        let end = close + line[close..].bytes().take_while(|&b| b == b'-').count();
        // bonnie++ itself puts no blanks between.
        let is_by_hand = line[name..close].starts_with(' ') && line[name..close].ends_with(' ');
        if !line[rest..begin].trim().is_empty() || !is_by_hand {
            return Vec::new();
        }
        spans.push((begin..end, line[name..close].trim()));
        rest = end;
    }
    if line[rest..].trim().is_empty() { spans } else { Vec::new() }
}

fn test(group: &str, operation: &str) -> Option<usize> {
    let name = match (group, operation) {
        ("Sequential Output", "Per Char" | "Per Chr") => "putc",
        ("Sequential Output", "Block") => "put_block",
        ("Sequential Output", "Rewrite") => "rewrite",
        ("Sequential Input", "Per Char" | "Per Chr") => "getc",
        ("Sequential Input", "Block") => "get_block",
        ("Random", "Seeks") => "seeks",
        ("Sequential" | "Sequential Create", "Create") => "seq_create",
        ("Sequential" | "Sequential Create", "Read") => "seq_stat",
        ("Sequential" | "Sequential Create", "Delete") => "seq_del",
        ("Random" | "Random Create", "Create") => "ran_create",
        ("Random" | "Random Create", "Read") => "ran_stat",
        ("Random" | "Random Create", "Delete") => "ran_del",
        _ => return None,
    };
    TESTS.iter().position(|(known, _)| *known == name)
}

/// The header whose last line this is, below a line of groups and one of operations.
fn header(groups: &str, operations: &str, line: &str) -> Option<Header> {
    let (groups, operations) = (spans(groups), spans(operations));
    let mut tests = operations.iter().map(|(place, operation)| {
        let over = |(group, _): &&Span| group.start < place.end && place.start < group.end;
        test(groups.iter().find(over)?.1, operation)
    });
    let mut columns = Vec::new();
    let mut current = None;
    for word in line.split_whitespace() {
        let column = match word {
            "MB/sec" => Column::Rate("MB/s"),
            "K/sec" => Column::Rate("KiB/s"),
            "/sec" => Column::Rate(""),
            "%CPU" | "%CP" => Column::Cpu,
            "Eff" => Column::Efficiency,
            // What stands over the labels.
            _ if columns.is_empty() => continue,
            _ => return None,
        };
        if matches!(column, Column::Rate(_)) {
            current = Some(tests.next()??);
        }
        columns.push((column, current?));
    }
    (tests.next().is_none() && !columns.is_empty()).then_some(Header { columns })
}

impl Header {
    /// A row's label and cells.
    fn row<'a>(&self, line: &'a str) -> Option<(&'a str, Vec<&'a str>)> {
        let mut words = line.split_whitespace();
        let label = words.next()?;
        let cells: Vec<&str> = words.collect();
        let is_cell = |cell: &&str| Printed::of(cell).is_some() || is_missing(cell);
        (cells.len() == self.columns.len() && cells.iter().all(is_cell)).then_some((label, cells))
    }

    /// The outcomes of a row, each with its test, and whether the efficiencies follow.
    fn outcomes(&self, cells: &[&str]) -> (Vec<(usize, Outcome)>, bool) {
        let mut outcomes: Vec<(usize, Outcome)> = Vec::new();
        let (mut rate, mut cpu, mut follow) = (None, None, true);
        for ((column, test), cell) in self.columns.iter().zip(cells) {
            let value = Printed::of(cell);
            match column {
                Column::Rate(unit) => {
                    let unit = if unit.is_empty() { TESTS[*test].1.unit } else { unit };
                    (rate, cpu) = (value, None);
                    let value = value.map(|value| (value.value, unit));
                    outcomes.push((*test, Outcome { value, ..Outcome::default() }));
                }
                Column::Cpu => {
                    cpu = value;
                    if let Some((_, outcome)) = outcomes.last_mut() {
                        outcome.cpu = value.map(|value| value.value);
                    }
                }
                Column::Efficiency => {
                    let given = |rate: f64, cpu: f64| 100.0 * rate / cpu;
                    let all = value.zip(rate).zip(cpu);
                    follow &= all.is_none_or(|((printed, rate), cpu)| {
                        printed.to(rate, cpu, given) != Agreement::Wrong
                    });
                }
            }
        }
        (outcomes, follow)
    }
}

/// What the tables say of each kernel, and what is odd in them.
pub(super) fn read(text: &str) -> (Vec<Entry>, Vec<Remark>) {
    if !text.contains("%CP") {
        return (Vec::new(), Vec::new());
    }
    let (mut entries, mut remarks) = (Vec::<Entry>::new(), Vec::new());
    let mut open: Option<Header> = None;
    let (mut groups, mut operations) = ("", "");
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if let Some((label, cells)) = open.as_ref().and_then(|header| header.row(line)) {
            if cut(text) == Some(at + 1) {
                remarks.push(remark(at + 1, "the row is left out: its line has no end and may be cut"));
                continue;
            }
            let (outcomes, follow) = open.as_ref().map(|header| header.outcomes(&cells)).unwrap_or_default();
            place(&mut entries, at + 1, label, &outcomes);
            if !follow {
                remarks.push(remark(at + 1, "an Eff is not what rate and %CPU give; these are kept"));
            }
        } else {
            open = header(groups, operations, line);
        }
        (groups, operations) = (operations, line);
    }
    (entries, remarks)
}

/// Adds to the first entry of that label that has none of the tests.
fn place(entries: &mut Vec<Entry>, line: usize, label: &str, outcomes: &[(usize, Outcome)]) {
    let is_free = |entry: &&mut Entry| {
        entry.name == label && outcomes.iter().all(|(test, _)| entry.outcomes[*test] == Outcome::default())
    };
    let entry = match entries.iter_mut().find(is_free) {
        Some(entry) => entry,
        None => {
            entries.push(Entry { line, name: label.to_owned(), ..Entry::default() });
            let last = entries.len() - 1;
            &mut entries[last]
        }
    };
    for (test, outcome) in outcomes {
        entry.outcomes[*test] = *outcome;
    }
}

/// The line of the first row.
pub(super) fn first(text: &str) -> Option<usize> {
    read(text).0.first().map(|entry| entry.line)
}

/// `bonnie++-1.02a on ext2, 8 1024 MB files.`
pub(super) fn version(text: &str) -> Option<&str> {
    let (_, behind) = text.split_once("bonnie++-")?;
    let version = behind.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).next()?;
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}
