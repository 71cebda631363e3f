//! The command line: what can be given, checked as far as it can be without a file.

mod reading;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use benchdata::comparison::{Layout, Threshold};
use benchdata::key::RunKey;
use benchdata::name::{Key, Name, Value};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use self::reading::name;

pub(crate) use self::reading::Reading;

const SETTINGS_HELP: &str = "\
Settings come from options, then from the environment, then from a file:
  --server URL        RUNOFF_SERVER   server = \"http://runoff.example:7878\"
  --token-file FILE   RUNOFF_TOKEN    token = \"…\"
  --box BOX           RUNOFF_BOX      box = \"bigbox\"
The file is RUNOFF_CONFIG, or else $XDG_CONFIG_HOME/runoff/config.toml, or else
~/.config/runoff/config.toml. What waits to be sent is kept in RUNOFF_SPOOL, or else
$XDG_STATE_HOME/runoff/spool, or else ~/.local/state/runoff/spool.

Exit codes:
  0  done
  1  an output was not understood and so nothing sent, or something else went wrong
  2  wrong options or settings
  3  not sent, but kept in the spool: nothing is lost, `runoff flush` sends it
  4  the server refused it; it stays in the spool, `runoff status` says why

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
    Capture(Capture),
    Compare(Box<Compare>),
    Flush(Flush),
    Status(Status),
    Formats(Formats),
}

/// Which server, and who is asking.
#[derive(Debug, Default, Args)]
pub(crate) struct Connection {
    /// The server's address, such as http://runoff.example:7878 [env: RUNOFF_SERVER]
    #[arg(long, value_name = "URL")]
    pub(crate) server: Option<String>,
    /// A file that holds the token alone [env: RUNOFF_TOKEN, the token itself]
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
}

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
    pub(crate) reading: Reading,
    /// A factor's level, such as elevator=as; for each factor
    #[arg(long = "set", value_name = "FACTOR=LEVEL", value_parser = factor)]
    pub(crate) factors: Vec<(Key, Value)>,
    /// The test machine [env: RUNOFF_BOX] [default: this machine's name]
    #[arg(long = "box", value_name = "B", value_parser = name)]
    pub(crate) box_name: Option<Name>,
    /// Keep this box's facts with the runs, and those of the disks under PATH (default: the
    /// working directory): only if nothing was changed since they ran. See `runoff capture`
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = ".")]
    pub(crate) capture: Option<PathBuf>,
    /// A remark to keep with the runs
    #[arg(long, value_name = "T")]
    pub(crate) note: Option<String>,
    /// Show what would be sent, and send nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON: the server's answer, or with --dry-run exactly what would be sent
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep it in the spool, for `runoff flush` to send
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) delivery: Delivery,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

impl Send {
    /// The declared factors.
    ///
    /// # Errors
    /// Where one is given twice.
    pub(crate) fn factors(&self) -> Result<BTreeMap<Key, Value>, clap::Error> {
        let mut factors = BTreeMap::new();
        for (factor, level) in &self.factors {
            if let Some(first) = factors.insert(factor.clone(), level.clone()) {
                let problem = format!("--set gives {factor} twice: {first} and {level}");
                return Err(Arguments::command().error(ErrorKind::ArgumentConflict, problem));
            }
        }
        Ok(factors)
    }

    /// Whether anything is said about the runs beside their files.
    pub(crate) fn declares_anything(&self) -> bool {
        let is_noted = self.note.is_some() || self.capture.is_some() || !self.factors.is_empty();
        self.reading.says_anything() || self.box_name.is_some() || is_noted
    }
}

/// How hard to try.
#[derive(Debug, Args)]
pub(crate) struct Delivery {
    /// How long to go on trying while the server does not answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    retry_for: u64,
}

impl Delivery {
    /// How long to go on trying.
    pub(crate) fn retry_for(&self) -> Duration {
        Duration::from_secs(self.retry_for)
    }
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
    #[command(flatten)]
    pub(crate) delivery: Delivery,
    #[command(flatten)]
    pub(crate) connection: Connection,
}

