//! One metric over all its rows.

use serde::{Deserialize, Serialize};

/// A metric's geometric means of ratios to the baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeanRatios {
    /// The metric's name.
    pub metric: String,
    /// How many rows the metric has.
    pub rows: u64,
    /// One for each side; `None` for the baseline, and where fewer than two rows have a ratio.
    pub sides: Vec<Option<MeanRatio>>,
}

/// The geometric mean of one side's ratios.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeanRatio {
    /// Contender ÷ baseline.
    pub ratio: f64,
    /// The change with the metric's direction: positive is better.
    pub improvement: f64,
    /// How many rows both sides have with a ratio above 0, which alone can enter.
    pub rows: u64,
}
