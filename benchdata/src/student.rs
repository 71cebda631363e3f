//! Student's t distribution, by searches that end whatever is asked.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// So many degrees of freedom are as good as all: of more, doubles tell t from the normal
/// distribution less well than the two differ.
const MOST_DF: f64 = 1e8;

/// How likely chance takes Student's t at least so far from 0 (Student 1908); NaN where
/// either is no number.
pub(crate) fn two_sided(t: f64, df: f64) -> f64 {
    if t.is_nan() || df >= MOST_DF {
        return 2.0 * Normal::standard().sf(t.abs());
    }
    StudentsT::new(0.0, 1.0, df).map_or(f64::NAN, |student| 2.0 * student.cdf(-t.abs()))
}

/// How far from 0 chance takes t with the two-sided probability `p`; `None` where that is
/// no number.
pub(crate) fn quantile(p: f64, df: f64) -> Option<f64> {
    crossing(|t| two_sided(t, df) - p, 1.0 - p, 2.0)
}

/// As [`quantile`], where it is known to be near a guess, which halves the search.
pub(crate) fn quantile_near(p: f64, df: f64, guess: f64) -> Option<f64> {
    falling_near(|t| two_sided(t, df) - p, guess)
}

/// Where a function that falls comes to 0, near a guess above 0; `None` where it is no number, or
/// does not.
pub(crate) fn falling_near(excess: impl Fn(f64) -> f64, guess: f64) -> Option<f64> {
    let mut at_guess = excess(guess);
    let (mut inside, mut reach) = (guess, guess * NEAR);
    // Back to where it is not yet below 0.
    let mut doublings = 0..MOST_DOUBLINGS;
    while at_guess < 0.0 {
        doublings.next()?;
        inside -= reach;
        reach *= 2.0;
        at_guess = excess(inside);
    }
    Some(inside + crossing(|step| excess(inside + step), at_guess, reach)?)
}

/// How far a guess may be off, as a share of it.
const NEAR: f64 = 0.02;

/// How near the two ends of a search come, as a share of what is found.
const PRECISION: f64 = 1e-12;

/// From one step of about a standard error, enough doublings for any p that is told from 0.
const MOST_DOUBLINGS: u32 = 64;

/// The Illinois method takes about ten.
const MOST_STEPS: usize = 100;

/// Where a function that falls from `above` 0 at 0, to either side, comes to 0: the `first`
/// step is doubled until it is below, then the Illinois method (Dowell and Jarratt 1971) needs
/// a tenth of bisection's evaluations. `None` where the function is no number, or stays above.
pub(crate) fn crossing(excess: impl Fn(f64) -> f64, mut above: f64, first: f64) -> Option<f64> {
    let (mut inside, mut outside) = (0.0, first);
    let mut below = excess(outside);
    let mut doublings = 0..MOST_DOUBLINGS;
    while below > 0.0 {
        doublings.next()?;
        (inside, above) = (outside, below);
        outside *= 2.0;
        below = excess(outside);
    }
    let mut moved_outside = None;
    for _ in 0..MOST_STEPS {
        let between = inside + (outside - inside) * above / (above - below);
        let found = excess(between);
        if (outside - inside).abs() <= PRECISION * between.abs() || found == 0.0 {
            return Some(between).filter(|at| at.is_finite());
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
    Some(f64::midpoint(inside, outside)).filter(|at| at.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By mpmath at 40 digits.
    #[test]
    fn as_mpmath_finds() {
        for line in include_str!("student/vectors.tsv").lines().filter(|line| !line.starts_with('#')) {
            let [df, t, p] = [0, 1, 2].map(|at| line.split('\t').nth(at).unwrap().parse::<f64>().unwrap());
            let found = two_sided(t, df);
            assert!((found / p - 1.0).abs() < 1e-5, "p {found}: {line}");
            let found = quantile(p, df).unwrap();
            assert!((found / t - 1.0).abs() < 1e-7, "t {found}: {line}");
        }
    }

    #[test]
    fn what_is_no_number_has_no_quantile() {
        assert!(two_sided(f64::NAN, 3.0).is_nan() && two_sided(1.0, f64::NAN).is_nan());
        assert_eq!([quantile(0.05, f64::NAN), quantile(f64::NAN, 3.0), quantile(0.0, 3.0)], [None; 3]);
    }
}
