//! How long a level must last.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How many points in a row a level must last: fewer are a spike. 3 unless set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Lasting(u8);

impl Default for Lasting {
    fn default() -> Self {
        Self(3)
    }
}

/// A text that is no number of points.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("lasting={0:?} is no number of points from 2 to 100")]
pub struct LastingError(String);

impl Lasting {
    /// As a count.
    #[must_use]
    pub fn points(self) -> usize {
        usize::from(self.0)
    }

    /// How many points a series needs before anything can be said of it: two levels.
    #[must_use]
    pub fn fewest(self) -> usize {
        2 * self.points()
    }

    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl FromStr for Lasting {
    type Err = LastingError;

    fn from_str(text: &str) -> Result<Self, LastingError> {
        let points = text.trim().parse().ok().filter(|points| (2..=100).contains(points));
        points.map(Self).ok_or_else(|| LastingError(text.to_owned()))
    }
}

impl TryFrom<String> for Lasting {
    type Error = LastingError;

    fn try_from(text: String) -> Result<Self, LastingError> {
        // A form sends an empty text where nothing was chosen.
        if text.is_empty() { Ok(Self::default()) } else { text.parse() }
    }
}

impl fmt::Display for Lasting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Lasting> for String {
    fn from(lasting: Lasting) -> Self {
        lasting.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_number_of_points() {
        assert_eq!("5".parse::<Lasting>().unwrap().points(), 5);
        assert_eq!(Lasting::try_from(String::new()), Ok(Lasting::default()));
        for text in ["1", "0", "-3", "101", "two", "3.5"] {
            let error = text.parse::<Lasting>().unwrap_err().to_string();
            assert_eq!(error, format!("lasting={text:?} is no number of points from 2 to 100"));
        }
    }
}
