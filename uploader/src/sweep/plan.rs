//! The plan of a sweep, as its file has it (docs/SWEEP.md).

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use benchdata::name::{Key, Name};
use benchdata::readers::{AUTO, READERS};
use serde::Deserialize;

use super::factor::{Factor, Means};
use super::order::Order;
use crate::capture::Root;
use crate::terminal::say;

/// A plan.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    /// What a shell runs; `{factor}` stands for its level.
    pub(crate) command: String,
    /// What prints the output, where it does not say.
    pub(crate) benchmark: Option<Name>,
    /// What is tested; else the running kernel.
    pub(crate) label: Option<Name>,
    /// A remark to keep with the runs.
    pub(crate) note: Option<String>,
    /// The format of the output.
    #[serde(default = "auto")]
    pub(crate) format: String,
    /// Whether the time that the command takes is measured, rather than its output read.
    #[serde(default)]
    pub(crate) time: bool,
    /// A path on the filesystem under test.
    #[serde(default = "here")]
    pub(crate) target: PathBuf,
    /// How many runs each combination of levels has.
    #[serde(default = "once")]
    pub(crate) repeats: u32,
    /// How many times the command runs unmeasured after a change of levels.
    #[serde(default)]
    pub(crate) warmup: u32,
    /// The order of the runs.
    #[serde(default)]
    pub(crate) order: Order,
    /// What decides a random order.
    pub(crate) seed: Option<u64>,
    /// How long the command may take, in seconds.
    time_limit: Option<u64>,
    /// How long a setting may take to be read or set, in seconds.
    setting_time_limit: Option<u64>,
    /// Commands before each run.
    #[serde(default)]
    pub(crate) prepare: Vec<String>,
    /// Commands after each run.
    #[serde(default)]
    pub(crate) cleanup: Vec<String>,
    /// What is varied. Levels are set in this order.
    #[serde(default, rename = "factor")]
    pub(crate) factors: Vec<Factor>,
}

/// More runs than this would take months, and are a slip of the pen.
const MOST_RUNS: usize = 100_000;

/// What is wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlanError {
    #[error("{0}")]
    Toml(String),
    #[error("the factor {0} is given twice: give all its levels at once")]
    Twice(Key),
    #[error(
        "the factor {0} is set by nothing: use {{{0}}} in `command`, or say how (sysfs, sysctl, env, command and read, boot)"
    )]
    Unused(Key),
    #[error("no more than one factor can be booted: {0} and {1} are")]
    Boots(Key, Key),
    #[error("`{0}` must be at least 1")]
    Zero(&'static str),
    #[error("the plan comes to more than {MOST_RUNS} runs: give fewer levels or repeats")]
    TooManyRuns,
    #[error("no format is called {0:?} (see `runoff formats`)")]
    Format(String),
    #[error("`time` measures the command itself: name the `benchmark`, and leave `format` out")]
    Time,
}

fn auto() -> String {
    AUTO.to_owned()
}

fn here() -> PathBuf {
    ".".into()
}

fn once() -> u32 {
    1
}

/// A reader's error, which also tells of levels and names that are wrong, as none of TOML alone.
fn without_toml(error: &str) -> String {
    error.trim_end().replacen("TOML parse error at ", "", 1)
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// Says what is wrong, with the line where the file is no plan.
    pub(crate) fn parse(text: &str) -> Result<Self, PlanError> {
        let plan: Self =
            toml::from_str(text).map_err(|error| PlanError::Toml(without_toml(&error.to_string())))?;
        plan.check_factors()?;
        plan.check_measure()?;
        Ok(plan)
    }

    fn check_factors(&self) -> Result<(), PlanError> {
        let mut names = BTreeSet::new();
        let mut booted: Option<&Key> = None;
        for Factor { name, means, .. } in &self.factors {
            if !names.insert(name) {
                return Err(PlanError::Twice(name.clone()));
            }
            if *means == Means::Placeholder && !self.command.contains(&format!("{{{name}}}")) {
                return Err(PlanError::Unused(name.clone()));
            }
            if *means == Means::Boot
                && let Some(other) = booted.replace(name)
            {
                return Err(PlanError::Boots(other.clone(), name.clone()));
            }
        }
        Ok(())
    }

    fn check_measure(&self) -> Result<(), PlanError> {
        if self.repeats == 0 {
            return Err(PlanError::Zero("repeats"));
        }
        let levels = self.factors.iter().map(|factor| factor.levels.len());
        let runs = levels.chain([self.repeats as usize]).try_fold(1_usize, usize::checked_mul);
        if runs.is_none_or(|runs| runs > MOST_RUNS) {
            return Err(PlanError::TooManyRuns);
        }
        for (limit, name) in
            [(self.time_limit, "time_limit"), (self.setting_time_limit, "setting_time_limit")]
        {
            if limit == Some(0) {
                return Err(PlanError::Zero(name));
            }
        }
        if self.format != AUTO && READERS.iter().all(|reader| reader.name != self.format) {
            return Err(PlanError::Format(self.format.clone()));
        }
        if self.time && (self.benchmark.is_none() || self.format != AUTO) {
            return Err(PlanError::Time);
        }
        Ok(())
    }

    /// How long the command may take.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit.map(Duration::from_secs)
    }

    /// A root that has the patience with settings that the plan asks for.
    pub(crate) fn patient(&self, mut root: Root) -> Root {
        root.patience = self.setting_time_limit.map_or(root.patience, Duration::from_secs);
        root
    }

    /// The factor whose levels are kernels to boot.
    pub(crate) fn booted(&self) -> Option<usize> {
        self.factors.iter().position(|factor| factor.means == Means::Boot)
    }

    /// Says what stands in braces in the command as a factor would, and is none: perhaps misspelt,
    /// or meant for another program. `${…}` is the shell's.
    pub(crate) fn say_strange_placeholders(&self) {
        let is_factor = |name: &str| self.factors.iter().any(|factor| factor.name.as_str() == name);
        for (at, _) in self.command.match_indices('{') {
            let name = self.command[at + 1..].split_once('}').map(|(name, _)| name);
            let is_the_shells = self.command[..at].ends_with('$');
            let strange = name.filter(|name| Key::new(name).is_ok() && !is_factor(name) && !is_the_shells);
            if let Some(name) = strange {
                say(format_args!("{{{name}}} in the command is no factor: it stays as it is"));
            }
        }
    }

    /// The runs in their order, each as the level that every factor has.
    pub(crate) fn runs(&self, seed: u64) -> Vec<Vec<usize>> {
        let counts: Vec<usize> = self.factors.iter().map(|factor| factor.levels.len()).collect();
        self.order.runs(&counts, self.repeats, self.booted(), seed)
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
