//! The options of commands that measure one command.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::declared::Declared;
use super::sending::Sending;

/// What is measured, where, and what is declared of it.
#[derive(Debug, Args)]
pub(crate) struct Measuring {
    /// How many times to run COMMAND before, unmeasured
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) warmup: u32,
    /// Measure the time that COMMAND takes, rather than read its output
    #[arg(long, conflicts_with = "format")]
    pub(crate) time: bool,
    /// End COMMAND, as failed, after this long
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: Option<u64>,
    #[command(flatten)]
    pub(crate) place: Place,
    /// Measure although a --set contradicts this box: comparisons will warn
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) declared: Declared,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

impl Measuring {
    /// How long the command may take.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit.map(Duration::from_secs)
    }
}

/// Which files are under test, and where the box's facts are read.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// A path on the filesystem under test
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) target: PathBuf,
    /// Where proc, sys and etc are: / or a copy of them
    #[arg(long, value_name = "DIR", default_value = "/")]
    pub(crate) root: PathBuf,
}
