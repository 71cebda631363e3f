//! Natural order: 4 before 16, 2.5.9 before 2.5.60.

use std::cmp::Ordering;

/// Compares two texts as a person would: numbers come first, by value; in other texts
/// runs of digits count as numbers.
#[must_use]
pub fn natural(a: &str, b: &str) -> Ordering {
    let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite());
    match (number(a), number(b)) {
        (Some(x), Some(y)) => x.total_cmp(&y).then_with(|| a.cmp(b)),
        (x, y) => y.is_some().cmp(&x.is_some()).then_with(|| digits_as_numbers(a, b)),
    }
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

    proptest::proptest! {
        #[test]
        fn it_is_a_total_order(texts in proptest::collection::vec("[a0-9.]{0,5}", 3)) {
            let [a, b, c] = [&texts[0], &texts[1], &texts[2]];
            proptest::prop_assert_eq!(natural(a, b), natural(b, a).reverse());
            proptest::prop_assert_eq!(natural(a, b) == Ordering::Equal, a == b);
            if natural(a, b).is_lt() && natural(b, c).is_lt() {
                proptest::prop_assert!(natural(a, c).is_lt(), "{} {} {}", a, b, c);
            }
        }
    }
}
