//! Tables and CSV become runs: the CSV below a table is the same run, more exactly; rows
//! of CSV from one execution (`-x`) are its samples.

use std::collections::BTreeMap;

use super::lines::Lines;
use super::table::{self, Table};
use super::{CPU, Entry, LATENCY, Outcome, RATE, TESTS, csv};
use crate::metric::MetricInfo;
use crate::readers::faults::fault;
use crate::readers::parts::{case_on, label_on, remark, value_in};
use crate::reading::{ReadError, ReadRun, Remark};
use crate::run::{Case, Measurement, Values};
use crate::unit::Unit;

/// One execution's entries, more than one where the tests were repeated.
struct Execution {
    head: String,
    /// A kernel's name or another heading, underlined.
    heading: Option<String>,
    entries: Vec<Entry>,
}

#[derive(Default)]
pub(super) struct Runs {
    executions: Vec<Execution>,
    version: Option<String>,
    heading: Option<String>,
    table: Option<Table>,
    /// The executions of the table in hand, and how many of them the second table and the
    /// CSV have named so far.
    group: std::ops::Range<usize>,
    files: usize,
    rows: usize,
    remarks: Vec<Remark>,
}

impl Runs {
    /// Takes the line and those that belong to it; gives how many they are.
    pub(super) fn take(&mut self, lines: &Lines, at: usize) -> Result<usize, ReadError> {
        let line = lines.body(at);
        if let Some(table) = table::header(line) {
            self.begin(table, line);
        } else if csv::begins(line) {
            return self.csv(lines, at);
        } else if let Some(table) = self.table {
            return self.row(lines, at, table);
        } else if is_underlined(lines, at) {
            self.heading = Some(line.trim().to_owned());
        }
        Ok(1)
    }

    fn begin(&mut self, table: Table, line: &str) {
        if let Some(version) = table::version(line) {
            self.version.get_or_insert(version.to_owned());
        }
        if table == Table::Throughput {
            self.group = self.executions.len()..self.executions.len();
            (self.files, self.rows) = (0, 0);
        }
        self.table = Some(table);
    }

    fn row(&mut self, lines: &Lines, at: usize, table: Table) -> Result<usize, ReadError> {
        let latest = match table {
            Table::Throughput => self.group.end.checked_sub(1),
            Table::Files => self.files.checked_sub(1).map(|nth| self.group.start + nth),
        };
        let entry = latest.and_then(|at| self.executions.get_mut(at)?.entries.last_mut());
        if let Some(last) = entry.and_then(|entry| table::latencies(lines, at, table, entry)) {
            return Ok(last + 1 - at);
        }
        let Some((entry, last)) = table::row(lines, at, table)? else {
            if is_underlined(lines, at) {
                (self.table, self.heading) = (None, Some(lines.body(at).trim().to_owned()));
            }
            return Ok(1);
        };
        match table {
            Table::Throughput => self.add(String::new(), entry),
            Table::Files => self.add_files(entry),
        }
        Ok(last + 1 - at)
    }

    fn add(&mut self, head: String, entry: Entry) {
        let heading = self.heading.clone();
        self.executions.push(Execution { head, heading, entries: vec![entry] });
        self.group.end = self.executions.len();
    }

    /// The nth row of the second table belongs to the nth of the first.
    fn add_files(&mut self, entry: Entry) {
        let nth = self.group.start + self.files;
        self.files += 1;
        match self.executions.get_mut(nth).and_then(|execution| execution.entries.first_mut()) {
            Some(first) => {
                first.files = entry.files;
                first.outcomes[super::IO_TESTS..].copy_from_slice(&entry.outcomes[super::IO_TESTS..]);
            }
            None => self.add(String::new(), entry),
        }
    }

    fn csv(&mut self, lines: &Lines, at: usize) -> Result<usize, ReadError> {
        self.table = None;
        let row = match csv::row(lines, at) {
            Ok(row) => row,
            // The tables above say the same.
            Err(error) if !self.group.is_empty() => {
                self.remarks.push(remark(error.line, format!("left out: {}", error.found)));
                return Ok(1);
            }
            Err(error) => return Err(error),
        };
        if let Some(version) = &row.version {
            self.version.get_or_insert(version.clone());
        }
        let taken = row.last + 1 - at;
        let nth = self.group.start + self.rows;
        self.rows += 1;
        if let Some(execution) = self.executions[..self.group.end].get_mut(nth)
            && let Some(entry) = execution.entries.first_mut()
            && execution.head.is_empty()
            && row.entry.name.starts_with(entry.name.as_str())
            && row.entry.size == entry.size
        {
            let chunk = entry.chunk.take();
            *entry = Entry { chunk: row.entry.chunk.clone().or(chunk), ..row.entry };
            execution.head = row.head;
            return Ok(taken);
        }
        match self.executions.last_mut() {
            Some(last) if !row.head.is_empty() && last.head == row.head => last.entries.push(row.entry),
            _ => {
                self.group = self.executions.len()..self.executions.len();
                self.rows = 0;
                self.add(row.head, row.entry);
                self.group.start = self.group.end;
            }
        }
        Ok(taken)
    }

