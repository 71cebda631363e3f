//! Metrics: what was measured, and which way is better.

use serde::{Deserialize, Serialize};

/// A metric's direction. A metric without one has `None` of it: it gets a change, never
/// an improvement or a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Higher is better: rates, throughput.
    Higher,
    /// Lower is better: times, latencies.
    Lower,
}

impl Better {
    /// `higher` or `lower`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
        }
    }

    /// The change of a ratio to a baseline with this direction: positive is better.
    #[must_use]
    pub fn improvement(self, ratio: f64) -> f64 {
        match self {
            Self::Higher => ratio - 1.0,
            Self::Lower => 1.0 - ratio,
        }
    }
}

/// `higher is better`, `lower is better` or `no direction`.
#[must_use]
pub fn direction(better: Option<Better>) -> &'static str {
    match better {
        Some(Better::Higher) => "higher is better",
        Some(Better::Lower) => "lower is better",
        None => "no direction",
    }
}

/// A glossary entry: what one metric of a benchmark means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricInfo {
    /// The metric's name, as stored: `rate`.
    pub name: &'static str,
    /// The unit the reader gives its values in.
    pub unit: &'static str,
    /// Which way is better, if either.
    pub better: Option<Better>,
    /// What it means, in one line for a reader of a mail.
    pub meaning: &'static str,
    /// Whether people quote it first.
    pub headline: bool,
    /// How many digits the tool always prints behind the point (`%.2f`), so that 17.40
    /// is shown as it was printed; `None` where it prints as many as it takes.
    pub decimals: Option<usize>,
}

/// Gives a benchmark's metrics, in the order in which tables show them; none of a
/// benchmark it does not know.
pub type Glossary = fn(&str) -> &'static [MetricInfo];
