//! `runoff compare`'s options.

use std::path::PathBuf;

use benchdata::comparison::{Layout, Threshold};
use benchdata::key::RunKey;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::reading::Reading;

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
    /// The side that the others are measured against [default: that of the first FILE; of a directory, guessed]
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
