//! The choice among the readers: the surest takes a text.

use crate::reading::{Reader, Recognition};

use super::{OutputError, READERS};

/// As much of a text's beginning or end as mostly tells whose output it is.
pub(super) const GLANCE: usize = 1 << 20;

/// Every reader looks at a text's beginning, then at its end, as results stand below what a
/// tool says on its way; at all of it only where nobody knows either.
///
/// # Errors
/// Where no reader knows the text, or several do, equally well.
pub(super) fn surest(text: &str, glance: usize) -> Result<&'static Reader, OutputError> {
    let Some(rest) = text.len().checked_sub(glance) else { return surest_of(text) };
    let head = &text[..text.floor_char_boundary(glance)];
    let head = head.rfind('\n').map_or(head, |end| &head[..=end]);
    let tail = &text[text.ceil_char_boundary(rest)..];
    let tail = tail.find('\n').map_or(tail, |end| &tail[end + 1..]);
    match surest_of(head) {
        Err(OutputError::NotRecognised) => surest_of(tail).or_else(|_| surest_of(text)),
        found => found,
    }
}

fn surest_of(text: &str) -> Result<&'static Reader, OutputError> {
    let (text, dropped) = without_repeats(text);
    let sure: Vec<(&Reader, Recognition)> =
        READERS.iter().filter_map(|reader| Some((reader, (reader.recognise)(&text)?))).collect();
    let most = sure.iter().map(|(_, recognition)| recognition.sureness).max();
    let best: Vec<_> =
        sure.into_iter().filter(|(_, recognition)| Some(recognition.sureness) == most).collect();
    match best.as_slice() {
        [] => Err(OutputError::NotRecognised),
        [(reader, _)] => Ok(reader),
        several => {
            let said = several.iter().map(|(reader, found)| format!("{} ({})", reader.name, found.why));
            let number = |line: usize| line + dropped.partition_point(|&before| before < line);
            Err(renumbered(OutputError::Ambiguous(said.collect()), number))
        }
    }
}

/// A text without the lines that are the same as the two above them, which tell no reader
/// anything but may be millions; and for each the number of the line that it stood behind.
fn without_repeats(text: &str) -> (String, Vec<usize>) {
    let (mut kept, mut dropped) = (String::with_capacity(text.len()), Vec::new());
    let (mut before, mut count) = ([""; 2], 0);
    for line in text.split_inclusive('\n') {
        if before == [line; 2] {
            dropped.push(count);
        } else {
            kept.push_str(line);
            count += 1;
            before = [before[1], line];
        }
    }
    (kept, dropped)
}

/// Candidates, `tiobench (line 14: …)`, with the lines' numbers in the text that came.
pub(super) fn renumbered(error: OutputError, number: impl Fn(usize) -> usize) -> OutputError {
    let OutputError::Ambiguous(candidates) = error else { return error };
    let of = |candidate: &String| {
        let (name, why) = candidate.split_once(" (line ")?;
        let (line, what) = why.split_once(':')?;
        Some(format!("{name} (line {}:{what}", number(line.parse().ok()?)))
    };
    OutputError::Ambiguous(candidates.iter().map(|one| of(one).unwrap_or_else(|| one.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_come_again_and_again_are_looked_at_twice() {
        let (kept, dropped) = without_repeats("a\nb\nb\nb\nb\nc\nc\nc");
        assert_eq!((kept.as_str(), dropped.as_slice()), ("a\nb\nb\nc\nc\nc", [3, 3].as_slice()));
        let noise = "{\n".repeat(400_000);
        assert_eq!(surest(&noise, 500).map(|reader| reader.name), Err(OutputError::NotRecognised));
        let both = "25571 records/s\n\n\n\n\niperf Done.\n";
        let error = surest(both, GLANCE).map(|reader| reader.name).unwrap_err().to_string();
        assert!(error.contains("iperf3 (line 6: "), "{error}");
    }
}
