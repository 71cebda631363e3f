//! Change points: where a series changes its level to stay there.
//!
//! Stretches are split in two again and again, as e-divisive does (Matteson and James 2014),
//! where a [`scan`] finds the largest step, as long as chance makes one as large in at most one
//! of a hundred orders of the stretch's values. `docs/STATISTICS.md` says why it is done so.

mod chance;
mod clamp;
mod lasting;
mod levels;
mod place;
mod scan;

use std::collections::VecDeque;

use crate::comparison::Threshold;

pub use lasting::{Lasting, LastingError};

/// What a change of level must be to count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// How many points in a row each level must last.
    pub lasting: Lasting,
    /// How large the change must be at least.
    pub threshold: Threshold,
}

/// A series with more would be read by nobody; this also bounds the time it takes.
const MOST: usize = 64;

/// The change points of finite values in their order: of each, the place of the first value of
/// the new level, ascending. The same values and seed always give the same. Takes about
/// n log n steps of time for each change point.
#[must_use]
pub fn change_points(values: &[f64], rules: Rules, seed: u64) -> Vec<usize> {
    let mut random = fastrand::Rng::with_seed(seed);
    let lasting = rules.lasting.points();
    let mut found = Vec::new();
    // Breadth first, so that where there are too many, the coarse ones are found.
    let mut stretches = VecDeque::from([(0, values.len())]);
    while let Some((start, end)) = stretches.pop_front().filter(|_| found.len() < MOST) {
        if let Some(at) = chance::step(&values[start..end], lasting, &mut random) {
            found.push(start + at);
            stretches.extend([(start, start + at), (start + at, end)]);
        }
    }
    found.sort_unstable();
    levels::settled(values, found, rules)
}

#[cfg(test)]
mod tests;
