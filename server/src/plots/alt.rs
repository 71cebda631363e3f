//! What is seen, in few words: a screen reader reads all of them.

use super::plot::Observed;
use crate::short_names::ShortNames;

/// No text is longer, in letters.
pub(super) const MOST: usize = 300;

/// What a metric or key is called is no longer in a text.
const LONGEST_NAME: usize = 32;

/// Parts one behind the other, those that have room among so many letters.
pub(super) fn joined(parts: &[String], what: &str, most: usize) -> String {
    let room = most - format!("; and {} more {what}", parts.len()).len();
    let mut text = String::new();
    for (number, part) in parts.iter().enumerate() {
        let joint = if number == 0 { "" } else { "; " };
        if !text.is_empty() && (text.chars().count() + joint.len() + part.chars().count()) > room {
            let left = parts.len() - number;
            let what = if left == 1 { what.trim_end_matches('s') } else { what };
            return format!("{text}; and {left} more {what}");
        }
        text = format!("{text}{joint}{part}");
    }
    cut(&text, most)
}

/// A text that is no longer than that, its middle left out if need be.
pub(super) fn cut(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (most / 2, (most - 1) / 2);
    letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
}

/// The name of a metric or key, which no other is taken for.
pub(super) fn name(name: &str) -> String {
    cut(name, LONGEST_NAME)
}

/// One of some names or cases: where it is longer than that, what tells it apart.
pub(super) fn told_apart(all: &ShortNames, name: &str, most: usize) -> String {
    if name.chars().count() <= most { name.to_owned() } else { cut(&all.short(name), most) }
}

/// The first of some texts that is short enough, else the last, cut.
pub(super) fn first_short_enough<const N: usize>(texts: [&dyn Fn() -> String; N]) -> String {
    let mut last = String::new();
    for text in texts {
        last = text();
        if last.chars().count() <= MOST {
            break;
        }
    }
    cut(&last, MOST)
}

/// `lowest 5.34 ms of 6.0, highest 22.8 ms of 6.11`; each mean with where it is: ` of 6.0`.
pub(super) fn extremes(means: &[(String, Observed)], unit: &str) -> Option<String> {
    let by_mean = |(_, a): &&(String, Observed), (_, b): &&(String, Observed)| a.mean.total_cmp(&b.mean);
    let ((low, least), (high, most)) = (means.iter().min_by(by_mean)?, means.iter().max_by(by_mean)?);
    let blank = if unit.is_empty() { "" } else { " " };
    Some(format!("lowest {}{blank}{unit}{low}, highest {}{blank}{unit}{high}", least.text, most.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_counted() {
        assert_eq!(joined(&["a".to_owned(), "b".to_owned()], "rows", MOST), "a; b");
        let parts: Vec<String> = (0..20).map(|at| format!("{at:0>40}")).collect();
        let text = joined(&parts, "rows", MOST);
        assert!(text.ends_with("; and 14 more rows") && text.chars().count() <= MOST, "{text}");
        assert_eq!(joined(&["é".repeat(400)], "rows", MOST).chars().count(), MOST);
    }
}
