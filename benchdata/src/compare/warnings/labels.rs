//! Labels and factors that the captured environment contradicts.
//!
//! It happened on the list: a kernel called -mm2 had been booted with `elevator=cfq`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Subject;
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
    of_runs(evidence.split.runs.iter().flatten().copied(), &evidence.split.by)
}

/// Of runs that are told apart by keys.
pub(crate) fn of_runs<'a>(subjects: impl Iterator<Item = &'a Subject>, by: &[RunKey]) -> Vec<Warning> {
    let runs: BTreeMap<RunId, Labelled> =
        subjects.map(|subject| (subject.id, Labelled::of(&subject.run))).collect();
    let labels: BTreeSet<&str> = runs.values().map(|labelled| labelled.label).collect();
    let is_undeclared = scheduler_differs(by, runs.values());
    let mut told: BTreeMap<Kind, BTreeMap<String, BTreeSet<RunId>>> = BTreeMap::new();
    for (id, labelled) in &runs {
        let declared = contradictions(&labelled.run.factors, &labelled.run.environment);
        let declared = declared.iter().map(|found| (Kind::Declared, found.to_string()));
        let of_scheduler = labelled.other_scheduler().filter(|_| labelled.is_of_disks(&labels));
        let undeclared = is_undeclared.then(|| labelled.undeclared_scheduler()).flatten();
        let of_label = [
            (Kind::Scheduler, of_scheduler),
            (Kind::Kernel, labelled.other_kernel()),
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

/// A run, what its label says of the scheduler, and what was active.
struct Labelled<'a> {
    run: &'a Run,
    label: &'a str,
    named: Option<&'static str>,
    active: Vec<Active<'a>>,
}

impl<'a> Labelled<'a> {
    fn of(run: &'a Run) -> Self {
        let label = run.label.as_str();
        Self { run, label, named: named_by(label), active: active(&run.environment) }
    }

    /// The scheduler that the label names, if it is one to everybody.
    fn surely_named(&self) -> Option<&'static str> {
        self.named.filter(|name| *name != "none")
    }

    /// A label that names another scheduler than the one that ran.
    fn other_scheduler(&self) -> Option<String> {
        let named = self.surely_named()?;
        let fits = self.active.iter().any(|active| is_same(named, active.name));
        (!self.active.is_empty() && !fits).then(|| {
            format!("label {} names a scheduler, but {} was active", self.label, shown(&self.active))
        })
    }

    /// `deadline` alone is a class of the CPU's scheduler too: beside `fair`, not beside `cfq`.
    fn is_of_disks(&self, labels: &BTreeSet<&str>) -> bool {
        let mut others = labels.iter().filter(|other| **other != self.label);
        !self.label.eq_ignore_ascii_case("deadline") || others.any(|other| named_by(other).is_some())
    }

    /// The scheduler that the run was under, in lower case, as far as is known: captured, else
    /// declared.
    fn scheduler(&self) -> Option<BTreeSet<String>> {
        if !self.active.is_empty() {
            return Some(self.active.iter().map(|active| active.name.to_ascii_lowercase()).collect());
        }
        let declared = self.run.factors.values().map(Value::as_str).find(|level| is_known(level));
        let told = declared.or(self.surely_named());
        let told = told.map(|name| BTreeSet::from([name.to_ascii_lowercase()]));
        // A command line that asks for none tells that it was some default.
        told.or_else(|| self.run.environment.get("kernel.cmdline").map(|_| BTreeSet::new()))
    }

    /// A scheduler that neither the label nor a factor tells of.
    fn undeclared_scheduler(&self) -> Option<String> {
        let booted = booted(&self.run.environment);
        let found = booted.as_ref().map_or(&*self.active, std::slice::from_ref);
        let is_told = |active: &Active| {
            self.named.is_some_and(|name| is_same(name, active.name))
                || says(&self.label.to_ascii_lowercase(), &active.name.to_ascii_lowercase())
                || self.run.factors.values().any(|level| is_same(level.as_str(), active.name))
        };
        (!found.is_empty() && !found.iter().any(is_told))
            .then(|| format!("label {} does not tell of the scheduler: {}", self.label, shown(found)))
    }

    /// A label that begins like a kernel's version, of another one than the one that ran.
    fn other_kernel(&self) -> Option<String> {
        let fact = |name| self.run.environment.get(name).map(Value::as_str);
        let (label, running) = (self.label, fact("kernel.release")?);
        let is_tools = fact("tool.version").is_some_and(|tool| says(tool, label));
        (is_another(label, running) && !is_tools)
            .then(|| format!("label {label}, but env.kernel.release={running} was running"))
    }
}

fn shown(found: &[Active]) -> String {
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether the runs were under more than one scheduler, and the split is not by just that.
fn scheduler_differs<'a>(by: &[RunKey], runs: impl Iterator<Item = &'a Labelled<'a>>) -> bool {
    let is_asked = by
        .iter()
        .any(|key| matches!(key, RunKey::Environment(fact) if fact.as_str().ends_with(".scheduler")));
    let mut schedulers = runs.filter_map(Labelled::scheduler);
    let first = schedulers.next();
    !is_asked && schedulers.any(|scheduler| Some(scheduler) != first)
}
