//! What a sweep goes over: a key whose values are levels, numbers that can be put in a row.

use std::collections::{BTreeMap, BTreeSet};

use super::Selection;
use super::natural::is_of_versions;
use crate::kernel_version::is_kernel_version;
use crate::key::RunKey;

/// The key with the most levels: a factor rather than a case parameter, and either rather
/// than the label.
pub(super) fn most_levels(selections: &[Selection], by: &[RunKey]) -> Option<RunKey> {
    let runs = || selections.iter().flat_map(|selection| &selection.subjects).map(|subject| &subject.run);
    let factors = runs().flat_map(|run| &run.factors);
    let parameters = runs().flat_map(|run| &run.results).flat_map(|result| result.series.case.iter());
    let labels = runs().map(|run| (RunKey::Label, run.label.as_str()));
    let mut best: Option<(RunKey, usize)> = None;
    for found in [
        values(factors.map(|(key, level)| (RunKey::Named(key.clone()), level.as_str()))),
        values(parameters.map(|(key, value)| (RunKey::Named(key.clone()), value.as_str()))),
        values(labels),
    ] {
        for (key, values) in found {
            let more = values.len() > best.as_ref().map_or(1, |(_, most)| *most);
            if more && !by.contains(&key) && are_levels(&key.to_string(), &values) {
                best = Some((key, values.len()));
            }
        }
    }
    best.map(|(key, _)| key)
}

fn values<'a>(found: impl Iterator<Item = (RunKey, &'a str)>) -> BTreeMap<RunKey, BTreeSet<&'a str>> {
    let mut values: BTreeMap<RunKey, BTreeSet<&str>> = BTreeMap::new();
    for (key, value) in found {
        values.entry(key).or_default().insert(value);
    }
    values
}

/// Whether a key's values are numbers, maybe with a unit (512k, 1M), or differ in a single number
/// (2539mm1fb01, 2539mm1fb02). Kernels are none: 6.10 is no number below 6.9.
pub(super) fn are_levels(key: &str, values: &BTreeSet<&str>) -> bool {
    let may_be_kernels = key != "label" && is_of_versions(key);
    let are_kernels = may_be_kernels && values.iter().all(|value| is_kernel_version(value));
    !are_kernels && are_numbers(values)
}

fn are_numbers(values: &BTreeSet<&str>) -> bool {
    let split: Vec<Vec<&str>> = values.iter().map(|value| pieces(value)).collect();
    let is_unit = |text: &str| text.chars().all(|c| c.is_alphabetic() || c == '%');
    let is_number = |pieces: &[&str]| match pieces {
        ["", _] => true,
        ["", _, unit] => is_unit(unit),
        _ => false,
    };
    if split.iter().all(|pieces| is_number(pieces)) {
        return true;
    }
    let Some(first) = split.first() else { return false };
    let differ = |at: &usize| split.iter().any(|pieces| pieces[*at] != first[*at]);
    split.iter().all(|pieces| pieces.len() == first.len())
        && matches!((0..first.len()).filter(differ).collect::<Vec<_>>().as_slice(), [at] if at % 2 == 1)
}

/// A level as a number, beside how it is written.
pub type Level<'a> = (f64, &'a str);

/// The numbers of a key's levels, for an axis; `None` where they are no levels. Of names
/// that differ in a single number, that number; k, M and G are powers of 1024.
#[must_use]
pub fn levels<'a>(key: &str, values: &BTreeSet<&'a str>) -> Option<BTreeMap<&'a str, Level<'a>>> {
    let split: Vec<(&str, Vec<&str>)> = values.iter().map(|value| (*value, pieces(value))).collect();
    let (_, first) = split.first().filter(|_| are_levels(key, values))?;
    let differs = |at: &usize| split.iter().any(|(_, pieces)| pieces.get(*at) != first.get(*at));
    let is_name = first.first() != Some(&"") || first.len() > 3;
    let at = if is_name { (0..first.len()).find(differs)? } else { 1 };
    let has_units = !is_name && differs(&2);
    let level = |value: &'a str, pieces: &[&'a str]| {
        let number: f64 = pieces.get(at)?.parse().ok()?;
        let factor = if has_units { multiple(pieces.get(2).copied().unwrap_or_default())? } else { 1.0 };
        Some((number * factor, if is_name { pieces[at] } else { value }))
    };
    split.iter().map(|(value, pieces)| Some((*value, level(value, pieces)?))).collect()
}

fn multiple(unit: &str) -> Option<f64> {
    let power = match unit {
        "" => 0,
        "k" | "K" => 1,
        "m" | "M" => 2,
        "g" | "G" => 3,
        _ => return None,
    };
    Some(1024_f64.powi(power))
}

