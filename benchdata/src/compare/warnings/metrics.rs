//! Metrics that are hidden, or whose results cannot stand in one row.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Observed, directions};
use super::{Evidence, count};
use crate::comparison::Warning;
use crate::content::RunId;

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let mut found: Vec<Warning> =
        [hidden(evidence), without_values(evidence)].into_iter().flatten().collect();
    found.extend(disagreements(evidence.observed));
    found.extend(units(evidence.observed));
    found
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
    let shown: BTreeSet<RunId> = evidence.observed.iter().map(|o| o.subject.id).collect();
    let all: BTreeSet<RunId> = evidence.split.runs.iter().flatten().map(|subject| subject.id).collect();
    let without = all.len() - shown.len();
    (without > 0).then(|| {
        let text = format!("{} of {} has no value of the metrics shown", without, count(all.len(), "run"));
        Warning::new("runs-without-values", text)
    })
}

/// Results of one metric that disagree on what is better.
fn disagreements(observed: &[Observed]) -> Vec<Warning> {
    let disagree = directions(observed).into_iter().filter(|(_, found)| found.len() > 1);
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
