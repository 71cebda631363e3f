//! How a contender stands against the baseline.

use serde::{Deserialize, Serialize};

use crate::rank::RankTest;

/// A contender against the baseline.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Against {
    /// Contender ÷ baseline; `None` where the baseline's mean is not above 0.
    pub ratio: Option<f64>,
    /// The change with the metric's direction: positive is better. `None` without a
    /// direction or ratio.
    pub improvement: Option<f64>,
    /// The ratio's 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// Welch's p of equal means.
    pub p: Option<f64>,
    /// p corrected for all rows and contenders that could get a verdict (Holm 1979).
    pub corrected_p: Option<f64>,
    /// Who won; `None` for a metric without direction.
    pub verdict: Option<Verdict>,
    /// The Mann-Whitney test of the observations; `None` where they are not known or a side
    /// has a single one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<RankTest>,
    /// Whether one of Welch's test and the rank test shows a difference at 5 % and the other
    /// does not, though it could.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disagreement: bool,
    /// The smallest change, as a share of the baseline's mean, that with so many observations and
    /// such noise gets a verdict in four of five repetitions. `None` where none is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detectable: Option<f64>,
}

impl Against {
    /// (contender − baseline) ÷ baseline.
    #[must_use]
    pub fn change(&self) -> Option<f64> {
        self.ratio.map(|ratio| ratio - 1.0)
    }
}

/// What may be said of a contender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The interval excludes no change, and the change is a better one beyond the threshold.
    #[serde(rename = "better")]
    Better,
    /// The same the other way round.
    #[serde(rename = "worse")]
    Worse,
    /// A difference is not shown; that is not "no difference".
    #[serde(rename = "not shown")]
    NotShown,
    /// A side has a single observation.
    #[serde(rename = "too few runs")]
    TooFewRuns,
    /// A side's standard deviation is not known, so that chance cannot be judged.
    #[serde(rename = "spread unknown")]
    SpreadUnknown,
    /// The baseline is not above 0 or cannot be told from it, so that a ratio to it has none.
    #[serde(rename = "no bounds")]
    NoBounds,
    /// All samples of both sides are the same.
    #[serde(rename = "identical samples")]
    IdenticalSamples,
    /// The sides differ, but neither varies at all, so that chance cannot be judged.
    #[serde(rename = "no variation")]
    NoVariation,
    /// The sides pool the levels of a key in unequal shares, which may be all that sets them apart.
    #[serde(rename = "unequal levels")]
    UnequalLevels,
}

impl Verdict {
    /// In words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NotShown => "not shown",
            Self::TooFewRuns => "too few runs",
            Self::SpreadUnknown => "spread unknown",
            Self::NoBounds => "no bounds",
            Self::IdenticalSamples => "identical samples",
            Self::NoVariation => "no variation",
            Self::UnequalLevels => "unequal levels",
        }
    }
}
