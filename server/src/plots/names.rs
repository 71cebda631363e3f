//! Where names stand: beside what they name, or above it.

use super::drawing::TEXT;
use super::font::{width, wrapped};
use crate::short_names::ShortNames;

/// Names, all of them beside what they name or all above.
pub(super) struct Names {
    pub(super) are_beside: bool,
    /// Each in its lines, one where they stand beside.
    pub(super) lines: Vec<Vec<String>>,
}

impl Names {
    /// Whole where there is room for that, else what tells them apart, broken where even that is wide.
    /// So wide may they be beside, and above.
    pub(super) fn placed(names: &[&str], beside: f64, above: f64) -> Self {
        let whole: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let all = ShortNames::of(names.iter().copied());
        let short: Vec<String> = names.iter().map(|name| all.short(name)).collect();
        for names in [whole, short.clone()] {
            let widest = names.iter().map(|name| width(name, TEXT)).fold(0.0, f64::max);
            if widest <= beside.max(above) {
                let lines = names.into_iter().map(|name| vec![name]).collect();
                return Self { are_beside: widest <= beside, lines };
            }
        }
        let lines = short.iter().map(|name| wrapped(name, TEXT, above, usize::MAX)).collect();
        Self { are_beside: false, lines }
    }

    /// How wide the widest is.
    pub(super) fn width(&self) -> f64 {
        self.lines.iter().flatten().map(|line| width(line, TEXT)).fold(0.0, f64::max)
    }

    /// How many lines the names have that have most.
    pub(super) fn most_lines(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many lines all of them have.
    pub(super) fn all_lines(&self) -> usize {
        self.lines.iter().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::{NARROW, WIDE};
    use super::*;

    proptest! {
        /// A strip's names, a line's, and those of a list, at the widths of all panels.
        #[test]
        fn names_stay_told_apart_at_every_width(
            middles in prop::collection::btree_set("[a-z0-9]{0,12}([-._ ][a-z0-9]{1,9}){0,6}", 1..13),
            around in ("[a-z0-9.-]{0,60}", "[a-z0-9.-]{0,60}"),
        ) {
            let names: Vec<String> = middles.iter().map(|middle| format!("{}{middle}{}", around.0, around.1)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            for width in [NARROW, WIDE] {
                for (beside, above) in [(0.36 * width, width), (0.3 * width - 32.0, width - 16.0), (0.0, width - 16.0)] {
                    let placed = Names::placed(&names, beside, above);
                    let most = if placed.are_beside { beside } else { above };
                    prop_assert!(placed.width() <= most, "{:?}", placed.lines);
                    let shown: BTreeSet<&Vec<String>> = placed.lines.iter().collect();
                    prop_assert_eq!(shown.len(), names.len());
                }
            }
        }
    }
}
