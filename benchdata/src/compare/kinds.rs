//! Kinds of results: thousands of runs repeat a few, and what depends on the kind alone is
//! asked once for each.

use std::collections::{BTreeMap, HashMap};

use super::{Selection, Subject, value_of_run};
use crate::key::RunKey;
use crate::name::{Key, Name, Value};
use crate::run::{Measurement, Series};

/// One result of one run.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    /// The run.
    pub(crate) subject: &'a Subject,
    /// The result.
    pub(crate) measurement: &'a Measurement,
    /// Its kind: of one kind are results of one series and benchmark that have the same value
    /// for every key that matters.
    pub(crate) kind: usize,
}

/// All results, told apart by kind.
pub(crate) struct Kinds<'a> {
    /// A result of each kind.
    pub(crate) examples: Vec<Member<'a>>,
    /// Each selection's results.
    pub(crate) members: Vec<Vec<Member<'a>>>,
}

/// Tells the kinds of results apart, as far as these keys, the benchmark and the cases go.
pub(crate) fn kinds<'a>(selections: &'a [Selection], keys: &[RunKey]) -> Kinds<'a> {
    let mut examples = Vec::new();
    let (mut kinds, mut runs, mut series) = (HashMap::new(), HashMap::new(), Interned::default());
    let members = selections.iter().map(|selection| {
        let mut members = Vec::new();
        for subject in &selection.subjects {
            let next = runs.len();
            let run = *runs.entry(RunKind::of(subject, keys)).or_insert(next);
            for (at, measurement) in subject.run.results.iter().enumerate() {
                let kind = *kinds.entry((run, series.of(at, &measurement.series))).or_insert(examples.len());
                let member = Member { subject, measurement, kind };
                if kind == examples.len() {
                    examples.push(member);
                }
                members.push(member);
            }
        }
        members
    });
    let members = members.collect();
    Kinds { examples, members }
}

/// What a run itself tells of the keys. Its factors may stand before parameters of cases.
#[derive(PartialEq, Eq, Hash)]
struct RunKind<'a> {
    values: Vec<Option<String>>,
    benchmark: &'a Name,
    factors: &'a BTreeMap<Key, Value>,
}

impl<'a> RunKind<'a> {
    fn of(subject: &'a Subject, keys: &[RunKey]) -> Self {
        let values = keys.iter().map(|key| value_of_run(key, subject)).collect();
        Self { values, benchmark: &subject.run.benchmark, factors: &subject.run.factors }
    }
}

/// Series, numbered.
#[derive(Default)]
struct Interned<'a> {
    numbers: HashMap<&'a Series, usize>,
    /// The series last seen at each place of a run's results, and its number: most runs list
    /// the same series in the same order, and comparing is faster than hashing.
    last: Vec<(&'a Series, usize)>,
}

impl<'a> Interned<'a> {
    fn of(&mut self, at: usize, series: &'a Series) -> usize {
        if let Some((_, number)) = self.last.get(at).filter(|(last, _)| *last == series) {
            return *number;
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(series).or_insert(next);
        match self.last.get_mut(at) {
            Some(last) => *last = (series, number),
            None => self.last.push((series, number)),
        }
        number
    }
}
