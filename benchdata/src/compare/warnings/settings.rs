//! Settings that neither split the runs nor tell rows apart.

use std::collections::BTreeSet;

use super::environment::{is_told, is_volatile, levels};
use super::{Evidence, count, listed};
use crate::comparison::Warning;
use crate::key::RunKey;
use crate::run::Run;

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let settings = declared(evidence);
    let mixed = mixed(&settings).or_else(|| mixed_facts(evidence));
    mixed.into_iter().chain(differing(evidence, &settings)).collect()
}

/// A label or factor, and what each side's runs have of it.
struct Setting<'a> {
    key: RunKey,
    sides: Vec<BTreeSet<Option<&'a str>>>,
}

/// The label and the factors that the table does not show.
fn declared<'a>(evidence: &'a Evidence) -> Vec<Setting<'a>> {
    let (split, table) = (evidence.split, evidence.table);
    let factors: BTreeSet<_> =
        split.subjects().flat_map(|(_, subject)| subject.run.factors.keys().cloned()).collect();
    let keys = [RunKey::Label].into_iter().chain(factors.into_iter().map(RunKey::Named));
    keys.filter(|key| !split.by.contains(key) && !table.keys.contains(&key.to_string()))
        .map(|key| {
            let mut sides = vec![BTreeSet::new(); split.runs.len()];
            for (side, subject) in split.subjects() {
                sides[side].insert(value(&key, &subject.run));
            }
            Setting { key, sides }
        })
        .collect()
}

fn value<'a>(key: &RunKey, run: &'a Run) -> Option<&'a str> {
    match key {
        RunKey::Named(factor) => run.factors.get(factor).map(|level| level.as_str()),
        _ => Some(run.label.as_str()),
    }
}

/// A side repeats one setting; other differences of its runs are no noise.
fn mixed(settings: &[Setting]) -> Option<Warning> {
    let found: Vec<String> = settings
        .iter()
        .map(|setting| (&setting.key, setting.sides.iter().map(BTreeSet::len).max().unwrap_or(0)))
        .filter(|(_, most)| *most > 1)
        .map(|(key, most)| match key {
            RunKey::Label => count(most, "label"),
            factor => format!("{} of {factor}", count(most, "level")),
        })
        .collect();
    (!found.is_empty()).then(|| warning_of_mixed(&found))
}

fn warning_of_mixed(found: &[String]) -> Warning {
    Warning::new("mixed-settings", format!("a side mixes {}", listed(found)))
}

/// Where nothing declared tells why: captured facts of which some of a side's runs share one
/// value, and others have another. Those that are new in every run are no setting.
fn mixed_facts(evidence: &Evidence) -> Option<Warning> {
    let split = evidence.split;
    let facts: BTreeSet<_> =
        split.subjects().flat_map(|(_, subject)| subject.run.environment.keys()).collect();
    let found: Vec<String> = facts
        .into_iter()
        .filter(|fact| {
            let key = RunKey::Environment((*fact).clone());
            !is_volatile(fact.as_str())
                && !split.by.contains(&key)
                && !evidence.table.keys.contains(&key.to_string())
        })
        .filter_map(|fact| {
            let most = split.runs.iter().filter_map(|side| {
                let known: Vec<_> =
                    side.iter().filter_map(|subject| subject.run.environment.get(fact)).collect();
                let values = known.iter().collect::<BTreeSet<_>>().len();
                (values > 1 && values < known.len()).then_some(values)
            });
            most.max().map(|most| format!("{} of env.{fact}", count(most, "value")))
        })
        .collect();
    (!found.is_empty()).then(|| warning_of_mixed(&found))
}

/// What was declared of one side and not of another, though their names do not tell of it.
fn differing(evidence: &Evidence, settings: &[Setting]) -> Option<Warning> {
    let levels = levels(evidence.split);
    let differ = |setting: &&Setting| setting.sides.windows(2).any(|pair| pair[0] != pair[1]);
    let told = |setting: &Setting| {
        let sides = setting.sides.iter().zip(&levels);
        sides.into_iter().all(|(values, levels)| values.iter().flatten().all(|value| is_told(value, levels)))
    };
    let found: Vec<String> = settings
        .iter()
        .filter(differ)
        .filter(|setting| !told(setting))
        .map(|Setting { key, sides }| {
            let values: BTreeSet<Option<&str>> = sides.iter().flatten().copied().collect();
            let values: Vec<&str> = values.into_iter().map(|value| value.unwrap_or("none")).collect();
            format!("{key} is {}", values.join(" or "))
        })
        .collect();
    (!found.is_empty()).then(|| {
        let text = format!("the sides differ in what their names do not tell of: {}", listed(&found));
        Warning::new("other-setting", text)
    })
}