    /// Version, runs, remarks.
    #[allow(clippy::type_complexity, reason = "three things that only the caller takes apart")]
    pub(super) fn finish(mut self) -> Result<(Option<String>, Vec<ReadRun>, Vec<Remark>), ReadError> {
        for execution in self.executions.iter_mut().filter(|execution| execution.head.is_empty()) {
            for entry in execution.entries.iter_mut().filter_map(without_counts) {
                self.remarks.push(remark(entry, "the number of files where rates should stand (a fault of bonnie++ 2.00a; its CSV is right): left out"));
            }
        }
        let runs = self.executions.iter().map(run).collect::<Result<_, _>>()?;
        Ok((self.version, runs, self.remarks))
    }
}

/// A word with a rule of `=` under it.
fn is_underlined(lines: &Lines, at: usize) -> bool {
    let rule = lines.body(at + 1).trim();
    rule.len() > 2 && rule.bytes().all(|b| b == b'=') && lines.words(at).len() == 1 && {
        !lines.body(at).trim().bytes().all(|b| b"=-".contains(&b))
    }
}

/// The run that one entry is.
pub(super) fn run_of(entry: Entry) -> Result<ReadRun, ReadError> {
    run(&Execution { head: String::new(), heading: None, entries: vec![entry] })
}

/// Takes out what bonnie++ 2.00a prints in its table instead of the files' rates: how many
/// they are. Gives the line where it does.
fn without_counts(entry: &mut Entry) -> Option<usize> {
    let thousands: f64 = entry.files.as_deref()?.split([':', '/']).next()?.parse().ok()?;
    let is_count = |outcome: &Outcome| outcome.value.is_some_and(|(value, _)| value == thousands * 1024.0);
    let mut counts: Vec<&mut Outcome> =
        entry.outcomes[super::IO_TESTS..].iter_mut().filter(|outcome| is_count(outcome)).collect();
    counts.iter_mut().for_each(|outcome| outcome.value = None);
    (!counts.is_empty()).then_some(entry.line)
}

fn run(execution: &Execution) -> Result<ReadRun, ReadError> {
    let mut results: Vec<Measurement> = Vec::new();
    let Some(first) = execution.entries.first() else {
        return Err(fault(1, "no row", "a row"));
    };
    for entry in &execution.entries {
        for (&(test, info), outcome) in TESTS.iter().zip(&entry.outcomes) {
            let case = case_on(entry.line, parameters(entry, test, info))?;
            for (info, unit, value) in values(info, outcome) {
                add(&mut results, entry.line, (info, unit), &case, value)?;
            }
        }
    }
    let name = Some(first.name.as_str()).filter(|name| !name.is_empty());
    let label = execution.heading.as_deref().or(name);
    let label = label.map(|label| label_on(first.line, label)).transpose()?;
    Ok(ReadRun { label, factors: BTreeMap::new(), results })
}

fn values(
    info: &'static MetricInfo,
    outcome: &Outcome,
) -> impl Iterator<Item = (&'static MetricInfo, &'static str, f64)> {
    let value =
        outcome.value.map(|(value, unit)| (info, if *info == RATE { unit } else { info.unit }, value));
    let cpu = outcome.cpu.map(|cpu| (&CPU, CPU.unit, cpu));
    let latency = outcome.latency.map(|(latency, unit)| (&LATENCY, unit, latency));
    [value, cpu, latency].into_iter().flatten()
}

fn parameters<'a>(entry: &'a Entry, test: &str, info: &MetricInfo) -> Vec<(&'a str, String)> {
    let mut parameters = vec![("test", test.to_owned())];
    let is_files = info.name == super::FILES.name;
    let (size, chunk) = if is_files { (None, None) } else { (entry.size.clone(), entry.chunk.clone()) };
    let files = entry.files.clone().filter(|_| is_files);
    let given = [
        ("file_size", size),
        ("chunk_size", chunk),
        ("files", files),
        ("concurrency", entry.concurrency.clone()),
    ];
    parameters.extend(given.into_iter().filter_map(|(key, value)| Some((key, value?))));
    parameters
}

/// Adds a result, or a sample to the one there is, in that one's unit.
fn add(
    results: &mut Vec<Measurement>,
    line: usize,
    (info, unit): (&'static MetricInfo, &'static str),
    case: &Case,
    value: f64,
) -> Result<(), ReadError> {
    let new = value_in(line, info, unit, case, value)?;
    let same =
        |old: &&mut Measurement| old.series.metric == new.series.metric && old.series.case == new.series.case;
    match results.iter_mut().find(same) {
        Some(Measurement { series, values: Values::Samples(samples) }) => {
            let factor = Unit::new(unit).ok().and_then(|unit| unit.in_units_of(&series.unit)).unwrap_or(1.0);
            samples.push(value * factor);
        }
        _ => results.push(new),
    }
    Ok(())
}
