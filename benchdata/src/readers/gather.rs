//! Results as a text gives them, one after the other, gathered into runs. For tools whose
//! output tells where a run begins; where only the repeated result tells it, there is
//! [`Executions`](super::executions::Executions).

use std::collections::{BTreeMap, HashMap};

use crate::name::{Name, NameError};
use crate::readers::faults::{fault, unfit};
use crate::readers::parts::reading;
use crate::reading::{ReadError, ReadRun, Reading, Remark};
use crate::run::{Case, Measurement, Values};

/// The runs so far. Values of one series in one run become its samples.
pub(super) struct Gathering {
    benchmark: &'static str,
    runs: Vec<ReadRun>,
    /// The run that results go to; `None` before the first.
    current: Option<usize>,
    labels: HashMap<Name, usize>,
    places: HashMap<(usize, Case, Name), usize>,
    version: Option<String>,
    remarks: Vec<Remark>,
}

impl Gathering {
    pub(super) fn of(benchmark: &'static str) -> Self {
        Self {
            benchmark,
            runs: Vec::new(),
            current: None,
            labels: HashMap::new(),
            places: HashMap::new(),
            version: None,
            remarks: Vec::new(),
        }
    }

    /// What comes next belongs to another execution.
    pub(super) fn next_run(&mut self) {
        self.begin(None);
    }

    fn begin(&mut self, label: Option<Name>) -> usize {
        let at = self.runs.len();
        self.runs.push(ReadRun { label, factors: BTreeMap::new(), results: Vec::new() });
        self.current = Some(at);
        at
    }

    /// What comes next belongs to the run of that label, be it new or met before.
    pub(super) fn run_of(&mut self, line: usize, label: &str) -> Result<(), ReadError> {
        let label = Name::new(label).map_err(unfit(line))?;
        if let Some(&at) = self.labels.get(&label) {
            self.current = Some(at);
        } else {
            let at = self.begin(Some(label.clone()));
            self.labels.insert(label, at);
        }
        Ok(())
    }

    /// Forgets the labels met, so that they may come again as further runs.
    pub(super) fn forget_labels(&mut self) {
        self.labels.clear();
    }

    /// Whether the run that results go to has none yet.
    pub(super) fn is_fresh(&self) -> bool {
        self.current.is_none_or(|at| self.runs[at].results.is_empty())
    }

    /// Whether the run that results go to has this series.
    pub(super) fn has(&self, case: &Case, metric: &str) -> bool {
        let place = self.current.zip(Name::new(metric).ok());
        place.is_some_and(|(at, metric)| self.places.contains_key(&(at, case.clone(), metric)))
    }

    /// Adds a result to the run.
    ///
    /// # Errors
    /// Where a name is none, or the run has the series in another unit.
    pub(super) fn add(
        &mut self,
        line: usize,
        result: Result<Measurement, NameError>,
    ) -> Result<(), ReadError> {
        let result = result.map_err(unfit(line))?;
        let at = self.current.unwrap_or_else(|| self.begin(None));
        let results = &mut self.runs[at].results;
        let place = (at, result.series.case.clone(), result.series.metric.clone());
        let Some(&known) = self.places.get(&place) else {
            self.places.insert(place, results.len());
            results.push(result);
            return Ok(());
        };
        if results[known].series != result.series {
            let found = format!("{} again, in {}", result.series.metric, result.series.unit);
            return Err(fault(line, found, format!("its unit, {}", results[known].series.unit)));
        }
        merge(&mut results[known].values, result.values);
        Ok(())
    }

    pub(super) fn remark(&mut self, line: usize, text: impl Into<String>) {
        self.remarks.push(Remark { line, text: text.into() });
    }

    /// The tool's version; the first one printed counts.
    pub(super) fn version(&mut self, version: &str) {
        if !version.is_empty() {
            self.version.get_or_insert_with(|| version.to_owned());
        }
    }

    /// The reading.
    ///
    /// # Errors
    /// Where there is no result: says what was expected.
    pub(super) fn finish(self, text: &str, expected: &str) -> Result<Reading, ReadError> {
        reading(self.benchmark, self.version.as_deref(), (self.runs, self.remarks), (text, expected))
    }
}

fn merge(known: &mut Values, more: Values) {
    match (&mut *known, more) {
        (Values::Samples(known), Values::Samples(more)) => known.extend(more),
        (_, more) => {
            if let Some((one, other)) = known.summary().zip(more.summary()) {
                *known = Values::Summary(one.with(&other));
            }
        }
    }
}
