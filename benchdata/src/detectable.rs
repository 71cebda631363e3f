//! How large a change would have been seen.

use crate::ratio::{ALPHA, Means};
use crate::student::quantile;
use crate::summary::Summary;

/// The chance with which a change of the detectable size is seen.
const POWER: f64 = 0.8;

/// The minimum detectable effect: the smallest change, as a share of the baseline's mean, that
/// gets a verdict in four of five repetitions of the experiment, were it the only one among so
/// many `comparisons`. It has to pass Welch's test at 5 % by Holm's correction and the
/// `threshold`, a share too, so that a change that was not shown is always smaller. `None` where
/// chance cannot be judged, or the baseline's mean is not above 0.
///
/// Of t(1 − 0.025 ÷ comparisons) standard errors of the difference and the threshold the larger,
/// and t(0.8) standard errors more (Bloom 1995), with Satterthwaite's degrees of freedom. Against
/// the noncentral t it is 1 % low at 3 v 3, and nearer above.
#[must_use]
pub fn detectable(
    baseline: &Summary,
    contender: &Summary,
    comparisons: usize,
    threshold: f64,
) -> Option<f64> {
    let (error, df) = Means::of(baseline, contender)?.error(1.0);
    let error = error / baseline.mean;
    let limit = quantile(ALPHA / comparisons as f64, df)? * error;
    let share = limit.max(threshold) + quantile(2.0 * (1.0 - POWER), df)? * error;
    (baseline.mean > 0.0 && share.is_finite()).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(n: u64, mean: f64, stddev: f64) -> Summary {
        Summary { n, min: None, mean, max: None, stddev: Some(stddev) }
    }

    /// By scipy: max(t.ppf(1 - 0.025 / comparisons, df) * error, threshold) + t.ppf(0.8, df) * error,
    /// of error sqrt(s1²/n1 + s2²/n2) / mean.
    #[test]
    fn as_scipy_calculates() {
        let cases = [
            (side(5, 100.0, 2.0), side(5, 105.0, 2.0), 1, 0.0, 0.040_412_563_301_618_11),
            (side(3, 31.5, 1.456_108), side(5, 29.59, 0.325_469), 1, 0.0, 0.138_734_890_050_256_96),
            (side(2, 1e-12, 1e-14), side(2, 2e-12, 1e-15), 1, 0.0, 0.095_893_292_362_683_79),
            (side(100_000, 1e9, 1e3), side(50, 1e9, 2e3), 1, 0.0, 8.085_787_882_801_39e-7),
            (side(5, 100.0, 2.0), side(5, 105.0, 2.0), 40, 0.01, 0.07276450274991013),
            (side(3, 31.5, 1.456_108), side(5, 29.59, 0.325_469), 12, 0.25, 0.39974734631861747),
            (side(5, 100.0, 2.0), side(5, 105.0, 2.0), 1, 0.25, 0.26124366185757),
        ];
        for (baseline, contender, comparisons, threshold, expected) in cases {
            let found = detectable(&baseline, &contender, comparisons, threshold).unwrap();
            assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not {expected}");
        }
    }

    #[test]
    fn nothing_is_said_without_repeats_variation_or_ratio() {
        assert_eq!(detectable(&side(1, 5.0, 0.0), &side(5, 5.0, 1.0), 1, 0.0), None);
        assert_eq!(detectable(&side(5, 5.0, 0.0), &side(5, 5.0, 0.0), 1, 0.0), None);
        assert_eq!(detectable(&side(5, 0.0, 1.0), &side(5, 5.0, 1.0), 1, 0.0), None);
    }
}
