//! Names where there is little room, on pages and in plots: what all of them have in common gives
//! way, what tells them apart never does.

use std::collections::{BTreeMap, BTreeSet};

/// Names of which none has more letters are shown whole everywhere.
const SHORT: usize = 20;

/// No more letters in common are worth leaving out.
const LEAST: usize = 5;

/// What stands where something gave way.
const GAVE_WAY: &str = "…";

/// A table's names, each in its parts. Their short forms differ as the names do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShortNames(BTreeMap<String, Vec<Part>>);

/// A part of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its letters.
    pub text: String,
    /// Whether all names have it, so that it may give way.
    pub is_common: bool,
}

impl ShortNames {
    /// Of these names. What they have in common may give way at their begin and end, and, where all
    /// have as many words, between words that differ.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: BTreeSet<&str> = names.into_iter().collect();
        if names.len() < 2 || names.iter().all(|name| name.chars().count() <= SHORT) {
            return Self::default();
        }
        let names: Vec<Vec<&str>> = names.into_iter().map(words).collect();
        let with_inner = Self::cut(&names, common_columns(&names).as_deref());
        // A name that holds `…` itself could then look like another.
        if with_inner.are_distinct() { with_inner } else { Self::cut(&names, None) }
    }

    /// The parts of a name that is not shown whole everywhere.
    pub fn parts(&self, name: &str) -> Option<&[Part]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// A name without what all names have in common.
    pub fn short(&self, name: &str) -> String {
        let shown = |part: &Part| if part.is_common { GAVE_WAY.to_owned() } else { part.text.clone() };
        self.parts(name).map_or_else(|| name.to_owned(), |parts| parts.iter().map(shown).collect())
    }

    /// What gives way in the short form of each.
    pub fn common(&self) -> impl Iterator<Item = &str> {
        let parts = self.0.values().next().into_iter().flatten();
        parts.filter(|part| part.is_common).map(|part| part.text.as_str())
    }

    /// Names, given as their words: in common are those that all begin or end with, and these columns.
    fn cut(names: &[Vec<&str>], columns: Option<&[bool]>) -> Self {
        let first = &names[0];
        // Of each name a word stays.
        let most = names.iter().map(Vec::len).min().unwrap_or(0).saturating_sub(1);
        let is_common_at = |at: &usize| names.iter().all(|name| name[*at] == first[*at]);
        let begin = (0..most).take_while(is_common_at).count();
        let from_end = |name: &Vec<&str>, at: usize| name.len() - 1 - at;
        let is_common_before =
            |at: &usize| names.iter().all(|name| name[from_end(name, *at)] == first[from_end(first, *at)]);
        let end = (0..most - begin).take_while(is_common_before).count();
        let is_common = |name: &Vec<&str>, at: usize| {
            at < begin || at >= name.len() - end || columns.is_some_and(|columns| columns[at])
        };
        let entry = |name: &Vec<&str>| (name.concat(), parts(name, |at| is_common(name, at)));
        Self(names.iter().map(entry).collect())
    }

    fn are_distinct(&self) -> bool {
        let short: BTreeSet<String> = self.0.keys().map(|name| self.short(name)).collect();
        short.len() == self.0.len()
    }
}

/// Which words are the same in all names; `None` where one has more words than another.
fn common_columns(names: &[Vec<&str>]) -> Option<Vec<bool>> {
    let first = &names[0];
    let is_even = names.iter().all(|name| name.len() == first.len());
    let is_common = |at: usize| names.iter().all(|name| name[at] == first[at]);
    is_even.then(|| (0..first.len()).map(is_common).collect())
}

/// Neighbouring words that are, or are not, common; few common letters are none.
fn parts(words: &[&str], is_common: impl Fn(usize) -> bool) -> Vec<Part> {
    let flagged: Vec<(bool, &str)> =
        words.iter().enumerate().map(|(at, word)| (is_common(at), *word)).collect();
    let mut parts: Vec<Part> = Vec::new();
    for run in flagged.chunk_by(|a, b| a.0 == b.0) {
        let text: String = run.iter().map(|(_, word)| *word).collect();
        let is_common = run[0].0 && text.chars().count() > LEAST;
        match parts.last_mut() {
            Some(last) if last.is_common == is_common => last.text.push_str(&text),
            _ => parts.push(Part { text, is_common }),
        }
    }
    parts
}

