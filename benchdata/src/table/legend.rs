//! What the columns of a layout mean, for those of them that a table has.

use crate::comparison::{Against, Cell, ComparisonTable, Layout};
use crate::interval::half_interval;
use crate::number::tidied;

/// A line for each kind of column that does not explain itself.
pub(super) fn legend(table: &ComparisonTable) -> Vec<String> {
    match table.request.layout {
        Layout::Delta => delta(table),
        Layout::Summary => verdicts(table).into_iter().collect(),
        Layout::Metrics => ratio(table).into_iter().collect(),
        Layout::Samples => ratio(table).into_iter().chain(super::samples::notes(table)).collect(),
        Layout::Sweep => half(table).into_iter().collect(),
    }
}

fn cells(table: &ComparisonTable) -> impl Iterator<Item = &Cell> {
    table.rows.iter().flat_map(|row| row.cells.iter().flatten())
}

fn any(table: &ComparisonTable, is: impl Fn(&Against) -> bool) -> bool {
    cells(table).any(|cell| cell.against.as_ref().is_some_and(&is))
}

fn delta(table: &ComparisonTable) -> Vec<String> {
    let interval = any(table, |against| against.p.is_some())
        .then_some("95 % interval: of the improvement; p: Welch's test of equal means");
    let ranks = any(table, |against| against.rank.is_some())
        .then_some("p (ranks): Mann-Whitney test; ! where it and Welch's do not say the same");
    let detectable = any(table, |against| super::delta::not_shown(against).is_some()).then_some(
        "detectable: the change that so many runs with such noise show in 4 of 5 repetitions; \
         a smaller one is rather not seen",
    );
    let lines = [interval, ranks, detectable].into_iter().flatten().map(str::to_owned);
    half(table).into_iter().chain(lines).chain(verdicts(table)).collect()
}

fn half(table: &ComparisonTable) -> Option<String> {
    let any = cells(table).any(|cell| half_interval(&cell.summary).is_some());
    any.then(|| "behind a mean stands half the width of its own 95 % interval".to_owned())
}

/// How verdicts were reached, where any were.
fn verdicts(table: &ComparisonTable) -> Option<String> {
    let judged = cells(table).filter_map(|cell| cell.against.as_ref()?.corrected_p).count();
    let least = tidied(table.request.threshold.share() * 100.0);
    let p = match judged {
        0 => return None,
        1 => "at 5 %".to_owned(),
        _ => format!("at 5 % by p corrected for {judged} comparisons (Holm)"),
    };
    Some(format!("verdicts: of changes of {least} % or more, {p}"))
}

fn ratio(table: &ComparisonTable) -> Option<String> {
    let baseline = &table.sides[table.baseline].name;
    (table.sides.len() > 1).then(|| format!("ratio: to the mean of {baseline}"))
}
