//! Checks runs against a baseline while they are still being measured: are they worse?
//!
//! Whoever looks after each run until p is small finds a difference where there is none: the
//! chance of a false alarm grows with every look. So the looks are fixed before the first run,
//! and share the error that is allowed (Bonferroni): whatever the data, all intervals hold
//! together as often as one would.

use crate::comparison::{Basis, Cell, ComparisonTable, Row, Threshold};
use crate::metric::Better;
use crate::number::most_decimals;
use crate::ratio::interval_at;

/// How runs are judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The looks, each after so many runs, in rising order.
    pub looks: Vec<u32>,
    /// How often a verdict may be wrong, all looks and rows together: 0.05 for 5 %.
    pub alpha: f64,
    /// How much worse than the baseline is too much.
    pub worse_than: Threshold,
}

/// What the runs say so far.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A row is worse than the baseline by more than the threshold.
    Worse(Evidence),
    /// No row is: the one that comes nearest to it.
    NotWorse(Evidence),
    /// This row may be either.
    CannotTell(Evidence),
    /// No row has a direction, and two runs of the baseline and one of the others.
    Nothing,
}

/// A row, and what it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Which of the table's rows.
    pub row: usize,
    /// The change as a share of the baseline, positive is better; `None` without a ratio.
    pub improvement: Option<f64>,
    /// Lowest and highest improvement that the runs allow; `None` where there are no bounds.
    pub interval: Option<(f64, f64)>,
    /// How often such an interval holds: 0.99 for 99 %.
    pub confidence: f64,
}

/// When to look, of `first` to `last` runs: after the first, then after half as many again.
#[must_use]
pub fn looks(first: u32, last: u32) -> Vec<u32> {
    let next = |runs: &u32| (*runs < last).then(|| last.min(runs.saturating_add(runs.div_ceil(2))));
    std::iter::successors(Some(first), next).collect()
}

impl Rule {
    /// Judges the rows of a table of baseline and contender at one of the looks: those of the
    /// metrics that people quote first, or where none is, all.
    ///
    /// One row is enough to be worse, so all rows share the error. All rows have to be not worse,
    /// so none needs to (the intersection-union test: Berger 1982).
    #[must_use]
    pub fn judge(&self, table: &ComparisonTable) -> Finding {
        let rows = judged(table);
        let alpha = self.alpha / self.looks.len() as f64;
        let of_each = alpha / rows.len() as f64;
        let too_low = -self.worse_than.share();
        let worse = rows
            .iter()
            .map(|row| row.evidence(of_each))
            .filter(|evidence| evidence.interval.is_some_and(|(_, high)| high < too_low))
            .min_by(|a, b| ends(a).1.total_cmp(&ends(b).1));
        if let Some(evidence) = worse {
            return Finding::Worse(evidence);
        }
        let lowest =
            rows.iter().map(|row| row.evidence(alpha)).min_by(|a, b| ends(a).0.total_cmp(&ends(b).0));
        match lowest {
            Some(evidence) if ends(&evidence).0 > too_low => Finding::NotWorse(evidence),
            Some(evidence) => Finding::CannotTell(evidence),
            None => Finding::Nothing,
        }
    }
}

/// The ends of an interval; without one, none are too far.
fn ends(evidence: &Evidence) -> (f64, f64) {
    evidence.interval.unwrap_or((f64::NEG_INFINITY, f64::INFINITY))
}

/// A row that can be judged.
struct Judged<'a> {
    at: usize,
    better: Better,
    baseline: &'a Cell,
    contender: &'a Cell,
}

fn judged(table: &ComparisonTable) -> Vec<Judged<'_>> {
    let is_headline = |row: &Row| table.metrics.iter().any(|m| m.headline && m.name == row.metric);
    let has_headline = table.rows.iter().any(is_headline);
    let rows = table.rows.iter().enumerate().filter(|(_, row)| !has_headline || is_headline(row));
    rows.filter_map(|(at, row)| {
        let [Some(baseline), Some(contender)] = row.cells.as_slice() else { return None };
        (baseline.basis == Basis::Runs).then_some(Judged { at, better: row.better?, baseline, contender })
    })
    .collect()
}

impl Judged<'_> {
    fn evidence(&self, alpha: f64) -> Evidence {
        let ratio = self.contender.summary.mean / self.baseline.summary.mean;
        let is_ratio = self.baseline.summary.mean > 0.0 && ratio.is_finite();
        let interval = match self.contender.basis {
            Basis::Runs if is_ratio => self.interval(alpha, ratio),
            _ => None,
        };
        let improvement = |ratio: f64| match self.better {
            Better::Higher => ratio - 1.0,
            Better::Lower => 1.0 - ratio,
        };
        Evidence {
            row: self.at,
            improvement: is_ratio.then(|| improvement(ratio)),
            interval: interval.map(|(low, high)| {
                let (a, b) = (improvement(low), improvement(high));
                (a.min(b), a.max(b))
            }),
            confidence: 1.0 - alpha,
        }
    }

    /// The interval of the ratio. Where neither side varies, chance deals one value to all runs of
    /// one side and another to all of the other, at the most, where both are equally likely, in 2 of
    /// 2^(m + n) cases.
    fn interval(&self, alpha: f64, ratio: f64) -> Option<(f64, f64)> {
        let (baseline, contender) = (&self.baseline.summary, &self.contender.summary);
        let exact = if (baseline.stddev, contender.stddev) == (Some(0.0), Some(0.0)) {
            let chance = 2.0_f64.powf(1.0 - (baseline.n + contender.n) as f64);
            (chance <= alpha).then_some((ratio, ratio))?
        } else {
            interval_at(alpha, baseline, contender)?
        };
        self.widened(exact)
    }

    /// Values that never vary were rounded alike, and their mean may be half a step away. Either
    /// mean scales the interval.
    fn widened(&self, (low, high): (f64, f64)) -> Option<(f64, f64)> {
        let cells = [self.baseline, self.contender];
        let values = cells.iter().flat_map(|cell| &cell.observations);
        let half = 0.5 * 10_f64.powi(-(most_decimals(values.copied()) as i32));
        let [base, other] = cells.map(|cell| {
            let rounded = if cell.summary.stddev == Some(0.0) { half } else { 0.0 };
            (cell.summary.mean - rounded, cell.summary.mean, cell.summary.mean + rounded)
        });
        let scale = |end: f64, to: f64| if other.1 == 0.0 { to / base.1 } else { end * to / other.1 };
        let least = scale(low, other.0) * base.1 / base.2;
        let most = scale(high, other.2) * base.1 / base.0;
        (base.0 > 0.0).then_some((least, most))
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
