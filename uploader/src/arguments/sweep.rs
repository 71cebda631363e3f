//! `runoff sweep`'s options.

use std::path::PathBuf;

use benchdata::name::Name;
use clap::Args;

use super::reading::name;
use super::sending::Sending;

const SWEEP_HELP: &str = "\
PLAN names a command, factors with their levels, and how each level is set: by a file below
/sys or /proc, a variable of the environment, {factor} in the command, commands that set and
read it, or a boot. Every combination of levels is run as often as the plan says, in random
blocks. Each level is read back, and has to be that of the disk that the files under test are
on. All first values are put back at the end, however it comes.

The journal and the runs that are done are kept in PLAN's directory, in `NAME.sweep`. After a
crash, a Ctrl-C or a boot, --resume goes on where it was.

A plan, contest.toml (docs/SWEEP.md has all of it):
  command = \"fio --directory=/mnt/test --bs={bs} job.fio\"
  target = \"/mnt/test\"
  repeats = 5
  [[factor]]
  name = \"elevator\"
  levels = [\"mq-deadline\", \"bfq\"]
  sysfs = \"/sys/block/{disk}/queue/scheduler\"
  [[factor]]
  name = \"bs\"
  levels = [\"4k\", \"64k\"]

Examples:
  runoff sweep contest.toml
  runoff sweep contest.toml --resume";

/// Runs a whole experiment: every level of every factor, several times, in random order
#[derive(Debug, Args)]
#[command(after_help = SWEEP_HELP)]
pub(crate) struct Sweep {
    /// The plan
    #[arg(value_name = "PLAN")]
    pub(crate) plan: PathBuf,
    /// Go on with the sweep of this plan, if it was begun
    #[arg(long)]
    pub(crate) resume: bool,
    /// The test machine [env: RUNOFF_BOX] [default: this machine's name]
    #[arg(long = "box", value_name = "B", value_parser = name)]
    pub(crate) box_name: Option<Name>,
    /// Where proc, sys and etc are: / or a copy of them
    #[arg(long, value_name = "DIR", default_value = "/")]
    pub(crate) root: PathBuf,
    #[command(flatten)]
    pub(crate) sending: Sending,
}
