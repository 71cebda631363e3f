//! Rows become runs: one run for each identifier, and another where the same case comes
//! again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::lines::Mark;
use crate::metric::MetricInfo;
use crate::name::{Key, Name, NameError, Value};
use crate::readers::text::result;
use crate::reading::{ReadError, ReadRun};
use crate::run::{Case, Measurement};

/// What one row says of one case.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) line: usize,
    pub(super) label: Option<Name>,
    pub(super) mark: Option<Mark>,
    pub(super) case: Case,
    /// Metric, unit, value.
    pub(super) results: Vec<(&'static MetricInfo, &'static str, f64)>,
}

/// Who a row belongs to: identifier and side of a diff.
type Owner = (Option<Name>, Option<Mark>);

/// Where a case was seen last.
struct Seen {
    times: usize,
    line: usize,
    table: usize,
}

/// The runs as far as the text has been read.
#[derive(Default)]
pub(super) struct Runs {
    /// Owner and results, in the order of the text.
    runs: Vec<(Owner, Vec<Measurement>)>,
    /// The run of an owner that holds the nth coming of a case in a report.
    places: HashMap<(Owner, usize, usize), usize>,
    seen: HashMap<(Owner, usize, Case), Seen>,
    report: usize,
}

/// Which table an entry stands in, from 0, and whether that table has a title of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) table: usize,
    pub(super) is_titled: bool,
}

impl Runs {
    /// What follows is another execution's report.
    pub(super) fn begin_report(&mut self) {
        self.report += 1;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Adds what a row says to the run it belongs to.
    ///
    /// # Errors
    /// Where a table without a title repeats cases of the one above: another test's, most
    /// likely, whose title is lost.
    pub(super) fn add(&mut self, entry: Entry, place: Place) -> Result<(), ReadError> {
        let Entry { line, label, mark, case, results } = entry;
        let owner = (label, mark);
        let key = (owner.clone(), self.report, case.clone());
        let seen = self.seen.entry(key).or_insert(Seen { times: 0, line, table: place.table });
        if seen.table != place.table && !place.is_titled {
            return Err(ReadError {
                line,
                found: format!(
                    "a second result for what line {} has, under a header without title",
                    seen.line
                ),
                expected: "a title (Sequential Reads) above each table".to_owned(),
            });
        }
        *seen = Seen { times: seen.times + 1, line, table: place.table };
        let at = *self.places.entry((owner.clone(), self.report, seen.times)).or_insert_with(|| {
            self.runs.push((owner, Vec::new()));
            self.runs.len() - 1
        });
        for (metric, unit, value) in results {
            let result = result(metric, unit, &case, vec![value]).map_err(|error| ReadError {
                line,
                found: unit.to_owned(),
                expected: error.to_string(),
            })?;
            self.runs[at].1.push(result);
        }
        Ok(())
    }

    /// The runs that hold a result. Where one identifier stands on both sides of a diff,
    /// the side is a factor, `mark`.
    pub(super) fn finish(self) -> Result<Vec<ReadRun>, NameError> {
        let mut marks: HashMap<&Option<Name>, BTreeSet<Mark>> = HashMap::new();
        for ((label, mark), _) in &self.runs {
            marks.entry(label).or_default().extend(mark);
        }
        let is_paired: Vec<bool> = self
            .runs
            .iter()
            .map(|((label, _), _)| marks.get(label).is_some_and(|marks| marks.len() > 1))
            .collect();
        let mut runs = Vec::new();
        for (((label, mark), results), is_paired) in self.runs.into_iter().zip(is_paired) {
            let mut factors = BTreeMap::new();
            if let Some(mark) = mark.filter(|_| is_paired) {
                factors.insert(Key::new("mark")?, Value::new(mark.as_str())?);
            }
            if !results.is_empty() {
                runs.push(ReadRun { label, factors, results });
            }
        }
        Ok(runs)
    }
}
