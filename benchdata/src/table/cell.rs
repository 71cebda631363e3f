//! A grid's cells: what each shows, and how it is to be seen.

use crate::comparison::{self, Against, Basis, Verdict};
use crate::interval::half_interval;
use crate::number::{decimals, fixed, fixed_spread, mean_decimals, percent, shown_decimals, spread_decimals};
use crate::summary::Summary;

/// Where a verdict would stand of a metric without direction.
pub(super) const NO_DIRECTION: &str = "no direction";

/// What stands where nothing was measured.
const NOTHING: &str = "-";

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// As it is shown.
    pub text: String,
    /// Blanks behind it that put decimal points below each other.
    pub padding: usize,
    /// Its numbers in full precision: one for each of the column's, unless it has words.
    pub numbers: Vec<Option<f64>>,
    /// The digits behind the point that its number is shown with; `None` for words.
    pub(super) decimals: Option<Decimals>,
    /// Whether it is, or is the mean of, an observation far from the others of its side.
    pub(super) is_far: bool,
    /// How it is to be seen.
    pub tone: Tone,
}

/// The digits behind a number's point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimals {
    pub(super) count: usize,
    /// What they come from.
    pub(super) origin: Origin,
}

/// What a number's digits come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The values were written so.
    Written,
    /// A program wrote down all it had: beside numbers whose intervals say how many can be believed
    /// these have as many.
    Whole,
    /// They are all that its own interval lets believe, so that none are added for the sake of
    /// numbers beside it.
    Interval,
}

/// How a cell is to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Nothing was measured.
    Missing,
    /// The verdict is better.
    Better,
    /// The verdict is worse.
    Worse,
    /// A change for the better, without a verdict.
    LeansBetter,
    /// A change for the worse, without a verdict.
    LeansWorse,
    /// An observation far from the others of its side.
    Outlier,
}

impl Cell {
    /// Words or a key.
    pub(super) fn words(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            padding: 0,
            numbers: Vec::new(),
            decimals: None,
            is_far: false,
            tone: Tone::Plain,
        }
    }

    /// Nothing measured: `-`, never 0.
    pub(super) fn missing() -> Self {
        Self { tone: Tone::Missing, ..Self::words(NOTHING) }
    }

    /// Whether nothing was measured.
    pub(super) fn is_nothing(&self) -> bool {
        self.tone == Tone::Missing && self.text == NOTHING
    }

    /// A number with the decimals it was written with.
    pub(super) fn number(value: f64, decimals: usize) -> Self {
        Self::exact(value, shown_decimals(value, decimals))
    }

    /// A number with just so many decimals.
    pub(super) fn exact(value: f64, decimals: usize) -> Self {
        Self::with_decimals(value, Decimals { count: decimals, origin: Origin::Written })
    }

    fn with_decimals(value: f64, decimals: Decimals) -> Self {
        let numbers = vec![Some(value)];
        Self { numbers, decimals: Some(decimals), ..Self::words(fixed(value, decimals.count)) }
    }

    /// What a side observed in a row: its mean, and of how many observations.
    pub(super) fn mean(cell: Option<&comparison::Cell>) -> Self {
        let Some(cell) = cell else { return Self::missing() };
        let Summary { n, mean, .. } = cell.summary;
        let numbers = vec![Some(mean), Some(n as f64)];
        let is_far = !cell.outliers.is_empty();
        Self { numbers, is_far, ..Self::with_decimals(mean, decimals_of_mean(cell)) }
    }

    /// One of the values that a mean is of, with the mean's digits where its interval sets them.
    pub(super) fn extreme(value: Option<f64>, cell: &comparison::Cell) -> Self {
        let of_mean = decimals_of_mean(cell);
        value.map_or_else(Self::missing, |value| match of_mean.origin {
            Origin::Written => Self::number(value, cell.decimals),
            Origin::Whole | Origin::Interval => {
                let count = shown_decimals(value, of_mean.count);
                Self::with_decimals(value, Decimals { count, ..of_mean })
            }
        })
    }

    /// How sure that mean is: half its own 95 % interval.
    pub(super) fn half_interval(cell: Option<&comparison::Cell>) -> Self {
        let found = cell.and_then(|cell| Some((decimals_of_mean(cell), half_interval(&cell.summary)?)));
        found.map_or_else(Self::missing, |(of_mean, half)| {
            let decimals = Decimals { count: spread_decimals(half, of_mean.count), ..of_mean };
            let text = fixed_spread(half, decimals.count);
            Self { text, ..Self::with_decimals(half, decimals) }
        })
    }

    /// The standard deviation of what a side observed: the mean's digits, of a printed one as many as
    /// mails print; but at least two significant ones.
    pub(super) fn stddev(cell: &comparison::Cell) -> Self {
        let Some(stddev) = cell.summary.stddev else { return Self::missing() };
        let of_mean = decimals_of_mean(cell);
        let is_printed = cell.basis == Basis::Summary;
        let decimals = if is_printed { shown_decimals(stddev, 6) } else { of_mean.count };
        Self::with_decimals(stddev, Decimals { count: spread_decimals(stddev, decimals), ..of_mean })
    }

    /// Contender ÷ baseline: 1 for the baseline itself.
    pub(super) fn ratio(cell: Option<&comparison::Cell>, is_baseline: bool) -> Self {
        let ratio = match cell {
            Some(_) if is_baseline => Some(1.0),
            cell => cell.and_then(|cell| cell.against.as_ref()?.ratio),
        };
        ratio.map_or_else(Self::missing, |ratio| Self::exact(ratio, 3))
    }

    /// An improvement, or for a metric without direction a change, in parentheses.
    pub(super) fn improvement(against: Option<&Against>) -> Self {
        let Some(against) = against else { return Self::missing() };
        let tone = Tone::of(against);
        let numbers = vec![against.improvement, against.change()];
        match (against.improvement, against.change()) {
            (Some(improvement), _) => Self { numbers, tone, ..Self::words(percent(improvement)) },
            (None, Some(change)) => Self { numbers, tone, ..Self::words(format!("({})", percent(change))) },
            (None, None) => Self { tone: Tone::Missing, ..Self::words("n/a") },
        }
    }

    /// The verdict, in words.
    pub(super) fn verdict(against: Option<&Against>) -> Self {
        match against.map(|against| (against, against.verdict)) {
            None => Self::missing(),
            Some((_, Some(verdict))) => {
                let tone = match verdict {
                    Verdict::Better => Tone::Better,
                    Verdict::Worse => Tone::Worse,
                    Verdict::NotShown => Tone::Plain,
                    Verdict::TooFewRuns
                    | Verdict::SpreadUnknown
                    | Verdict::NoBounds
                    | Verdict::IdenticalSamples
                    | Verdict::NoVariation
                    | Verdict::UnequalLevels => Tone::Missing,
                };
                Self { tone, ..Self::words(verdict.as_str()) }
            }
            Some((_, None)) => Self { tone: Tone::Missing, ..Self::words(NO_DIRECTION) },
        }
    }
}

