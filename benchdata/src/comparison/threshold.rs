//! The practical threshold: how small a change is of no interest.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A change must be at least this large to be called better or worse; 1 % unless set.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Threshold(f64);

impl Default for Threshold {
    fn default() -> Self {
        Self(0.01)
    }
}

/// A text that is no threshold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("threshold={0:?} is no share from 0 to below 1: write it as 2% or 0.02")]
pub struct ThresholdError(String);

impl Threshold {
    /// As a share of the baseline: 0.01 is 1 %.
    #[must_use]
    pub fn share(self) -> f64 {
        self.0
    }

    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl FromStr for Threshold {
    type Err = ThresholdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let share = match text.strip_suffix('%') {
            // The share that is nearest to what is written: a product with 0.01 may be another.
            Some(percent) => format!("{}e-2", percent.trim()).parse(),
            None => text.trim().parse(),
        };
        let share = share.ok().filter(|share| (0.0..1.0).contains(share));
        share.map(Self).ok_or_else(|| ThresholdError(text.to_owned()))
    }
}

/// In percent, with just the digits of the share: `0.5%`.
impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.0.to_string();
        let digits = format!("{:0<2}", share.strip_prefix("0.").unwrap_or_default());
        let (whole, rest) = digits.split_at(2);
        let whole: u8 = whole.parse().unwrap_or_default();
        let point = if rest.is_empty() { "" } else { "." };
        write!(f, "{whole}{point}{rest}%")
    }
}

impl Serialize for Threshold {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Threshold {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        // A form sends an empty text where nothing was chosen.
        if text.is_empty() { Ok(Self::default()) } else { text.parse().map_err(de::Error::custom) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_and_share_are_one() {
        for (text, share) in [("2%", 0.02), ("0.02", 0.02), ("0.5 %", 0.005), ("0", 0.0), ("7%", 0.07)] {
            let threshold: Threshold = text.parse().unwrap();
            assert_eq!(threshold.share(), share, "{text}");
            assert_eq!(threshold.to_string().parse(), Ok(threshold));
        }
    }

    /// "12%" came back as 0.12.
    #[test]
    fn a_threshold_is_written_in_percent() {
        for (typed, written) in
            [("12%", "12%"), ("0.12", "12%"), ("0.1", "10%"), ("12.3%", "12.3%"), ("0.07", "7%"), ("0", "0%")]
        {
            assert_eq!(typed.parse::<Threshold>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn what_is_no_share_is_refused_with_what_would_be() {
        for text in ["5", "-1%", "100%", "NaN", "inf", "two", "%", "1%%"] {
            let error = text.parse::<Threshold>().unwrap_err().to_string();
            assert_eq!(
                error,
                format!("threshold={text:?} is no share from 0 to below 1: write it as 2% or 0.02")
            );
        }
    }
}
