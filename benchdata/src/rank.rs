//! The Mann-Whitney test: whether one side's observations rank above the other's.
//!
//! A cross-check of Welch's test that assumes no shape of the noise.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// What the two-sided Mann-Whitney test says of two sides.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RankTest {
    /// The probability of ranks at least as far from what chance expects, if the sides do
    /// not differ.
    pub p: f64,
    /// The smallest p that these observations could give, however they fell to the sides:
    /// 2 ÷ C(m+n, m) without ties.
    pub least_p: f64,
    /// Whether p counts every way to deal the ranks out, or is the normal approximation.
    pub exact: bool,
}

/// How many steps counting may take: enough for 25 v 25, a few milliseconds.
const MOST_STEPS: usize = 4_000_000;

/// Tests two sides; `None` where one has no observation.
///
/// Exact with ties (the permutation distribution of the sum of midranks: Lehmann 1975) as
/// long as that can be counted, at 25 v 25 or 3 v 100; above, the normal approximation with
/// corrections for ties and continuity (Lehmann 1975).
#[must_use]
pub fn rank_test(a: &[f64], b: &[f64]) -> Option<RankTest> {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if few.is_empty() {
        return None;
    }
    let ranks = Ranks::of(few, many);
    let distances = [ranks.distance(ranks.sum), ranks.farthest()];
    let exact = few.len().saturating_mul(ranks.doubled.len().saturating_pow(3)) <= MOST_STEPS;
    let [p, least_p] =
        if exact { ranks.exact_p(distances) } else { distances.map(|far| ranks.approximate_p(far)) };
    Some(RankTest { p, least_p, exact })
}

/// The smallest p that `m` against `n` observations without ties can give: 2 ÷ C(m+n, m).
#[must_use]
pub fn least_p(m: u64, n: u64) -> f64 {
    let (few, many) = (m.min(n), m.max(n));
    let orders: f64 = (1..=few).map(|at| (many + at) as f64 / at as f64).product();
    (2.0 / orders).min(1.0)
}

/// Two sides' common ranks, doubled: midranks are halves.
struct Ranks {
    /// All, in ascending order.
    doubled: Vec<usize>,
    /// How many are of the smaller side.
    few: usize,
    /// The sum of those.
    sum: usize,
    /// Of each group of equal observations, how many there are.
    ties: Vec<usize>,
}

impl Ranks {
    fn of(few: &[f64], many: &[f64]) -> Self {
        let mut all: Vec<(f64, bool)> =
            few.iter().map(|&x| (x, true)).chain(many.iter().map(|&x| (x, false))).collect();
        all.sort_by(|(x, _), (y, _)| x.total_cmp(y));
        let mut ranks = Self { doubled: Vec::with_capacity(all.len()), few: few.len(), sum: 0, ties: vec![] };
        for equal in all.chunk_by(|(x, _), (y, _)| x == y) {
            let rank = 2 * ranks.doubled.len() + 1 + equal.len();
            ranks.sum += rank * equal.iter().filter(|(_, is_few)| *is_few).count();
            ranks.doubled.extend(std::iter::repeat_n(rank, equal.len()));
            ranks.ties.push(equal.len());
        }
        ranks
    }

    /// How far a rank sum of the smaller side is from the one that chance expects.
    fn distance(&self, sum: usize) -> usize {
        sum.abs_diff(self.few * (self.doubled.len() + 1))
    }

    fn largest(&self) -> usize {
        self.doubled.iter().rev().take(self.few).sum()
    }

    /// The distance if the smaller side had all the lowest, or all the highest.
    fn farthest(&self) -> usize {
        let smallest = self.doubled.iter().take(self.few).sum();
        self.distance(smallest).max(self.distance(self.largest()))
    }

    /// The shares of all ways to deal the ranks out whose sum is at least so far from the
    /// expected one. Counts stay below 2^53, so that doubles hold them exactly.
    fn exact_p(&self, distances: [usize; 2]) -> [f64; 2] {
        let largest = self.largest();
        // ways[k][s]: in how many ways k of the ranks seen so far sum to s.
        let mut ways = vec![vec![0.0; largest + 1]; self.few + 1];
        ways[0][0] = 1.0;
        let mut sums = vec![0];
        for &rank in &self.doubled {
            let seen = sums.len();
            sums.push(sums[seen - 1] + rank);
            for k in (1..=self.few.min(seen)).rev() {
                // The largest sum of k so far is that of the last k.
                let reach = sums[seen] - sums[seen - k];
                let (fewer, rest) = ways.split_at_mut(k);
                for (to, from) in rest[0][rank..=reach].iter_mut().zip(&fewer[k - 1]) {
                    *to += from;
                }
            }
        }
        let dealt = &ways[self.few];
        let all: f64 = dealt.iter().sum();
        distances.map(|distance| {
            let far = dealt.iter().enumerate().filter(|(sum, _)| self.distance(*sum) >= distance);
            far.map(|(_, ways)| ways).sum::<f64>() / all
        })
    }

    fn approximate_p(&self, distance: usize) -> f64 {
        let (few, all) = (self.few as f64, self.doubled.len() as f64);
        let tied: f64 = self.ties.iter().map(|&t| (t as f64).powi(3) - t as f64).sum();
        let variance = few * (all - few) / 12.0 * (all + 1.0 - tied / (all * (all - 1.0)));
        // Half a rank for continuity; ranks are doubled.
        let distance = distance as f64 / 2.0 - 0.5;
        if distance <= 0.0 || variance <= 0.0 {
            return 1.0;
        }
        2.0 * Normal::standard().sf(distance / variance.sqrt())
    }
}

#[cfg(test)]
#[path = "rank/tests.rs"]
mod tests;
