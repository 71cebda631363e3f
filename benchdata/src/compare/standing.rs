//! How a contender stands against the baseline in one row.

use crate::comparison::{Against, Cell, Row, Threshold, Verdict};
use crate::detectable::Detector;
use crate::metric::Better;
use crate::rank::{RankTest, rank_test};
use crate::ratio::{ALPHA, infer_by};
use crate::summary::Summary;

/// How a contender stands against the baseline; p not yet corrected. `identical`: whether a single
/// value is all that both sides have.
pub(crate) fn against(
    baseline: &Cell,
    contender: &Cell,
    identical: bool,
    better: Option<Better>,
    threshold: Threshold,
) -> Against {
    let (a, b) = (&baseline.summary, &contender.summary);
    // A ratio to nothing, or to less than nothing, says nothing.
    let ratio = (a.mean > 0.0).then(|| b.mean / a.mean).filter(|ratio| ratio.is_finite());
    let inferred = infer_by(difference(baseline, contender), a, b);
    let interval = inferred.and_then(|inferred| inferred.interval).filter(|_| ratio.is_some());
    let interval = interval.map(|(low, high)| (low.max(least_ratio(a, b)), high));
    let improvement = ratio.zip(better).map(|(ratio, better)| better.improvement(ratio));
    let p = inferred.map(|inferred| inferred.p);
    let verdict = better.map(|_| match unjudged(a, b, identical) {
        Some(verdict) => verdict,
        None if interval.is_none() => Verdict::NoBounds,
        None => verdict(improvement, p, threshold.share()),
    });
    let repeats = baseline.observations.len() > 1 && contender.observations.len() > 1;
    let rank = rank_test(&contender.observations, &baseline.observations).filter(|_| repeats);
    Against {
        ratio,
        improvement,
        interval,
        p,
        corrected_p: None,
        verdict,
        rank,
        disagreement: p.zip(rank).is_some_and(|(p, rank)| disagree(p, rank)),
        detectable: None,
    }
}

/// No ratio of values that are never below 0 is: no rate falls by more than 100 %, though the
/// test, to which all values are possible, goes on.
fn least_ratio(a: &Summary, b: &Summary) -> f64 {
    let is_below_0 = |summary: &Summary| summary.min.unwrap_or(summary.mean) < 0.0;
    if is_below_0(a) || is_below_0(b) { f64::NEG_INFINITY } else { 0.0 }
}

/// Of the means, by what each observation is off a value near all of them: means of values about
/// 10^9 that differ by 1 are rounded to 10^-7.
fn difference(baseline: &Cell, contender: &Cell) -> f64 {
    let Some(near) = baseline.observations.first() else {
        return contender.summary.mean - baseline.summary.mean;
    };
    let off = |cell: &Cell| {
        let off: Vec<f64> = cell.observations.iter().map(|x| x - near).collect();
        Summary::of(&off).map(|summary| summary.mean)
    };
    let found = off(contender).zip(off(baseline)).map(|(b, a)| b - a);
    found
        .filter(|difference| difference.is_finite())
        .unwrap_or(contender.summary.mean - baseline.summary.mean)
}

/// Adds what would have been seen where no change was shown, once it is known how many
/// comparisons there are.
pub(super) fn add_detectable(rows: &mut [Row], baseline: usize, threshold: Threshold) {
    let is_judged = |cell: &&Cell| cell.against.as_ref().is_some_and(|against| against.corrected_p.is_some());
    let comparisons = rows.iter().flat_map(|row| row.cells.iter().flatten()).filter(is_judged).count();
    let mut detector = Detector::new(comparisons, threshold.share());
    for row in rows {
        let Some(base) = row.cells[baseline].as_ref().map(|cell| cell.summary) else { continue };
        for cell in row.cells.iter_mut().flatten() {
            let not_shown =
                cell.against.as_mut().filter(|against| against.verdict == Some(Verdict::NotShown));
            if let Some(against) = not_shown {
                against.detectable = detector.detectable(&base, &cell.summary);
            }
        }
    }
}

/// What is said where chance cannot be judged.
fn unjudged(a: &Summary, b: &Summary, identical: bool) -> Option<Verdict> {
    match (a.stddev, b.stddev) {
        _ if a.n < 2 || b.n < 2 => Some(Verdict::TooFewRuns),
        _ if identical => Some(Verdict::IdenticalSamples),
        (Some(0.0), Some(0.0)) => Some(Verdict::NoVariation),
        (Some(_), Some(_)) => None,
        (None, _) | (_, None) => Some(Verdict::SpreadUnknown),
    }
}

/// By Welch's p rather than the interval: the two are one but for the digits that a ratio near
/// 1 has none for.
fn verdict(improvement: Option<f64>, p: Option<f64>, threshold: f64) -> Verdict {
    let excludes_no_change = p.is_some_and(|p| p < ALPHA);
    // 10 to 9 is a change by a tenth, though in doubles it falls short of one by a bit.
    let threshold = threshold - 4.0 * f64::EPSILON;
    match improvement {
        Some(improvement) if excludes_no_change && improvement >= threshold => Verdict::Better,
        Some(improvement) if excludes_no_change && improvement <= -threshold => Verdict::Worse,
        _ => Verdict::NotShown,
    }
}

/// Whether just one of Welch's test and the rank test shows a difference, though both could.
fn disagree(p: f64, rank: RankTest) -> bool {
    rank.least_p < ALPHA && (p < ALPHA) != (rank.p < ALPHA)
}
