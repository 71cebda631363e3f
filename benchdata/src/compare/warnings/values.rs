//! Values that are missing, odd, or not enough to judge by.

use std::collections::{BTreeMap, BTreeSet};

use super::super::cells::Made;
use super::{count, listed, row_name};
use crate::comparison::{Against, Basis, Cell, ComparisonTable, Row, Warning};
use crate::content::RunId;
use crate::outlier::median;
use crate::rank::least_p;
use crate::ratio::ALPHA;

/// The kinds of warnings that are drawn from rows' values alone.
pub(super) const CODES: [&str; 7] =
    ["far-off", "missing", "unit-factor", "baseline-zero", "disagreement", "rank-reach", "outliers"];

/// Of a table, and what each of its rows was made of.
pub(super) fn of(table: &ComparisonTable, made: &[Made]) -> Vec<Warning> {
    let mut found = far_off(table, made);
    found.extend([missing(table), unit_factor(table)].into_iter().flatten());
    found.extend(baseline_zero(table));
    found.extend([disagreement(table), rank_reach(table), outliers(table, made)].into_iter().flatten());
    found
}

/// A run that is so many times above or below the others measured something else.
const FAR_OFF: f64 = 100.0;

/// Runs that are a hundred times off the others of their side.
fn far_off(table: &ComparisonTable, made: &[Made]) -> Vec<Warning> {
    let mut found: BTreeMap<RunId, Vec<String>> = BTreeMap::new();
    for (row, Made { places, .. }) in table.rows.iter().zip(made) {
        for (side, at) in far_off_in(row) {
            let run = table.sides[side].runs[places[side][at]];
            found.entry(run).or_default().push(row_name(table, row));
        }
    }
    let text = |(run, rows): (RunId, Vec<String>)| {
        format!("run {run} is {FAR_OFF} times or more off the other runs of its side: {}", listed(&rows))
    };
    found.into_iter().map(|found| Warning::new("far-off", text(found))).collect()
}

/// Side and observation. Of counts that may be 0 none is far from 0. Of two runs that are far apart, all sides tell which one is off.
fn far_off_in(row: &Row) -> Vec<(usize, usize)> {
    let all: Vec<f64> = row.cells.iter().flatten().flat_map(|cell| &cell.observations).copied().collect();
    let are_far = |x: f64, y: f64| x.min(y) > 0.0 && x.max(y) >= x.min(y) * FAR_OFF;
    let mut found = Vec::new();
    for (side, cell) in row.cells.iter().enumerate() {
        let Some(cell) = cell.as_ref().filter(|cell| cell.basis == Basis::Runs) else { continue };
        let usual = match cell.observations.as_slice() {
            [x, y] if are_far(*x, *y) => median(&all),
            [_, _] => None,
            several => median(several),
        };
        let Some(usual) = usual.filter(|usual| *usual > 0.0) else { continue };
        let far = cell.observations.iter().enumerate().filter(|(_, x)| are_far(**x, usual));
        found.extend(far.map(|(at, _)| (side, at)));
    }
    found
}

fn missing(table: &ComparisonTable) -> Option<Warning> {
    let ComparisonTable { rows, sides, baseline, .. } = table;
    let partial = rows.iter().filter(|row| row.cells.iter().any(Option::is_none)).count();
    let without_base = rows.iter().filter(|row| row.cells[*baseline].is_none()).count();
    (partial > 0).then(|| {
        let lack = if partial == 1 { "lacks" } else { "lack" };
        let text = format!("{partial} of {} {lack} a value on some side", count(rows.len(), "row"));
        let base = &sides[*baseline].name;
        Warning::new(
            "missing",
            match without_base {
                0 => text,
                _ => format!(
                    "{text}; {without_base} on the baseline {base}, so that nothing is compared there"
                ),
            },
        )
    })
}

/// The names of the rows in which some contender's standing is such.
fn rows_where(table: &ComparisonTable, is_such: impl Fn(&Against) -> bool) -> Vec<String> {
    let has = |row: &&Row| row.cells.iter().flatten().filter_map(|cell| cell.against.as_ref()).any(&is_such);
    table.rows.iter().filter(has).map(|row| row_name(table, row)).collect()
}

