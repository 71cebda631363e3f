//! `runoff bisect`'s options.

use std::ffi::OsString;

use clap::Args;

use super::check::Judging;
use super::measuring::Measuring;

const BISECT_HELP: &str = "\
In a git repository without changes: builds and measures the good revision, makes sure that the
bad one is worse, and lets `git bisect` choose the revisions between, each of which is measured
until it is clear on which side it is (as `runoff check` does it). What cannot be built or told
is skipped. The runs are kept and sent, labelled with their commit. HEAD is put back in the end.

All answers of a bisection together are wrong in at most 5 % of bisections.

For kernels, which have to be booted, let `git bisect` stand while you boot, and run
`runoff check` on each: docs/CHECK.md says how.

Examples:
  runoff bisect --good v6.1 --bad v6.2 --build 'make -j8' -- ./bench --seconds 10
  runoff bisect --good HEAD~20 --bad HEAD --worse-than 10% --time --build make -- ./program";

/// Finds the commit from which on a command is worse
#[derive(Debug, Args)]
#[command(after_help = BISECT_HELP)]
pub(crate) struct Bisect {
    /// A revision that is as it should be: the baseline
    #[arg(long, value_name = "REV")]
    pub(crate) good: String,
    /// A revision that is worse
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    pub(crate) bad: String,
    #[command(flatten)]
    pub(crate) judging: Judging,
    #[command(flatten)]
    pub(crate) measuring: Measuring,
    /// What to run, and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}
