//! `runoff run`'s options.

use std::ffi::OsString;

use clap::Args;

use super::measuring::Measuring;

const RUN_HELP: &str = "\
What COMMAND prints, to standard output and standard error, is kept byte for byte and read as
`runoff send` reads it. This box's facts are captured before and after. Each run is in the
spool before it is sent. Its start is when COMMAND was started, its label the running kernel's
release if neither the output nor --label names one.

A COMMAND that fails gives no result: what it printed is kept in the spool as a file, which
is named. COMMAND has no input, and is a process group of its own, to which signals go. What it
leaves at work, also as a daemon, is ended before the next run, and remarked.

A --set that this box contradicts, such as elevator=as while cfq is active, is refused
before anything is measured.

Examples:
  runoff run --repeat 5 --label 2.6.1-rc2 -- hackbench -l 1000
  runoff run --repeat 3 --target /mnt/test --set elevator=deadline -- fio randread.fio
  runoff run --time --repeat 5 -- make -j8";

/// Runs a benchmark, captures this box before and after, and sends what was measured
#[derive(Debug, Args)]
#[command(after_help = RUN_HELP)]
pub(crate) struct Run {
    /// How many runs to measure; the first that fails is the last
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    #[command(flatten)]
    pub(crate) measuring: Measuring,
    /// What to run, and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}
