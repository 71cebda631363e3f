//! What a reader must know before believing a table's numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::sides::Split;
use super::{Observed, Subject};
use crate::comparison::{Basis, ComparisonTable, Difference, Layout, Verdict, Warning};
use crate::content::RunId;
use crate::key::RunKey;
use crate::name::Key;

/// The captured facts that differ between the sides.
pub(super) fn environment(split: &Split) -> Vec<Difference> {
    let mut facts: BTreeMap<&Key, Vec<BTreeSet<&str>>> = BTreeMap::new();
    for o in &split.observed {
        for (fact, value) in &o.subject.run.environment {
            let values = facts.entry(fact).or_insert_with(|| vec![BTreeSet::new(); split.sides.len()]);
            values[o.side].insert(value.as_str());
        }
    }
    facts
        .into_iter()
        .filter(|(_, values)| values.windows(2).any(|pair| pair[0] != pair[1]))
        .map(|(fact, values)| Difference {
            fact: fact.to_string(),
            values: values.into_iter().map(|side| side.into_iter().map(str::to_owned).collect()).collect(),
        })
        .collect()
}

/// All warnings of a table.
pub(super) fn of(
    table: &ComparisonTable,
    split: &Split,
    observed: &[Observed],
    all_metrics: usize,
) -> Vec<Warning> {
    [
        single_runs(table).into_iter().collect(),
        one_side(table).into_iter().collect(),
        hidden_metrics(table, all_metrics).into_iter().collect(),
        missing(table).into_iter().collect(),
        boxes(split).into_iter().collect(),
        shared_runs(table).into_iter().collect(),
        contradictions(split),
        disagreements(observed),
        units(observed),
    ]
    .concat()
}

fn one_side(table: &ComparisonTable) -> Option<Warning> {
    // A sweep is of one side by design.
    let is_sweep = table.request.layout == Layout::Sweep;
    (table.sides.len() == 1 && !is_sweep).then(|| {
        let by = table.request.by.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        Warning::new("one-side", format!("all runs are on one side: {by} does not tell them apart"))
    })
}

/// A side with one run allows no verdict, or makes samples stand in for runs.
fn single_runs(table: &ComparisonTable) -> Option<Warning> {
    let single: Vec<&str> =
        table.sides.iter().filter(|side| side.runs.len() == 1).map(|side| side.name.as_str()).collect();
    if single.is_empty() || table.sides.len() < 2 {
        return None;
    }
    let who = match single.as_slice() {
        all if all.len() == table.sides.len() => "every side has a single run".to_owned(),
        some => format!("only one run of {}", some.join(", ")),
    };
    let cells = || table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let stands_in = cells().any(|cell| cell.basis == Basis::Samples && cell.summary.n > 1);
    let undecided = cells().any(|cell| {
        cell.against.as_ref().is_some_and(|against| against.verdict == Some(Verdict::TooFewRuns))
    });
    let text = match (stands_in, undecided) {
        (true, true) => {
            "samples within it stand in for repeats where it has several; elsewhere there is no verdict"
        }
        (true, false) => "samples within it stand in for repeats, so intervals may be too narrow",
        (false, _) => "changes are shown, but without repeats there is no verdict",
    };
    Some(Warning::new("single-run", format!("{who}: {text}")))
}

fn hidden_metrics(table: &ComparisonTable, all: usize) -> Option<Warning> {
    let shown = table.metrics.len();
    (shown < all).then(|| Warning::new("metrics-hidden", format!("showing {shown} of {all} metrics")))
}

fn missing(table: &ComparisonTable) -> Option<Warning> {
    let partial = table.rows.iter().filter(|row| row.cells.iter().any(Option::is_none)).count();
    (partial > 0).then(|| {
        let text = format!("{partial} of {} rows lack a value on some side", table.rows.len());
        Warning::new("missing", text)
    })
}

fn boxes(split: &Split) -> Option<Warning> {
    let mut boxes: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); split.sides.len()];
    for o in &split.observed {
        boxes[o.side].insert(o.subject.run.box_name.as_str());
    }
    let asked = split.by.contains(&RunKey::Box);
    if boxes.iter().any(|side| side.len() > 1) {
        return Some(Warning::new("several-boxes", "a side mixes runs of several boxes"));
    }
    let differ = boxes.windows(2).any(|pair| pair[0] != pair[1]);
    (differ && !asked).then(|| Warning::new("other-box", "the sides ran on different boxes"))
}

fn shared_runs(table: &ComparisonTable) -> Option<Warning> {
    let mut seen: BTreeSet<RunId> = BTreeSet::new();
    let by_case = table.sides.iter().flat_map(|side| &side.runs).filter(|run| !seen.insert(**run)).count();
    // Sides split by a case parameter share their runs by design; `vs` sides should not.
    (by_case > 0 && table.request.by.is_empty())
        .then(|| Warning::new("shared-runs", format!("{by_case} runs stand on several sides")))
}

/// Declared factors that the captured environment contradicts.
fn contradictions(split: &Split) -> Vec<Warning> {
    let subjects: BTreeMap<RunId, &Subject> =
        split.observed.iter().map(|o| (o.subject.id, o.subject)).collect();
    subjects.values().flat_map(|subject| contradiction(subject)).collect()
}

fn contradiction(subject: &Subject) -> Vec<Warning> {
    let run = &subject.run;
    let schedulers: Vec<_> = run
        .environment
        .iter()
        .filter(|(fact, _)| fact.as_str().starts_with("block.") && fact.as_str().ends_with(".scheduler"))
        .collect();
    let kernel: Vec<_> =
        run.environment.iter().filter(|(fact, _)| fact.as_str() == "kernel.release").collect();
    let mut found = Vec::new();
    for (factor, facts) in [("elevator", schedulers), ("kernel", kernel)] {
        let Some(declared) = run.factors.get(factor) else { continue };
        if !facts.is_empty() && facts.iter().all(|(_, active)| *active != declared) {
            let active: Vec<String> =
                facts.iter().map(|(fact, active)| format!("env.{fact}={active}")).collect();
            let text = format!(
                "run {}: {factor}={declared} is declared, but {} was active",
                subject.id,
                active.join(", ")
            );
            found.push(Warning::new("contradiction", text));
        }
    }
    found
}

/// Results of one metric that disagree on what is better.
fn disagreements(observed: &[Observed]) -> Vec<Warning> {
    let disagree = super::directions(observed).into_iter().filter(|(_, found)| found.len() > 1);
    disagree
        .map(|(metric, _)| {
            let text = format!("runs disagree on which way {metric} is better: no verdict on it");
            Warning::new("direction", text)
        })
        .collect()
}

/// Results of one metric in units that cannot be compared.
fn units(observed: &[Observed]) -> Vec<Warning> {
    let mut quantities: BTreeMap<&str, BTreeSet<_>> = BTreeMap::new();
    for o in observed {
        let series = &o.measurement.series;
        quantities.entry(series.metric.as_str()).or_default().insert(series.unit.quantity());
    }
    let mixed = quantities.into_iter().filter(|(_, found)| found.len() > 1);
    mixed
        .map(|(metric, _)| {
            Warning::new(
                "units",
                format!("{metric} is given in units that cannot be compared: in rows of their own"),
            )
        })
        .collect()
}
