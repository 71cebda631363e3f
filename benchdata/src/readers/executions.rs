//! Executions of a tool, one after another in a text, become runs.

use std::collections::{BTreeMap, HashMap};

use crate::name::{Key, Name, NameError, Value};
use crate::reading::{ReadError, ReadRun, Reading, Remark};
use crate::run::{Case, Measurement};

/// What tells one run from another: its label and factors.
type Setting = (Option<Name>, BTreeMap<Key, Value>);

/// The runs as far as the text has been read. What one execution printed stays together,
/// in the first run that holds none of it: a sweep over cases is one run, repetitions are
/// several.
#[derive(Default)]
pub(super) struct Executions {
    runs: Vec<ReadRun>,
    /// The run of a setting that holds its nth execution of a case.
    places: HashMap<(Setting, usize), usize>,
    /// How often a setting has a case's metric.
    times: HashMap<(Setting, Case, Name), usize>,
    /// What was left out, or looks odd.
    pub(super) remarks: Vec<Remark>,
}

impl Executions {
    /// Adds what one execution printed.
    pub(super) fn add(&mut self, label: Option<&Name>, results: Vec<Measurement>) {
        self.add_under((label.cloned(), BTreeMap::new()), results);
    }

    /// Adds what one execution under a label and factors printed.
    pub(super) fn add_under(&mut self, setting: Setting, results: Vec<Measurement>) {
        let key = |result: &Measurement| {
            (setting.clone(), result.series.case.clone(), result.series.metric.clone())
        };
        let seen = |result: &Measurement| self.times.get(&key(result)).copied().unwrap_or(0);
        let Some(nth) = results.iter().map(seen).max() else { return };
        self.times.extend(results.iter().map(|result| (key(result), nth + 1)));
        let at = *self.places.entry((setting.clone(), nth)).or_insert_with(|| {
            let (label, factors) = setting;
            self.runs.push(ReadRun { label, factors, results: Vec::new() });
            self.runs.len() - 1
        });
        self.runs[at].results.extend(results);
    }

    /// Whether no execution printed a result.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Remarks on a line.
    pub(super) fn remark(&mut self, line: usize, text: impl Into<String>) {
        self.remarks.push(Remark { line, text: text.into() });
    }

    /// The reading of a whole text.
    ///
    /// # Errors
    /// Where it holds no result; `expected` says what one looks like.
    pub(super) fn finish(
        self,
        benchmark: &str,
        version: Option<&str>,
        text: &str,
        expected: &str,
    ) -> Result<Reading, ReadError> {
        let last = text.lines().count().max(1);
        if self.runs.is_empty() {
            return Err(fault(last, "the end of the text and no result", expected));
        }
        let benchmark = Name::new(benchmark).map_err(at(last))?;
        let version = version.map(Value::new).transpose().map_err(at(last))?;
        Ok(Reading { benchmark, version, runs: self.runs, remarks: self.remarks })
    }
}

/// An error on a line.
pub(super) fn fault(line: usize, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
    ReadError { line, found: found.into(), expected: expected.into() }
}

/// What to make of a word that cannot be a name.
pub(super) fn at(line: usize) -> impl Fn(NameError) -> ReadError {
    move |error| fault(line, "a word that cannot be kept", error.to_string())
}