/// More digits behind the point than anybody prints for people: a program wrote down all it had.
const MOST_PRINTED: usize = 6;

/// A mean of several values has digits that none of them was written with: those of which its
/// interval leaves two, but three at least. One of a single run has those that its samples were
/// printed with in any case, and no others if it was printed itself.
fn decimals_of_mean(cell: &comparison::Cell) -> Decimals {
    let Summary { n, mean, .. } = cell.summary;
    let is_written = n < 2 || cell.basis == Basis::Summary;
    let is_of_runs = cell.basis == Basis::Runs || (!is_written && cell.decimals > MOST_PRINTED);
    let half = half_interval(&cell.summary).filter(|half| *half > 0.0);
    let believed =
        half.filter(|_| is_of_runs || decimals(mean) > cell.decimals).map(|half| spread_decimals(half, 0));
    let is_settled = is_of_runs && believed.is_some();
    let written = if is_settled { 0 } else { cell.decimals };
    let enough = written.max(believed.unwrap_or(0));
    let size = mean.abs().max(half.unwrap_or(0.0));
    let count = shown_decimals(size, if is_written { enough } else { mean_decimals(size, enough) });
    let origin = match is_settled {
        true => Origin::Interval,
        false if cell.decimals > count.max(MOST_PRINTED) => Origin::Whole,
        false => Origin::Written,
    };
    Decimals { count, origin }
}

impl Tone {
    /// How a contender's standing is to be seen.
    pub(super) fn of(against: &Against) -> Self {
        match (against.verdict, against.improvement) {
            (Some(Verdict::Better), _) => Self::Better,
            (Some(Verdict::Worse), _) => Self::Worse,
            (Some(Verdict::TooFewRuns | Verdict::SpreadUnknown | Verdict::NoVariation), Some(x))
                if x > 0.0 =>
            {
                Self::LeansBetter
            }
            (Some(Verdict::TooFewRuns | Verdict::SpreadUnknown | Verdict::NoVariation), Some(x))
                if x < 0.0 =>
            {
                Self::LeansWorse
            }
            _ => Self::Plain,
        }
    }
}
