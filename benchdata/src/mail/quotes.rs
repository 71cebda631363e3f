//! Quote marks: `>`, `>>`, `> >`, `&gt;` and initials as in ` ES> `.

use memchr::memchr;

/// A line without its quote marks and the blank behind them. The `>2s` of tiobench's header,
/// which a mail program may have put first, is none.
fn unquoted(raw: &str) -> &str {
    let mut rest = raw;
    loop {
        let line = rest.trim_start();
        let Some(inner) =
            line.strip_prefix('>').or_else(|| line.strip_prefix("&gt;")).or_else(|| cited(line))
        else {
            break;
        };
        if is_seconds(inner) {
            break;
        }
        rest = inner;
    }
    if rest.len() < raw.len() { rest.strip_prefix(' ').unwrap_or(rest) } else { raw }
}

/// Whether what follows a `>` is the rest of a header's `>2s` or `>10s`.
fn is_seconds(inner: &str) -> bool {
    let unit = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_word = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    unit.len() < inner.len() && unit.strip_prefix('s').is_some_and(is_word)
}

/// What stands behind a writer's initials: `ES> text`.
fn cited(line: &str) -> Option<&str> {
    let initials = line.bytes().take(3).take_while(u8::is_ascii_uppercase).count();
    line[initials..].strip_prefix('>').filter(|inner| inner.starts_with(' '))
}

/// A text without quote marks, if it has some.
pub(super) fn removed(text: &str) -> Option<String> {
    memchr(b'>', text.as_bytes())?;
    if !text.lines().any(|line| unquoted(line).len() < line.len()) {
        return None;
    }
    let mut undone = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\r', '\n']);
        undone.push_str(unquoted(body));
        undone.push_str(&line[body.len()..]);
    }
    Some(undone)
}
