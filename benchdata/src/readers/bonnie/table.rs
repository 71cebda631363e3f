//! The two tables, of throughput with seeks and of files, and the rows of latencies that
//! versions from 1.9 on put under them.

use super::lines::Lines;
use super::{Entry, IO_TESTS, Outcome};
use crate::readers::faults::fault;
use crate::readers::text::number;
use crate::reading::ReadError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Throughput,
    Files,
}

/// Which table's header a line begins.
pub(super) fn header(line: &str) -> Option<Table> {
    if line.contains("-Sequential Output-") {
        Some(Table::Throughput)
    } else if line.contains("-Sequential Create-") {
        Some(Table::Files)
    } else {
        None
    }
}

/// `Version 2.00a       ------Sequential Output------ …`
pub(super) fn version(line: &str) -> Option<&str> {
    let version = line.trim_start().strip_prefix("Version")?.split_whitespace().next()?;
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

/// `25694`, `84.4`, `1359k`, `1.1g`, `+++++`.
fn is_cell(word: &str) -> bool {
    is_missing(word) || rate(word).is_some()
}

/// Too fast to be measured.
pub(super) fn is_missing(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b == b'+')
}

/// A rate in the unit that its suffix says; kilobytes, which are 1024 bytes, without.
pub(super) fn rate(word: &str) -> Option<(f64, &'static str)> {
    let (digits, unit) = match word.as_bytes().last()? {
        b'k' => (&word[..word.len() - 1], "KiB/s"),
        b'm' => (&word[..word.len() - 1], "MiB/s"),
        b'g' => (&word[..word.len() - 1], "GiB/s"),
        b'0'..=b'9' => (word, "KiB/s"),
        _ => return None,
    };
    Some((number(digits)?, unit))
}

/// `12060us`, `408ms`, `3s`.
pub(super) fn latency(word: &str) -> Option<(f64, &'static str)> {
    let of = |suffix: &str, unit| word.strip_suffix(suffix).and_then(number).map(|value| (value, unit));
    of("us", "us").or_else(|| of("ms", "ms")).or_else(|| of("s", "s"))
}

fn is_latency(word: &str) -> bool {
    latency(word).is_some() || is_missing(word)
}

/// `2G`, `256M`, with chunk size and concurrency `16M:4k:2`.
pub(super) fn is_size(word: &str) -> bool {
    let size = word.split(':').next().unwrap_or_default();
    let digits = size.trim_end_matches(['K', 'M', 'G', 'T']);
    size.len() == digits.len() + 1 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// `16`, `2:1000:100/2`.
fn is_files(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.bytes().all(|b| b.is_ascii_digit() || b":/".contains(&b))
}

/// A row of either table, and the last of its lines.
pub(super) fn row(lines: &Lines, at: usize, table: Table) -> Result<Option<(Entry, usize)>, ReadError> {
    let mut words = lines.words(at);
    let is_key = if table == Table::Throughput { is_size } else { is_files };
    let is_row = |&key: &usize| {
        is_key(words[key]) && words.len() > key + 1 && words[key + 1..].iter().all(|word| is_cell(word))
    };
    let Some(key) = (0..words.len()).find(is_row) else { return Ok(None) };
    let last = lines.join(at, &mut words, key + 13, is_cell);
    let cells = &words[key + 1..];
    let line = lines.number(at);
    let outcomes = match cells.len() {
        ..6 => return Ok(None),
        12 => cells.chunks(2).map(outcome).collect(),
        8 if table == Table::Throughput && !lines.is_open(last) && is_fast(lines.body(at), words[key]) => {
            fast(cells.chunks(2).map(outcome))
        }
        count => {
            let expected = "12 behind the size (without the tests by character 8, their columns left blank)";
            return Err(fault(line, format!("a row with {count} cells"), expected));
        }
    };
    let mut entry = Entry { line, name: words[..key].join(" "), ..Entry::default() };
    place(&mut entry, table, &outcomes);
    if lines.is_open(last) {
        entry.outcomes[offset(table) + IO_TESTS - 1].cpu = None;
    }
    match table {
        Table::Throughput => sizes(&mut entry, words[key]),
        Table::Files => entry.files = Some(words[key].to_owned()),
    }
    Ok(Some((entry, last)))
}

/// A rate and its CPU time; `0k +++`, as bon_csv2txt prints it, was too fast to be measured.
fn outcome(pair: &[&str]) -> Outcome {
    let is_too_fast = pair.get(1).is_some_and(|cpu| is_missing(cpu));
    let value = rate(pair[0]).filter(|_| !is_too_fast);
    Outcome { value, cpu: pair.get(1).and_then(|cpu| number(cpu)), latency: None }
}

/// `bonnie++ -f` leaves the tests by character out, and their columns blank.
fn is_fast(line: &str, size: &str) -> bool {
    let behind = line.split_once(size).map_or("", |(_, behind)| behind);
    behind.len() - behind.trim_start().len() >= 8
}

fn fast<T: Default>(mut four: impl Iterator<Item = T>) -> Vec<T> {
    let mut next = || four.next().unwrap_or_default();
    let (put_block, rewrite, get_block, seeks) = (next(), next(), next(), next());
    vec![T::default(), put_block, rewrite, T::default(), get_block, seeks]
}

fn offset(table: Table) -> usize {
    if table == Table::Throughput { 0 } else { IO_TESTS }
}

fn place(entry: &mut Entry, table: Table, outcomes: &[Outcome]) {
    for (place, outcome) in entry.outcomes.iter_mut().skip(offset(table)).zip(outcomes) {
        *place = *outcome;
    }
}

/// `16M:4k:2` is size, chunk and concurrency; bon_csv2txt's `16M:4k:8192:5` names no
/// concurrency.
fn sizes(entry: &mut Entry, word: &str) {
    let parts: Vec<&str> = word.split(':').collect();
    let part = |at: usize| parts.get(at).filter(|part| !part.is_empty()).map(|part| (*part).to_owned());
    (entry.size, entry.chunk) = (part(0), part(1));
    entry.concurrency = part(2).filter(|_| parts.len() == 3);
}

/// A row of latencies under a row of the table; gives the last of its lines.
pub(super) fn latencies(lines: &Lines, at: usize, table: Table, entry: &mut Entry) -> Option<usize> {
    let mut words = lines.words(at);
    if words.first() != Some(&"Latency") || !words[1..].iter().all(|word| is_latency(word)) {
        return None;
    }
    let last = lines.join(at, &mut words, 7, is_latency);
    let found: Vec<_> = match words.len() - 1 {
        6 => words[1..].iter().map(|word| latency(word)).collect(),
        4 if table == Table::Throughput && !lines.is_open(last) => {
            fast(words[1..].iter().map(|word| latency(word)))
        }
        _ => return None,
    };
    for (outcome, latency) in entry.outcomes.iter_mut().skip(offset(table)).zip(found) {
        outcome.latency = latency;
    }
    Some(last)
}
