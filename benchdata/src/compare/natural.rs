//! Natural order: 4 before 16, 512k before 1M, 2.5.9 before 2.5.60.

use std::cmp::Ordering;

use crate::kernel_version::kernel_order;

/// Compares two texts as a person would: numbers come first, by value; in other texts
/// runs of digits count as numbers.
#[must_use]
pub fn natural(a: &str, b: &str) -> Ordering {
    match (number(a), number(b)) {
        (Some(x), Some(y)) => x.total_cmp(&y).then_with(|| a.cmp(b)),
        (x, y) => y.is_some().cmp(&x.is_some()).then_with(|| digits_as_numbers(a, b)),
    }
}

/// Compares two versions, of kernels or tools: 6.9 before 6.10, which as decimals are the other
/// way round. A whole number is a version too: 3 is 3.0.
pub(super) fn versions(a: &str, b: &str) -> Ordering {
    let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let full = |text: &str| if is_whole(text) { format!("{text}.0") } else { text.to_owned() };
    kernel_order(&full(a), &full(b)).then_with(|| natural(a, b))
}

/// Whether a key's values are versions, or names that begin with them.
pub(crate) fn is_of_versions(key: &str) -> bool {
    matches!(key, "label" | "kernel") || key.ends_with("version") || key.ends_with("release")
}

/// The order of a key's values: [`natural`], but for versions the order in which they came.
pub(super) fn order_of(key: &str) -> fn(&str, &str) -> Ordering {
    if is_of_versions(key) { versions } else { natural }
}

/// What sizes and times are multiples of. Which of 1000 and 1024 a `k` means makes no
/// difference to the order of sizes that people choose.
const SUFFIXES: &[(&str, f64)] = &[
    ("k", 1024.0),
    ("K", 1024.0),
    ("m", 1_048_576.0),
    ("M", 1_048_576.0),
    ("g", 1_073_741_824.0),
    ("G", 1_073_741_824.0),
    ("t", 1_099_511_627_776.0),
    ("T", 1_099_511_627_776.0),
    ("ns", 1e-9),
    ("us", 1e-6),
    ("ms", 1e-3),
    ("s", 1.0),
    ("min", 60.0),
    ("h", 3600.0),
];

/// A text as a number, if it is one, maybe with a suffix: `16`, `1e3`, `512k`, `4KiB`, `20ms`.
fn number(text: &str) -> Option<f64> {
    let end = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (digits, suffix) = text.split_at(end);
    let bare = suffix.strip_suffix("iB").or(suffix.strip_suffix('B')).unwrap_or(suffix);
    let factor = SUFFIXES.iter().find(|(name, _)| *name == bare).map_or(1.0, |(_, factor)| *factor);
    let is_suffix = bare.is_empty() || factor != 1.0 || bare == "s";
    digits.parse::<f64>().ok().filter(|x| x.is_finite() && is_suffix).map(|x| x * factor)
}

/// Whether a text is a plain number, maybe with a unit.
pub(super) fn is_number(text: &str) -> bool {
    number(text).is_some()
}

fn digits_as_numbers(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len()).then_with(|| a.cmp(b));
        };
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let (number_x, rest_x) = digits(left);
            let (number_y, rest_y) = digits(right);
            (left, right) = (rest_x, rest_y);
            number_x.len().cmp(&number_y.len()).then_with(|| number_x.cmp(number_y))
        } else {
            (left, right) = (&left[x.len_utf8()..], &right[y.len_utf8()..]);
            x.cmp(&y)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// The digits that a text begins with, without leading zeros, and the rest.
fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].trim_start_matches('0'), &text[end..])
}

