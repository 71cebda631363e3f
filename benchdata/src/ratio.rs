//! The ratio of two means, with its 95 % interval.

use crate::student::{crossing, two_sided};
use crate::summary::Summary;

/// The level at which intervals exclude and verdicts are given: 5 %.
pub const ALPHA: f64 = 0.05;

/// How sure the ratio of two means is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inference {
    /// All ratios that Welch's test does not reject, lowest and highest; `None` where the
    /// baseline's mean cannot be told from 0, which leaves the ratio unbounded.
    pub interval: Option<(f64, f64)>,
    /// Welch's two-sided p of equal means: below [`ALPHA`] just where the interval
    /// excludes 1.
    pub p: f64,
}

/// Contender and baseline, and the standard errors of their means.
pub(crate) struct Means {
    baseline: Mean,
    contender: Mean,
}

struct Mean {
    value: f64,
    error: f64,
    df: f64,
}

impl Mean {
    fn of(summary: &Summary) -> Option<Self> {
        let df = summary.n.checked_sub(1).filter(|&df| df > 0)? as f64;
        Some(Self { value: summary.mean, error: summary.stddev? / (summary.n as f64).sqrt(), df })
    }
}

impl Means {
    /// `None` where a side has fewer than two observations or neither varies.
    pub(crate) fn of(baseline: &Summary, contender: &Summary) -> Option<Self> {
        let (baseline, contender) = (Mean::of(baseline)?, Mean::of(contender)?);
        (baseline.error > 0.0 || contender.error > 0.0).then_some(Self { baseline, contender })
    }

    /// The standard error of contender − ratio × baseline, and Satterthwaite's degrees of freedom
    /// (Welch 1947). Of errors only shares are squared, for the squares of huge or tiny ones are
    /// not finite or 0.
    pub(crate) fn error(&self, ratio: f64) -> (f64, f64) {
        let (a, b) = (self.contender.error, ratio * self.baseline.error);
        let error = a.hypot(b);
        let (a, b) = ((a / error).powi(2), (b / error).powi(2));
        (error, 1.0 / (a * a / self.contender.df + b * b / self.baseline.df))
    }

    /// Each side's share of the squared standard error of the difference, and its degrees of
    /// freedom; the baseline first.
    pub(crate) fn shares(&self) -> [(f64, f64); 2] {
        let (error, _) = self.error(1.0);
        [&self.baseline, &self.contender].map(|mean| ((mean.error / error).powi(2), mean.df))
    }

    /// p of Welch's test that contender = ratio × baseline, of which the difference is known.
    fn p(&self, ratio: f64, difference: f64) -> f64 {
        match self.error(ratio) {
            (0.0, _) if difference == 0.0 => 1.0,
            (0.0, _) => 0.0,
            (error, df) => two_sided(difference / error, df),
        }
    }

    /// How far up or down from the estimate Welch's test begins to reject; `None` where that is
    /// no number.
    fn reach(&self, estimate: f64, direction: f64, alpha: f64) -> Option<f64> {
        let size = self.baseline.value.abs();
        let excess = |reach: f64| self.p(estimate + reach, reach * size) - alpha;
        let error = (self.contender.error / size).hypot(estimate * (self.baseline.error / size));
        if error == 0.0 {
            // A contender that is always 0: no other share of the baseline could be that.
            return Some(0.0);
        }
        crossing(excess, 1.0 - alpha, 2.0 * error * direction)
    }

    /// All ratios that Welch's test at the level `alpha` does not reject; `None` where that is
    /// no interval.
    fn interval(&self, alpha: f64) -> Option<(f64, f64)> {
        let baseline = &self.baseline;
        // Of an error of 0 this is infinite, or for a mean of 0 no number.
        let tells_from_zero = two_sided(baseline.value / baseline.error, baseline.df) < alpha;
        let estimate = self.contender.value / baseline.value;
        if !tells_from_zero || !estimate.is_finite() {
            return None;
        }
        let (low, high) = (self.reach(estimate, -1.0, alpha)?, self.reach(estimate, 1.0, alpha)?);
        // One that a double can't hold the width of.
        Some((estimate + low, estimate + high)).filter(|(low, high)| (high - low).is_finite())
    }
}

/// The interval of contender ÷ baseline and the p of equal means; `None` where a side has
/// fewer than two observations or neither varies.
///
/// All ratios ρ for which Welch's test of contender − ρ·baseline = 0 does not reject:
/// Fieller's interval for unequal variances (Tamhane and Logan 2004; Kalibera and Jones
/// 2013). At ρ = 1 it is Welch's test itself, so that interval and p cannot disagree.
#[must_use]
pub fn infer(baseline: &Summary, contender: &Summary) -> Option<Inference> {
    infer_by(contender.mean - baseline.mean, baseline, contender)
}

