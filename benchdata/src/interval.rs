//! How sure a single mean is.

use std::sync::OnceLock;

use crate::ratio::ALPHA;
use crate::student::quantile;
use crate::summary::Summary;

/// Half the width of a mean's own 95 % interval, in the unit of its values: Student's t at
/// n−1 degrees of freedom times stddev ÷ √n (Student 1908). `None` for fewer than two
/// values, and where their deviation is unknown.
///
/// Two such intervals do not judge a difference: [`crate::ratio::infer`] does.
#[must_use]
pub fn half_interval(summary: &Summary) -> Option<f64> {
    let df = summary.n.checked_sub(1).filter(|&df| df > 0)?;
    let half = t(df)? * summary.stddev? / (summary.n as f64).sqrt();
    half.is_finite().then_some(half)
}

/// Of fewer degrees of freedom, the quantile is searched for once: a page asks for that of the same
/// few a thousand times, and a search takes some microseconds.
const KEPT: usize = 1024;

/// How far from 0 chance takes Student's t in 5 % of all cases.
fn t(df: u64) -> Option<f64> {
    static FOUND: [OnceLock<Option<f64>>; KEPT] = [const { OnceLock::new() }; KEPT];
    let find = || quantile(ALPHA, df as f64);
    match usize::try_from(df).ok().and_then(|df| FOUND.get(df)) {
        Some(kept) => *kept.get_or_init(find),
        None => find(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// t(0.975, df) out of Student's table, to the digits it has.
    #[test]
    fn student_s_table() {
        for (n, t) in [(2, 12.7062), (3, 4.3027), (5, 2.7764), (10, 2.2622), (31, 2.0423), (1001, 1.9623)] {
            let summary = Summary { n, min: None, mean: 100.0, max: None, stddev: Some((n as f64).sqrt()) };
            let half = half_interval(&summary).unwrap();
            assert!((half - t).abs() < 5e-5, "{n}: {half}");
        }
    }

    #[test]
    fn one_value_has_no_interval_and_equal_ones_have_an_empty_one() {
        assert_eq!(half_interval(&Summary::of(&[1.0]).unwrap()), None);
        assert_eq!(half_interval(&Summary { stddev: None, ..Summary::of(&[1.0, 2.0]).unwrap() }), None);
        assert_eq!(half_interval(&Summary::of(&[1.0, 1.0, 1.0]).unwrap()), Some(0.0));
    }
}
