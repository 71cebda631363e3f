//! Whether a stretch has a step that chance would hardly make.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::factorial::binomial;

use super::clamp::standardized;
use super::scan::{Scan, Step};
use crate::summary::Summary;

/// How likely chance may make a step as large as one that counts.
const LEVEL: f64 = 0.01;

/// How many orders of the values are drawn at most, and how many of them may have as large a
/// step: with the order found itself, 2 of 200 are [`LEVEL`].
const ORDERS: usize = 199;
const MOST_AS_LARGE: usize = 1;

/// Where none of the first orders has a step within so many standard errors of the one found, no
/// more are needed: clamped values have no long tails.
const FIRST_ORDERS: usize = 19;
const MARGIN: f64 = 2.0;

/// Of fewer values, orders as rare as [`LEVEL`] are too few to be found.
const FEW: usize = 12;

/// The place of the largest step, where chance hardly makes one as large.
pub(super) fn step(values: &[f64], lasting: usize, random: &mut fastrand::Rng) -> Option<usize> {
    if values.len() < 2 * lasting {
        return None;
    }
    let scan = Scan::new(values.len(), lasting);
    let mut near = standardized(values)?;
    let mut sums = Vec::with_capacity(values.len() + 1);
    let step = scan.largest(&near, &mut sums)?;
    let shows = if values.len() < FEW {
        // Bonferroni's correction for having looked everywhere.
        student_p(values, &step) * (scan.places() as f64) < LEVEL || is_parted(values, step.at)
    } else {
        is_rare(&mut near, step.score, &scan, &mut sums, random)
    };
    shows.then_some(step.at)
}

/// Whether at most one of a hundred orders of the values has as large a step somewhere: a
/// permutation test of the largest one, so that having looked everywhere is counted in.
fn is_rare(
    values: &mut [f64],
    score: f64,
    scan: &Scan,
    sums: &mut Vec<f64>,
    random: &mut fastrand::Rng,
) -> bool {
    let mut another_exceeds = |score| {
        random.shuffle(values);
        scan.exceeds(values, score, sums)
    };
    if !(0..FIRST_ORDERS).any(|_| another_exceeds(score - MARGIN)) {
        return true;
    }
    // Sums of the same values in another order differ in their last digits.
    let as_large = (0..ORDERS).filter(|_| another_exceeds(score - 1e-9));
    as_large.take(MOST_AS_LARGE + 1).count() <= MOST_AS_LARGE
}

/// Whether one value stands before the step and another behind, and chance would hardly part them so:
/// two of their orders do. Nothing varies then that Student's test could measure by.
fn is_parted(values: &[f64], at: usize) -> bool {
    let (before, after) = values.split_at(at);
    let is_one = |level: &[f64]| level.windows(2).all(|pair| pair[0] == pair[1]);
    is_one(before) && is_one(after) && 2.0 / binomial(values.len() as u64, at as u64) < LEVEL
}

/// p of equal means before and after the step in its window by Student's t-test, whose variance
/// of both sides together does not mistake three values that are equal by chance for a level.
/// 1 where nothing varies.
fn student_p(values: &[f64], step: &Step) -> f64 {
    let sides = [step.window.start..step.at, step.at..step.window.end];
    let [Some(before), Some(after)] = sides.map(|side| Summary::of(&values[side])) else { return 1.0 };
    let df = (before.n + after.n - 2) as f64;
    let squares = before.m2().unwrap_or(0.0) + after.m2().unwrap_or(0.0);
    let error = (squares / df * (1.0 / before.n as f64 + 1.0 / after.n as f64)).sqrt();
    if error == 0.0 {
        return 1.0;
    }
    let t = (after.mean - before.mean).abs() / error;
    StudentsT::new(0.0, 1.0, df).map_or(1.0, |student| 2.0 * student.cdf(-t))
}
