//! The options that say of runs what their outputs do not.

use std::collections::BTreeMap;

use benchdata::name::{Key, Name, Value};
use benchdata::reading::Declaration;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use time::OffsetDateTime;

use super::Arguments;
use super::reading::{Reading, name};

/// What is said of runs beside their outputs, and how these are read.
#[derive(Debug, Args)]
pub(crate) struct Declared {
    #[command(flatten)]
    pub(crate) reading: Reading,
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
        Declaration { factors, started, note: self.note.clone(), ..self.reading.declaration(box_name) }
    }

    /// Whether anything is said about the runs.
    pub(crate) fn says_anything(&self) -> bool {
        let is_noted = self.note.is_some() || !self.factors.is_empty();
        self.reading.says_anything() || self.box_name.is_some() || is_noted
    }
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