/// The same where the difference of the means is known more exactly than they are.
pub(crate) fn infer_by(difference: f64, baseline: &Summary, contender: &Summary) -> Option<Inference> {
    let means = Means::of(baseline, contender)?;
    let (p, interval) = (means.p(1.0, difference), means.interval(ALPHA));
    p.is_finite().then_some(Inference { interval, p })
}

/// The interval of contender ÷ baseline as [`infer`] has it, at another level: of 0.01, it holds
/// the ratio with 99 %.
#[must_use]
pub fn interval_at(alpha: f64, baseline: &Summary, contender: &Summary) -> Option<(f64, f64)> {
    Means::of(baseline, contender)?.interval(alpha)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::detectable::Detector;
    use crate::interval::half_interval;

    fn agrees(found: f64, published: f64) {
        let error = ((found - published) / published).abs();
        assert!(error < 1e-8, "{found} is not {published}");
    }

    fn of(samples: &[f64]) -> Summary {
        Summary::of(samples).unwrap()
    }

    fn printed(mean: f64, stddev: f64) -> Summary {
        Summary { n: 5, min: None, mean, max: None, stddev: Some(stddev) }
    }

    #[test]
    fn welch_p_of_published_vectors() {
        agrees(infer(&of(&[2., 1., 3., 4.]), &of(&[6., 5., 7., 9.])).unwrap().p, 0.008_512_863_13);
        let iguana = of(&[50., 200., 150., 400., 750., 400., 150.]);
        let p = infer(&iguana, &of(&[150., 400., 720., 500., 930.])).unwrap().p;
        assert!((p - 0.1777).abs() < 5e-5, "{p}");
        let sleep1 = of(&[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
        let sleep2 = of(&[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
        let p = infer(&sleep1, &sleep2).unwrap().p;
        assert!((p - 0.07939).abs() < 5e-6, "{p}");
    }

    #[test]
    fn ratio_intervals_of_the_dss_mail() {
        let found = infer(&printed(31.50, 1.456_108), &printed(29.59, 0.325_469)).unwrap();
        let (low, high) = found.interval.unwrap();
        agrees(low, 0.888_993_12);
        agrees(high, 0.995_897_73);
        // p by mpmath's incomplete beta function at 30 digits.
        agrees(found.p, 0.040_972_883_818_818_8);
        let found = infer(&printed(33.70, 0.548_151), &printed(33.36, 0.257_158)).unwrap();
        let (low, high) = found.interval.unwrap();
        agrees(low, 0.970_538_87);
        agrees(high, 1.010_035_86);
        agrees(found.p, 0.258_428_899_047_647_6);
    }

    #[test]
    fn ratio_interval_of_the_cfq_mail() {
        let fairness = of(&[1.70, 1.94, 1.32, 1.89, 1.87]);
        let found = infer(&fairness, &of(&[1.09, 0.87, 1.11, 0.96, 1.11])).unwrap();
        let (low, high) = found.interval.unwrap();
        agrees(low, 0.491_484_24);
        agrees(high, 0.720_237_71);
        assert!((found.p - 0.001_638_62).abs() < 5e-9, "{}", found.p);
    }

    #[test]
    fn as_mpmath_finds() {
        let lines = include_str!("ratio/vectors.tsv").lines().filter(|line| !line.starts_with('#'));
        let mut tested = 0;
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| fields[at].parse::<f64>().unwrap();
            let side = |at: usize| Summary {
                n: fields[at].parse().unwrap(),
                min: None,
                mean: number(at + 1),
                max: None,
                stddev: Some(number(at + 2)),
            };
            let found = infer(&side(0), &side(3)).unwrap();
            let same = |found: f64, expected: f64| {
                assert!((found - expected).abs() <= 5e-10 * expected.abs(), "{found} in {line}");
            };
            same(found.p, number(6));
            match found.interval {
                Some((low, high)) => {
                    same(low, number(7));
                    same(high, number(8));
                }
                None => assert_eq!(fields[7..], ["-", "-"], "{line}"),
            }
            tested += 1;
        }
        assert_eq!(tested, 21);
    }

    #[test]
    fn a_baseline_that_cannot_be_told_from_zero_leaves_the_ratio_unbounded() {
        let found = infer(&of(&[-1.0, 0.5, 1.0]), &of(&[5.0, 6.0, 7.0])).unwrap();
        assert_eq!(found.interval, None);
    }

    /// At an edge the test is just about to reject, in easy places and hard ones.
    #[test]
    fn at_the_edges_p_is_five_percent() {
        let cases = [
            (31.5, 1.456, 29.59, 0.325),
            (1e9, 1.0, 1e9, 3.0),
            (1.0, 0.5, 1e6, 1e5),
            (1e-12, 1e-14, 2e-12, 1e-15),
        ];
        for (baseline, sd, contender, other_sd) in cases {
            let (baseline, contender) = (printed(baseline, sd), printed(contender, other_sd));
            let means = Means::of(&baseline, &contender).unwrap();
            let (low, high) = infer(&baseline, &contender).unwrap().interval.unwrap();
            let p = |ratio: f64| means.p(ratio, contender.mean - ratio * baseline.mean);
            for edge in [low, high] {
                assert!((p(edge) - ALPHA).abs() < 1e-6, "{edge}: {}", p(edge));
            }
        }
    }

    /// A fault: the search for the interval's ends took steps of 0, for ever.
    #[test]
    fn a_contender_that_is_always_zero_is_a_certain_ratio_of_zero() {
        // Baseline 0.15 ± 0.05 of three: scipy.stats.ttest_1samp([0.1, 0.2, 0.15], 0).
        let found = infer(&of(&[0.1, 0.2, 0.15]), &of(&[0.0; 3])).unwrap();
        assert_eq!(found.interval, Some((0.0, 0.0)));
        agrees(found.p, 0.035_098_718_645_984_65);
    }

    /// A fault: the ends were finite, and their distance was not.
    #[test]
    fn an_interval_wider_than_any_number_is_none() {
        let (a, b) = (printed(-1.045_775_776_261_460_4e-308, 0.0), printed(5e-324, 1.129_404_391_822_665));
        assert_eq!(infer(&a, &b).map(|found| found.interval), Some(None));
    }

    /// A fault: the interval's ends were as exact as the ratio alone, so that where values differ
    /// in their thirteenth digit it held no change beside a p of 0.02.
    #[test]
    fn a_huge_offset_leaves_interval_and_p_agreed() {
        let a = of(&[1_000_000_000_000.1, 1_000_000_000_000.2, 1_000_000_000_000.15]);
        let b = of(&[1_000_000_000_000.3, 1_000_000_000_000.35, 1_000_000_000_000.25]);
        let found = infer(&a, &b).unwrap();
        let (low, high) = found.interval.unwrap();
        // By mpmath at 50 digits; the means have errors of 6e-17, and ratios of 2e-16.
        assert!((found.p - 0.021_283_7).abs() < 1e-4, "{found:?}");
        assert!((low - 1.0 - 3.670_4e-14).abs() < 4e-16, "{found:?}");
        assert!((high - 1.0 - 2.633_4e-13).abs() < 4e-16, "{found:?}");
    }

    fn hostile() -> impl Strategy<Value = Summary> {
        let any = || prop_oneof![any::<f64>(), Just(0.0), Just(1e308), Just(5e-324), -10.0..10.0];
        let n = prop_oneof![2..9_u64, Just(1 << 53)];
        (n, any(), any()).prop_filter_map("finite", |(n, mean, stddev)| {
            let finite = mean.is_finite() && stddev.is_finite();
            finite.then_some(Summary { n, min: None, mean, max: None, stddev: Some(stddev.abs()) })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn whatever_is_summarised_the_search_ends(a in hostile(), b in hostile()) {
            let _ = (Detector::new(40, 0.01).detectable(&a, &b), half_interval(&a));
            if let Some(found) = infer(&a, &b) {
                prop_assert!((0.0..=1.0).contains(&found.p), "{found:?}");
                if let Some((low, high)) = found.interval {
                    let ratio = b.mean / a.mean;
                    let excludes = low > 1.0 || high < 1.0;
                    let near = [low, high].iter().any(|end| (end - 1.0).abs() < 1e-9);
                    prop_assert!(excludes == (found.p < ALPHA) || near, "{found:?}");
                    prop_assert!(low <= ratio && ratio <= high && low.is_finite() && high.is_finite(), "{found:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_inferred_without_repeats_or_variance() {
        assert_eq!(infer(&of(&[1.0]), &of(&[1.0, 2.0])), None);
        assert_eq!(infer(&of(&[1.0, 1.0]), &of(&[2.0, 2.0])), None);
        assert!(infer(&of(&[1.0, 1.0]), &of(&[2.0, 2.1])).unwrap().interval.is_some());
    }
}
