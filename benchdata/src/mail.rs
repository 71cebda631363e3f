//! What mails do to a text, undone before it is read: quoted-printable, HTML's entities,
//! colours, no-break blanks, quote marks. A text without damage is not copied.

mod printable;
mod quotes;

use std::borrow::Cow;

use memchr::{memchr, memmem};

/// A text as it was before it went through mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// The lines, from 1, into which quoted-printable's soft breaks were joined; one as often
    /// as it had a break.
    joined: Vec<usize>,
}

impl<'a> Plain<'a> {
    /// Undoes what mails did to a text.
    #[must_use]
    pub fn of(damaged: &'a str) -> Self {
        let (mut text, joined) = match printable::decoded(damaged) {
            Some((text, joined)) => (Cow::Owned(text), joined),
            None => (Cow::Borrowed(damaged), Vec::new()),
        };
        for undo in [entities, colours, blanks, quotes::removed] {
            if let Some(undone) = undo(&text) {
                text = Cow::Owned(undone);
            }
        }
        Self { text, joined }
    }

    /// The number that a line has in the damaged text, from 1.
    #[must_use]
    pub fn line(&self, line: usize) -> usize {
        line + self.joined.partition_point(|&joined| joined < line)
    }
}

const ENTITIES: [(&str, &str); 7] = [
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&nbsp;", " "),
];

/// Entities in a text that a web page showed: it has no angle bracket left. XML has, and
/// keeps its own.
fn entities(text: &str) -> Option<String> {
    let has_them =
        memmem::find(text.as_bytes(), b"&gt;").is_some() || memmem::find(text.as_bytes(), b"&lt;").is_some();
    if !has_them || memchr(b'<', text.as_bytes()).is_some() {
        return None;
    }
    let mut undone = String::with_capacity(text.len());
    let mut parts = text.split('&');
    undone.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let entity = ENTITIES.iter().find_map(|(name, sign)| Some((sign, part.strip_prefix(&name[1..])?)));
        let (sign, rest) = entity.unwrap_or((&"&", part));
        undone.push_str(sign);
        undone.push_str(rest);
    }
    Some(undone)
}

/// What colours a terminal's text or clears a line. What moves the cursor stays: readers
/// need it.
fn colours(text: &str) -> Option<String> {
    memchr(0x1b, text.as_bytes())?;
    let mut parts = text.split("\x1b[");
    let mut undone = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match code.strip_prefix(['m', 'K']) {
            Some(rest) => undone.push_str(rest),
            None => undone.extend(["\x1b[", part]),
        }
    }
    Some(undone)
}

/// No-break blanks, but for those that set off thousands within a number.
fn blanks(text: &str) -> Option<String> {
    const NO_BREAK: &str = "\u{a0}";
    memmem::find(text.as_bytes(), NO_BREAK.as_bytes())?;
    let mut parts = text.split(NO_BREAK);
    let mut undone = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_in_number =
            undone.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit());
        undone.push_str(if is_in_number { NO_BREAK } else { " " });
        undone.push_str(part);
    }
    Some(undone)
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;
