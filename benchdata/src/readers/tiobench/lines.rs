//! A text's lines as words.

/// A word and the byte offset at which it begins in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// A unit that stands behind it as a word of its own: `7.8 seconds`.
    pub(super) unit: Option<&'static str>,
}

impl Word<'_> {
    pub(super) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// A piece of the rule under a header: `-----`, `=====`, `+-----` in a diff.
    fn is_rule(&self) -> bool {
        let rule = self.text.strip_prefix('+').unwrap_or(self.text);
        rule.len() >= 3 && rule.bytes().all(|b| b == b'-' || b == b'=')
    }
}

/// Which side of a diff a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Mark {
    Minus,
    Plus,
}

impl Mark {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Minus => "-",
            Self::Plus => "+",
        }
    }
}

/// One line of the text.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) body: &'a str,
    pub(super) words: Vec<Word<'a>>,
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().enumerate().map(|(at, body)| {
        let words = body.split_whitespace().map(|word| {
            // Both are parts of one string, so the difference is the word's place in it.
            let at = word.as_ptr() as usize - body.as_ptr() as usize;
            Word { text: word, at, unit: None }
        });
        Line { number: at + 1, body, words: words.collect() }
    })
}

impl<'a> Line<'a> {
    /// Takes the rule off that the line begins with (a refilled paragraph has rule and
    /// row in one line); gives the place where the rule's first piece ends.
    pub(super) fn take_rule(&mut self) -> Option<usize> {
        let pieces = self.words.iter().take_while(|word| word.is_rule()).count();
        let end = self.words.first().filter(|_| pieces > 0)?.end();
        self.words.drain(..pieces);
        Some(end)
    }

    /// Takes the diff mark off that the line begins with. Marks are not signs: `-2.5.60`
    /// is the line `2.5.60` of the old side.
    pub(super) fn take_mark(&mut self) -> Option<Mark> {
        let first = self.words.first_mut()?;
        let (mark, rest) = match first.text.split_at_checked(1)? {
            ("-", rest) => (Mark::Minus, rest),
            ("+", rest) => (Mark::Plus, rest),
            _ => return None,
        };
        if rest.starts_with(['-', '+']) {
            return None;
        }
        if rest.is_empty() {
            self.words.remove(0);
        } else {
            *first = Word { text: rest, at: first.at + 1, unit: None };
        }
        Some(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_from_the_lines_beginning() {
        let line = lines("x\n  ab\tc").nth(1).unwrap();
        let places: Vec<(&str, usize)> = line.words.iter().map(|word| (word.text, word.at)).collect();
        assert_eq!(places, [("ab", 2), ("c", 5)]);
    }

    #[test]
    fn marks_are_taken_off_and_missing_cells_are_none() {
        let marked = |text| {
            let mut line = lines(text).next().unwrap();
            (line.take_mark(), line.words.first().map(|word| word.text))
        };
        assert_eq!(marked("-2.5.60 1"), (Some(Mark::Minus), Some("2.5.60")));
        assert_eq!(marked("+ 2.5.60"), (Some(Mark::Plus), Some("2.5.60")));
        assert_eq!(marked("+++++ 1"), (None, Some("+++++")));
        assert_eq!(marked("µ 1"), (None, Some("µ")));
    }
}
