//! The options that say of runs what their outputs do not.

use std::collections::BTreeMap;

use benchdata::hints::Hints;
use benchdata::label_pattern::LabelPattern;
use benchdata::name::{Key, Name, Value};
use benchdata::readers::{AUTO, READERS, WIRE};
use benchdata::reading::Declaration;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use time::OffsetDateTime;

use super::Arguments;

/// What is said of runs beside their outputs, and how these are read.
#[derive(Debug, Args)]
pub(crate) struct Declared {
    /// The tool that printed it (see `runoff formats`)
    #[arg(long, value_name = "F", default_value = AUTO, value_parser = format_names())]
    pub(crate) format: String,
    /// What printed it; needed for a table, which does not say
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) benchmark: Option<Name>,
    /// What was tested; needed where the output does not say
    #[arg(long, value_name = "L", value_parser = name)]
    pub(crate) label: Option<Name>,
    /// What the labels look like, to take factors from them: '{kernel}fb{fifo_batch}'
    #[arg(long, value_name = "PATTERN")]
    pub(crate) label_pattern: Option<LabelPattern>,
    /// How many runs each mean of a table sums up
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    runs: Option<u64>,
    /// A factor's level, such as elevator=as; for each factor
    #[arg(long = "set", value_name = "FACTOR=LEVEL", value_parser = factor)]
    factors: Vec<(Key, Value)>,
    /// The test machine [env: RUNOFF_BOX] [default: this machine's name]
    #[arg(long = "box", value_name = "B", value_parser = name)]
    pub(crate) box_name: Option<Name>,
    /// A remark to keep with the runs
    #[arg(long, value_name = "T")]
    pub(crate) note: Option<String>,
}

impl Declared {
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

    /// All that is said of runs on a box with these factors.
    pub(crate) fn declaration(
        &self,
        box_name: Name,
        factors: BTreeMap<Key, Value>,
        started: Option<OffsetDateTime>,
    ) -> Declaration {
        Declaration {
            box_name,
            benchmark: self.benchmark.clone(),
            label: self.label.clone(),
            label_pattern: self.label_pattern.clone(),
            factors,
            started,
            note: self.note.clone(),
            hints: self.hints(),
        }
    }

    fn hints(&self) -> Hints {
        Hints { runs: self.runs }
    }

    /// Whether anything is said about the runs.
    pub(crate) fn says_anything(&self) -> bool {
        let is_named = self.label.is_some() || self.benchmark.is_some() || self.box_name.is_some();
        let is_noted = self.note.is_some() || !self.factors.is_empty() || self.label_pattern.is_some();
        is_named || is_noted || !self.hints().is_empty()
    }
}

pub(super) fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new([AUTO, WIRE].into_iter().chain(READERS.iter().map(|reader| reader.name)))
}

pub(super) fn name(text: &str) -> Result<Name, String> {
    Name::new(text).map_err(|error| error.to_string())
}

fn factor(text: &str) -> Result<(Key, Value), String> {
    let (factor, level) = text.split_once('=').ok_or("a factor is given as factor=level")?;
    let factor = Key::new(factor).map_err(|error| format!("the factor {factor:?} {error}"))?;
    let level = Value::new(level).map_err(|error| format!("the level {level:?} {error}"))?;
    Ok((factor, level))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_factor_is_split_at_its_first_equals_sign() {
        let (factor, level) = super::factor("cmdline=a=b").unwrap();
        assert_eq!((factor.as_str(), level.as_str()), ("cmdline", "a=b"));
        assert!(super::factor("elevator").unwrap_err().contains("factor=level"));
        assert!(super::factor("box=a").is_err());
    }
}
