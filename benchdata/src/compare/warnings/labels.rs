//! Labels and factors that the captured environment contradicts.
//!
//! It happened on the list: a kernel called -mm2 had been booted with `elevator=cfq`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Evidence, count, listed};
use crate::comparison::Warning;
use crate::content::RunId;
use crate::contradiction::kernel::is_another;
use crate::contradiction::scheduler::{Active, active, booted, is_known, is_same, named_by};
use crate::contradiction::{contradictions, says};
use crate::key::RunKey;
use crate::name::Value;
use crate::run::Run;

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let runs: BTreeMap<RunId, &Run> =
        evidence.split.runs.iter().flatten().map(|subject| (subject.id, &subject.run)).collect();
    let labels: BTreeSet<&str> = runs.values().map(|run| run.label.as_str()).collect();
    let is_undeclared = scheduler_differs(evidence, runs.values());
    let mut told: BTreeMap<Kind, BTreeMap<String, BTreeSet<RunId>>> = BTreeMap::new();
    for (id, run) in &runs {
        let declared = contradictions(&run.factors, &run.environment);
        let declared = declared.iter().map(|found| (Kind::Declared, found.to_string()));
        let of_scheduler = label_scheduler(run).filter(|_| is_of_disks(run, &labels));
        let undeclared = undeclared_scheduler(run).filter(|_| is_undeclared);
        let of_label = [
            (Kind::Scheduler, of_scheduler),
            (Kind::Kernel, label_kernel(run)),
            (Kind::Undeclared, undeclared),
        ];
        let of_label = of_label.into_iter().filter_map(|(kind, text)| Some((kind, text?)));
        for (kind, text) in declared.chain(of_label) {
            told.entry(kind).or_default().entry(text).or_default().insert(*id);
        }
    }
    told.iter().flat_map(|(kind, texts)| kind.warnings(texts)).collect()
}

/// Kinds of contradictions, in the order in which they are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Declared,
    Kernel,
    Scheduler,
    Undeclared,
}

/// So many warnings of one kind have a line each; more are summed up in one.
const MOST_LINES: usize = 3;

impl Kind {
    /// What is told of the runs of each text.
    fn warnings(self, texts: &BTreeMap<String, BTreeSet<RunId>>) -> Vec<Warning> {
        let (code, what) = match self {
            Self::Declared => ("contradiction", "the environment contradicts what is declared"),
            Self::Kernel => ("contradiction", "the label names another kernel than ran"),
            Self::Scheduler => ("contradiction", "the label names another scheduler than was active"),
            Self::Undeclared => ("undeclared", "the label does not tell of the scheduler"),
        };
        if texts.len() > MOST_LINES {
            let runs = texts.values().flatten().collect::<BTreeSet<_>>().len();
            let texts: Vec<String> = texts.keys().cloned().collect();
            return vec![Warning::severe(
                code,
                format!("{}: {what}: {}", count(runs, "run"), listed(&texts)),
            )];
        }
        let line =
            |(text, runs): (&String, &BTreeSet<RunId>)| format!("{text} ({})", count(runs.len(), "run"));
        texts.iter().map(|found| Warning::severe(code, line(found))).collect()
    }
}

fn shown(found: &[Active]) -> String {
    found.iter().map(|active| active.shown.as_str()).collect::<Vec<_>>().join(", ")
}

/// A label that names another scheduler than the one that ran.
fn label_scheduler(run: &Run) -> Option<String> {
    let label = run.label.as_str();
    let named = named_by(label).filter(|name| *name != "none")?;
    let found = active(&run.environment);
    let fits = found.iter().any(|active| is_same(named, &active.name));
    (!found.is_empty() && !fits)
        .then(|| format!("label {label} names a scheduler, but {} was active", shown(&found)))
}

/// `deadline` alone is a class of the CPU's scheduler too: beside `fair`, not beside `cfq`.
fn is_of_disks(run: &Run, labels: &BTreeSet<&str>) -> bool {
    let label = run.label.as_str();
    let others = || labels.iter().filter(|other| **other != label).any(|other| named_by(other).is_some());
    !label.eq_ignore_ascii_case("deadline") || others()
}

/// The scheduler that a run was under, as far as is known: captured, else declared.
fn scheduler(run: &Run) -> Option<BTreeSet<String>> {
    let active = active(&run.environment);
    if !active.is_empty() {
        return Some(active.into_iter().map(|active| active.name.to_ascii_lowercase()).collect());
    }
    let declared = run.factors.values().map(Value::as_str).find(|level| is_known(level));
    let named = named_by(run.label.as_str()).filter(|name| *name != "none");
    let told = declared.or(named).map(|name| BTreeSet::from([name.to_ascii_lowercase()]));
    // A command line that asks for none tells that it was some default.
    told.or_else(|| fact(run, "kernel.cmdline").map(|_| BTreeSet::new()))
}

/// A scheduler that neither the label nor a factor tells of.
fn undeclared_scheduler(run: &Run) -> Option<String> {
    let found = booted(&run.environment).map_or_else(|| active(&run.environment), |booted| vec![booted]);
    let label = run.label.as_str();
    let is_told = |active: &Active| {
        let in_label = named_by(label).is_some_and(|name| is_same(name, &active.name))
            || says(&label.to_ascii_lowercase(), &active.name.to_ascii_lowercase());
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
    let schedulers: BTreeSet<BTreeSet<String>> = runs.filter_map(|run| scheduler(run)).collect();
    !is_asked && schedulers.len() > 1
}

fn fact<'a>(run: &'a Run, name: &str) -> Option<&'a str> {
    run.environment.iter().find(|(fact, _)| fact.as_str() == name).map(|(_, value)| value.as_str())
}

/// A label that begins like a kernel's version, of another one than the one that ran.
fn label_kernel(run: &Run) -> Option<String> {
    let (label, running) = (run.label.as_str(), fact(run, "kernel.release")?);
    let is_tools = fact(run, "tool.version").is_some_and(|tool| says(tool, label));
    (is_another(label, running) && !is_tools)
        .then(|| format!("label {label}, but env.kernel.release={running} was running"))
}
