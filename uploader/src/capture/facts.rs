//! What was captured, and the one way in.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use benchdata::name::{Key, Value, is_unseen};

use super::redact::redact;
use super::root::Root;

/// Facts captured on a box: a run's environment.
pub(crate) type Facts = BTreeMap<Key, Value>;

/// A box with thousands of CPUs and disks is described by its first ones.
const MOST_FACTS: usize = 2000;

/// As many characters as a value may have.
const MOST_CHARACTERS: usize = 4096;

/// Reads files and notes the facts in them. Whatever is noted is redacted.
pub(super) struct Notes<'a> {
    /// Where the files are.
    pub(super) root: &'a Root,
    /// What was noted so far, for whoever has no patience left.
    facts: Arc<Mutex<Facts>>,
}

impl<'a> Notes<'a> {
    /// Notes below that root, into `facts`.
    pub(super) fn new(root: &'a Root, facts: Arc<Mutex<Facts>>) -> Self {
        Self { root, facts }
    }

    /// Notes a fact. A text of several lines becomes one; nothing is no fact.
    pub(super) fn note(&mut self, key: &str, text: impl AsRef<str>) {
        self.keep(key, &redact(&one_line(text.as_ref())));
    }

    /// Notes a fact that is a list, as `a,b`: what is secret in one item ends with it.
    pub(super) fn note_list<'t>(&mut self, key: &str, items: impl IntoIterator<Item = &'t str>) {
        let items: Vec<String> = items.into_iter().map(|item| redact(&one_line(item))).collect();
        self.keep(key, &items.join(","));
    }

    /// Notes what a file holds, if it can be read.
    pub(super) fn note_file(&mut self, key: &str, path: &str) {
        if let Some(text) = self.root.read(path) {
            self.note(key, text);
        }
    }

    /// Notes what is in use of what a file lists: of `noop [deadline] cfq` the second.
    pub(super) fn note_choice(&mut self, key: &str, path: &str) {
        if let Some(text) = self.root.read(path) {
            self.note(key, chosen(&text));
        }
    }

    /// Notes what some files hold, each value once, as `performance, powersave`.
    pub(super) fn note_distinct(&mut self, key: &str, paths: impl IntoIterator<Item = String>) {
        let mut values: Vec<String> = paths.into_iter().filter_map(|path| self.root.read(path)).collect();
        values.sort();
        values.dedup();
        self.note(key, values.join(", "));
    }

    /// Notes the files of a directory, each under `prefix` and its own name.
    pub(super) fn note_directory(&mut self, prefix: &str, directory: &str) {
        for name in self.root.names(directory) {
            self.note_file(&format!("{prefix}{name}"), &format!("{directory}/{name}"));
        }
    }

    fn keep(&mut self, key: &str, line: &str) {
        let line = match line.char_indices().nth(MOST_CHARACTERS - 1) {
            Some((end, last)) if end + last.len_utf8() < line.len() => format!("{}…", &line[..end]),
            _ => line.to_owned(),
        };
        // sysfs writes the slash of a device's name as an exclamation mark.
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        let (key, value) = (Key::new(key.replace('!', "/")), Value::new(line));
        if let (Ok(key), Ok(value)) = (key, value)
            && !value.as_str().is_empty()
            && facts.len() < MOST_FACTS
        {
            facts.insert(key, value);
        }
    }
}

/// The text on one line, without characters that are not seen: they would part what is
/// redacted.
fn one_line(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    line.join(" ").chars().filter(|&c| !is_unseen(c)).collect()
}

/// Of a list in which the kernel brackets what is in use, as in `noop [deadline] cfq` and
/// `none voluntary (full)`, that; another text as it is.
pub(crate) fn chosen(text: &str) -> &str {
    let bracketed = |open, close| Some(text.split_once(open)?.1.split_once(close)?.0);
    bracketed('[', ']').or_else(|| bracketed('(', ')')).unwrap_or(text)
}

/// `31.2 GiB`: bytes in three digits, so that it does not vary with a kernel's own size.
pub(super) fn size(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    // 999.5 would be written as 1000.
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = match value {
        _ if unit == 0 => 0,
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {}", units[unit])
}

/// How many numbers a list such as `0-3,8-11` names.
pub(super) fn count(list: &str) -> Option<usize> {
    list.split(',')
        .map(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            last.checked_sub(first)?.checked_add(1)
        })
        .try_fold(0_usize, |sum, range| sum.checked_add(range?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is noted where no file is.
    fn facts(note: impl FnOnce(&mut Notes)) -> Facts {
        let (root, facts) = (Root::at("/nonesuch"), Arc::default());
        note(&mut Notes::new(&root, Arc::clone(&facts)));
        facts.lock().unwrap().clone()
    }

    fn noted(text: &str) -> Option<String> {
        facts(|notes| notes.note("fact", text)).into_values().next().map(Into::into)
    }

    #[test]
    fn a_value_is_one_line_of_bounded_length() {
        assert_eq!(noted(" a\n\tb\u{0}\u{202e}c ").unwrap(), "a bc");
        assert_eq!(noted("pass\u{200b}wo\0rd=x").unwrap(), "password=[redacted]");
        assert_eq!(noted(" \n"), None);
        let full = "é".repeat(4096);
        assert_eq!(noted(&full).unwrap(), full);
        assert_eq!(noted(&format!("{full}x")).unwrap(), format!("{}…", "é".repeat(4095)));
    }

    #[test]
    fn facts_are_bounded_in_number() {
        let facts = facts(|notes| (0..3000).for_each(|number| notes.note(&format!("fact.{number}"), "1")));
        assert_eq!(facts.len(), MOST_FACTS);
    }

    #[test]
    fn a_name_that_cannot_be_a_key_is_no_fact() {
        let names = ["block.cciss!c0d0.model", "block.a b.model", &"x".repeat(101)];
        let facts = facts(|notes| names.into_iter().for_each(|name| notes.note(name, "a")));
        assert_eq!(facts.keys().map(Key::as_str).collect::<Vec<_>>(), ["block.cciss/c0d0.model"]);
    }

    #[test]
    fn the_bracketed_word_is_chosen() {
        assert_eq!(chosen("noop [deadline] cfq"), "deadline");
        assert_eq!(chosen("none voluntary (full)"), "full");
        assert_eq!(chosen("none"), "none");
        assert_eq!(chosen("[none"), "[none");
    }

    #[test]
    fn sizes_have_three_digits() {
        for (bytes, written) in [
            (512, "512 B"),
            (1000, "0.98 KiB"),
            (256 << 20, "256 MiB"),
            (33_485_000_000, "31.2 GiB"),
            (512_110_190_592, "477 GiB"),
            (1_073_741_823_999, "0.98 TiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(size(bytes), written);
        }
    }

    #[test]
    fn lists_of_cpus_are_counted() {
        assert_eq!(count("0"), Some(1));
        assert_eq!(count("0-3,8-11"), Some(8));
        assert_eq!(count("3-0"), None);
        assert_eq!(count("0-18446744073709551615"), None);
        assert_eq!(count(""), None);
    }
}
