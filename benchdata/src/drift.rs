//! Drift: whether values rise or fall with time.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// How values go with time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    /// Kendall's tau: 1 if every later value is larger, −1 if every later one is smaller.
    pub tau: f64,
    /// The two-sided probability of such an order by chance.
    pub p: f64,
}

/// The drift of values within groups, each in the order of time; what differs between the
/// groups does not count. `None` where nothing varies.
///
/// Kendall's test of each group, scores and variances added up (the seasonal Kendall test:
/// Hirsch, Slack and Smith 1982), by the normal approximation with corrections for ties and
/// continuity, which small groups only make more cautious.
#[must_use]
pub fn drift(groups: &[&[f64]]) -> Option<Drift> {
    let (mut score, mut pairs, mut variance) = (0, 0, 0.0);
    for group in groups {
        let n = group.len() as i64;
        let (sorted, falling) = sorted(group);
        let ties: Vec<i64> = sorted.chunk_by(|x, y| x == y).map(|equal| equal.len() as i64).collect();
        let tied: i64 = ties.iter().map(|t| t * (t - 1) / 2).sum();
        let all = n * (n - 1) / 2;
        pairs += all;
        score += all - tied - 2 * falling;
        variance += (variance_of(n) - ties.into_iter().map(variance_of).sum::<f64>()).max(0.0);
    }
    let p = match score.abs() {
        0 => 1.0,
        far => 2.0 * Normal::standard().sf((far - 1) as f64 / variance.sqrt()),
    };
    (variance > 0.0).then(|| Drift { tau: score as f64 / pairs as f64, p })
}

/// The variance of n values' score if their order is chance; that of ties is taken off it
/// (Kendall 1970).
fn variance_of(n: i64) -> f64 {
    let n = n as f64;
    n * (n - 1.0) * (2.0 * n + 5.0) / 18.0
}

/// The values in ascending order, and how many pairs fall: those that a merge sort turns
/// round (Knight 1966), for comparing every pair of a thousand runs would take too long.
fn sorted(values: &[f64]) -> (Vec<f64>, i64) {
    if values.len() < 2 {
        return (values.to_vec(), 0);
    }
    let (first, second) = values.split_at(values.len() / 2);
    let ((first, a), (second, b)) = (sorted(first), sorted(second));
    let (mut merged, mut falling) = (Vec::with_capacity(values.len()), a + b);
    let (mut first, mut second) = (first.as_slice(), second.as_slice());
    while let ([x, later @ ..], [y, rest @ ..]) = (first, second) {
        if y < x {
            falling += first.len() as i64;
            merged.push(*y);
            second = rest;
        } else {
            merged.push(*x);
            first = later;
        }
    }
    merged.extend(first.iter().chain(second));
    (merged, falling)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(groups: &[&[f64]], tau: f64, p: f64) {
        let found = drift(groups).unwrap();
        assert!((found.tau - tau).abs() < 1e-12 && (found.p - p).abs() < 1e-9, "{found:?}");
    }

    /// By Python: scores and variances by the formula with fractions, scipy.stats.norm.sf.
    #[test]
    fn as_calculated_elsewhere() {
        agrees(&[&[1., 2., 3., 4., 5.]], 1.0, 0.027_486_336_111_510_33);
        agrees(&[&[1., 2., 3., 4., 5.], &[11., 12., 13., 14., 15.]], 1.0, 0.000_998_686_379_180_259);
        agrees(&[&[5., 5., 4., 3., 3., 1.], &[2., 1.], &[7.]], -0.875, 0.012_898_873_935_081_68);
        agrees(&[&[1., 2., 3.], &[3., 2., 1.]], 0.0, 1.0);
    }

    #[test]
    fn what_differs_between_groups_is_no_drift() {
        let found = drift(&[&[1.1, 1.0, 1.0, 1.1], &[9.1, 9.0, 9.0, 9.1]]).unwrap();
        assert_eq!((found.tau, found.p), (0.0, 1.0));
    }

    #[test]
    fn nothing_is_said_of_too_little() {
        for groups in [&[][..], &[&[1.0][..]], &[&[][..], &[2.0]], &[&[3.0; 9][..]]] {
            assert_eq!(drift(groups), None);
        }
    }
}
