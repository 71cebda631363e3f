//! Checked text: the names and values that runs are described with.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a text cannot serve as a [`Name`], [`Key`] or [`Value`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing, or nothing but blanks.
    #[error("must not be empty")]
    Empty,
    /// Longer than the type allows.
    #[error("has {found} characters, at most {most} are allowed")]
    TooLong {
        /// Characters found.
        found: usize,
        /// Characters allowed.
        most: usize,
    },
    /// A character that the type does not allow.
    #[error("has the character {character:?} at position {position}: {allowed}")]
    Character {
        /// The first character at fault.
        character: char,
        /// Its position, counted from 1.
        position: usize,
        /// What is allowed, in words.
        allowed: &'static str,
    },
    /// A key that means something else already.
    #[error("{0:?} is a word of its own in queries and cannot name a factor, parameter or fact")]
    Reserved(String),
}

fn check(
    text: &str,
    most: usize,
    allowed: &'static str,
    is_allowed: impl Fn(usize, char) -> bool,
) -> Result<(), NameError> {
    let found = text.chars().count();
    if found > most {
        return Err(NameError::TooLong { found, most });
    }
    match text.chars().enumerate().find(|&(at, c)| !is_allowed(at, c)) {
        None => Ok(()),
        Some((at, character)) => Err(NameError::Character { character, position: at + 1, allowed }),
    }
}

const NO_CONTROL: &str = "control characters (line ends, tabs, NUL) are not allowed";

macro_rules! checked_text {
    ($(#[$doc:meta])* $type:ident, $check:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $type(String);

        impl $type {
            /// Checks `text`; blanks around it are dropped.
            ///
            /// # Errors
            /// Says which character or length is at fault.
            pub fn new(text: impl AsRef<str>) -> Result<Self, NameError> {
                let text = text.as_ref().trim();
                let check: fn(&str) -> Result<(), NameError> = $check;
                check(text)?;
                Ok(Self(text.to_owned()))
            }

            /// The text itself.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $type {
            type Error = NameError;
            fn try_from(text: String) -> Result<Self, NameError> {
                Self::new(text)
            }
        }

        impl From<$type> for String {
            fn from(checked: $type) -> Self {
                checked.0
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::borrow::Borrow<str> for $type {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
    };
}

checked_text!(
    /// A box, benchmark, label, metric or unit: 1 to 200 characters on one line.
    Name,
    |text| {
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        check(text, 200, NO_CONTROL, |_, c| !c.is_control())
    }
);

checked_text!(
    /// What a factor, a case parameter or a captured fact is called: 1 to 100 letters,
    /// digits and `_ . - / +`, beginning with a letter or digit, so that queries need
    /// no quotes. Not one of the words that queries know already, such as `box`.
    Key,
    |text| {
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        check(text, 100, "a key is made of letters, digits and _ . - / +", |at, c| {
            c.is_alphanumeric() || (at > 0 && "_.-/+".contains(c))
        })?;
        if RESERVED.contains(&text) || text.starts_with(ENVIRONMENT_PREFIX) {
            return Err(NameError::Reserved(text.to_owned()));
        }
        Ok(())
    }
);

checked_text!(
    /// A factor's level, a parameter's or fact's value: up to 4096 characters on one
    /// line, possibly none.
    Value,
    |text| check(text, 4096, NO_CONTROL, |_, c| !c.is_control())
);

/// The keys every run has, which no factor, parameter or fact may be called.
pub const RESERVED: [&str; 5] = ["box", "benchmark", "label", "metric", "run"];

/// What stands before a captured fact's name in a key: `env.kernel.release`.
pub const ENVIRONMENT_PREFIX: &str = "env.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_refuse_what_cannot_be_shown_on_a_line() {
        assert_eq!(Name::new(" 2.5.60-mm2 ").unwrap().as_str(), "2.5.60-mm2");
        assert_eq!(Name::new("<script>").unwrap().as_str(), "<script>");
        assert_eq!(Name::new("  "), Err(NameError::Empty));
        assert!(matches!(Name::new("a\0b"), Err(NameError::Character { character: '\0', position: 2, .. })));
        assert!(matches!(Name::new("x".repeat(201)), Err(NameError::TooLong { found: 201, .. })));
    }

    #[test]
    fn keys_need_no_quotes_in_a_query_and_are_no_reserved_words() {
        assert!(Key::new("block.hda.scheduler").is_ok());
        assert!(Key::new("fifo_batch").is_ok());
        assert!(Key::new("a:b").is_err());
        assert!(Key::new("-a").is_err());
        assert_eq!(Key::new("box"), Err(NameError::Reserved("box".into())));
        assert_eq!(Key::new("env.x"), Err(NameError::Reserved("env.x".into())));
    }
}
