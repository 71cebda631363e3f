//! What the sender knows of a table that it does not say itself.

use crate::columns::Columns;

/// How to read a table out of a mail.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    /// How many runs each printed mean sums up.
    pub runs: Option<u64>,
    /// What the columns hold.
    pub columns: Option<Columns>,
}

impl Hints {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
