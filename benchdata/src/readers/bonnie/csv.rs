//! The rows of CSV, read by position: version 2.00a's header has two names less than its
//! rows have fields. Version 1.03 has 27 fields, those from 1.9 on end in twelve latencies.

use super::lines::Lines;
use super::table::{is_missing, is_size, latency, rate};
use super::{Entry, IO_TESTS, Outcome};
use crate::readers::faults::fault;
use crate::readers::text::number;
use crate::reading::ReadError;

/// A row of CSV.
pub(super) struct Row {
    pub(super) entry: Entry,
    /// Versions, name, seed: what repetitions within one execution share.
    pub(super) head: String,
    pub(super) version: Option<String>,
    /// The last of its lines.
    pub(super) last: usize,
}

/// Fields of version 1.03.
const OLD: usize = 27;
/// Fields behind the head from version 1.9 on: six tests, five of the files, six tests,
/// the latencies of all.
const TAIL: usize = 12 + 5 + 12 + 12;
/// What stands before: versions, name, concurrency, seed, sizes; the oldest have 5.
const MOST: usize = 9 + TAIL;

fn is_version(field: &str) -> bool {
    let digits = field.trim_end_matches(|c: char| c.is_ascii_lowercase());
    digits.split_once('.').is_some_and(|(whole, part)| {
        ["1", "2"].contains(&whole) && part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit())
    })
}

/// Whether a line begins a row.
pub(super) fn begins(line: &str) -> bool {
    let fields: Vec<&str> = line.split(',').take(OLD).collect();
    let is_new = is_version(fields[0]) && fields.iter().skip(1).take(5).any(|field| is_size(field));
    fields.len() > 10 && (is_new || is_size(fields[1]))
}

/// The row that begins on a line, with the lines that a mail program made of it.
pub(super) fn row(lines: &Lines, at: usize) -> Result<Row, ReadError> {
    let mut text = lines.body(at).trim().to_owned();
    let most = if is_version(text.split(',').next().unwrap_or_default()) { MOST } else { OLD };
    let mut last = at;
    while count(&text) < most {
        let next = lines.body(last + 1).trim();
        if next.matches(',').count() < 3 || begins(next) || count(&text) + count(next) - 1 > most {
            break;
        }
        text.push_str(next);
        last += 1;
    }
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let line = lines.number(at);
    let mut row = if most == OLD { old(line, &fields)? } else { new(line, &fields)? };
    if lines.is_open(last) && most == OLD {
        row.entry.outcomes[11].cpu = None;
    }
    row.last = last;
    Ok(row)
}

fn count(text: &str) -> usize {
    text.split(',').count()
}

fn old(line: usize, fields: &[&str]) -> Result<Row, ReadError> {
    if fields.len() != OLD {
        return Err(fault(line, format!("a row of CSV with {} fields", fields.len()), "27"));
    }
    let mut entry = Entry { line, name: fields[0].to_owned(), ..Entry::default() };
    let mut sizes = fields[1].split(':').map(str::to_owned);
    (entry.size, entry.chunk) = (sizes.next(), sizes.next());
    entry.files = some(fields[14]);
    outcomes(line, &mut entry.outcomes[..IO_TESTS], &fields[2..14])?;
    outcomes(line, &mut entry.outcomes[IO_TESTS..], &fields[15..])?;
    Ok(Row { entry, head: String::new(), version: None, last: 0 })
}

fn new(line: usize, fields: &[&str]) -> Result<Row, ReadError> {
    let expected = match fields[0] {
        "1.98" => 50..=50,
        "1.96" | "1.97" => 48..=48,
        _ => TAIL + 5..=MOST,
    };
    if !expected.contains(&fields.len()) {
        let (found, least) = (fields.len(), expected.start());
        return Err(fault(line, format!("a row of CSV with {found} fields"), format!("{least} or more")));
    }
    let (head, tail) = fields.split_at(fields.len() - TAIL);
    let name = if is_version(head[1]) { 2 } else { 1 };
    let size = head.iter().position(|field| is_size(field));
    let mut entry = Entry { line, name: head[name].to_owned(), ..Entry::default() };
    entry.size = size.and_then(|size| some(head[size]));
    entry.chunk = size.and_then(|size| some(head.get(size + 1)?));
    // The oldest have a seed alone, which is far longer.
    entry.concurrency = some(head[name + 1]).filter(|n| n.len() < 6 && n.parse().is_ok_and(|n: u32| n > 1));
    entry.files = files(&tail[12..17]);
    outcomes(line, &mut entry.outcomes[..IO_TESTS], &tail[..12])?;
    outcomes(line, &mut entry.outcomes[IO_TESTS..], &tail[17..29])?;
    for (outcome, field) in entry.outcomes.iter_mut().zip(&tail[29..]) {
        outcome.latency = cell(line, field, latency)?;
    }
    let version = head[name - 1].to_owned();
    Ok(Row { entry, head: head.join(","), version: Some(version), last: 0 })
}

fn some(field: &str) -> Option<String> {
    (!field.is_empty()).then(|| field.to_owned())
}

/// Number, largest, smallest, directories, chunk, as the table writes them: `2:1000:100/2`.
fn files(fields: &[&str]) -> Option<String> {
    let mut files = some(fields[0])?;
    for (before, field) in [(':', fields[1]), (':', fields[2]), ('/', fields[3])] {
        if !field.is_empty() {
            files.push(before);
            files.push_str(field);
        }
    }
    Some(files)
}

fn outcomes(line: usize, places: &mut [Outcome], fields: &[&str]) -> Result<(), ReadError> {
    for (place, pair) in places.iter_mut().zip(fields.chunks(2)) {
        place.value = cell(line, pair[0], rate)?;
        place.cpu = cell(line, pair[1], number)?;
    }
    Ok(())
}

/// What a field says; nothing where it is empty or the test was too fast.
fn cell<T>(line: usize, field: &str, read: fn(&str) -> Option<T>) -> Result<Option<T>, ReadError> {
    if field.is_empty() || is_missing(field) {
        return Ok(None);
    }
    read(field).map(Some).ok_or_else(|| fault(line, format!("{field:?}"), "a number, a latency or +++++"))
}
