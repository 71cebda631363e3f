//! Change points between levels: each where it fits best, and only those that hold.

use super::Rules;
use super::clamp::{clamped, standardized};
use super::place::refined;
use super::scan::Scan;
use crate::ratio::{ALPHA, infer};
use crate::summary::Summary;

/// Puts change points where they fit their neighbours best, and drops one after the other, the
/// smallest first, until all are what the rules demand.
pub(super) fn settled(values: &[f64], found: Vec<usize>, rules: Rules) -> Vec<usize> {
    let mut kept = placed(values, found, rules.lasting.points());
    while let Some(at) = smallest_to_drop(values, &kept, rules) {
        kept.remove(at);
    }
    kept
}

/// Each where the step between the levels around it is largest: it was found in a window, or
/// before its neighbours were.
fn placed(values: &[f64], mut found: Vec<usize>, lasting: usize) -> Vec<usize> {
    let mut sums = Vec::new();
    for index in 0..found.len() {
        let start = index.checked_sub(1).map_or(0, |before| found[before]);
        let end = found.get(index + 1).copied().unwrap_or(values.len());
        let stretch = &values[start..end];
        let scan = Scan::whole(stretch.len(), lasting);
        let step = standardized(stretch).and_then(|near| scan.largest(&near, &mut sums));
        found[index] = start + refined(stretch, step.map_or(found[index] - start, |step| step.at), lasting);
    }
    found
}

/// Which change point is to go next, if any.
fn smallest_to_drop(values: &[f64], kept: &[usize], rules: Rules) -> Option<usize> {
    let edges: Vec<usize> = [0].into_iter().chain(kept.iter().copied()).chain([values.len()]).collect();
    let levels: Vec<&[f64]> = edges.windows(2).map(|edge| &values[edge[0]..edge[1]]).collect();
    let changes = levels.windows(2).map(|pair| Change::of(pair[0], pair[1])).enumerate();
    let weak =
        changes.filter_map(|(at, change)| Some((at, change.filter(|change| !change.is(rules))?.share)));
    weak.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at)
}

/// What two levels differ by, the far-off values of each brought near.
struct Change {
    /// As a share of the mean before.
    share: f64,
    /// Whether Welch's test tells them apart, where anything varies.
    is_told: bool,
    /// How many values of each level, at least, are on its own side of the middle between both:
    /// two spikes and the value behind them are no level of three.
    lasts: usize,
}

impl Change {
    fn of(before: &[f64], after: &[f64]) -> Option<Self> {
        let (old, new) = (Summary::of(&clamped(before))?, Summary::of(&clamped(after))?);
        let middle = f64::midpoint(old.mean, new.mean);
        let own = |level: &[f64], mean: f64| {
            level.iter().filter(|x| (**x - middle) * (mean - middle) > 0.0).count()
        };
        Some(Self {
            share: ((new.mean - old.mean) / old.mean).abs(),
            is_told: infer(&old, &new).is_none_or(|found| found.p < ALPHA),
            lasts: own(before, old.mean).min(own(after, new.mean)),
        })
    }

    /// Whether it is what the rules demand.
    fn is(&self, rules: Rules) -> bool {
        self.is_told && self.lasts >= rules.lasting.points() && self.share >= rules.threshold.share()
    }
}