/// A text's words and what stands between them, each piece by itself.
pub fn words(text: &str) -> Vec<&str> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|it| it.1.is_ascii_digit());
    let is_between = |at: usize| match letters[at].1 {
        // That of a version is within a word.
        '.' => !(is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))),
        letter => " -_=/:,;".contains(letter),
    };
    let begins = |at: &usize| *at == 0 || is_between(*at) || is_between(*at - 1);
    let begins: Vec<usize> = (0..letters.len()).filter(begins).map(|at| letters[at].0).collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(begin, end)| &text[*begin..end]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn short<const N: usize>(names: [&str; N]) -> [String; N] {
        let all = ShortNames::of(names);
        names.map(|name| all.short(name))
    }

    /// Six sides of a table all read "linux-next-202… reempt-rt-build-0042".
    #[test]
    fn names_that_differ_in_the_middle_keep_it() {
        let schedulers = ["as", "bfq", "cfq", "kyber", "mq", "noop"];
        let labels = schedulers
            .map(|name| format!("linux-next-20250101-x86_64-{name}-lowlatency-preempt-rt-build-0042"));
        let all = ShortNames::of(labels.iter().map(String::as_str));
        for (name, label) in schedulers.iter().zip(&labels) {
            assert_eq!(all.short(label), format!("…{name}…"));
            let parts: String = all.parts(label).unwrap().iter().map(|part| part.text.as_str()).collect();
            assert_eq!(&parts, label);
        }
        let common: Vec<&str> = all.common().collect();
        assert_eq!(common, ["linux-next-20250101-x86_64-", "-lowlatency-preempt-rt-build-0042"]);
    }

    #[test]
    fn what_differs_in_several_places_stays_in_all_of_them() {
        let names = [
            "linux-6.9.0-rc3-next-20250101-scheduler-bfq-build-0041",
            "linux-6.10.0-rc3-next-20250101-scheduler-bfq-build-0042",
            "linux-6.10.0-rc3-next-20250101-scheduler-bfq-build-0043",
        ];
        assert_eq!(short(names), ["…6.9.0…0041", "…6.10.0…0042", "…6.10.0…0043"]);
        // With more words in one than in another there is no telling which of them are alike.
        let uneven = ["6.12.0-with-a-long-name-of-a-patch", "6.1.0-with-a-long-name-of-patch"];
        assert_eq!(short(uneven), ["6.12.0-with-a-long-name-of-a…", "6.1.0-with-a-long-name-of…"]);
    }

    #[test]
    fn of_a_name_that_another_goes_on_from_a_word_stays() {
        let names = ["linux-2.5.60-mm2-of-february", "linux-2.5.60-mm2-of-february-ant"];
        assert_eq!(short(names), ["…february", "…february-ant"]);
        assert_eq!(short(["2.5.60-mm2", "2.5.60-mm2-ant"]), ["2.5.60-mm2", "2.5.60-mm2-ant"]);
        assert_eq!(short(["a-single-name-of-more-than-twenty-letters"]).len(), 1);
    }

    #[test]
    fn a_version_is_one_word() {
        assert_eq!(words("2.5.60-mm2.x86_64"), ["2.5.60", "-", "mm2", ".", "x86", "_", "64"]);
        assert_eq!(words(""), [""; 0]);
    }

    proptest! {
        #[test]
        fn distinct_names_are_shown_as_distinct_texts(
            names in prop::collection::btree_set("[ab1…]{0,3}([-._ ][ab1…]{0,2}){0,12}", 1..9),
            around in ("[a-c.-]{0,30}", "[a-c.-]{0,30}"),
        ) {
            let names: Vec<String> = names.iter().map(|name| format!("{}{name}{}", around.0, around.1)).collect();
            let all = ShortNames::of(names.iter().map(String::as_str));
            let shown: BTreeSet<String> = names.iter().map(|name| all.short(name)).collect();
            prop_assert_eq!(shown.len(), names.len());
            for name in &names {
                let parts = all.parts(name).unwrap_or_default().iter();
                let whole: String = parts.map(|part| part.text.as_str()).collect();
                prop_assert!(whole.is_empty() || &whole == name);
            }
        }
    }
}
