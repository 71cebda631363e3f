//! Sides that are too few, mixed or overlapping.

use std::collections::BTreeSet;

use super::super::{Subject, value_of_run};
use super::{Evidence, count, listed, row_name};
use crate::comparison::{Basis, Cell, ComparisonTable, Layout, Side, Verdict, Warning};
use crate::content::RunId;
use crate::key::RunKey;

pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let table = evidence.table;
    let single = single_runs(table).or_else(|| single_levels(table));
    [single, stand_ins(table), one_side(evidence), boxes(evidence), shared_runs(evidence)]
        .into_iter()
        .flatten()
        .collect()
}

fn one_side(evidence: &Evidence) -> Option<Warning> {
    let table = evidence.table;
    // A sweep, in whatever layout, is of one side by design.
    let rows = &table.request.rows;
    let levels =
        |(_, run): (usize, &Subject)| rows.iter().map(|key| value_of_run(key, run)).collect::<Vec<_>>();
    let is_sweep = table.request.layout == Layout::Sweep
        || evidence.split.subjects().map(levels).collect::<BTreeSet<_>>().len() > 1;
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
    let stands_in = |basis| cells().any(|cell| cell.basis == basis && cell.summary.n > 1);
    let judged = cells().any(|cell| cell.against.as_ref().is_some_and(|against| against.p.is_some()));
    let undecided = cells().any(|cell| {
        cell.against.as_ref().is_some_and(|against| against.verdict == Some(Verdict::TooFewRuns))
    });
    let what = match (stands_in(Basis::Samples), stands_in(Basis::Summary)) {
        (true, true) => {
            Some("samples within it, or the values that its source sums up, stand in for repeats")
        }
        (true, false) => Some("samples within it stand in for repeats"),
        (false, true) => Some("the values that its source sums up stand in for repeats"),
        (false, false) => None,
    };
    let text = match (what.filter(|_| judged), undecided) {
        (Some(what), true) => format!("{what} where it has several; elsewhere there is no verdict"),
        (Some(what), false) if stands_in(Basis::Samples) => format!("{what}, so intervals may be too narrow"),
        (Some(what), false) => format!("{what}; unless these are runs, intervals may be too narrow"),
        (None, _) => "changes are shown, but without repeats there is no verdict".to_owned(),
    };
    Some(Warning::new("single-run", format!("{who}: {text}")))
}

/// Rows that a single one of a side's several runs has measured.
fn stand_ins(table: &ComparisonTable) -> Option<Warning> {
    let stands_in = |(side, cell): (&Side, &Option<Cell>)| {
        let alone = cell.as_ref().filter(|cell| cell.basis == Basis::Samples && cell.summary.n > 1);
        alone.is_some() && side.runs.len() > 1
    };
    let rows = table.rows.iter().filter(|row| row.cells.iter().flatten().count() > 1);
    let rows = rows.filter(|row| table.sides.iter().zip(&row.cells).any(stands_in));
    let names: Vec<String> = rows.map(|row| row_name(table, row)).collect();
    (!names.is_empty()).then(|| {
        let text = format!(
            "a single one of a side's runs measured these, and samples within it stand in for repeats: {}",
            listed(&names)
        );
        Warning::new("single-run", text)
    })
}

/// A sweep without repeats, whose levels differ by chance too.
fn single_levels(table: &ComparisonTable) -> Option<Warning> {
    let cells: Vec<&Cell> = table.rows.iter().flat_map(|row| row.cells.iter().flatten()).collect();
    let single = cells.iter().filter(|cell| cell.basis != Basis::Runs).map(|cell| cell.summary.n);
    // Beside other sides, what stands in has a warning of its own.
    let single: Vec<u64> = single.filter(|n| *n == 1 || table.sides.len() == 1).collect();
    let is_sweep = table.request.layout == Layout::Sweep || !table.request.rows.is_empty();
    if !is_sweep || single.is_empty() {
        return None;
    }
    let consequence = match single.iter().max() {
        Some(1) => "without repeats it is not known how far chance moves them",
        _ => "samples within it, or the values that its source sums up, stand in for repeats",
    };
    let all = count(cells.len(), "mean");
    Some(Warning::new("single-run", format!("{} of {all} of a single run: {consequence}", single.len())))
}

fn boxes(evidence: &Evidence) -> Option<Warning> {
    let sides = evidence.split.runs.iter();
    let boxes: Vec<BTreeSet<&str>> =
        sides.map(|runs| runs.iter().map(|subject| subject.run.box_name.as_str()).collect()).collect();
    if evidence.table.request.rows.contains(&RunKey::Box) {
        return None;
    }
    let asked = evidence.split.by.contains(&RunKey::Box);
    if boxes.iter().any(|side| side.len() > 1) {
        return Some(Warning::new("several-boxes", "a side mixes runs of several boxes"));
    }
    let differ = boxes.windows(2).any(|pair| pair[0] != pair[1]);
    (differ && !asked).then(|| Warning::new("other-box", "the sides ran on different boxes"))
}

fn shared_runs(evidence: &Evidence) -> Option<Warning> {
    let mut seen: BTreeSet<RunId> = BTreeSet::new();
    let runs = evidence.table.sides.iter().flat_map(|side| &side.runs);
    let shared = runs.filter(|run| !seen.insert(**run)).count();
    // Sides split by a case parameter share their runs by design; other `vs` sides should not.
    let by_case = !evidence.split.by.is_empty() || !evidence.split.named.is_empty();
    (shared > 0 && !by_case).then(|| {
        let stand = if shared == 1 { "stands" } else { "stand" };
        Warning::new("shared-runs", format!("{} {stand} on several sides", count(shared, "run")))
    })
}