/// Texts and numbers in turn, a text first, if only an empty one: `fb08` is `fb`, `08`. A sign is
/// one where it comes first of all, as in `-20`; else it stands between two.
fn pieces(value: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = value;
    let length = value.strip_prefix('-').map_or(0, length_of_number);
    if length > 0 {
        pieces.extend(["", &value[..=length]]);
        rest = &value[1 + length..];
    }
    while !rest.is_empty() {
        let start = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let length = length_of_number(&rest[start..]);
        pieces.push(&rest[..start]);
        pieces.extend(Some(&rest[start..start + length]).filter(|number| !number.is_empty()));
        rest = &rest[start + length..];
    }
    pieces
}

/// Of the digits that a text begins with, and the fraction behind them.
fn length_of_number(text: &str) -> usize {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, digits);
    if fraction > 0 { whole + 1 + fraction } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are(values: &[&str]) -> bool {
        are_levels("fifo_batch", &values.iter().copied().collect())
    }

    #[test]
    fn levels_are_numbers_or_names_that_differ_in_one() {
        assert!(are(&["1", "2", "0.5", "16"]));
        assert!(are(&["512k", "1M", "4k"]));
        assert!(are(&["2539mm1fb01", "2539mm1fb02", "2539mm1fb10"]));
        assert!(are(&["2.5.60-mm2", "2.5.61-mm2"]));
        assert!(!are(&["2.5.60-mm1", "2.5.61-mm2"]));
        assert!(!are(&["as", "deadline"]));
        assert!(!are(&["2.5.60-mm2", "2.5.60-mm2-ant"]));
        assert!(!are(&["1", "2", "none"]));
        assert!(!are(&["a1", "b1"]));
        // A fault: what stands behind a kernel's number was taken for a unit.
        assert!(!are(&["6.0-bfq", "6.1-bfq", "6.1-kyber"]));
    }

    fn numbers(values: &[&str]) -> Option<Vec<(f64, String)>> {
        let levels = levels("fifo_batch", &values.iter().copied().collect())?;
        Some(values.iter().map(|value| (levels[value].0, levels[value].1.to_owned())).collect())
    }

    #[test]
    fn levels_have_numbers() {
        let is =
            |levels: &[(f64, &str)]| Some(levels.iter().map(|(x, text)| (*x, (*text).to_owned())).collect());
        assert_eq!(numbers(&["1", "0.5"]), is(&[(1.0, "1"), (0.5, "0.5")]));
        assert_eq!(
            numbers(&["512", "512k", "1M"]),
            is(&[(512.0, "512"), (524_288.0, "512k"), (1_048_576.0, "1M")])
        );
        assert_eq!(numbers(&["2ms", "4ms"]), is(&[(2.0, "2ms"), (4.0, "4ms")]));
        assert_eq!(numbers(&["2539mm1fb01", "2539mm1fb10"]), is(&[(1.0, "01"), (10.0, "10")]));
        assert_eq!(numbers(&["2.5.60-mm2", "2.5.61-mm2"]), is(&[(60.0, "60"), (61.0, "61")]));
        assert_eq!(numbers(&["-20", "0", "19"]), is(&[(-20.0, "-20"), (0.0, "0"), (19.0, "19")]));
        assert_eq!(numbers(&["2ms", "4s"]), None);
        assert_eq!(numbers(&["as", "deadline"]), None);
        assert_eq!(numbers(&[]), None);
    }

    /// A fault: a sweep over kernels was drawn over decimals, with 6.10 before 6.9.
    #[test]
    fn kernels_are_no_levels() {
        let kernels = BTreeSet::from(["6.9", "6.10"]);
        assert!(levels("kernel", &kernels).is_none() && levels("env.kernel.release", &kernels).is_none());
        assert!(
            levels("ratio", &kernels).is_some() && levels("kernel", &BTreeSet::from(["1", "2"])).is_some()
        );
    }

    #[test]
    fn texts_and_numbers_take_turns() {
        assert_eq!(pieces("2539mm1fb01"), ["", "2539", "mm", "1", "fb", "01"]);
        assert_eq!(pieces("-20ms"), ["", "-20", "ms"]);
        assert_eq!(pieces("0.5ms"), ["", "0.5", "ms"]);
        assert_eq!(pieces("2.5.60."), ["", "2.5", ".", "60", "."]);
        assert_eq!(pieces("é1"), ["é", "1"]);
        assert_eq!(pieces(""), [""; 0]);
    }
}
