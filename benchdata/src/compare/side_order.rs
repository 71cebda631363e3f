//! The order of the values that sides are called by: what was there first comes first, since the
//! first side is the guessed baseline.

use std::collections::HashMap;

use super::natural::{is_number, is_of_versions, natural};
use crate::kernel_version::{Release, but_for_hashes, release_and_rest};

/// Last words of what says that nothing is changed.
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
    "reference",
    "stock",
    "unpatched",
    "vanilla",
    "without",
];

/// A key's values in their order, each given with when it first ran:
///
/// 1. releases of labels, kernels and versions, and numbers of other keys, come first, by what they
///    are;
/// 2. of one release, and of texts, what all others begin with, then what says by its last word that
///    nothing is changed;
/// 3. then in the order in which they first ran, those together that only their digits tell apart;
/// 4. then as a person would sort them.
pub(super) fn in_order<'a, T: Ord + Copy>(key: &str, values: Vec<(&'a str, T)>) -> Vec<&'a str> {
    let values: Vec<Taken<T>> = values.into_iter().map(|(text, first)| Taken::of(key, text, first)).collect();
    let mut first_of_kind: HashMap<(&Head, &str), T> = HashMap::new();
    for value in &values {
        let first = first_of_kind.entry(value.kind()).or_insert(value.first);
        *first = value.first.min(*first);
    }
    let is_begun_by_all =
        |rest: &str, head: &Head| values.iter().all(|of| of.head != *head || of.rest.starts_with(rest));
    let mut ranked: Vec<_> = values
        .iter()
        .map(|value| {
            let is_plain = is_begun_by_all(value.rest, &value.head);
            let is_change = !says_no_change(value.rest);
            let place = (&value.head, !is_plain, is_change, first_of_kind[&value.kind()], value.kind());
            (place, value.text)
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
        let words = but_for_hashes(rest).replace(|c: char| c.is_ascii_digit(), "");
        Self { text, first, head, rest, words }
    }

    fn kind(&self) -> (&Head<'a>, &str) {
        (&self.head, &self.words)
    }
}

fn says_no_change(rest: &str) -> bool {
    let last = rest.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    last.is_some_and(|last| NO_CHANGE.contains(&last.to_lowercase().as_str()))
}
