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
    let score: i64 = groups.iter().map(|group| score(group)).sum();
    let variance: f64 = groups.iter().map(|group| variance(group)).sum();
    let pairs: usize = groups.iter().map(|group| group.len() * group.len().saturating_sub(1) / 2).sum();
    let p = match score.unsigned_abs() {
        0 => 1.0,
        far => 2.0 * Normal::standard().sf((far - 1) as f64 / variance.sqrt()),
    };
    (variance > 0.0).then(|| Drift { tau: score as f64 / pairs as f64, p })
}

/// How many more pairs rise than fall.
fn score(group: &[f64]) -> i64 {
    let later = |(at, x): (usize, &f64)| {
        let rest = &group[at + 1..];
        // Without branches, and so for eight values at once.
        rest.iter().map(|y| i32::from(y > x) - i32::from(y < x)).sum::<i32>()
    };
    group.iter().enumerate().map(|at| i64::from(later(at))).sum()
}

/// The score's variance if the order is chance (Kendall 1970, with ties).
fn variance(group: &[f64]) -> f64 {
    let term = |n: usize| n as f64 * (n as f64 - 1.0) * (2.0 * n as f64 + 5.0) / 18.0;
    let mut sorted = group.to_vec();
    sorted.sort_by(f64::total_cmp);
    let tied: f64 = sorted.chunk_by(|x, y| x == y).map(|equal| term(equal.len())).sum();
    (term(group.len()) - tied).max(0.0)
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
        let found = drift(&[&[1.0, 1.1, 1.0, 1.1], &[9.0, 9.1, 9.0, 9.1]]).unwrap();
        assert!(found.p > 0.5, "{found:?}");
    }

    #[test]
    fn nothing_is_said_of_too_little() {
        for groups in [&[][..], &[&[1.0][..]], &[&[][..], &[2.0]], &[&[3.0; 9][..]]] {
            assert_eq!(drift(groups), None);
        }
    }
}
