//! Labels and factors that the captured environment contradicts.
//!
//! It happened on the list: a kernel called -mm2 had been booted with `elevator=cfq`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Evidence, count};
use crate::comparison::Warning;
use crate::content::RunId;
use crate::contradiction::scheduler::{Active, active, booted, is_same};
use crate::contradiction::{contradictions, says, version};
use crate::key::RunKey;
use crate::run::Run;

/// The names under which schedulers were and are selected. `none` is no word to look for:
/// it means nothing in most labels.
const SCHEDULERS: [&str; 8] =
    ["anticipatory", "as", "bfq", "cfq", "deadline", "kyber", "mq-deadline", "noop"];

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let runs: BTreeMap<RunId, &Run> =
        evidence.split.runs.iter().flatten().map(|subject| (subject.id, &subject.run)).collect();
    let mut told: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for run in runs.values() {
        let declared = contradictions(&run.factors, &run.environment);
        let declared = declared.iter().map(ToString::to_string);
        for text in declared.chain(label_scheduler(run)).chain(label_kernel(run)) {
            *told.entry(("contradiction", text)).or_default() += 1;
        }
    }
    if scheduler_differs(evidence, runs.values()) {
        for text in runs.values().filter_map(|run| undeclared_scheduler(run)) {
            *told.entry(("undeclared", text)).or_default() += 1;
        }
    }
    told.into_iter()
        .map(|((code, text), runs)| Warning::severe(code, format!("{text} ({})", count(runs, "run"))))
        .collect()
}

fn shown(found: &[Active]) -> String {
    found.iter().map(|active| active.shown.as_str()).collect::<Vec<_>>().join(", ")
}

fn label_scheduler(run: &Run) -> Option<String> {
    let label = run.label.as_str();
    let named: Vec<&str> = SCHEDULERS.into_iter().filter(|name| says(label, name)).collect();
    let found = active(&run.environment);
    let fits = found.iter().any(|active| named.iter().any(|name| is_same(name, &active.name)));
    (!named.is_empty() && !found.is_empty() && !fits)
        .then(|| format!("label {label} names a scheduler, but {} was active", shown(&found)))
}

/// A scheduler chosen at boot that neither the label nor a factor tells of.
fn undeclared_scheduler(run: &Run) -> Option<String> {
    let found = booted(&run.environment).map_or_else(|| active(&run.environment), |booted| vec![booted]);
    let label = run.label.as_str();
    let is_told = |active: &Active| {
        let in_label = SCHEDULERS.iter().any(|name| is_same(name, &active.name) && says(label, name));
        in_label || run.factors.values().any(|level| is_same(level.as_str(), &active.name))
    };
    (!found.is_empty() && !found.iter().any(is_told))
        .then(|| format!("label {label} does not tell of the scheduler: {}", shown(&found)))
}

/// Whether the runs were under more than one scheduler, and the split is not by just that.
fn scheduler_differs<'a>(evidence: &Evidence, runs: impl Iterator<Item = &'a &'a Run>) -> bool {
    let is_asked = evidence
        .split
        .by
        .iter()
        .any(|key| matches!(key, RunKey::Environment(fact) if fact.as_str().ends_with(".scheduler")));
    let known =
        runs.filter(|run| !active(&run.environment).is_empty() || fact(run, "kernel.cmdline").is_some());
    let schedulers: BTreeSet<BTreeSet<String>> =
        known.map(|run| active(&run.environment).into_iter().map(|active| active.name).collect()).collect();
    !is_asked && schedulers.len() > 1
}

fn fact<'a>(run: &'a Run, name: &str) -> Option<&'a str> {
    run.environment.iter().find(|(fact, _)| fact.as_str() == name).map(|(_, value)| value.as_str())
}

/// A label that begins like a kernel's version, of another version than the one that ran.
fn label_kernel(run: &Run) -> Option<String> {
    let (label, running) = (run.label.as_str(), fact(run, "kernel.release")?);
    let (named, ran) = (version(label)?, version(running)?);
    let is_within = ran.strip_prefix(named).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let is_tools = fact(run, "tool.version").is_some_and(|tool| says(tool, named));
    (!is_within && !is_tools).then(|| format!("label {label}, but env.kernel.release={running} was running"))
}
