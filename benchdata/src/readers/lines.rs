//! A text's lines, numbered, and what one of them says of the tool.

use crate::reading::{Recognition, Sureness};

/// The lines with their numbers, from 1, without blanks around them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(at, raw)| (at + 1, raw.trim()))
}

/// The first line that holds a word and is as wanted, with its number. For a word that is
/// rare: all else is passed over as fast as memory is read.
pub(super) fn line_with<'a>(
    text: &'a str,
    word: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<(usize, &'a str)> {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, word).find_map(|at| {
        let begin = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(text.len(), |length| at + length);
        let line = &text[begin..end];
        is_wanted(line).then(|| (number_of(text, begin), line))
    })
}

/// The number of the line that begins at a place.
pub(super) fn number_of(text: &str, begin: usize) -> usize {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..begin]).count() + 1
}

/// The first thing that makes a text look like a tool's output.
pub(super) fn sign(line: usize, sureness: Sureness, what: &str) -> Recognition {
    Recognition { sureness, why: format!("line {line}: {what}") }
}

/// The first of the surest signs that a text's lines give.
pub(super) fn surest(
    text: &str,
    of_line: impl Fn(&str) -> Option<(Sureness, &'static str)>,
) -> Option<Recognition> {
    let mut best: Option<Recognition> = None;
    for (number, line) in lines(text) {
        let Some((sureness, what)) = of_line(line) else { continue };
        if best.as_ref().is_none_or(|best| sureness > best.sureness) {
            best = Some(sign(number, sureness, what));
        }
        if sureness == Sureness::Certain {
            break;
        }
    }
    best
}

/// The last line's number, where the text ends within a number: more digits may have
/// followed.
pub(super) fn cut(text: &str) -> Option<usize> {
    text.ends_with(|c: char| c.is_ascii_digit() || ".,".contains(c)).then(|| text.lines().count())
}
