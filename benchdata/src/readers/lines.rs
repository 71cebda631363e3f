//! A text's lines, numbered and without quoting, and what one of them says of the tool.

use super::text::unquoted;
use crate::reading::{Recognition, Sureness};

/// The lines with their numbers, from 1, without quote marks and blanks around them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(at, raw)| (at + 1, unquoted(raw).trim()))
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
