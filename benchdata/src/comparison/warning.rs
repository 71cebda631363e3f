//! What a reader must know before believing a table's numbers.

use serde::{Deserialize, Serialize};

use super::Request;

/// A captured fact that differs between the sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The fact's key, without `env.`.
    pub fact: String,
    /// Each side's values, more than one where its own runs differ.
    pub values: Vec<Vec<String>>,
}

/// What a reader must know before believing the numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    /// A short name of the kind, for programs: `single-run`.
    pub code: String,
    /// In words.
    pub text: String,
    /// Where the docs say more: `docs/STATISTICS.md#single-run`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub docs: String,
    /// Whether the sides may not be what they are called, or cannot be compared: to be said before any
    /// number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub severe: bool,
    /// The comparison that sets like against like, where this one does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<Box<Request>>,
}

impl Warning {
    /// A warning of a kind, which the docs have a heading for.
    #[must_use]
    pub fn new(code: &str, text: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            text: text.into(),
            docs: format!("docs/STATISTICS.md#{code}"),
            severe: false,
            instead: None,
        }
    }

    /// One to be said before any number.
    #[must_use]
    pub fn severe(code: &str, text: impl Into<String>) -> Self {
        Self { severe: true, ..Self::new(code, text) }
    }
}
