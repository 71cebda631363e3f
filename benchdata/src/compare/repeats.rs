//! What tells repeats apart, and is no setting: a count of them, or what is new in every run.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hash;

use super::{Subject, value_of_run};
use crate::key::RunKey;
use crate::name::Key;

/// What people call it. By its levels alone 1, 2, 3 may as well be a sweep's threads, of which one
/// side lacks some.
const NAMES: [&str; 15] = [
    "rep",
    "repeat",
    "repetition",
    "run",
    "iter",
    "iteration",
    "trial",
    "attempt",
    "pass",
    "round",
    "seed",
    "boot",
    "date",
    "time",
    "id",
];

/// Whether a factor is called like one that tells repeats apart.
pub(super) fn is_called_so(factor: &RunKey) -> bool {
    matches!(factor, RunKey::Named(name) if NAMES.contains(&name.as_str().to_lowercase().as_str()))
}

/// Whether no two of these are the same.
pub(super) fn are_distinct<T: Eq + Hash>(mut values: impl Iterator<Item = T>) -> bool {
    let mut seen = HashSet::new();
    values.all(|value| seen.insert(value))
}

/// Whether a factor is called so, and counts repeats or is new in every run.
pub(crate) fn tells_apart<'a>(subjects: impl IntoIterator<Item = &'a Subject>, factor: &RunKey) -> bool {
    let subjects: Vec<&Subject> = subjects.into_iter().collect();
    let runs = || subjects.iter().copied();
    is_called_so(factor) && (is_of_each_run(runs(), factor) || counts_repeats(runs(), factor))
}

/// Whether a factor is called so, and no two runs have the same of it.
fn is_of_each_run<'a>(subjects: impl IntoIterator<Item = &'a Subject>, factor: &RunKey) -> bool {
    is_called_so(factor) && are_distinct(distinct(subjects).filter_map(|run| value_of_run(factor, run)))
}

/// The runs, each once: `vs` may have one on several sides.
fn distinct<'a>(subjects: impl IntoIterator<Item = &'a Subject>) -> impl Iterator<Item = &'a Subject> {
    subjects.into_iter().map(|subject| (subject.id, subject)).collect::<BTreeMap<_, _>>().into_values()
}

/// Whether a factor only counts the runs that are alike in all else: 1, 2, 3 or 0, 1, 2, each once.
/// Of some, fewer than half may be missing, such as those that were withdrawn.
pub(super) fn counts_repeats<'a>(subjects: impl IntoIterator<Item = &'a Subject>, factor: &RunKey) -> bool {
    let subjects: Vec<&Subject> = distinct(subjects).collect();
    let factors: BTreeSet<&Key> = subjects.iter().flat_map(|subject| subject.run.factors.keys()).collect();
    let is_other = |key: &RunKey| key != factor && !is_of_each_run(subjects.iter().copied(), key);
    let others: BTreeSet<&Key> =
        factors.into_iter().filter(|key| is_other(&RunKey::Named((*key).clone()))).collect();
    let mut repeats: BTreeMap<_, Vec<Option<usize>>> = BTreeMap::new();
    for subject in &subjects {
        let run = &subject.run;
        let others = run.factors.iter().filter(|(key, _)| others.contains(key));
        let alike = (&run.box_name, &run.benchmark, &run.label, others.collect::<Vec<_>>());
        let number = value_of_run(factor, subject).and_then(|level| level.parse().ok());
        repeats.entry(alike).or_default().push(number);
    }
    let all: BTreeSet<Option<usize>> = repeats.values().flatten().copied().collect();
    let is_counted = |numbers: &Vec<Option<usize>>| {
        let distinct: BTreeSet<Option<usize>> = numbers.iter().copied().collect();
        distinct.len() == numbers.len() && (is_count(&distinct) || 2 * distinct.len() > all.len())
    };
    is_count(&all) && repeats.values().all(is_counted)
}

/// Whether numbers go on without a gap from 0 or 1.
fn is_count(numbers: &BTreeSet<Option<usize>>) -> bool {
    let first = numbers.first().copied().flatten().filter(|first| *first < 2);
    first.is_some_and(|first| numbers.iter().copied().eq((first..first + numbers.len()).map(Some)))
}
