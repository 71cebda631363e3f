//! Quoted-printable (RFC 2045, 6.7): `=3D` for `=`, `=09` for a tab, `=` at the end of a line
//! that goes on in the next.

use memchr::{memchr_iter, memmem, memrchr};

/// What stands behind a `=`.
enum Escape {
    /// A byte, in two hexadecimal digits.
    Byte(u8),
    /// A line end of this length.
    SoftBreak(usize),
}

fn escape(behind: &[u8]) -> Option<Escape> {
    match behind {
        [b'\n', ..] => Some(Escape::SoftBreak(1)),
        [b'\r', b'\n', ..] => Some(Escape::SoftBreak(2)),
        [high @ (b'0'..=b'9' | b'A'..=b'F'), low @ (b'0'..=b'9' | b'A'..=b'F'), ..] => {
            let digit = |d: u8| if d.is_ascii_digit() { d - b'0' } else { d - b'A' + 10 };
            Some(Escape::Byte(16 * digit(*high) + digit(*low)))
        }
        _ => None,
    }
}

/// The text, and the lines into which others were joined; `None` where it is not quoted-printable.
pub(super) fn decoded(text: &str) -> Option<(String, Vec<usize>)> {
    let from = declared(text).or_else(|| is_printable(text).then_some(0))?;
    let (mut undone, mut joined) = (text.as_bytes()[..from].to_vec(), Vec::new());
    let mut line = 1 + memchr_iter(b'\n', &undone).count();
    let mut rest = &text.as_bytes()[from..];
    while let Some(at) = memchr::memchr(b'=', rest) {
        line += memchr_iter(b'\n', &rest[..at]).count();
        undone.extend(&rest[..at]);
        rest = &rest[at + 1..];
        match escape(rest) {
            // What no text holds is none.
            Some(Escape::Byte(byte)) if byte >= b' ' || byte == b'\t' => {
                undone.push(byte);
                rest = &rest[2..];
            }
            Some(Escape::SoftBreak(length)) => {
                joined.push(line);
                rest = &rest[length..];
            }
            _ => undone.push(b'='),
        }
    }
    undone.extend(rest);
    // Old mails are Latin-1.
    let latin = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
    let undone = String::from_utf8(undone).unwrap_or_else(|bytes| latin(bytes.into_bytes()));
    Some((undone, joined))
}

/// Where the header ends that declares it.
fn declared(text: &str) -> Option<usize> {
    const HEADER: &[u8] = b"content-transfer-encoding:";
    let at = memmem::find(text.as_bytes(), b"quoted-printable")?;
    let begin = memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1);
    let is_header = text.as_bytes()[begin..].get(..HEADER.len())?.eq_ignore_ascii_case(HEADER);
    is_header.then_some(at + b"quoted-printable".len())
}

/// Whether each `=` of a text is an escape that mail programs write, and several of them
/// plainly so. In a text that is not quoted-printable, `rq=09` has a fellow such as `rq=1`.
fn is_printable(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut plain = 0;
    for at in memchr_iter(b'=', bytes) {
        match escape(&bytes[at + 1..]) {
            Some(Escape::SoftBreak(_) | Escape::Byte(b'=' | 0x80..)) => plain += 1,
            Some(Escape::Byte(b'\t' | b' ' | b'.' | b'F')) => {}
            // A text may be cut within an escape.
            None if at + 3 > bytes.len() => {}
            _ => return false,
        }
    }
    plain > 1
}
