//! The order of runs in time.

use serde::{Deserialize, Serialize};

/// In which order the sides' runs were started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// One letter a run, A for the first side: `ABAB`.
    pub pattern: String,
    /// How the sides lie in time.
    pub kind: OrderKind,
}

/// How the sides' runs lie in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderKind {
    /// Every round holds each side once, `ABBA` or `ABAB`: at most what drifts within a round
    /// looks like a difference.
    Interleaved,
    /// Each side's runs stand together, `AABB`: what drifts looks like a difference.
    Blocked,
    /// Neither.
    Mixed,
}

impl OrderKind {
    /// In words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Interleaved => "interleaved",
            Self::Blocked => "blocked",
            Self::Mixed => "mixed",
        }
    }
}
