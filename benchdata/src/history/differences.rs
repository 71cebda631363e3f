//! What besides its values sets a level apart from the one before: what was declared of its runs, and
//! what was captured there.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Axis, Difference, Point, kernel_of};
use crate::compare::{Subject, is_setting, repeats, take_turns_unequally, warnings};
use crate::content::RunId;
use crate::contradiction::says;
use crate::key::RunKey;
use crate::name::{Key, Value};
use crate::run::Run;
use crate::volatile::is_volatile;

/// What was declared of selected runs and captured there, as far as it is not the same everywhere.
pub(super) struct Settings<'a> {
    runs: HashMap<RunId, &'a Run>,
    varying: Vec<RunKey>,
    /// Those of them that somebody sets, and that do not only tell repeats apart.
    settings: Vec<RunKey>,
    axis: Axis,
}

impl<'a> Settings<'a> {
    pub(super) fn of(subjects: &'a [Subject], axis: Axis) -> Self {
        let runs = || subjects.iter().map(|subject| &subject.run);
        let factors = vary(runs().map(|run| &run.factors), true).into_iter().map(RunKey::Named);
        let facts = vary(runs().map(|run| &run.environment), false).into_iter();
        let facts = facts.filter(|fact| !is_volatile(fact.as_str())).map(RunKey::Environment);
        let mut varying: Vec<RunKey> = factors.chain(facts).collect();
        varying.sort_by_cached_key(|key| (Kind::of(key), key.to_string()));
        let is_setting = |key: &RunKey| match key {
            RunKey::Environment(fact) => is_setting(fact.as_str()),
            RunKey::Named(factor) => factor.as_str() != "kernel" && !repeats::tells_apart(subjects, key),
            _ => false,
        };
        let settings = varying.iter().filter(|key| is_setting(key)).cloned().collect();
        let runs = subjects.iter().map(|subject| (subject.id, &subject.run)).collect();
        Self { runs, varying, settings, axis }
    }

    /// What differs between the points of a level and those of the one before: what was declared
    /// first, then the hardware and the tool. Kernels that the runs at the edge are called by are
    /// left out.
    pub(super) fn differences(&self, before: &[Point], after: &[Point]) -> Vec<Difference> {
        let [before, after] = [before, after].map(|points| self.runs_of(points));
        let (Some(last), Some(first)) = (before.last(), after.first()) else { return Vec::new() };
        let found = self.varying.iter().filter_map(|key| difference(key, &before, &after));
        let mut found: Vec<Difference> = found.collect();
        let has_release = found.iter().any(|difference| difference.key == "env.kernel.release");
        let are_named = self.axis == Axis::Kernel || [last, first].into_iter().all(|run| names_kernel(run));
        found.retain(|difference| match difference.key.as_str() {
            "kernel" | "env.kernel.release" => !are_named,
            // The build and its date go with the release.
            "env.kernel.version" => !has_release,
            _ => true,
        });
        found
    }

    /// The settings that take turns in unequal shares of two levels' runs, but for those that lines are of.
    pub(super) fn unequal(&self, before: &[Point], after: &[Point], rows: &[RunKey]) -> Vec<String> {
        let [before, after] = [before, after].map(|points| self.runs_of(points));
        let is_unequal = |key: &&RunKey| take_turns_unequally(&values(key, &before), &values(key, &after));
        let keys = self.settings.iter().filter(|key| !rows.contains(key));
        keys.filter(is_unequal).map(ToString::to_string).collect()
    }

    fn runs_of(&self, points: &[Point]) -> Vec<&'a Run> {
        points.iter().flat_map(|point| &point.runs).filter_map(|id| self.runs.get(id).copied()).collect()
    }
}

/// What a difference is of, in the order in which they are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Declared,
    Hardware,
    Tool,
    Fact,
}

impl Kind {
    pub(super) fn of(key: &RunKey) -> Self {
        match key {
            RunKey::Environment(fact) if warnings::hardware(fact.as_str()).is_some() => Self::Hardware,
            RunKey::Environment(fact) if fact.as_str() == warnings::TOOL_VERSION => Self::Tool,
            RunKey::Environment(_) => Self::Fact,
            _ => Self::Declared,
        }
    }
}

/// The keys that have several values. Not to be declared is one, not to be captured is none.
fn vary<'a>(runs: impl Iterator<Item = &'a BTreeMap<Key, Value>>, or_none: bool) -> BTreeSet<Key> {
    let (mut first, mut seen, mut all): (HashMap<&Key, &Value>, HashMap<&Key, usize>, usize) =
        Default::default();
    let mut found: BTreeSet<&Key> = BTreeSet::new();
    for values in runs {
        all += 1;
        for (key, value) in values {
            *seen.entry(key).or_default() += 1;
            if *first.entry(key).or_insert(value) != value {
                found.insert(key);
            }
        }
    }
    let partly = seen.into_iter().filter(|(_, runs)| or_none && *runs < all).map(|(key, _)| key);
    found.into_iter().chain(partly).cloned().collect()
}

/// A value whose share of a level's runs changes by more than this sets the levels apart; a run that
/// strayed over the edge, and facts that are new in every run, do not.
const SHARE: f64 = 0.5;

/// Of the values of a key that whose share falls most, and that whose share rises most.
fn difference(key: &RunKey, before: &[&Run], after: &[&Run]) -> Option<Difference> {
    let (before, after) = (shares(key, before)?, shares(key, after)?);
    let share = |shares: &BTreeMap<Option<&str>, f64>, value| shares.get(value).copied().unwrap_or(0.0);
    let changes = || {
        let values: BTreeSet<&Option<&str>> = before.keys().chain(after.keys()).collect();
        values.into_iter().map(|value| (*value, share(&after, value) - share(&before, value)))
    };
    let (gone, fall) = changes().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let (new, rise) = changes().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let owned = |value: Option<&str>| value.map(str::to_owned);
    (rise.max(-fall) > SHARE).then(|| Difference {
        key: key.to_string(),
        before: owned(gone),
        after: owned(new),
    })
}

/// Which share of the runs has each value; `None` where no run has any.
fn shares<'a>(key: &RunKey, runs: &[&'a Run]) -> Option<BTreeMap<Option<&'a str>, f64>> {
    let values = values(key, runs);
    let mut shares = BTreeMap::new();
    for value in &values {
        *shares.entry(*value).or_default() += 1.0 / values.len() as f64;
    }
    (!values.is_empty()).then_some(shares)
}

/// What the runs have of a key: of a fact those where it was captured, of a factor all.
fn values<'a>(key: &RunKey, runs: &[&'a Run]) -> Vec<Option<&'a str>> {
    let value = |run: &&'a Run| match key {
        RunKey::Environment(fact) => run.environment.get(fact).map(|value| Some(value.as_str())),
        RunKey::Named(factor) => Some(run.factors.get(factor).map(Value::as_str)),
        _ => None,
    };
    runs.iter().filter_map(value).collect()
}

/// Whether a run's label tells its kernel.
fn names_kernel(run: &Run) -> bool {
    kernel_of(run).is_some_and(|kernel| says(run.label.as_str(), kernel) || says(kernel, run.label.as_str()))
}
