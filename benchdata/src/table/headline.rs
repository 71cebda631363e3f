//! A comparison's outcome in a sentence.

use crate::comparison::{Against, ComparisonTable, Layout, Verdict};

/// Each contender's rows, counted by verdict; changes where no verdict can be given.
#[must_use]
pub fn headline(table: &ComparisonTable) -> String {
    let contenders: Vec<String> = (0..table.sides.len())
        .filter(|&side| side != table.baseline)
        .map(|side| {
            format!(
                "{} against {}: {}",
                table.sides[side].name,
                table.sides[table.baseline].name,
                outcome(table, side)
            )
        })
        .collect();
    if !contenders.is_empty() {
        return contenders.join(". ");
    }
    curve(table).unwrap_or_else(|| "One side alone: nothing to set it against".to_owned())
}

/// Where a sweep of one side has its lowest and highest mean, of the metric that comes first.
fn curve(table: &ComparisonTable) -> Option<String> {
    let (Layout::Sweep, [level]) = (table.request.layout, table.keys.as_slice()) else { return None };
    let metric = &table.rows.first()?.metric;
    let rows = table.rows.iter().filter(|row| row.metric == *metric);
    let mut points: Vec<(f64, &str)> =
        rows.filter_map(|row| Some((row.cells[0].as_ref()?.summary.mean, row.keys[0].as_deref()?))).collect();
    points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let ((_, lowest), (_, highest)) = (points.first()?, points.last()?);
    Some(format!("{metric} at {} levels of {level}: lowest at {lowest}, highest at {highest}", points.len()))
}

fn outcome(table: &ComparisonTable, side: usize) -> String {
    let standings: Vec<&Against> =
        table.rows.iter().filter_map(|row| row.cells[side].as_ref()?.against.as_ref()).collect();
    let count = |verdict| standings.iter().filter(|against| against.verdict == Some(verdict)).count();
    let leaning = |sign: f64| {
        standings.iter().filter(|against| against.improvement.is_some_and(|x| x * sign > 0.0)).count()
    };
    let decided = [Verdict::Better, Verdict::Worse, Verdict::NotShown].map(count);
    if standings.is_empty() {
        return "no row has both".to_owned();
    }
    if decided.iter().sum::<usize>() == 0 {
        let changes = format!("{} changes for the better, {} for the worse", leaning(1.0), leaning(-1.0));
        return format!("no verdict without repeats; {changes}, in {} rows", standings.len());
    }
    let [better, worse, not_shown] = decided;
    format!("{better} of {} rows better, {worse} worse, {not_shown} not shown", standings.len())
}
