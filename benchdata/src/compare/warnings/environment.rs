//! Captured facts that differ between the sides.

use std::collections::{BTreeMap, BTreeSet};

use super::super::sides::Split;
use super::super::{natural, value_of};
use super::{Evidence, count, listed};
use crate::comparison::{Difference, Warning};
use crate::contradiction::says;
use crate::key::RunKey;
use crate::name::Key;
use crate::volatile::is_volatile;

/// The captured facts that differ between the sides, but for those that always do.
pub(in crate::compare) fn differences(split: &Split) -> Vec<Difference> {
    let mut facts: BTreeMap<&Key, Vec<BTreeSet<&str>>> = BTreeMap::new();
    for (side, subject) in split.subjects() {
        let lasting = subject.run.environment.iter().filter(|(fact, _)| !is_volatile(fact.as_str()));
        for (fact, value) in lasting {
            let values = facts.entry(fact).or_insert_with(|| vec![BTreeSet::new(); split.sides.len()]);
            values[side].insert(value.as_str());
        }
    }
    facts
        .into_iter()
        .filter(|(_, values)| values.windows(2).any(|pair| pair[0] != pair[1]))
        .map(|(fact, values)| Difference {
            fact: fact.to_string(),
            values: values.into_iter().map(|side| in_order(fact, side)).collect(),
        })
        .collect()
}

/// A fact's values in their order.
fn in_order(fact: &Key, values: BTreeSet<&str>) -> Vec<String> {
    let mut values: Vec<String> = values.into_iter().map(str::to_owned).collect();
    values.sort_by(|a, b| natural::order_of(fact.as_str())(a, b));
    values
}

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let mut found: Vec<Warning> = hardware(evidence.split);
    found.extend(tool_version(evidence));
    found.extend(besides_the_factor(evidence));
    found
}

/// Sides should differ in what is under test alone. Of facts that no level of the split
/// explains, one may be what is under test where nothing else is; several cannot.
fn besides_the_factor(evidence: &Evidence) -> Option<Warning> {
    let split = evidence.split;
    if split.by.contains(&RunKey::Box) {
        return None;
    }
    let levels = levels(split);
    let is_one_each = |difference: &&Difference| difference.values.iter().all(|values| values.len() == 1);
    let known = evidence.table.environment.iter().filter(is_one_each);
    let (explained, besides): (Vec<&Difference>, Vec<&Difference>) =
        known.partition(|difference| is_explained(difference, &levels, split));
    let kernel_is_explained = explained.iter().any(|difference| difference.fact == "kernel.release");
    let besides: Vec<String> = besides
        .into_iter()
        .map(|difference| &difference.fact)
        // The build and its date go with the release.
        .filter(|fact| !(kernel_is_explained && *fact == "kernel.version"))
        .map(|fact| format!("env.{fact}"))
        .collect();
    // Where nothing else differs, one fact is what was tested, unless something else was declared to be.
    let is_declared = split.by.iter().any(|key| matches!(key, RunKey::Named(_)));
    let allowed = usize::from(explained.is_empty() && !is_declared);
    (besides.len() > allowed).then(|| {
        let facts = count(besides.len(), "captured fact");
        let text =
            format!("the sides differ in {facts} that their names do not tell of: {}", listed(&besides));
        Warning::new("environment", text)
    })
}

/// Of each side, the values that split it off; its query where `vs` did.
pub(super) fn levels(split: &Split) -> Vec<Vec<String>> {
    let sides = split.sides.iter().enumerate();
    sides
        .map(|(side, named)| match split.observed.iter().find(|o| o.side == side) {
            Some(o) if !split.by.is_empty() => {
                split.by.iter().filter_map(|key| value_of(key, &o.member())).collect()
            }
            _ => vec![named.name.clone()],
        })
        .collect()
}

fn is_explained(difference: &Difference, levels: &[Vec<String>], split: &Split) -> bool {
    let is_split_by = split
        .by
        .iter()
        .any(|key| matches!(key, RunKey::Environment(fact) if fact.as_str() == difference.fact));
    let told = difference
        .values
        .iter()
        .zip(levels)
        .all(|(values, levels)| values.iter().all(|value| is_told(value, levels)));
    is_split_by || told
}

/// Whether one of a side's levels tells of a value.
pub(super) fn is_told(value: &str, levels: &[String]) -> bool {
    levels.iter().any(|level| says(value, level) || says(level, value))
}

fn hardware(split: &Split) -> Vec<Warning> {
    HARDWARE.into_iter().filter_map(|kind| other(split, kind)).collect()
}

/// What hardware is called.
const HARDWARE: [&str; 3] = ["CPU", "filesystem", "disk"];

/// What hardware a fact is of, if any.
pub(crate) fn hardware_of(fact: &str) -> Option<&'static str> {
    let [cpu, filesystem, disk] = HARDWARE;
    match fact {
        "cpu.model" => Some(cpu),
        "fs.type" => Some(filesystem),
        _ => (fact.starts_with("block.") && fact.ends_with(".model")).then_some(disk),
    }
}

/// The fact that tells a tool's version.
pub(crate) const TOOL_VERSION: &str = "tool.version";

/// Whether the sides ran on other hardware of a kind, where all of them say.
fn other(split: &Split, kind: &str) -> Option<Warning> {
    let mut sides: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); split.sides.len()];
    for (side, subject) in split.subjects() {
        let facts =
            subject.run.environment.iter().filter(|(fact, _)| hardware_of(fact.as_str()) == Some(kind));
        sides[side].extend(facts.map(|(_, value)| value.as_str()));
    }
    let all_say = sides.iter().all(|values| !values.is_empty());
    let differ = sides.windows(2).any(|pair| pair[0] != pair[1]);
    let values: BTreeSet<&str> = sides.into_iter().flatten().collect();
    let values: Vec<String> = values.into_iter().map(str::to_owned).collect();
    (all_say && differ).then(|| {
        Warning::new("other-hardware", format!("the sides ran on another {kind}: {}", listed(&values)))
    })
}

/// A tool that was changed between the sides may measure otherwise. Each benchmark's by itself.
fn tool_version(evidence: &Evidence) -> Option<Warning> {
    let names = evidence.split.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>();
    let mut versions: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for (side, subject) in evidence.split.subjects() {
        let run = &subject.run;
        let version = run.environment.iter().find(|(fact, _)| fact.as_str() == TOOL_VERSION);
        if let Some((_, version)) = version {
            versions.entry(run.benchmark.as_str()).or_default().insert((version.as_str(), names[side]));
        }
    }
    versions.values().find_map(|versions| {
        let of_age = |(a, _): &&(&str, &str), (b, _): &&(&str, &str)| natural::versions(a, b);
        let (oldest, side) = versions.iter().min_by(of_age)?;
        let (newest, _) = versions.iter().max_by(of_age)?;
        let differs = versions.iter().map(|(_, side)| side).collect::<BTreeSet<_>>().len() > 1;
        let text = format!("{side} was measured with an older tool, {oldest} against {newest}");
        (oldest != newest && differs).then(|| Warning::new("tool-version", text))
    })
}
