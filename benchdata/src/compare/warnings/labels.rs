//! Labels and factors that the captured environment contradicts.
//!
//! It happened on the list: a kernel called -mm2 had been booted with `elevator=cfq`.

use std::collections::{BTreeMap, BTreeSet};

use super::scheduler::{Active, NAMES, active, booted, is_same};
use super::{Evidence, count};
use crate::comparison::Warning;
use crate::content::RunId;
use crate::key::RunKey;
use crate::run::Run;

/// The factors that name a scheduler.
const SCHEDULER_FACTORS: [&str; 3] = ["elevator", "iosched", "scheduler"];

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let runs: BTreeMap<RunId, &Run> =
        evidence.split.runs.iter().flatten().map(|subject| (subject.id, &subject.run)).collect();
    let mut told: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for run in runs.values() {
        let contradictions =
            [declared_scheduler(run), label_scheduler(run), declared_kernel(run), label_kernel(run)];
        for text in contradictions.into_iter().flatten() {
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

/// Whether a word stands in a text by itself: `as` in `2.5.62-mm2-as`, not in `fast`.
pub(super) fn says(text: &str, word: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + word.len()..].chars().next())
    })
}

fn shown(found: &[Active]) -> String {
    found.iter().map(|active| active.shown.as_str()).collect::<Vec<_>>().join(", ")
}

fn declared_scheduler(run: &Run) -> Option<String> {
    let (factor, declared) =
        run.factors.iter().find(|(factor, _)| SCHEDULER_FACTORS.contains(&factor.as_str()))?;
    let found = active(run);
    let is_contradicted =
        !found.is_empty() && !found.iter().any(|active| is_same(&active.name, declared.as_str()));
    is_contradicted.then(|| format!("{factor}={declared} is declared, but {} was active", shown(&found)))
}

fn label_scheduler(run: &Run) -> Option<String> {
    let label = run.label.as_str();
    let named: Vec<&str> = NAMES.into_iter().filter(|name| says(label, name)).collect();
    let found = active(run);
    let fits = found.iter().any(|active| named.iter().any(|name| is_same(name, &active.name)));
    (!named.is_empty() && !found.is_empty() && !fits)
        .then(|| format!("label {label} names a scheduler, but {} was active", shown(&found)))
}

/// A scheduler chosen at boot that neither the label nor a factor tells of.
fn undeclared_scheduler(run: &Run) -> Option<String> {
    let found = booted(run).map_or_else(|| active(run), |booted| vec![booted]);
    let label = run.label.as_str();
    let is_told = |active: &Active| {
        let in_label = NAMES.iter().any(|name| is_same(name, &active.name) && says(label, name));
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
    let known = runs.filter(|run| !active(run).is_empty() || fact(run, "kernel.cmdline").is_some());
    let schedulers: BTreeSet<BTreeSet<String>> =
        known.map(|run| active(run).into_iter().map(|active| active.name).collect()).collect();
    !is_asked && schedulers.len() > 1
}

fn fact<'a>(run: &'a Run, name: &str) -> Option<&'a str> {
    run.environment.iter().find(|(fact, _)| fact.as_str() == name).map(|(_, value)| value.as_str())
}

fn declared_kernel(run: &Run) -> Option<String> {
    let (_, declared) = run.factors.iter().find(|(factor, _)| factor.as_str() == "kernel")?;
    let running = fact(run, "kernel.release")?;
    (!says(running, declared.as_str()) && !says(declared.as_str(), running))
        .then(|| format!("kernel={declared} is declared, but env.kernel.release={running} was running"))
}

/// A label that begins like a kernel's version, of another version than the one that ran.
fn label_kernel(run: &Run) -> Option<String> {
    let (label, running) = (run.label.as_str(), fact(run, "kernel.release")?);
    let (named, ran) = (version(label)?, version(running)?);
    let is_within = ran.strip_prefix(named).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let is_tools = fact(run, "tool.version").is_some_and(|tool| says(tool, named));
    (!is_within && !is_tools).then(|| format!("label {label}, but env.kernel.release={running} was running"))
}

/// `2.5.62` of `2.5.62-mm2`: at least two numbers with points between them.
fn version(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let numbers = text[..end].trim_end_matches('.');
    (numbers.split('.').count() > 1 && numbers.split('.').all(|number| !number.is_empty())).then_some(numbers)
}
