//! How far apart two sides may be only because they pool levels in other shares.

use std::collections::{BTreeMap, BTreeSet};

/// In standard errors, how far is too far.
const MOST_BIAS: f64 = 0.5;

/// Whether two sides' runs have levels in shares so unequal that these may set them apart. At
/// least one side pools several: one level each is what is compared.
pub(super) fn are_unequal<L: Ord>(a: &[L], b: &[L]) -> bool {
    (is_mix(a) || is_mix(b)) && bias(a, b) > MOST_BIAS
}

/// In shares of a side's runs, how much of a level is no stray run.
const STRAY: f64 = 0.1;

/// The same of sides whose runs were chosen, each side's in their order: those that follow each other
/// in time are not told apart by what lasts, only by levels that come back, some of them on both sides.
pub(crate) fn take_turns_unequally<L: Ord>(a: &[L], b: &[L]) -> bool {
    let all: Vec<&L> = a.iter().chain(b).collect();
    let distinct: BTreeSet<&&L> = all.iter().collect();
    let share = |side: &[L], level: &L| {
        side.iter().filter(|of| *of == level).count() as f64 / side.len().max(1) as f64
    };
    let changes = || distinct.iter().any(|level| (share(a, level) - share(b, level)).abs() > STRAY);
    let comes_back = all.chunk_by(|x, y| x == y).count() > distinct.len();
    comes_back && a.iter().any(|level| b.contains(level)) && are_unequal(a, b) && changes()
}

/// Whether some of the sides pool levels in unequal shares.
pub(super) fn any_unequal<L: Ord>(sides: &[Vec<L>]) -> bool {
    let mix = sides.iter().find(|levels| is_mix(levels));
    mix.is_some_and(|mix| sides.iter().any(|side| are_unequal(mix, side)))
}

pub(super) fn is_mix<L: Ord>(levels: &[L]) -> bool {
    levels.windows(2).any(|pair| pair[0] != pair[1])
}

/// The difference between the sides' means in Welch's standard errors where all a run's value
/// depends on is its level, and the levels have the values that make it largest.
///
/// Those are y / (x / (m - 1) + y / (n - 1)) for a level with the shares x of m runs and y of n:
/// the mean difference is linear in the values, its squared error quadratic, and that is where
/// Lagrange's condition holds.
fn bias<L: Ord>(a: &[L], b: &[L]) -> f64 {
    let mut counts: BTreeMap<&L, (usize, usize)> = BTreeMap::new();
    a.iter().for_each(|level| counts.entry(level).or_default().0 += 1);
    b.iter().for_each(|level| counts.entry(level).or_default().1 += 1);
    // In whole numbers, for rounding would leave a difference by nothing in errors of nothing.
    if counts.values().all(|(of_a, of_b)| of_a * b.len() == of_b * a.len()) {
        return 0.0;
    }
    // Of a single run any number will do: its one level does not vary.
    let freedom = |side: &[L]| (side.len().max(2) - 1) as f64;
    let levels = counts.values().map(|(of_a, of_b)| {
        let (x, y) = (*of_a as f64 / a.len() as f64, *of_b as f64 / b.len() as f64);
        (x, y, y / (x / freedom(a) + y / freedom(b)))
    });
    let levels: Vec<(f64, f64, f64)> = levels.collect();
    let mean_a: f64 = levels.iter().map(|(x, _, value)| x * value).sum();
    let mean_b: f64 = levels.iter().map(|(_, y, value)| y * value).sum();
    let variance = levels.iter().map(|(x, y, value)| {
        x * (value - mean_a).powi(2) / freedom(a) + y * (value - mean_b).powi(2) / freedom(b)
    });
    (mean_b - mean_a).abs() / variance.sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sides with so many runs at each level.
    fn bias_of(a: &[usize], b: &[usize]) -> f64 {
        let runs = |counts: &[usize]| -> Vec<usize> {
            counts.iter().enumerate().flat_map(|(level, runs)| vec![level; *runs]).collect()
        };
        bias(&runs(a), &runs(b))
    }

    /// By numpy: the square root of d·C⁺·d, where d are the differences of the shares and C is the sum
    /// of the two sides' covariances of levels, each by its runs less one.
    #[test]
    fn a_bias_is_the_largest_that_any_values_give() {
        for (a, b, expected) in [
            (&[10, 10][..], &[10, 9][..], 0.160_128),
            (&[2, 1], &[1, 2], std::f64::consts::FRAC_1_SQRT_2),
            (&[4, 4, 4, 4], &[0, 0, 4, 4], 3.872_983),
            (&[3, 2, 4], &[4, 4, 2], 1.165_297),
            (&[100, 0], &[97, 3], 1.749_816),
            // Of one odd run t is 1, whatever it measured.
            (&[10, 1], &[10, 0], 1.0),
            (&[3, 1], &[1, 0], 1.0),
            (&[4, 2], &[2, 1], 0.0),
        ] {
            let found = bias_of(a, b);
            assert!((found - expected).abs() < 1e-6, "{a:?} {b:?}: {found}");
            assert!((bias_of(b, a) - expected).abs() < 1e-6, "{b:?} {a:?}");
        }
        assert!(bias_of(&[2, 2, 0, 0], &[0, 0, 2, 2]) > 1e6);
    }
}