/// Compares two lists of these keys' values, one after the other, each key's in its own order; a
/// missing one comes first.
pub fn lists<K: ToString>(keys: &[K]) -> impl Fn(&[Option<String>], &[Option<String>]) -> Ordering + use<K> {
    let orders: Vec<_> = keys.iter().map(|key| order_of(&key.to_string())).collect();
    move |a, b| {
        let pairs = a.iter().zip(b).zip(&orders).map(|((x, y), order)| match (x, y) {
            (Some(x), Some(y)) => order(x, y),
            (x, y) => x.is_some().cmp(&y.is_some()),
        });
        pairs.fold(Ordering::Equal, Ordering::then)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_inside_texts_count_as_numbers() {
        let mut texts = ["2.5.60-mm2-ant", "2.5.9", "2.5.60-mm2", "16", "4", "1e3", "0.5", "fb08", "fb10"];
        texts.sort_by(|a, b| natural(a, b));
        assert_eq!(texts, ["0.5", "4", "16", "1e3", "2.5.9", "2.5.60-mm2", "2.5.60-mm2-ant", "fb08", "fb10"]);
    }

    #[test]
    fn sizes_and_times_go_by_what_they_are() {
        let sorted = |mut texts: Vec<&'static str>| {
            texts.sort_by(|a, b| natural(a, b));
            texts
        };
        assert_eq!(sorted(vec!["1M", "512k", "4k", "2G", "512"]), ["512", "4k", "512k", "1M", "2G"]);
        assert_eq!(sorted(vec!["1g", "512m", "64m", "4k"]), ["4k", "64m", "512m", "1g"]);
        assert_eq!(sorted(vec!["1h", "90s", "1min"]), ["1min", "90s", "1h"]);
        assert_eq!(sorted(vec!["1MiB", "64KiB", "4096B"]), ["4096B", "64KiB", "1MiB"]);
        assert_eq!(sorted(vec!["1s", "20ms", "500us", "3ns"]), ["3ns", "500us", "20ms", "1s"]);
        assert_eq!(sorted(vec!["1x", "10", "2x"]), ["10", "1x", "2x"]);
    }

    /// A fault: 6.10 stood before 6.9, and so became the baseline.
    #[test]
    fn versions_are_no_decimals() {
        let sorted = |key: &str, mut texts: Vec<&'static str>| {
            texts.sort_by(|a, b| order_of(key)(a, b));
            texts
        };
        for key in ["label", "kernel", "env.kernel.release", "env.tool.version"] {
            let found = sorted(key, vec!["6.10", "6.9", "6.11", "6.8", "6.9-rc1", "7", "patched"]);
            assert_eq!(found, ["6.8", "6.9-rc1", "6.9", "6.10", "6.11", "7", "patched"], "{key}");
        }
        assert_eq!(sorted("label", vec!["fb16", "fb2", "as"]), ["as", "fb2", "fb16"]);
        assert_eq!(sorted("quantum", vec!["0.5", "0.25", "1"]), ["0.25", "0.5", "1"]);
    }

    proptest::proptest! {
        #[test]
        fn versions_have_a_total_order(texts in proptest::collection::vec("v?[0-3.]{0,4}(-(rc|mm|))?[0-2]{0,2}k?", 3)) {
            let [a, b, c] = [&texts[0], &texts[1], &texts[2]];
            proptest::prop_assert_eq!(versions(a, b), versions(b, a).reverse());
            proptest::prop_assert_eq!(versions(a, b) == Ordering::Equal, a == b);
            if versions(a, b).is_lt() && versions(b, c).is_lt() {
                proptest::prop_assert!(versions(a, c).is_lt(), "{} {} {}", a, b, c);
            }
        }

        #[test]
        fn it_is_a_total_order(texts in proptest::collection::vec("[a0-9.]{0,5}[kMs]?", 3)) {
            let [a, b, c] = [&texts[0], &texts[1], &texts[2]];
            proptest::prop_assert_eq!(natural(a, b), natural(b, a).reverse());
            proptest::prop_assert_eq!(natural(a, b) == Ordering::Equal, a == b);
            if natural(a, b).is_lt() && natural(b, c).is_lt() {
                proptest::prop_assert!(natural(a, c).is_lt(), "{} {} {}", a, b, c);
            }
        }
    }
}
