//! The order of the values that sides are called by: what was there first comes first, since the
//! first side is the guessed baseline.

use std::collections::HashMap;

use super::natural::{is_number, is_of_versions, natural};
use crate::kernel_version::{Release, but_for_hashes, is_commit, release_and_rest};

/// First or last words of what says that nothing is changed.
const NO_CHANGE: &[&str] = &[
    "base",
    "baseline",
    "before",
    "control",
    "default",
    "disabled",
    "false",
    "mainline",
    "never",
    "no",
    "none",
    "off",
    "old",
    "orig",
    "original",
    "pre",
    "reference",
    "stock",
    "unpatched",
    "vanilla",
    "without",
];

/// What a name ends before that others begin with.
const SEPARATORS: [char; 8] = ['-', '+', '_', ' ', '.', ',', ':', '/'];

/// A key's values in their order, each given with when it first ran:
///
/// 1. a single one that says that nothing is changed, by its first or last word, among others that all
///    say more than a release;
/// 2. releases of labels, kernels and versions, and numbers of other keys, by what they are;
/// 3. of one release, and of texts, what all others go on from, then what says that nothing is changed;
/// 4. then in the order in which they first ran, those together that only their digits tell apart;
/// 5. then as a person would sort them.
pub(super) fn in_order<'a, T: Ord + Copy>(key: &str, values: Vec<(&'a str, T)>) -> Vec<&'a str> {
    let values: Vec<Taken<T>> = values.into_iter().map(|(text, first)| Taken::of(key, text, first)).collect();
    let mut first_of_kind: HashMap<(&Head, &str), T> = HashMap::new();
    for value in &values {
        let first = first_of_kind.entry(value.kind()).or_insert(value.first);
        *first = value.first.min(*first);
    }
    let unchanged: Vec<&str> =
        values.iter().filter(|value| says_no_change(value, &values)).map(|value| value.text).collect();
    let is_lone = |value: &Taken<T>| {
        let mut others = values.iter().filter(|other| other.text != value.text);
        unchanged == [value.text] && (value.head == Head::Text || others.all(|other| !other.rest.is_empty()))
    };
    let is_begun_by_all = |value: &Taken<T>| {
        let goes_on = |other: &Taken<T>| {
            let behind = other.rest.strip_prefix(value.rest);
            behind.is_some_and(|behind| {
                behind.is_empty() || value.rest.is_empty() || behind.starts_with(SEPARATORS)
            })
        };
        values.iter().all(|other| other.head != value.head || goes_on(other))
    };
    let mut ranked: Vec<_> = values
        .iter()
        .map(|value| {
            let is_change = !unchanged.contains(&value.text);
            let beside = (!is_begun_by_all(value), is_change, first_of_kind[&value.kind()], value.kind());
            ((!is_lone(value), &value.head, beside), value.text)
        })
        .collect();
    ranked.sort_by(|(a, a_text), (b, b_text)| a.cmp(b).then_with(|| natural(a_text, b_text)));
    ranked.into_iter().map(|(_, text)| text).collect()
}

/// A value, taken apart.
struct Taken<'a, T> {
    text: &'a str,
    first: T,
    head: Head<'a>,
    /// What follows the head.
    rest: &'a str,
    /// The rest without digits and commits' hashes.
    words: String,
}

/// What a value begins with.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Head<'a> {
    Release(Release<'a>),
    /// The whole value is a number.
    Number,
    Text,
}

impl<'a, T> Taken<'a, T> {
    fn of(key: &str, text: &'a str, first: T) -> Self {
        let release = if is_of_versions(key) { release_and_rest(text) } else { None };
        let (head, rest) = match release {
            Some((release, rest)) => (Head::Release(release), rest),
            None if is_number(text) => (Head::Number, ""),
            None => (Head::Text, text),
        };
        // Digits of a commit count nothing; a date has no others.
        let is_hash = |word: &str| is_commit(word.strip_prefix('g').unwrap_or(word)) && !is_number(word);
        let words = match head {
            Head::Text if text.split(SEPARATORS).any(is_hash) => text.to_owned(),
            _ => but_for_hashes(rest).replace(|c: char| c.is_ascii_digit(), ""),
        };
        Self { text, first, head, rest, words }
    }

    fn kind(&self) -> (&Head<'a>, &str) {
        (&self.head, &self.words)
    }
}

/// Whether a value says that nothing is changed: by a word, or as `nopatch` does beside `patch`.
fn says_no_change<T>(value: &Taken<T>, all: &[Taken<T>]) -> bool {
    let mut words = value.rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let says_so = |word: &str| NO_CHANGE.contains(&word.to_lowercase().as_str());
    words.next().is_some_and(says_so)
        || words.next_back().is_some_and(says_so)
        || value.rest.strip_prefix("no").is_some_and(|rest| all.iter().any(|other| other.rest == rest))
}
