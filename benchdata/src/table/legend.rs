//! What the columns of a layout mean, for those of them that a table has.

use super::delta::{DETECTABLE, INTERVAL, P, RANKS};
use super::grid::{Grid, Kind, PLUS_MINUS};
use super::metrics::RATIO;
use crate::comparison::{Against, Cell, ComparisonTable, Verdict};
use crate::interval::half_interval;
use crate::number::tidied;
use crate::rank::RankTest;

/// A line for each kind of column of these grids that does not explain itself.
pub(super) fn legend(table: &ComparisonTable, grids: &[&Grid]) -> Vec<String> {
    let columns = || grids.iter().flat_map(|grid| &grid.columns);
    let has = |head: &str| columns().any(|column| column.head == head && !column.kind.is_key());
    let shows_samples = columns().any(|column| column.kind == Kind::Sample);
    let lines = [
        grids.iter().any(|grid| has_marks(grid)).then(|| MARKED.to_owned()),
        half(table).filter(|_| has(PLUS_MINUS)),
        inferred(table, has(INTERVAL), has(P)),
        ranks(table).filter(|_| has(RANKS)),
        detectable(table).filter(|_| has(DETECTABLE)),
        ratio(table).filter(|_| has(RATIO)),
    ];
    let of_samples = if shows_samples { super::samples::notes(table) } else { Vec::new() };
    lines.into_iter().flatten().chain(of_samples).chain(verdicts(table)).collect()
}

/// What is marked of means.
const MARKED: &str = "* of a mean: one of its observations is far from the others; it counts";

/// Whether a mean is marked.
fn has_marks(grid: &Grid) -> bool {
    let rows = grid.sections.iter().flat_map(|section| &section.rows);
    let mut cells = rows.flat_map(|row| grid.columns.iter().zip(row));
    cells.any(|(column, cell)| cell.is_far && column.kind != Kind::Sample)
}

fn cells(table: &ComparisonTable) -> impl Iterator<Item = &Cell> {
    table.rows.iter().flat_map(|row| row.cells.iter().flatten())
}

fn any(table: &ComparisonTable, is: impl Fn(&Against) -> bool) -> bool {
    cells(table).any(|cell| cell.against.as_ref().is_some_and(&is))
}

/// What was inferred by Welch's test, as far as columns show it.
fn inferred(table: &ComparisonTable, has_interval: bool, has_p: bool) -> Option<String> {
    let judged = |against: &Against| against.p.is_some();
    let improves = any(table, |against| judged(against) && against.verdict.is_some());
    let changes = any(table, |against| judged(against) && against.verdict.is_none());
    let what = match (improves, changes) {
        (true, false) => "of the improvement",
        (false, true) => "of the change",
        (true, true) => "of the improvement, or of the change in parentheses",
        (false, false) => return None,
    };
    let is_cut = any(table, |against| against.interval.is_some_and(|(low, _)| low == 0.0));
    let cut = if is_cut { ", cut at a value of 0" } else { "" };
    let interval = format!("{INTERVAL}: {what}, each row by itself{cut}");
    let p = "p: Welch's test of equal means";
    match (has_interval, has_p) {
        (true, true) => Some(format!("{interval}; {p}, likewise")),
        (true, false) => Some(interval),
        (false, true) => Some(format!("{p}, each row by itself")),
        (false, false) => None,
    }
}

/// How ranks were tested: beyond what can be counted, by an approximation.
fn ranks(table: &ComparisonTable) -> Option<String> {
    let ranked: Vec<RankTest> = cells(table).filter_map(|cell| cell.against.as_ref()?.rank).collect();
    let approximate = ranked.iter().filter(|rank| !rank.exact).count();
    let how = match approximate {
        _ if ranked.is_empty() => return None,
        0 => String::new(),
        _ if approximate == ranked.len() => " by its normal approximation".to_owned(),
        _ => format!(", {approximate} of {} by its normal approximation", ranked.len()),
    };
    Some(format!("p (ranks): Mann-Whitney test{how}; ! where it and Welch's do not say the same"))
}

fn detectable(table: &ComparisonTable) -> Option<String> {
    any(table, |against| super::delta::not_shown(against).is_some()).then(|| {
        "detectable: the change that so many runs with such noise show, by p corrected for all \
         comparisons and beyond the threshold, in 4 of 5 repetitions"
            .to_owned()
    })
}

fn half(table: &ComparisonTable) -> Option<String> {
    let any = cells(table).any(|cell| half_interval(&cell.summary).is_some());
    any.then(|| "behind a mean stands half the width of its own 95 % interval".to_owned())
}

/// How verdicts were reached, where any were: every layout's headline counts them.
fn verdicts(table: &ComparisonTable) -> Option<String> {
    let judged = cells(table).filter_map(|cell| cell.against.as_ref()?.corrected_p).count();
    let least = tidied(table.request.threshold.share() * 100.0);
    let p = match judged {
        0 => return None,
        1 => "at 5 %".to_owned(),
        _ => format!("at 5 % by p corrected for {judged} comparisons (Holm)"),
    };
    let open = any(table, |against| against.verdict == Some(Verdict::NotShown));
    let open = if open { "; what is not shown may be chance" } else { "" };
    Some(format!("verdicts: of changes of {least} % or more, {p}{open}"))
}

fn ratio(table: &ComparisonTable) -> Option<String> {
    let baseline = &table.sides[table.baseline].name;
    (table.sides.len() > 1).then(|| format!("ratio: to the mean of {baseline}"))
}