/// Says whether the server answers, and what waits in the spool since when and why
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runoff status")]
pub(crate) struct Status {
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

const COMPARE_HELP: &str = "\
FILEs are read as they are: no server is asked, nothing is sent. Of a directory every file
in it and below is read, but for hidden ones; what no tool printed is named and left out.

Sides are told apart by --by, else by their label, or by the factor that varies if that does
not. The label is what the output says, else --label, else the name of the file, or of the
directory that it was found in. `vs` between FILEs makes what stands before it one side, and
what stands behind it another.

Examples:
  runoff compare before.out after.out
  runoff compare results/2.6.31 results/2.6.32 --metric rate --layout summary
  runoff compare old/*.json vs new/*.json --as markdown
  runoff compare contest.txt --benchmark contest --label-pattern '{kernel}fb{fifo_batch}' --layout sweep
  runoff compare mail.txt --benchmark dss --label 2.6.27 --runs 5 --layout summary";

/// Compares outputs on disk: the tables that the server makes, without one
#[derive(Debug, Args)]
#[command(after_help = COMPARE_HELP, override_usage = "runoff compare [OPTIONS] <FILE>... [vs <FILE>...]")]
pub(crate) struct Compare {
    /// What a benchmark printed, runs as JSON (runoff/1), or a directory of such; - is
    /// standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The keys that split the runs into sides, such as label or elevator [default: what varies]
    #[arg(long, value_name = "K,…", value_delimiter = ',', value_parser = key)]
    pub(crate) by: Vec<RunKey>,
    /// The side that the others are measured against [default: that of the first FILE]
    #[arg(long, value_name = "SIDE")]
    pub(crate) base: Option<String>,
    /// The keys that rows are laid out by first [default: the case parameters that vary]
    #[arg(long, value_name = "K,…", value_delimiter = ',', value_parser = key)]
    pub(crate) rows: Vec<RunKey>,
    /// The metrics shown [default: all]
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    pub(crate) metric: Vec<String>,
    /// How the table is laid out
    #[arg(long, value_name = "L", default_value = Layout::default().as_str(), value_parser = layouts())]
    pub(crate) layout: Layout,
    /// How small a change is of no interest [default: 1%]
    #[arg(long, value_name = "SHARE")]
    pub(crate) threshold: Option<Threshold>,
    /// The form of the table
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    pub(crate) form: Form,
    /// Write more than ASCII in the text form
    #[arg(long)]
    pub(crate) unicode: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For mail: at most 78 columns
    Text,
    /// As GitHub renders it
    Markdown,
    /// For spreadsheets, in full precision
    Csv,
    /// Everything, as the server's API has it
    Json,
}

fn layouts() -> impl TypedValueParser<Value = Layout> {
    let names = PossibleValuesParser::new(Layout::ALL.map(Layout::as_str));
    names.map(|name| Layout::ALL.into_iter().find(|layout| layout.as_str() == name).unwrap_or_default())
}

fn key(text: &str) -> Result<RunKey, String> {
    RunKey::parse(text).map_err(|error| error.to_string())
}

fn factor(text: &str) -> Result<(Key, Value), String> {
    let (factor, level) = text.split_once('=').ok_or("a factor is given as factor=level")?;
    let factor = Key::new(factor).map_err(|error| format!("the factor {factor:?} {error}"))?;
    let level = Value::new(level).map_err(|error| format!("the level {level:?} {error}"))?;
    Ok((factor, level))
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_factor_is_split_at_its_first_equals_sign() {
        let (factor, level) = super::factor("cmdline=a=b").unwrap();
        assert_eq!((factor.as_str(), level.as_str()), ("cmdline", "a=b"));
        assert!(super::factor("elevator").unwrap_err().contains("factor=level"));
        assert!(super::factor("box=a").is_err());
    }
}
