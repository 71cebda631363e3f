//! The command line: what can be given, checked as far as it can be without a file.

mod bisect;
mod check;
mod compare;
mod declared;
mod measuring;
mod reading;
mod run;
mod send;
mod sending;
mod setup;
mod sweep;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use bisect::Bisect;
pub(crate) use check::{Check, Judging};
pub(crate) use compare::{Compare, Form};
pub(crate) use measuring::Measuring;
pub(crate) use reading::Reading;
pub(crate) use run::Run;
pub(crate) use send::Send;
pub(crate) use sending::{Connection, Delivery, Sending};
pub(crate) use setup::{Completions, Login, Man};
pub(crate) use sweep::Sweep;

const SETTINGS_HELP: &str = "\
Settings come from options, then from the environment, then from a file:
  --server URL        RUNOFF_SERVER   server = \"http://runoff.example:7878\"
  --token-file FILE   RUNOFF_TOKEN    token = \"…\"
  --box BOX           RUNOFF_BOX      box = \"bigbox\"
The file is RUNOFF_CONFIG, or else $XDG_CONFIG_HOME/runoff/config.toml, or else
~/.config/runoff/config.toml. What waits to be sent is kept in RUNOFF_SPOOL, or else
$XDG_STATE_HOME/runoff/spool, or else ~/.local/state/runoff/spool; nothing more is measured once
it holds RUNOFF_SPOOL_LIMIT, or else spool_limit = \"…\" of the file, or else 1 GiB.

Exit codes:
  0  done
  1  an output was not understood and so nothing sent, or something else went wrong
  2  wrong options or settings
  3  not sent, but kept in the spool: nothing is lost, `runoff flush` sends it. No server, none
     that answers, or one that does not take the token (401) or the address (404)
  4  the server refused what was sent (400, 403, 409, 413, 415, 422), or it cannot be read; it
     stays in the spool, `runoff status` says why
  5  the next run of a sweep needs another kernel: boot it, then `--resume`
  125, 128  of `runoff check`, whose help says what they mean
  130  a signal ended it: what was measured until then is kept

Example:
  runoff send --label 2.6.1-rc2 --set elevator=deadline tiobench.out";

/// Collects benchmark runs: reads what a benchmark printed and sends it to a Runoff server.
#[derive(Debug, Parser)]
#[command(name = "runoff", version, after_help = SETTINGS_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Send(Box<Send>),
    Run(Box<Run>),
    Sweep(Box<Sweep>),
    Check(Box<Check>),
    Bisect(Box<Bisect>),
    Capture(Capture),
    Compare(Box<Compare>),
    Flush(Flush),
    Status(Status),
    Formats(Formats),
    Login(Login),
    Completions(Completions),
    Man(Man),
}

const CAPTURE_HELP: &str = "\
Facts are what a run's environment is made of: kernel, CPU, memory, scheduler, the filesystem
under test and the disks below it, with the settings that are in use. They are read from
/proc and /sys; what only root may read is left out for others. Passwords, serial numbers,
UUIDs and addresses are redacted.

Examples:
  runoff capture
  runoff capture --target /mnt/test | grep scheduler";

/// Shows the facts of this box that runs are kept with
#[derive(Debug, Args)]
#[command(after_help = CAPTURE_HELP)]
pub(crate) struct Capture {
    /// A path on the filesystem under test
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) target: PathBuf,
    /// Where proc, sys and etc are: / or a copy of them
    #[arg(long, value_name = "DIR", default_value = "/")]
    pub(crate) root: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

const FLUSH_HELP: &str = "\
Uploads are sent oldest first. One that the server refused is not sent again, unless
--all is given: after the server was updated, say. An upload is a file in the spool
(`runoff status` names it): to give one up, delete it.

Example:
  runoff flush";

/// Sends what waits in the spool
#[derive(Debug, Args)]
#[command(after_help = FLUSH_HELP)]
pub(crate) struct Flush {
    /// Also send again what the server refused before
    #[arg(long)]
    pub(crate) all: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) delivery: Delivery,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

const STATUS_HELP: &str = "\
Exit code 0 if the server answers and the spool can be used, 1 if not, 2 if no server or token
is set. What waits is no fault.

Example:
  runoff status";

/// Says whether the server answers, and what waits in the spool since when and why
#[derive(Debug, Args)]
#[command(after_help = STATUS_HELP)]
pub(crate) struct Status {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

/// Lists the tools whose outputs are read, with their metrics
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runoff formats")]
pub(crate) struct Formats {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent_and_every_command_has_an_example() {
        let command = Arguments::command();
        command.clone().debug_assert();
        for command in command.get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "{}", command.get_name());
        }
    }
}
