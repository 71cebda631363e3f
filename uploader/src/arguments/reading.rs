//! The options that say how outputs are read.

use benchdata::columns::Columns;
use benchdata::hints::Hints;
use benchdata::label_pattern::LabelPattern;
use benchdata::name::Name;
use benchdata::readers::{AUTO, READERS, WIRE};
use benchdata::reading::Declaration;
use clap::Args;
use clap::builder::PossibleValuesParser;

/// What printed the outputs, and what they do not say themselves.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// The tool that printed it (see `runoff formats`)
    #[arg(long, value_name = "F", default_value = AUTO, value_parser = format_names())]
    pub(crate) format: String,
    /// What printed it; needed for a table, which does not say
    #[arg(long, value_name = "NAME", value_parser = name)]
    benchmark: Option<Name>,
    /// What was tested; needed where the output does not say
    #[arg(long, value_name = "L", value_parser = name)]
    pub(crate) label: Option<Name>,
    /// What the labels look like, to take factors from them: '{kernel}fb{fifo_batch}'
    #[arg(long, value_name = "PATTERN")]
    label_pattern: Option<LabelPattern>,
    /// How many runs each mean of a table sums up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    runs: Option<u64>,
    /// What a table's columns hold: HEADER[=NAME]:ROLE,… with label, factor, case or a unit
    /// as ROLE, a unit maybe with :higher or :lower
    #[arg(long, value_name = "COLUMNS")]
    columns: Option<Columns>,
}

impl Reading {
    /// What is said of runs on a box.
    pub(crate) fn declaration(&self, box_name: Name) -> Declaration {
        Declaration {
            benchmark: self.benchmark.clone(),
            label: self.label.clone(),
            label_pattern: self.label_pattern.clone(),
            hints: self.hints(),
            ..Declaration::on(box_name)
        }
    }

    /// Whether anything is said about the runs.
    pub(crate) fn says_anything(&self) -> bool {
        let is_named = self.benchmark.is_some() || self.label.is_some() || self.label_pattern.is_some();
        is_named || !self.hints().is_empty()
    }

    /// How to read a table.
    fn hints(&self) -> Hints {
        Hints { runs: self.runs, columns: self.columns.clone() }
    }
}

fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new([AUTO, WIRE].into_iter().chain(READERS.iter().map(|reader| reader.name)))
}

pub(super) fn name(text: &str) -> Result<Name, String> {
    Name::new(text).map_err(|error| error.to_string())
}
