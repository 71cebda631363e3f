//! Keys: what one can select, split and lay out by.

use std::fmt;

use crate::name::{ENVIRONMENT_PREFIX, Key, NameError};

/// A key: `box`, `benchmark`, `label`, `metric`, `run`, a factor or case parameter by its
/// name, a captured fact as `env.…`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunKey {
    /// The test machine.
    Box,
    /// The tool or script.
    Benchmark,
    /// The short name of what was tested.
    Label,
    /// What was measured.
    Metric,
    /// A single run, by its id.
    Run,
    /// A captured fact.
    Environment(Key),
    /// A factor, or where no run has such a factor, a case parameter.
    Named(Key),
}

impl RunKey {
    /// Parses a key.
    ///
    /// # Errors
    /// Where the name has characters that no key has.
    pub fn parse(name: &str) -> Result<Self, NameError> {
        Ok(match name {
            "box" => Self::Box,
            "benchmark" => Self::Benchmark,
            "label" => Self::Label,
            "metric" => Self::Metric,
            "run" => Self::Run,
            _ => match name.strip_prefix(ENVIRONMENT_PREFIX) {
                Some(fact) => Self::Environment(Key::new(fact)?),
                None => Self::Named(Key::new(name)?),
            },
        })
    }
}

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Box => f.write_str("box"),
            Self::Benchmark => f.write_str("benchmark"),
            Self::Label => f.write_str("label"),
            Self::Metric => f.write_str("metric"),
            Self::Run => f.write_str("run"),
            Self::Environment(fact) => write!(f, "{ENVIRONMENT_PREFIX}{fact}"),
            Self::Named(name) => name.fmt(f),
        }
    }
}
