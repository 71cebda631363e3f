//! Metrics that are hidden, or whose results cannot stand in one row.

use std::collections::{BTreeMap, BTreeSet};

use super::super::directions;
use super::super::kinds::Member;
use super::{Evidence, count};
use crate::comparison::Warning;
use crate::content::RunId;
use crate::run::Run;

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let mut found: Vec<Warning> =
        [hidden(evidence), without_values(evidence)].into_iter().flatten().collect();
    found.extend(of_series(evidence.examples));
    found
}

/// Results of one metric that cannot be judged together, or not compared.
pub(crate) fn of_series(examples: &[Member]) -> Vec<Warning> {
    [disagreements(examples), units(examples)].concat()
}

/// What was left out by asking for metrics: a table of the favourable ones alone misleads.
fn hidden(evidence: &Evidence) -> Option<Warning> {
    let shown: BTreeSet<&str> = evidence.table.metrics.iter().map(|metric| metric.name.as_str()).collect();
    let all = evidence.all_metrics;
    let hidden: Vec<&str> =
        all.iter().map(|metric| metric.name.as_str()).filter(|name| !shown.contains(name)).collect();
    (!hidden.is_empty()).then(|| {
        let text = format!("showing {} of {} metrics, without {}", shown.len(), all.len(), hidden.join(", "));
        Warning::new("metrics-hidden", text)
    })
}

/// Runs that count on a side, but have nothing in any row.
fn without_values(evidence: &Evidence) -> Option<Warning> {
    let shown: BTreeSet<&str> = evidence.table.metrics.iter().map(|metric| metric.name.as_str()).collect();
    let all: BTreeMap<RunId, &Run> =
        evidence.split.subjects().map(|(_, subject)| (subject.id, &subject.run)).collect();
    let has_none =
        |run: &&&Run| run.results.iter().all(|result| !shown.contains(result.series.metric.as_str()));
    let without = all.values().filter(has_none).count();
    (without > 0).then(|| {
        let has = if without == 1 { "has" } else { "have" };
        let text = format!("{without} of {} {has} no value of the metrics shown", count(all.len(), "run"));
        Warning::new("runs-without-values", text)
    })
}

/// Results of one metric that disagree on what is better.
fn disagreements(examples: &[Member]) -> Vec<Warning> {
    let disagree = directions(examples).into_iter().filter(|(_, found)| found.len() > 1);
    disagree
        .map(|(metric, _)| {
            let text = format!("runs disagree on which way {metric} is better: no verdict on it");
            Warning::new("direction", text)
        })
        .collect()
}

/// Results of one metric in units that cannot be compared.
fn units(examples: &[Member]) -> Vec<Warning> {
    let mut quantities: BTreeMap<&str, BTreeSet<_>> = BTreeMap::new();
    for series in examples.iter().map(|example| &example.measurement.series) {
        quantities.entry(series.metric.as_str()).or_default().insert(series.unit.quantity());
    }
    let mixed = quantities.into_iter().filter(|(_, found)| found.len() > 1);
    mixed
        .map(|(metric, _)| {
            Warning::new(
                "units",
                format!("{metric} is given in units that cannot be compared: they stand apart"),
            )
        })
        .collect()
}