/// A change by just a thousand, within a tenth of 1000 or 1024, is rather a unit's.
pub(crate) fn is_unit_factor(against: &Against) -> bool {
    let is_near = |ratio: f64| (900.0..1130.0).contains(&ratio);
    against.ratio.is_some_and(|ratio| is_near(ratio) || is_near(1.0 / ratio))
}

fn unit_factor(table: &ComparisonTable) -> Option<Warning> {
    let rows = rows_where(table, is_unit_factor);
    (!rows.is_empty()).then(|| {
        let text = format!("sides are about 1000 times apart: is a unit wrong in {}?", listed(&rows));
        Warning::new("unit-factor", text)
    })
}

/// Baselines that no ratio can be to, or none with bounds. Where neither side varies and both
/// are one, that is no change whatever it is.
fn baseline_zero(table: &ComparisonTable) -> Vec<Warning> {
    let rows_with = |is_such: &dyn Fn(&Cell, &Against) -> bool| -> Vec<String> {
        let has = |row: &&Row| {
            let Some(base) = &row.cells[table.baseline] else { return false };
            row.cells.iter().flatten().any(|cell| {
                let against = cell.against.as_ref();
                let same = base.summary.mean == cell.summary.mean;
                against.is_some_and(|against| !(same && against.p.is_none()) && is_such(base, against))
            })
        };
        table.rows.iter().filter(has).map(|row| row_name(table, row)).collect()
    };
    let not_above = rows_with(&|base, _| base.summary.mean <= 0.0);
    let unbounded = rows_with(&|base, against| {
        base.summary.mean > 0.0 && against.p.is_some() && against.interval.is_none()
    });
    [
        (not_above, "the baseline's mean is not above 0, so no ratio to it and no verdict"),
        (unbounded, "the baseline cannot be told from 0, so no verdict"),
    ]
    .into_iter()
    .filter(|(rows, _)| !rows.is_empty())
    .map(|(rows, text)| Warning::new("baseline-zero", format!("{text}: {}", listed(&rows))))
    .collect()
}

fn disagreement(table: &ComparisonTable) -> Option<Warning> {
    let rows = rows_where(table, |against| against.disagreement);
    (!rows.is_empty()).then(|| {
        let text = format!("Welch's test and the rank test disagree at 5 %: {}", listed(&rows));
        Warning::new("disagreement", text)
    })
}

/// Sides so small that ranks cannot show any difference.
fn rank_reach(table: &ComparisonTable) -> Option<Warning> {
    let mut sizes: BTreeSet<(u64, u64, &str)> = BTreeSet::new();
    for row in &table.rows {
        let Some(base) = &row.cells[table.baseline] else { continue };
        let contenders = row.cells.iter().flatten().filter(|cell| {
            cell.against.as_ref().and_then(|against| against.rank).is_some_and(|rank| rank.least_p >= ALPHA)
        });
        sizes.extend(contenders.map(|cell| {
            let are_runs = [base, cell].iter().all(|cell| cell.basis == Basis::Runs);
            (base.summary.n, cell.summary.n, if are_runs { "runs" } else { "observations" })
        }));
    }
    // Where only ties keep the test from it, more runs may not help.
    sizes.retain(|&(few, many, _)| least_p(few, many) >= ALPHA);
    let sizes: Vec<String> =
        sizes.into_iter().map(|(base, other, what)| format!("{base} v {other} {what}")).collect();
    (!sizes.is_empty()).then(|| {
        let text = format!("{} cannot reach p < 0.05 in the rank test: it checks nothing", listed(&sizes));
        Warning::new("rank-reach", text)
    })
}

fn outliers(table: &ComparisonTable, made: &[Made]) -> Option<Warning> {
    let rows = table.rows.iter().zip(made).filter(|(_, made)| made.outliers > 0);
    let names: Vec<String> = rows.map(|(row, _)| row_name(table, row)).collect();
    let all: usize = made.iter().map(|made| made.outliers).sum();
    let marked: usize =
        table.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|cell| cell.outliers.len()).sum();
    let what = count(all, "observation");
    let marks = if marked == all { "marked and not dropped" } else { "not dropped" };
    (all > 0)
        .then(|| Warning::new("outliers", format!("{what} far from the others, {marks}: {}", listed(&names))))
}
