//! A label taken apart into factors: `{kernel}fb{fifo_batch}` reads `2539mm1fb16`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::name::{Key, Name, NameError, Value};

/// What labels look like: text that stands in all of them, and factors between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelPattern {
    /// What stands before the first factor.
    start: String,
    /// The factors, each with the text behind it.
    factors: Vec<(Key, String)>,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// No factor in it.
    #[error("names no factor: write each in braces, such as {{kernel}}fb{{fifo_batch}}")]
    NoFactor,
    /// A brace without its other.
    #[error("has a brace without its other: write each factor as {{name}}")]
    Brace,
    /// No factor can be called so.
    #[error("the factor {name:?} {error}")]
    Factor {
        /// As written.
        name: String,
        /// What is wrong with it.
        error: NameError,
    },
    /// One factor twice.
    #[error("names {0} twice")]
    Twice(Key),
    /// Nothing between two factors.
    #[error("has nothing between {0} and the factor behind it, so that nothing tells where one ends")]
    NothingBetween(Key),
}

impl FromStr for LabelPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut parts = text.split('{');
        let start = parts.next().unwrap_or_default().to_owned();
        let mut factors: Vec<(Key, String)> = Vec::new();
        for part in parts {
            let (name, behind) = part.split_once('}').ok_or(PatternError::Brace)?;
            let factor =
                Key::new(name).map_err(|error| PatternError::Factor { name: name.to_owned(), error })?;
            if factors.iter().any(|(known, _)| *known == factor) {
                return Err(PatternError::Twice(factor));
            }
            if let Some((before, _)) = factors.last().filter(|(_, between)| between.is_empty()) {
                return Err(PatternError::NothingBetween(before.clone()));
            }
            factors.push((factor, behind.to_owned()));
        }
        let has_brace = start.contains('}') || factors.iter().any(|(_, behind)| behind.contains('}'));
        match factors.as_slice() {
            _ if has_brace => Err(PatternError::Brace),
            [] => Err(PatternError::NoFactor),
            _ => Ok(Self { start, factors }),
        }
    }
}

impl LabelPattern {
    /// The factors in a label, `None` where it does not look so. Each but the last takes as
    /// much as it can: `{kernel}-{elevator}` reads `2.6.0-test4-as` as `2.6.0-test4` and `as`.
    /// None is ever empty.
    #[must_use]
    pub fn factors(&self, label: &Name) -> Option<BTreeMap<Key, Value>> {
        let mut rest = label.as_str().strip_prefix(self.start.as_str())?;
        // From the end, so that an earlier factor takes what later ones leave.
        let mut found = BTreeMap::new();
        for (at, (factor, behind)) in self.factors.iter().enumerate().rev() {
            rest = rest.strip_suffix(behind.as_str())?;
            let begin = match at.checked_sub(1).map(|before| self.factors[before].1.as_str()) {
                Some(between) => last_inside(rest, between)? + between.len(),
                None => 0,
            };
            let level = Value::new(&rest[begin..]).ok().filter(|level| !level.as_str().is_empty())?;
            found.insert(factor.clone(), level);
            rest = &rest[..begin];
        }
        Some(found)
    }
}

/// Where `between` stands last in a text with something behind it.
fn last_inside(text: &str, between: &str) -> Option<usize> {
    let last = text.char_indices().last()?.0;
    text[..last].rfind(between)
}

impl fmt::Display for LabelPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.start)?;
        self.factors.iter().try_for_each(|(factor, behind)| write!(f, "{{{factor}}}{behind}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors(pattern: &str, label: &str) -> Option<Vec<(String, String)>> {
        let pattern: LabelPattern = pattern.parse().unwrap();
        let found = pattern.factors(&Name::new(label).unwrap())?;
        Some(found.iter().map(|(factor, level)| (factor.to_string(), level.to_string())).collect())
    }

    fn pairs(pairs: &[(&str, &str)]) -> Option<Vec<(String, String)>> {
        Some(pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
    }

    #[test]
    fn a_label_is_taken_apart_by_what_stands_between() {
        let found = factors("{kernel}fb{fifo_batch}", "2539mm1fb16");
        assert_eq!(found, pairs(&[("fifo_batch", "16"), ("kernel", "2539mm1")]));
        let found = factors("v{kernel}-{elevator}-x", "v2.6.0-test4-as-x");
        assert_eq!(found, pairs(&[("elevator", "as"), ("kernel", "2.6.0-test4")]));
        assert_eq!(factors("{n}thr", "16thr"), pairs(&[("n", "16")]));
        assert_eq!(factors("{kernel}µ{n}", "ä-1µ16"), pairs(&[("kernel", "ä-1"), ("n", "16")]));
        assert_eq!(factors("{a}--{b}", "x---"), pairs(&[("a", "x"), ("b", "-")]));
    }

    #[test]
    fn a_label_that_looks_otherwise_has_no_factors() {
        for (pattern, label) in [
            ("{kernel}fb{fifo_batch}", "2.5.39"),
            ("{kernel}fb{fifo_batch}", "fb16"),
            ("{kernel}fb{fifo_batch}", "2539mm1fb"),
            ("v{kernel}", "2.6.0"),
            ("v{kernel}", "v"),
        ] {
            assert_eq!(factors(pattern, label), None, "{pattern} on {label}");
        }
    }

    #[test]
    fn a_pattern_that_could_not_tell_is_refused() {
        let error = |text: &str| text.parse::<LabelPattern>().unwrap_err().to_string();
        assert!(error("kernel").contains("names no factor"));
        assert!(error("{kernel").contains("brace"));
        assert!(error("kernel}{a}").contains("brace"));
        assert!(error("{a}{b}").contains("nothing between a"));
        assert!(error("{a}-{a}").contains("names a twice"));
        assert!(error("{label}").contains("a word of its own"));
        let pattern = "v{kernel}-{elevator}.";
        assert_eq!(pattern.parse::<LabelPattern>().unwrap().to_string(), pattern);
    }
}
