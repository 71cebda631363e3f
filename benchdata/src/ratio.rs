//! The ratio of two means, with its 95 % interval.

use statrs::distribution::{ContinuousCDF, StudentsT};

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

/// Means of contender and baseline with their squared standard errors.
struct Means {
    baseline: f64,
    baseline_error: f64,
    baseline_df: f64,
    contender: f64,
    contender_error: f64,
    contender_df: f64,
}

impl Means {
    fn of(baseline: &Summary, contender: &Summary) -> Option<Self> {
        let error = |s: &Summary| {
            Some((s.stddev?.powi(2) / s.n as f64, s.n.checked_sub(1).filter(|&df| df > 0)? as f64))
        };
        let ((baseline_error, baseline_df), (contender_error, contender_df)) =
            (error(baseline)?, error(contender)?);
        let varies = baseline_error + contender_error > 0.0;
        varies.then_some(Self {
            baseline: baseline.mean,
            baseline_error,
            baseline_df,
            contender: contender.mean,
            contender_error,
            contender_df,
        })
    }

    /// p of Welch's test that contender = ratio × baseline, with Satterthwaite's degrees
    /// of freedom (Welch 1947).
    fn p(&self, ratio: f64) -> f64 {
        let (a, b) = (self.contender_error, ratio * ratio * self.baseline_error);
        let error = a + b;
        let difference = self.contender - ratio * self.baseline;
        if error == 0.0 {
            return if difference == 0.0 { 1.0 } else { 0.0 };
        }
        let df = error * error / (a * a / self.contender_df + b * b / self.baseline_df);
        two_sided(difference.abs() / error.sqrt(), df)
    }

    /// The ratio at which Welch's test begins to reject, going up or down from the estimate:
    /// steps until it does, then the Illinois method (Dowell and Jarratt 1971), which needs a
    /// tenth of bisection's evaluations.
    fn edge(&self, estimate: f64, direction: f64) -> Option<f64> {
        let excess = |ratio: f64| self.p(ratio) - ALPHA;
        let error = (self.contender_error + estimate * estimate * self.baseline_error).sqrt();
        let mut step = 2.0 * error / self.baseline.abs() * direction;
        let (mut inside, mut above) = (estimate, 1.0 - ALPHA);
        let mut outside = estimate + step;
        let mut below = excess(outside);
        while below > 0.0 {
            (inside, above) = (outside, below);
            step *= 2.0;
            outside += step;
            if !outside.is_finite() {
                return None;
            }
            below = excess(outside);
        }
        let mut moved_outside = None;
        for _ in 0..MOST_STEPS {
            let between = inside + (outside - inside) * above / (above - below);
            let found = excess(between);
            if (outside - inside).abs() <= PRECISION * between.abs() || found == 0.0 {
                return Some(between);
            }
            // The end that stays for a second time counts half, or it would stay for ever.
            if found > 0.0 {
                (inside, above) = (between, found);
                below *= if moved_outside == Some(false) { 0.5 } else { 1.0 };
            } else {
                (outside, below) = (between, found);
                above *= if moved_outside == Some(true) { 0.5 } else { 1.0 };
            }
            moved_outside = Some(found <= 0.0);
        }
        Some(f64::midpoint(inside, outside))
    }
}

/// How near the two ends of an edge come, as a share of the ratio.
const PRECISION: f64 = 1e-12;

/// The Illinois method takes about ten.
const MOST_STEPS: usize = 100;

fn two_sided(t: f64, df: f64) -> f64 {
    StudentsT::new(0.0, 1.0, df).map_or(f64::NAN, |student| 2.0 * student.cdf(-t))
}

/// The interval of contender ÷ baseline and the p of equal means; `None` where a side has
/// fewer than two observations or neither varies.
///
/// All ratios ρ for which Welch's test of contender − ρ·baseline = 0 does not reject:
/// Fieller's interval for unequal variances (Tamhane and Logan 2004; Kalibera and Jones
/// 2013). At ρ = 1 it is Welch's test itself, so that interval and p cannot disagree.
#[must_use]
pub fn infer(baseline: &Summary, contender: &Summary) -> Option<Inference> {
    let means = Means::of(baseline, contender)?;
    let p = means.p(1.0);
    let tells_from_zero = means.baseline_error == 0.0
        || two_sided(means.baseline.abs() / means.baseline_error.sqrt(), means.baseline_df) < ALPHA;
    let estimate = means.contender / means.baseline;
    let interval = (tells_from_zero && estimate.is_finite())
        .then(|| Some((means.edge(estimate, -1.0)?, means.edge(estimate, 1.0)?)))
        .flatten();
    p.is_finite().then_some(Inference { interval, p })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            for edge in [low, high] {
                assert!((means.p(edge) - ALPHA).abs() < 1e-6, "{edge}: {}", means.p(edge));
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
