//! Change points between levels: each where it fits best, and only those that hold.

use super::Rules;
use super::clamp::{clamped, standardized};
use super::place::refined;
use super::scan::Scan;
use crate::ratio::{ALPHA, infer};
use crate::summary::Summary;

/// Puts change points where they fit their neighbours best, and drops one after the other, the
/// smallest first, until all are what the rules demand. One that is only too small stays where a
/// larger one would go with it.
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
    let changes: Vec<_> = edges
        .windows(3)
        .map(|edge| Change::of(&values[edge[0]..edge[1]], &values[edge[1]..edge[2]]))
        .collect();
    let is_strong = |change: &Option<Change>| change.as_ref().is_some_and(|change| change.is(rules));
    // Whether a larger step beside a change would be one no more, were there one level around it.
    let hides_another = |at: usize| {
        let [start, end] = [edges[at], edges[at + 2]];
        let before = at.checked_sub(1).filter(|&before| is_strong(&changes[before]));
        let behind = changes.get(at + 1).filter(|behind| is_strong(behind));
        before.is_some_and(|at| !is_strong(&Change::of(&values[edges[at]..start], &values[start..end])))
            || behind.is_some() && !is_strong(&Change::of(&values[start..end], &values[end..edges[at + 3]]))
    };
    let weak = changes.iter().enumerate().filter_map(|(at, change)| {
        let change = change.as_ref().filter(|change| !change.is(rules))?;
        (!change.holds(rules) || !hides_another(at)).then_some((at, change.share))
    });
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
        self.holds(rules) && self.share >= rules.threshold.share()
    }

    /// The same, however small it is.
    fn holds(&self, rules: Rules) -> bool {
        self.is_told && self.lasts >= rules.lasting.points()
    }
}
