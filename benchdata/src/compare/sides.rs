//! Splits selected runs into sides.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{CompareError, MOST_SIDES, Observed, Selection, Subject, natural, value_of};
use crate::comparison::{Request, Side};
use crate::content::RunId;
use crate::key::RunKey;
use crate::run::Run;

/// What a table shows of a run that lacks a key.
const NONE: &str = "(none)";

/// Selected runs, split into sides.
pub(super) struct Split<'a> {
    /// The keys that split; none for `vs`.
    pub(super) by: Vec<RunKey>,
    /// The sides.
    pub(super) sides: Vec<Side>,
    /// Each side's runs.
    pub(super) runs: Vec<Vec<&'a Subject>>,
    /// Which of the sides is the baseline.
    pub(super) baseline: usize,
    /// Every result with its side.
    pub(super) observed: Vec<Observed<'a>>,
}

impl<'a> Split<'a> {
    /// Every run of every side.
    pub(super) fn subjects(&self) -> impl Iterator<Item = (usize, &'a Subject)> {
        let sides = self.runs.iter().enumerate();
        sides.flat_map(|(side, runs)| runs.iter().map(move |subject| (side, *subject)))
    }
}

/// Splits by `vs`, by the keys asked for, or by a guess.
pub(super) fn split<'a>(selections: &'a [Selection], request: &Request) -> Result<Split<'a>, CompareError> {
    if selections.iter().all(|selection| selection.subjects.is_empty()) {
        return Err(CompareError::NothingSelected(request.q.clone()));
    }
    let (by, named) = match selections {
        [one] => {
            let by = if request.by.is_empty() { guess(&one.subjects) } else { request.by.clone() };
            let named = by_keys(&one.subjects, &by);
            (by, named)
        }
        _ if request.by.is_empty() => (Vec::new(), by_selection(selections)),
        _ => return Err(CompareError::VsAndBy),
    };
    if named.len() > MOST_SIDES {
        let by = by.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        return Err(CompareError::TooManySides { by, found: named.len() });
    }
    let baseline = baseline(&named, request)?;
    let (mut sides, mut runs_of_sides) = (Vec::new(), Vec::new());
    let mut observed = Vec::new();
    for (side, (name, members)) in named.into_iter().enumerate() {
        let runs = in_order(&members);
        let places: HashMap<RunId, usize> = runs.iter().enumerate().map(|(at, run)| (run.id, at)).collect();
        sides.push(Side { name, runs: runs.iter().map(|subject| subject.id).collect() });
        observed.extend(members.into_iter().map(|(subject, measurement)| Observed {
            subject,
            measurement,
            side,
            place: places[&subject.id],
        }));
        runs_of_sides.push(runs);
    }
    Ok(Split { by, sides, runs: runs_of_sides, baseline, observed })
}

type Members<'a> = Vec<(&'a Subject, &'a crate::run::Measurement)>;

/// The runs in the order of their starts; those without a known start last, by id.
fn in_order<'a>(members: &Members<'a>) -> Vec<&'a Subject> {
    let mut runs: Vec<&Subject> = members.iter().map(|(subject, _)| *subject).collect();
    runs.sort_by_key(|subject| (subject.run.started.is_none(), subject.run.started, subject.id));
    runs.dedup_by_key(|subject| subject.id);
    runs
}

fn results(subject: &Subject) -> impl Iterator<Item = (&Subject, &crate::run::Measurement)> {
    subject.run.results.iter().map(move |measurement| (subject, measurement))
}

fn by_keys<'a>(subjects: &'a [Subject], by: &[RunKey]) -> Vec<(String, Members<'a>)> {
    let mut grouped: BTreeMap<Vec<Option<String>>, Members> = BTreeMap::new();
    for (subject, measurement) in subjects.iter().flat_map(results) {
        let values = by.iter().map(|key| value_of(key, subject, measurement)).collect();
        grouped.entry(values).or_default().push((subject, measurement));
    }
    let mut named: Vec<_> =
        grouped.into_iter().map(|(values, members)| (side_name(&values), members)).collect();
    named.sort_by(|(a, _), (b, _)| natural(a, b));
    named
}

/// The values of the keys that split; one that holds a comma itself stands in quotes.
fn side_name(values: &[Option<String>]) -> String {
    let shown = |value: &Option<String>| match value {
        None => NONE.to_owned(),
        Some(value) if values.len() > 1 && value.contains([',', '"']) => format!("{value:?}"),
        Some(value) => value.clone(),
    };
    values.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn by_selection(selections: &[Selection]) -> Vec<(String, Members<'_>)> {
    selections.iter().map(|side| (side.q.clone(), side.subjects.iter().flat_map(results).collect())).collect()
}

fn baseline(named: &[(String, Members)], request: &Request) -> Result<usize, CompareError> {
    let Some(base) = &request.base else { return Ok(0) };
    named.iter().position(|(name, _)| name == base).ok_or_else(|| CompareError::NoSuchBaseline {
        base: base.clone(),
        sides: named.iter().map(|(name, _)| name.clone()).collect(),
    })
}

/// The key that tells the runs apart: the label, else a factor, else the box, else each
/// run is a side.
fn guess(subjects: &[Subject]) -> Vec<RunKey> {
    let varies = |key: &dyn Fn(&Run) -> Option<String>| {
        subjects.iter().map(|subject| key(&subject.run)).collect::<BTreeSet<_>>().len() > 1
    };
    if varies(&|run| Some(run.label.to_string())) {
        return vec![RunKey::Label];
    }
    let factors: BTreeSet<_> = subjects.iter().flat_map(|subject| subject.run.factors.keys()).collect();
    if let Some(factor) =
        factors.into_iter().find(|f| varies(&|run| run.factors.get(*f).map(ToString::to_string)))
    {
        return vec![RunKey::Named(factor.clone())];
    }
    if varies(&|run| Some(run.box_name.to_string())) {
        return vec![RunKey::Box];
    }
    vec![RunKey::Run]
}
