//! What the columns of a layout mean, for those of them that a table has.

use crate::comparison::{Against, Cell, ComparisonTable, Layout, Verdict};
use crate::interval::half_interval;
use crate::number::tidied;
use crate::rank::RankTest;

/// A line for each kind of column that does not explain itself.
pub(super) fn legend(table: &ComparisonTable) -> Vec<String> {
    match table.request.layout {
        Layout::Delta => delta(table),
        Layout::Summary => marks(table).into_iter().chain(verdicts(table)).collect(),
        Layout::Metrics => [marks(table), ratio(table), verdicts(table)].into_iter().flatten().collect(),
        Layout::Samples => {
            ratio(table).into_iter().chain(super::samples::notes(table)).chain(verdicts(table)).collect()
        }
        Layout::Sweep => [marks(table), half(table), verdicts(table)].into_iter().flatten().collect(),
    }
}

/// What is marked of means.
fn marks(table: &ComparisonTable) -> Option<String> {
    let any = cells(table).any(|cell| !cell.outliers.is_empty());
    any.then(|| "* of a mean: one of its observations is far from the others; it counts".to_owned())
}

fn cells(table: &ComparisonTable) -> impl Iterator<Item = &Cell> {
    table.rows.iter().flat_map(|row| row.cells.iter().flatten())
}

fn any(table: &ComparisonTable, is: impl Fn(&Against) -> bool) -> bool {
    cells(table).any(|cell| cell.against.as_ref().is_some_and(&is))
}

fn delta(table: &ComparisonTable) -> Vec<String> {
    let lines =
        [marks(table), half(table), interval(table), ranks(table), detectable(table), verdicts(table)];
    lines.into_iter().flatten().collect()
}

fn interval(table: &ComparisonTable) -> Option<String> {
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
    Some(format!("95 % interval: {what}, each row by itself{cut}; p: Welch's test of equal means, likewise"))
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
