//! Checked text: the names and values that runs are described with.

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

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
    #[error("is a word of its own in queries and cannot name a factor, parameter or fact")]
    Reserved,
}

fn check(
    text: &str,
    most: usize,
    allowed: &'static str,
    is_allowed: impl Fn(Option<char>, char) -> bool,
) -> Result<(), NameError> {
    // No text has more characters than bytes.
    if text.len() > most {
        let found = text.chars().count();
        if found > most {
            return Err(NameError::TooLong { found, most });
        }
    }
    let mut before = None;
    for (at, character) in text.chars().enumerate() {
        if !is_allowed(before, character) {
            return Err(NameError::Character { character, position: at + 1, allowed });
        }
        before = Some(character);
    }
    Ok(())
}

const KEY: &str = "a key begins with a letter or digit, and goes on with those and _ . - / +";

const VISIBLE: &str = "control characters (line ends, tabs, NUL) and characters that hide or turn round other text are not allowed";

/// Whether a character is not seen itself, but may break a line, or hide or reorder the text
/// around it: control characters, line separators, and Unicode's format characters but for
/// the joiners.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Whether a character may stand behind `before` in a text on one line. Joiners belong to
/// scripts such as Persian's and to emoji; behind a Latin letter they would make two names
/// look the same.
fn is_visible(before: Option<char>, c: char) -> bool {
    let is_joiner = matches!(c, '\u{200c}' | '\u{200d}');
    !is_unseen(c) && (!is_joiner || before.is_some_and(|before| !before.is_ascii()))
}

macro_rules! checked_text {
    ($(#[$doc:meta])* $type:ident, $check:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
        pub struct $type(SmolStr);

        impl $type {
            /// Checks `text`; blanks around it are dropped.
            ///
            /// # Errors
            /// Says which character or length is at fault.
            pub fn new(text: impl AsRef<str>) -> Result<Self, NameError> {
                let text = text.as_ref().trim();
                let check: fn(&str) -> Result<(), NameError> = $check;
                check(text)?;
                Ok(Self(SmolStr::new(text)))
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
                checked.0.into()
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
        check(text, 200, VISIBLE, is_visible)
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
        check(text, 100, KEY, |before, c| {
            c.is_alphanumeric() || (before.is_some() && "_.-/+".contains(c))
        })?;
        if RESERVED.contains(&text) || text.starts_with(ENVIRONMENT_PREFIX) {
            return Err(NameError::Reserved);
        }
        Ok(())
    }
);

checked_text!(
    /// A factor's level, a parameter's or fact's value: up to 4096 characters on one
    /// line, possibly none.
    Value,
    |text| check(text, 4096, VISIBLE, is_visible)
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
    fn text_that_hides_or_turns_round_other_text_is_refused() {
        for hidden in ['\u{202e}', '\u{2066}', '\u{200b}', '\u{2028}', '\u{feff}', '\u{ad}', '\u{e0041}'] {
            let text = format!("a{hidden}b");
            assert!(matches!(Name::new(&text), Err(NameError::Character { position: 2, .. })), "{text:?}");
            assert!(Value::new(&text).is_err() && Key::new(&text).is_err(), "{text:?}");
        }
        assert!(Name::new("2.5\u{200d}.60").is_err());
        // Persian, and a family of three.
        for text in [
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        ] {
            assert!(Name::new(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_key_that_begins_wrongly_is_told_how_keys_begin() {
        let error = Key::new("_x").unwrap_err().to_string();
        assert!(error.contains("begins with a letter or digit"), "{error}");
    }

    #[test]
    fn keys_need_no_quotes_in_a_query_and_are_no_reserved_words() {
        assert!(Key::new("block.hda.scheduler").is_ok());
        assert!(Key::new("fifo_batch").is_ok());
        assert!(Key::new("a:b").is_err());
        assert!(Key::new("-a").is_err());
        assert_eq!(Key::new("box"), Err(NameError::Reserved));
        assert_eq!(Key::new("env.x"), Err(NameError::Reserved));
    }
}
