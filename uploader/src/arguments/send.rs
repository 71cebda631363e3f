//! `runoff send`'s options.

use std::path::PathBuf;

use clap::Args;

use super::declared::Declared;
use super::sending::Sending;

const SEND_HELP: &str = "\
All FILEs are read before anything is sent: if one is not understood, nothing is sent.
Each FILE is one upload, which the server stores whole or not at all, and whose source
it keeps byte for byte.

A run's start is its file's modification time: two repeats that print the same are two
runs, the same file sent twice is one. Standard input starts now, so that piping the
same output twice makes two runs.

Every upload is kept in the spool until the server has acknowledged it. If the server
is down, it stays there, and `runoff flush` or the next `runoff send` sends it.

The runs' addresses go to standard output, one a line; all else to standard error.

Examples:
  runoff send tiobench.out
  runoff send --box bigbox --label 2.6.1-rc2 --set elevator=as --set fifo_batch=16 out.1 out.2
  tiobench | runoff send --label 2.6.1-rc2
  runoff send --benchmark contest --columns 'Kernel:label,Time:s:lower,CPU%:%' mail.txt
  runoff send --dry-run --json tiobench.out > run.json";

/// Reads benchmark outputs and sends their runs
#[derive(Debug, Args)]
#[command(after_help = SEND_HELP)]
pub(crate) struct Send {
    /// What the benchmark printed, or runs as JSON (runoff/1); - is standard input, as is
    /// no FILE at all
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) declared: Declared,
    /// Keep this box's facts with the runs, and those of the disks under PATH (default: the
    /// working directory): only if nothing was changed since they ran. See `runoff capture`
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = ".")]
    pub(crate) capture: Option<PathBuf>,
    /// Show what would be sent, and send nothing; with --json exactly what would be sent
    #[arg(long, conflicts_with = "offline")]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

impl Send {
    /// Whether anything is said about the runs beside their files.
    pub(crate) fn declares_anything(&self) -> bool {
        self.capture.is_some() || self.declared.says_anything()
    }
}
