//! Settings that neither split the runs nor tell rows apart.

use std::collections::{BTreeMap, BTreeSet};

use super::super::mix::Unequal;
use super::super::{natural, repeats, value_of_run};
use super::environment::{is_told, levels};
use super::{Evidence, count, listed};
use crate::comparison::{Request, Warning};
use crate::key::RunKey;
use crate::name::{Key, Value};
use crate::run::Run;
use crate::volatile::is_volatile;

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let repeats = repeats(evidence);
    let mixed = mixed(evidence, &repeats).or_else(|| mixed_facts(evidence, &repeats));
    mixed.into_iter().chain(differing(evidence)).collect()
}

/// The kind of warning that withholds verdicts.
pub(super) const UNEQUAL: &str = "unequal-levels";

/// Sides that pool the levels of keys in unequal shares, and how to set like against like.
pub(super) fn unequal(evidence: &Evidence) -> Option<Warning> {
    let Unequal { keys, comparisons, have_common } = evidence.unequal;
    let named = |keys: &mut dyn Iterator<Item = &RunKey>, between: &str| -> String {
        keys.map(ToString::to_string).collect::<Vec<_>>().join(between)
    };
    let levels = format!("the levels of {}", named(&mut keys.iter(), " and of "));
    let asked = &evidence.table.request;
    let rows = [asked.rows.clone(), keys.iter().cloned().collect()].concat();
    let instead = have_common.then(|| Box::new(Request { rows, ..asked.clone() }));
    let way_out = match instead.as_deref() {
        Some(Request { by, rows, .. }) => {
            let [by, rows] = [by, rows].map(|keys| named(&mut keys.iter(), ","));
            let by = if by.is_empty() { by } else { format!("by={by}&") };
            format!("{by}rows={rows} sets like against like")
        }
        None => format!("the sides have none of {levels} in common"),
    };
    let cells = evidence.table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let text = format!(
        "in {comparisons} of {} the sides pool {levels} in unequal shares, which may be all that sets them \
         apart: no verdict there; {way_out}",
        count(cells.filter(|cell| cell.against.is_some()).count(), "comparison"),
    );
    (*comparisons > 0).then(|| Warning { instead, ..Warning::severe(UNEQUAL, text) })
}

/// Runs that should repeat each other: those of one side that are alike in what rows are laid
/// out by.
fn repeats<'a>(evidence: &Evidence<'a>) -> Vec<Vec<&'a Run>> {
    let mut repeats: BTreeMap<_, Vec<&Run>> = BTreeMap::new();
    for (side, subject) in evidence.split.subjects() {
        let rows: Vec<_> = evidence.table.request.rows.iter().map(|key| value_of_run(key, subject)).collect();
        let benchmark = &subject.run.benchmark;
        repeats.entry((side, rows, benchmark)).or_default().push(&subject.run);
    }
    repeats.into_values().collect()
}

/// Whether a key neither splits nor lays out.
fn is_unasked(key: &RunKey, evidence: &Evidence) -> bool {
    let asked = [&evidence.split.by, &evidence.table.request.rows];
    !asked.iter().any(|keys| keys.contains(key))
}

/// Whether nothing is told yet of a key's levels.
fn is_untold(key: &RunKey, evidence: &Evidence) -> bool {
    !evidence.unequal.keys.contains(key)
}

/// The factors that the table does not show, but for those that tell repeats apart.
fn factors(evidence: &Evidence) -> Vec<RunKey> {
    let subjects = evidence.split.subjects();
    let factors: BTreeSet<&Key> = subjects.flat_map(|(_, subject)| subject.run.factors.keys()).collect();
    let keys = factors.into_iter().cloned().map(RunKey::Named);
    let runs = || evidence.split.subjects().map(|(_, subject)| subject);
    let has_repeats = evidence.split.runs.iter().any(|runs| runs.len() > 1);
    let is_no_setting = |key: &RunKey| has_repeats && repeats::tells_apart(runs(), key);
    keys.filter(|key| is_unasked(key, evidence) && !is_no_setting(key)).collect()
}

