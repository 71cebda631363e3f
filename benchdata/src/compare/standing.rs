//! How a contender stands against the baseline in one row.

use crate::comparison::{Against, Cell, Threshold, Verdict};
use crate::detectable::detectable;
use crate::metric::Better;
use crate::rank::{RankTest, rank_test};
use crate::ratio::{ALPHA, infer};

/// How a contender stands against the baseline; p not yet corrected.
pub(crate) fn against(
    baseline: &Cell,
    contender: &Cell,
    better: Option<Better>,
    threshold: Threshold,
) -> Against {
    let (a, b) = (&baseline.summary, &contender.summary);
    // A ratio to nothing, or to less than nothing, says nothing.
    let ratio = (a.mean > 0.0).then(|| b.mean / a.mean).filter(|ratio| ratio.is_finite());
    let inferred = infer(a, b);
    let interval = inferred.and_then(|inferred| inferred.interval).filter(|_| ratio.is_some());
    let improvement = ratio.zip(better).map(|(ratio, better)| better.improvement(ratio));
    let verdict = better.map(|_| {
        if a.n < 2 || b.n < 2 {
            Verdict::TooFewRuns
        } else if a.stddev == Some(0.0) && b.stddev == Some(0.0) {
            if ratio == Some(1.0) { Verdict::IdenticalSamples } else { Verdict::NoVariation }
        } else {
            verdict(improvement, interval, threshold.share())
        }
    });
    let p = inferred.map(|inferred| inferred.p);
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
        detectable: detectable(a, b),
    }
}

fn verdict(improvement: Option<f64>, interval: Option<(f64, f64)>, threshold: f64) -> Verdict {
    let excludes_no_change = interval.is_some_and(|(low, high)| low > 1.0 || high < 1.0);
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
