//! Natural order: 4 before 16, 512k before 1M, 2.5.9 before 2.5.60.

use std::cmp::Ordering;

/// Compares two texts as a person would: numbers come first, by value; in other texts
/// runs of digits count as numbers.
#[must_use]
pub fn natural(a: &str, b: &str) -> Ordering {
    match (number(a), number(b)) {
        (Some(x), Some(y)) => x.total_cmp(&y).then_with(|| a.cmp(b)),
        (x, y) => y.is_some().cmp(&x.is_some()).then_with(|| digits_as_numbers(a, b)),
    }
}

/// Compares two versions: 6.9 before 6.10.
pub(super) fn versions(a: &str, b: &str) -> Ordering {
    digits_as_numbers(a, b)
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

/// Compares two rows' keys, one after the other; a missing one comes first.
#[must_use]
pub fn lists(a: &[Option<String>], b: &[Option<String>]) -> Ordering {
    let pairs = a.iter().zip(b).map(|(x, y)| match (x, y) {
        (Some(x), Some(y)) => natural(x, y),
        (x, y) => x.is_some().cmp(&y.is_some()),
    });
    pairs.fold(Ordering::Equal, Ordering::then)
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

    proptest::proptest! {
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
