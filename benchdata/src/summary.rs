//! Summaries of samples: n, min, mean, max, sample standard deviation.

use serde::{Deserialize, Serialize};

use crate::number::tidied;

/// n, min, mean, max and the sample standard deviation (n−1) of some samples, in the
/// samples' unit. Min, max and stddev may be unknown where a source printed only some;
/// stddev is also unknown for n = 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Summary {
    /// How many samples.
    pub n: u64,
    /// The smallest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The arithmetic mean.
    pub mean: f64,
    /// The largest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Sample standard deviation, with n−1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stddev: Option<f64>,
}

/// Neumaier's compensated sum (Neumaier 1974): the error does not grow with the count.
fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let (total, lost) = values.fold((0.0_f64, 0.0_f64), |(total, lost), value| {
        let next = total + value;
        let error = if total.abs() >= value.abs() { (total - next) + value } else { (value - next) + total };
        (next, lost + error)
    });
    total + lost
}

impl Summary {
    /// The summary of some samples; `None` of none.
    ///
    /// The corrected two-pass algorithm (Chan, Golub and LeVeque 1983) over compensated
    /// sums: it holds the NIST StRD data sets to the digits a double can give.
    #[must_use]
    pub fn of(samples: &[f64]) -> Option<Self> {
        let min = samples.iter().copied().reduce(f64::min)?;
        let n = samples.len() as f64;
        // Deviations from one sample keep a huge common offset out of the sum; from the
        // smallest, for the mean must not depend on which sample comes first.
        let mean = min + sum(samples.iter().map(|x| x - min)) / n;
        let farthest = samples.iter().map(|x| (x - mean).abs()).fold(0.0, f64::max);
        // Squares of huge or tiny deviations are not finite or 0; a power of two costs no digit.
        let scale = 2_f64.powi(farthest.max(f64::MIN_POSITIVE).log2() as i32);
        let deviations = || samples.iter().map(|x| (x - mean) / scale);
        let drift = sum(deviations());
        let m2 = sum(deviations().map(|x| x * x)) - drift * drift / n;
        Some(Self {
            n: samples.len() as u64,
            min: Some(min),
            mean,
            max: samples.iter().copied().reduce(f64::max),
            stddev: (samples.len() > 1).then(|| scale * (m2.max(0.0) / (n - 1.0)).sqrt()),
        })
    }

    /// Sum of squared deviations from the mean; `None` where stddev is unknown.
    #[must_use]
    pub fn m2(&self) -> Option<f64> {
        match self.n {
            0 | 1 => Some(0.0),
            n => self.stddev.map(|s| s * s * (n - 1) as f64),
        }
    }

    /// The summary of two disjoint sets of samples taken together (Chan, Golub and
    /// LeVeque 1983). What either side does not know stays unknown.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let n = self.n + other.n;
        let (a, b, all) = (self.n as f64, other.n as f64, n as f64);
        let delta = other.mean - self.mean;
        let m2 = self.m2().zip(other.m2()).map(|(x, y)| x + y + delta * delta * a * b / all);
        Self {
            n,
            min: self.min.zip(other.min).map(|(x, y)| x.min(y)),
            mean: self.mean + delta * b / all,
            max: self.max.zip(other.max).map(|(x, y)| x.max(y)),
            stddev: m2.map(|m2| (m2 / (all - 1.0)).sqrt()),
        }
    }

    /// The same in a unit of which one of the present unit is `factor`.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let scaled = |x: f64| tidied(x * factor);
        Self {
            n: self.n,
            min: self.min.map(scaled),
            mean: scaled(self.mean),
            max: self.max.map(scaled),
            stddev: self.stddev.map(scaled),
        }
    }
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
