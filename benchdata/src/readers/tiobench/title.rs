//! The title above a table, which says what was tested.

use std::collections::BTreeMap;

use super::header::is_top;
use super::lines::{Line, Word};
use crate::name::{Key, NameError, Value};

/// tiobench's four tests, in its order.
pub(super) const TESTS: [&str; 4] =
    ["Sequential reads", "Random reads", "Sequential writes", "Random writes"];

const FILESYSTEMS: [&str; 20] = [
    "bcachefs", "btrfs", "cifs", "ext2", "ext3", "ext4", "f2fs", "fat", "jffs2", "jfs", "nfs", "nilfs2",
    "ntfs", "ocfs2", "reiser4", "reiserfs", "tmpfs", "vfat", "xfs", "zfs",
];

/// A case that is still being put together.
pub(super) type Parameters = BTreeMap<Key, Value>;

/// What a title says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Title {
    pub(super) line: usize,
    /// `test`, and what else the title names: `filesystem`, `threads`.
    pub(super) case: Parameters,
    pub(super) kind: Kind,
}

/// How plainly it says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A line of its own.
    Line,
    /// A test named in prose.
    Mention,
    /// Several tests named in prose.
    Ambiguous,
}

/// A test's name out of two words, `seq read` or `Sequential Reads`.
pub(super) fn test(order: &str, access: &str) -> Option<&'static str> {
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let order = plain(order);
    let is_random = match order.as_str() {
        "sequential" | "seq" => false,
        "random" | "rand" => true,
        _ => return None,
    };
    let is_write = match plain(access).as_str() {
        "read" | "reads" => false,
        "write" | "writes" => true,
        _ => return None,
    };
    Some(TESTS[usize::from(is_write) * 2 + usize::from(is_random)])
}

/// Sets a parameter of a case.
pub(super) fn set(case: &mut Parameters, key: &str, value: &str) -> Result<(), NameError> {
    case.insert(Key::new(key)?, Value::new(value)?);
    Ok(())
}

impl Title {
    /// The title that a line is or mentions, and the words of the header that stand in
    /// the same line (`Sequential Reads   Num   Avg   Maximum`).
    pub(super) fn of<'a>(line: &Line<'a>) -> Result<Option<(Self, Vec<Word<'a>>)>, NameError> {
        let words = &line.words;
        let mut named = words
            .windows(2)
            .enumerate()
            .filter_map(|(at, pair)| Some((at, test(pair[0].text, pair[1].text)?)));
        let Some((at, test)) = named.next() else { return Ok(None) };
        let mut case = Parameters::new();
        set(&mut case, "test", test)?;
        let kind = if named.any(|(_, other)| other != test) { Kind::Ambiguous } else { Kind::Mention };
        let mut title = Self { line: line.number, case, kind };

        let (before, after) = (&words[..at], &words[at + 2..]);
        let is_tiobench = |word: &Word| word.text.eq_ignore_ascii_case("tiobench");
        let header = after.iter().rev().take_while(|word| is_top(word.text)).count();
        let (after, header) = after.split_at(after.len() - header);
        let rest = title.parameters(after)?;
        if title.kind == Kind::Mention && before.iter().all(is_tiobench) && before.len() < 2 && rest.len() < 2
        {
            title.kind = Kind::Line;
            if let Some(rest) = rest.first() {
                set(&mut title.case, "variant", rest)?;
            }
            return Ok(Some((title, header.to_vec())));
        }
        Ok(Some((title, Vec::new())))
    }

    /// Takes `on ext2` and `128 threads` into the case; gives back the other words.
    fn parameters<'a>(&mut self, words: &[Word<'a>]) -> Result<Vec<&'a str>, NameError> {
        let mut rest = Vec::new();
        let mut words = words.iter().map(|word| word.text.trim_matches(['(', ')', ',', ':', '.'])).peekable();
        while let Some(word) = words.next() {
            let next = words.peek().copied().unwrap_or_default();
            if FILESYSTEMS.contains(&word.to_lowercase().as_str()) {
                set(&mut self.case, "filesystem", word)?;
            } else if word.bytes().all(|b| b.is_ascii_digit()) && next.to_lowercase().starts_with("thread") {
                set(&mut self.case, "threads", word)?;
                words.next();
            } else if word != "on" && !word.is_empty() {
                rest.push(word);
            }
        }
        Ok(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::lines;
    use super::*;

    fn title(text: &str) -> Option<(Kind, String)> {
        let line = lines(text).next().unwrap();
        let (title, _) = Title::of(&line).unwrap()?;
        let case: Vec<String> = title.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
        Some((title.kind, case.join(", ")))
    }

    #[test]
    fn a_title_names_the_test_and_what_else_it_says() {
        let line = |case: &str| Some((Kind::Line, case.to_owned()));
        assert_eq!(title("Sequential reads"), line("test=Sequential reads"));
        assert_eq!(title("Random Writes:"), line("test=Random writes"));
        assert_eq!(title("Sequential Writes ext2"), line("filesystem=ext2, test=Sequential writes"));
        assert_eq!(title("tiobench seq reads 128 threads"), line("test=Sequential reads, threads=128"));
        assert_eq!(title("Random Reads patched"), line("test=Random reads, variant=patched"));
        assert_eq!(title("Random Reads   Num    Avg  Maximum"), line("test=Random reads"));
    }

    #[test]
    fn prose_mentions_tests() {
        let prose = "tiobench random reads on ext2 also has higher throughput";
        assert_eq!(title(prose), Some((Kind::Mention, "filesystem=ext2, test=Random reads".into())));
        let (kind, _) = title("sequential reads and random reads").unwrap();
        assert_eq!(kind, Kind::Ambiguous);
        assert_eq!(title("reads are sequential"), None);
    }
}
