//! Executions of a tool, one after another in a text, become runs.

use std::collections::{BTreeMap, HashMap};

use crate::name::{Name, Value};
use crate::readers::faults::{fault, unfit};
use crate::reading::{ReadError, ReadRun, Reading, Remark};
use crate::run::{Case, Measurement};

/// The runs as far as the text has been read. What one execution printed stays together,
/// in the first run that holds none of it: a sweep over cases is one run, repetitions are
/// several.
#[derive(Default)]
pub(super) struct Executions {
    runs: Vec<ReadRun>,
    /// The run of a label that holds its nth execution of a case.
    places: HashMap<(Option<Name>, usize), usize>,
    /// How often a label has a case's metric.
    times: HashMap<(Option<Name>, Case, Name), usize>,
    /// What was left out, or looks odd.
    pub(super) remarks: Vec<Remark>,
}

impl Executions {
    /// Adds what one execution printed.
    pub(super) fn add(&mut self, label: Option<&Name>, results: Vec<Measurement>) {
        let key =
            |result: &Measurement| (label.cloned(), result.series.case.clone(), result.series.metric.clone());
        let seen = |result: &Measurement| self.times.get(&key(result)).copied().unwrap_or(0);
        let Some(nth) = results.iter().map(seen).max() else { return };
        self.times.extend(results.iter().map(|result| (key(result), nth + 1)));
        let at = *self.places.entry((label.cloned(), nth)).or_insert_with(|| {
            let run = ReadRun { label: label.cloned(), factors: BTreeMap::new(), results: Vec::new() };
            self.runs.push(run);
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
        let benchmark = Name::new(benchmark).map_err(unfit(last))?;
        let version = version.map(Value::new).transpose().map_err(unfit(last))?;
        Ok(Reading { benchmark, version, runs: self.runs, remarks: self.remarks })
    }
}