fn value<'a>(key: &RunKey, run: &'a Run) -> Option<&'a str> {
    match key {
        RunKey::Named(factor) => run.factors.get(factor).map(Value::as_str),
        RunKey::Environment(fact) => run.environment.get(fact).map(Value::as_str),
        _ => Some(run.label.as_str()),
    }
}

/// Repeats are of one setting: other differences among them are no noise.
fn mixed(evidence: &Evidence, repeats: &[Vec<&Run>]) -> Option<Warning> {
    let distinct = |key: &RunKey| {
        let of = |runs: &Vec<&Run>| runs.iter().map(|run| value(key, run)).collect::<BTreeSet<_>>().len();
        repeats.iter().map(of).max().unwrap_or(0)
    };
    let label = Some(RunKey::Label).filter(|key| is_unasked(key, evidence));
    let runs = || evidence.split.subjects().map(|(_, subject)| subject);
    let factors = factors(evidence).into_iter().filter(|key| !repeats::counts_repeats(runs(), key));
    let found = label.into_iter().chain(factors).filter(|key| is_untold(key, evidence)).filter_map(|key| {
        match (distinct(&key), key) {
            (0 | 1, _) => None,
            (most, RunKey::Label) => Some(count(most, "label")),
            (most, factor) => Some(format!("{} of {factor}", count(most, "level"))),
        }
    });
    warning_of_mixed(found.collect())
}

fn warning_of_mixed(found: Vec<String>) -> Option<Warning> {
    (!found.is_empty()).then(|| Warning::new("mixed-settings", format!("a side mixes {}", listed(&found))))
}

/// Where nothing declared tells why: captured facts of which some repeats share one value, and
/// others have another. Those that are new in every run are no setting.
fn mixed_facts(evidence: &Evidence, repeats: &[Vec<&Run>]) -> Option<Warning> {
    let facts: BTreeSet<&Key> = repeats.iter().flatten().flat_map(|run| run.environment.keys()).collect();
    let facts = facts.into_iter().filter(|fact| !is_volatile(fact.as_str()));
    let found = facts
        .cloned()
        .map(RunKey::Environment)
        .filter(|key| is_unasked(key, evidence) && is_untold(key, evidence))
        .filter_map(|key| {
            let most = repeats.iter().filter_map(|runs| {
                let known: Vec<&str> = runs.iter().filter_map(|run| value(&key, run)).collect();
                let values = known.iter().collect::<BTreeSet<_>>().len();
                (values > 1 && values < known.len()).then_some(values)
            });
            Some(format!("{} of {key}", count(most.max()?, "value")))
        });
    warning_of_mixed(found.collect())
}

/// Factors of which the sides have other levels, though their names do not tell of it.
fn differing(evidence: &Evidence) -> Option<Warning> {
    let levels = levels(evidence.split);
    let found = factors(evidence).into_iter().filter_map(|key| {
        let mut sides = vec![BTreeSet::new(); evidence.split.runs.len()];
        for (side, subject) in evidence.split.subjects() {
            sides[side].insert(value(&key, &subject.run));
        }
        // Of the others it is told already that they pool levels.
        let is_told_of = !is_untold(&key, evidence);
        let sides: Vec<_> =
            sides.into_iter().zip(&levels).filter(|(values, _)| !is_told_of || values.len() == 1).collect();
        let told =
            sides.iter().all(|(values, levels)| values.iter().flatten().all(|value| is_told(value, levels)));
        let differ = sides.windows(2).any(|pair| pair[0].0 != pair[1].0);
        let all: BTreeSet<Option<&str>> = sides.into_iter().flat_map(|(values, _)| values).collect();
        let mut all: Vec<&str> = all.into_iter().map(|value| value.unwrap_or("none")).collect();
        all.sort_by(|a, b| natural::order_of(&key.to_string())(a, b));
        (differ && !told).then(|| match all.len() {
            0..=3 => format!("{key} is {}", all.join(" or ")),
            many => format!("{key} is {}, or one of {} more levels", all[..3].join(", "), many - 3),
        })
    });
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| {
        let text = format!("the sides differ in what their names do not tell of: {}", listed(&found));
        Warning::new("other-setting", text)
    })
}
