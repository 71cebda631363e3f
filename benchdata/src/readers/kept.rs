//! Which printed numbers became values: each is changed in turn and the text read again, which
//! holds for every reader, and cannot tell other than what the reader does.

use std::ops::Range;

use super::{OutputError, read_with, reader_for};
use crate::hints::Hints;
use crate::mail::Plain;
use crate::name::Name;
use crate::reading::{ReadRun, Reading};
use crate::source::{Source, decode};

/// As many bytes are read for it, all times together.
const MOST_READ: usize = 48 << 20;

/// A line of an output, without what mails did to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptLine {
    /// Its number in the text that came, from 1.
    pub number: usize,
    /// The line.
    pub text: String,
    /// Its numbers that became values, in their order.
    pub kept: Vec<KeptNumber>,
}

/// A printed number that became a value, or a part of a summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptNumber {
    /// Where it stands in the line, in bytes.
    pub at: Range<usize>,
    /// Of which metric.
    pub metric: Name,
}

/// The lines of an output with the numbers that were kept; none marked where that would take
/// too long to find out.
///
/// # Errors
/// Where the output cannot be read.
pub fn kept(format: &str, source: &Source, hints: &Hints) -> Result<Vec<KeptLine>, OutputError> {
    let text = decode(&source.bytes)?;
    let plain = Plain::of(&text);
    let reader = reader_for(format, &plain, hints)?;
    let read = |text: &str| read_with(reader, text, hints);
    let reading = read(&plain.text)?;
    let numbers = numbers(&plain.text);
    let is_short = numbers.len().saturating_mul(plain.text.len()) <= MOST_READ;
    let found = numbers.into_iter().filter(|_| is_short).filter_map(|at| {
        let changed = read(&changed(&plain.text, &at)).ok()?;
        Some((at, metric(&reading, &changed)?))
    });
    let mut found = found.peekable();
    let mut start = 0;
    let lines = plain.text.split_inclusive('\n').enumerate().map(|(index, line)| {
        let end = start + line.len();
        let mut kept = Vec::new();
        while let Some((at, metric)) = found.next_if(|(at, _)| at.start < end) {
            kept.push(KeptNumber { at: at.start - start..at.end - start, metric });
        }
        start = end;
        let text = line.trim_end_matches(['\n', '\r']).to_owned();
        KeptLine { number: plain.line(index + 1), text, kept }
    });
    Ok(lines.collect())
}

/// The numbers in a text: digits with points and commas between.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !is_digit(at) {
            at += 1;
            continue;
        }
        let start = at;
        while is_digit(at) || (matches!(bytes.get(at), Some(b'.' | b',')) && is_digit(at + 1)) {
            at += 1;
        }
        numbers.push(start..at);
    }
    numbers
}

/// The text with another last digit of a number.
fn changed(text: &str, at: &Range<usize>) -> String {
    let last = at.end - 1;
    let digit = text.as_bytes()[last];
    let other = if digit == b'9' { "8" } else { &"123456789"[usize::from(digit - b'0')..][..1] };
    [&text[..last], other, &text[at.end..]].concat()
}

/// The metric of the one value that differs between two readings, which must otherwise be the
/// same: a number that changes a label or a case is no value.
fn metric(reading: &Reading, changed: &Reading) -> Option<Name> {
    let is_same_run = |(a, b): (&ReadRun, &ReadRun)| {
        a.label == b.label && a.factors == b.factors && a.results.len() == b.results.len()
    };
    if reading.runs.len() != changed.runs.len() || !reading.runs.iter().zip(&changed.runs).all(is_same_run) {
        return None;
    }
    let results =
        |reading: &Reading| reading.runs.iter().flat_map(|run| run.results.clone()).collect::<Vec<_>>();
    let (before, after) = (results(reading), results(changed));
    if before.iter().zip(&after).any(|(a, b)| a.series != b.series) {
        return None;
    }
    let differing = before.iter().zip(&after).find(|(a, b)| a.values != b.values);
    differing.map(|(result, _)| result.series.metric.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, format: &str) -> Vec<String> {
        let source = Source { name: "x".to_owned(), bytes: text.as_bytes().into() };
        let lines = kept(format, &source, &Hints::default()).unwrap();
        let mark = |line: &KeptLine| {
            let numbers =
                line.kept.iter().map(|one| format!("{}={}", one.metric, &line.text[one.at.clone()]));
            format!("{}: {}", line.number, numbers.collect::<Vec<_>>().join(" "))
        };
        lines.iter().filter(|line| !line.kept.is_empty()).map(mark).collect()
    }

    #[test]
    fn values_are_kept_and_labels_cases_and_other_text_are_not() {
        let text = include_str!("../../../demo/tiobench-2.5.60-mail.txt");
        let lines = marked(text, "auto");
        let row = lines.iter().find(|line| line.contains("rate=7.33")).unwrap();
        assert!(row.contains("latency_max="), "{row}");
        // Neither the threads nor the sizes of files and blocks.
        assert!(!lines.iter().any(|line| line.contains("=4096") || line.contains("=1792")), "{lines:#?}");
    }

    #[test]
    fn a_quoted_line_keeps_its_number() {
        let text = "> Hello,\n>\n> 25571 records/s\n> real 10.00 s\n";
        assert_eq!(marked(text, "ebizzy")[0], "3: rate=25571");
    }

    #[test]
    fn a_number_is_changed_in_its_last_digit_alone() {
        assert_eq!(numbers("a1.5, 2,000. 9"), [1..4, 6..11, 13..14]);
        assert_eq!(changed("a1.59b", &(1..5)), "a1.58b");
        assert_eq!(changed("10", &(0..2)), "11");
    }
}
