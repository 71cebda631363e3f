//! A comparison's outcome in a sentence.

use crate::comparison::{Against, ComparisonTable, Layout, Verdict};

/// With more contenders a sentence would say less than the table.
const MOST_CONTENDERS: usize = 3;

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
                outcome(table, Some(side))
            )
        })
        .collect();
    if contenders.len() > MOST_CONTENDERS {
        let baseline = &table.sides[table.baseline].name;
        return format!("{} sides against {baseline}: {}", contenders.len(), outcome(table, None));
    }
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

/// What came out for one contender, or for all of them together.
fn outcome(table: &ComparisonTable, contender: Option<usize>) -> String {
    let compared = if contender.is_some() { "rows" } else { "comparisons" };
    let cells = table.rows.iter().flat_map(|row| row.cells.iter().enumerate());
    let of_contender = cells.filter(|(side, _)| contender.is_none_or(|contender| contender == *side));
    let standings: Vec<&Against> =
        of_contender.filter_map(|(_, cell)| cell.as_ref()?.against.as_ref()).collect();
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
        return format!("no verdict without repeats; {changes}, in {} {compared}", standings.len());
    }
    let [better, worse, not_shown] = decided;
    format!("{better} of {} {compared} better, {worse} worse, {not_shown} not shown", standings.len())
}
