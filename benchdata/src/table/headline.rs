//! A comparison's outcome in a sentence.

use super::cell::NO_DIRECTION;
use crate::comparison::{Against, ComparisonTable, Layout, Verdict};
use crate::number::percent;

/// With more contenders a sentence would say less than the table.
pub(super) const MOST_CONTENDERS: usize = 3;

/// The notes give the geometric means of more metrics.
const MOST_MEANS: usize = 3;

/// Each contender's rows, counted by verdict, or by why there is none.
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
    let cells = table.rows.iter().flat_map(|row| row.cells.iter().enumerate());
    let of_contender = cells.filter(|(side, _)| contender.is_none_or(|contender| contender == *side));
    let standings: Vec<&Against> =
        of_contender.filter_map(|(_, cell)| cell.as_ref()?.against.as_ref()).collect();
    let leaning = |sign: f64| {
        let leans = |against: &&&Against| against.improvement.is_some_and(|x| x * sign > 0.0);
        standings
            .iter()
            .filter(|against| against.verdict != Some(Verdict::UnequalLevels))
            .filter(leans)
            .count()
    };
    if standings.is_empty() {
        return "no row has both".to_owned();
    }
    let all = match (standings.len(), contender) {
        (1, _) => "1 row".to_owned(),
        (all, Some(_)) => format!("{all} rows"),
        (all, None) => format!("{all} comparisons"),
    };
    let means = match contender {
        Some(side) => means(table, side),
        None => ranges(table),
    };
    let count = |verdict| standings.iter().filter(|against| against.verdict == Some(verdict)).count();
    let [better, worse, not_shown] = [Verdict::Better, Verdict::Worse, Verdict::NotShown].map(count);
    let others = undecided(&standings);
    if better + worse + not_shown == 0 {
        let changes = match (leaning(1.0), leaning(-1.0)) {
            (0, 0) => String::new(),
            (1, worse) => format!("; 1 change for the better, {worse} for the worse"),
            (better, worse) => format!("; {better} changes for the better, {worse} for the worse"),
        };
        return format!("no verdict on {all}: {}{changes}{means}", others.join(", "));
    }
    let judged = format!("{better} of {all} better, {worse} worse, {not_shown} not shown");
    [vec![judged], others].concat().join(", ") + &means
}

/// `; improvement by the geometric mean: rate -5.05 % (258 of 300 rows)`: small changes that no row
/// shows by itself.
fn means(table: &ComparisonTable, side: usize) -> String {
    let means = table.mean_ratios.iter().filter_map(|of| {
        let mean = of.sides[side]?;
        Some(format!("{} {} ({} of {} rows)", of.metric, percent(mean.improvement), mean.rows, of.rows))
    });
    by_means(means)
}

/// `; improvement by the geometric mean: rate -5.05 % to +3.20 % (2 of 21 sides)`: of all contenders
/// that have one.
fn ranges(table: &ComparisonTable) -> String {
    let ranges = table.mean_ratios.iter().filter_map(|of| {
        let improvements: Vec<f64> = of.sides.iter().flatten().map(|mean| mean.improvement).collect();
        let least = improvements.iter().copied().reduce(f64::min)?;
        let most = improvements.iter().copied().reduce(f64::max)?;
        let range = match improvements.len() {
            1 => percent(least),
            _ => format!("{} to {}", percent(least), percent(most)),
        };
        let of_sides = match (improvements.len(), table.sides.len() - 1) {
            (some, all) if some < all => format!(" ({some} of {all} sides)"),
            _ => String::new(),
        };
        Some(format!("{} {range}{of_sides}", of.metric))
    });
    by_means(ranges)
}

fn by_means(means: impl Iterator<Item = String>) -> String {
    let means: Vec<String> = means.take(MOST_MEANS).collect();
    if means.is_empty() {
        return String::new();
    }
    format!("; improvement by the geometric mean: {}", means.join(", "))
}

/// `2 too few runs`, `1 no direction`: what could not be judged, and why.
fn undecided(standings: &[&Against]) -> Vec<String> {
    let mut reasons: Vec<(&str, usize)> = Vec::new();
    for against in standings {
        let reason = match against.verdict {
            Some(Verdict::Better | Verdict::Worse | Verdict::NotShown) => continue,
            Some(verdict) => verdict.as_str(),
            None => NO_DIRECTION,
        };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    reasons.into_iter().map(|(reason, count)| format!("{count} {reason}")).collect()
}
