//! Results as a text gives them, one after the other, gathered into runs. For tools whose
//! output tells where a run begins; where only the repeated result tells it, there is
//! [`Executions`](super::executions::Executions).

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

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
    /// Where each run's series are: the run's and the result's places.
    places: HashTable<(usize, usize)>,
    hasher: RandomState,
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
            places: HashTable::new(),
            hasher: RandomState::new(),
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
        self.current.is_some_and(|run| self.place(run, case, metric).is_some())
    }

    /// The place of a run's result.
    fn place(&self, run: usize, case: &Case, metric: &str) -> Option<usize> {
        let is_it = |&(of, at): &(usize, usize)| {
            let series = &self.runs[of].results[at].series;
            of == run && series.metric.as_str() == metric && series.case == *case
        };
        let hash = self.hasher.hash_one((run, case, metric));
        self.places.find(hash, is_it).map(|(_, at)| *at)
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
        let run = self.current.unwrap_or_else(|| self.begin(None));
        let Some(known) = self.place(run, &result.series.case, result.series.metric.as_str()) else {
            self.runs[run].results.push(result);
            self.note_place(run, self.runs[run].results.len() - 1);
            return Ok(());
        };
        let known = &mut self.runs[run].results[known];
        if known.series != result.series {
            let found = format!("{} again, in {}", result.series.metric, result.series.unit);
            return Err(fault(line, found, format!("its unit, {}", known.series.unit)));
        }
        merge(&mut known.values, result.values);
        Ok(())
    }

    fn note_place(&mut self, run: usize, at: usize) {
        let Self { runs, places, hasher, .. } = self;
        let hash = |&(run, at): &(usize, usize)| {
            let series = &runs[run].results[at].series;
            hasher.hash_one((run, &series.case, series.metric.as_str()))
        };
        places.insert_unique(hash(&(run, at)), (run, at), hash);
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
                *known = Values::Summary(Box::new(one.with(&other)));
            }
        }
    }
}
