//! Executions of a tool, one after another in a text, become runs. For tools that print
//! nothing that tells a repetition from a further case; for all others there is
//! [`Gathering`](super::gather::Gathering).

use std::collections::{BTreeMap, HashMap};

use crate::name::{Key, Name, Value};
use crate::readers::parts::reading;
use crate::reading::{ReadError, ReadRun, Reading, Remark};
use crate::run::{Case, Measurement};

/// What tells one run from another: its label and factors.
type Setting = (Option<Name>, BTreeMap<Key, Value>);

/// The runs as far as the text has been read. What one execution printed stays together,
/// in the first run that holds none of it: a sweep over cases is one run, repetitions are
/// several.
pub(super) struct Executions {
    benchmark: &'static str,
    version: Option<String>,
    runs: Vec<ReadRun>,
    /// The settings met, numbered.
    settings: HashMap<Setting, usize>,
    /// The run of a setting that holds its nth execution of a case.
    places: HashMap<(usize, usize), usize>,
    /// How often a setting has a case's metric.
    times: HashMap<(usize, Case, Name), usize>,
    /// What was left out, or looks odd.
    remarks: Vec<Remark>,
}

impl Executions {
    pub(super) fn of(benchmark: &'static str) -> Self {
        Self {
            benchmark,
            version: None,
            runs: Vec::new(),
            settings: HashMap::new(),
            places: HashMap::new(),
            times: HashMap::new(),
            remarks: Vec::new(),
        }
    }

    /// Adds what one execution printed.
    pub(super) fn add(&mut self, label: Option<&Name>, results: Vec<Measurement>) {
        self.add_under((label.cloned(), BTreeMap::new()), results);
    }

    /// Adds what one execution under a label and factors printed.
    pub(super) fn add_under(&mut self, setting: Setting, results: Vec<Measurement>) {
        let known = self.settings.len();
        let number = *self.settings.entry(setting.clone()).or_insert(known);
        let key = |result: &Measurement| (number, result.series.case.clone(), result.series.metric.clone());
        let seen = |result: &Measurement| self.times.get(&key(result)).copied().unwrap_or(0);
        let Some(nth) = results.iter().map(seen).max() else { return };
        self.times.extend(results.iter().map(|result| (key(result), nth + 1)));
        let at = *self.places.entry((number, nth)).or_insert_with(|| {
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

    pub(super) fn remark(&mut self, line: usize, text: impl Into<String>) {
        self.remarks.push(Remark { line, text: text.into() });
    }

    /// The tool's version; the first one printed counts.
    pub(super) fn version(&mut self, version: &str) {
        self.version.get_or_insert_with(|| version.to_owned());
    }

    /// The reading.
    ///
    /// # Errors
    /// Where there is no result: says what was expected.
    pub(super) fn finish(mut self, text: &str, expected: &str) -> Result<Reading, ReadError> {
        self.remarks.sort_by_key(|remark| remark.line);
        reading(self.benchmark, self.version.as_deref(), (self.runs, self.remarks), (text, expected))
    }
}
