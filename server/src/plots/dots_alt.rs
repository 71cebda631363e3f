//! What is seen of observations as dots, in words.

use benchdata::number::percent;

use super::alt;
use super::plot::Observed;
use super::shown::Shown;
use crate::short_names::ShortNames;

/// The sides in one row: each, or where that is long the extremes and the verdicts.
pub(super) fn of_sides(shown: &Shown, row: usize, case: &str) -> String {
    let sides: Vec<&str> = shown.table.sides.iter().map(|side| side.name.as_str()).collect();
    let each = |name: &dyn Fn(&str) -> String| {
        let words = sides.iter().enumerate().map(|(side, of)| of_side(shown, row, side, &name(of)));
        format!("{case}: {}", words.collect::<Vec<_>>().join("; "))
    };
    let in_all = |name: &dyn Fn(&str) -> String| {
        let mean = |(side, of): (usize, &&str)| Some((name(of), shown.observed(row, side, 0)?));
        let means: Vec<(String, Observed)> = sides.iter().enumerate().filter_map(mean).collect();
        let extremes = alt::extremes(&means, shown.unit(row)).unwrap_or_default();
        format!("{case}: {} sides, {extremes}{}", means.len(), verdicts(shown, row))
    };
    alt::first_short_enough([
        &|| each(&str::to_owned),
        &|| each(&|name| shown.names.short(name)),
        &|| in_all(&|name| format!(" of {}", shown.names.short(name))),
        &|| in_all(&|_| String::new()),
    ])
}

/// `2.5.60-mm2-ant 17.40 MiB/s, +222.8 %, too few runs`
fn of_side(shown: &Shown, row: usize, side: usize, name: &str) -> String {
    let Some(words) = shown.words(row, side) else { return format!("{name} not measured") };
    let against = shown.table.rows[row].cells[side].as_ref().and_then(|cell| cell.against.as_ref());
    let improvement = against.and_then(|against| against.improvement).map(percent);
    let verdict = against.and_then(|against| against.verdict).map(|verdict| verdict.as_str().to_owned());
    [Some(format!("{name} {words}")), improvement, verdict]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// `; 3 better; 1 not shown`
fn verdicts(shown: &Shown, row: usize) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for cell in shown.table.rows[row].cells.iter().flatten() {
        let Some(verdict) = cell.against.as_ref().and_then(|against| against.verdict) else { continue };
        match counts.iter_mut().find(|(other, _)| *other == verdict.as_str()) {
            Some((_, count)) => *count += 1,
            None => counts.push((verdict.as_str(), 1)),
        }
    }
    counts.iter().map(|(verdict, count)| format!("; {count} {verdict}")).collect()
}

/// The rows of a lone side, each with its case: each row, or where that is long the extremes.
pub(super) fn of_rows(shown: &Shown, name: &str, rows: &[(usize, String)]) -> String {
    let cases = ShortNames::of(rows.iter().map(|(_, case)| case.as_str()));
    let unit = rows.first().map_or("", |(row, _)| shown.unit(*row));
    let each = || {
        let words = rows.iter().filter_map(|(row, case)| Some(format!("{case} {}", shown.words(*row, 0)?)));
        format!("{name}: {}", words.collect::<Vec<_>>().join("; "))
    };
    let in_all = |at: &dyn Fn(&str) -> String| {
        let mean = |(row, case): &(usize, String)| Some((at(case), shown.observed(*row, 0, 0)?));
        let means: Vec<(String, Observed)> = rows.iter().filter_map(mean).collect();
        let extremes = alt::extremes(&means, unit).unwrap_or_default();
        format!("{name}: {} rows, {extremes}", means.len())
    };
    alt::first_short_enough([&each, &|| in_all(&|case| format!(" at {}", cases.short(case))), &|| {
        in_all(&|_| String::new())
    }])
}
