//! What a reader must know before believing a history.

use std::collections::{BTreeMap, BTreeSet};

use super::differences::Kind;
use super::points::{are_of_one_moment, has_place};
use super::{Axis, Difference, History, Line};
use crate::compare::kinds::Member;
use crate::compare::warnings::{count, hardware, is_unit_factor, listed, of_labels, of_series};
use crate::compare::{Observed, RowId, Subject};
use crate::comparison::Warning;
use crate::kernel_version::is_kernel_version;
use crate::key::RunKey;

/// All of a history that has none yet, those first that must be read before any number.
pub(super) fn of(
    history: &History,
    subjects: &[Subject],
    examples: &[Member],
    alternating: Option<Warning>,
) -> Vec<Warning> {
    let axis = history.request.by;
    let of_order =
        [unplaced(subjects, axis), same_start(&history.lines, axis), unversioned(&history.kernels)];
    [
        of_labels(subjects.iter(), &history.request.rows),
        unequal(&history.lines).into_iter().collect(),
        alternating.into_iter().chain(of_order.into_iter().flatten()).collect(),
        differences(&history.lines),
        of_series(examples),
        unit_factor(history).into_iter().collect(),
    ]
    .concat()
}

/// Runs of which nothing tells the order.
fn same_start(lines: &[Line], axis: Axis) -> Option<Warning> {
    let pairs = lines.iter().flat_map(|line| line.points.windows(2));
    let tied: Vec<_> = pairs.filter(|pair| are_of_one_moment(&pair[0], &pair[1], axis)).flatten().collect();
    let runs = tied.iter().flat_map(|point| &point.runs).collect::<BTreeSet<_>>().len();
    let kernels: BTreeSet<_> = tied.iter().map(|point| &point.kernel).collect();
    let advice = if kernels.len() > 1 && !kernels.contains(&None) { ": try by=kernel" } else { "" };
    let text = format!(
        "{} start at the same moment as another of the line: nothing tells their order, and no change point is \
         looked for between them{advice}",
        count(runs, "run")
    );
    (runs > 0).then(|| Warning::new("same-start", text))
}

/// Kernels that stand behind all others for want of a version.
fn unversioned(kernels: &[String]) -> Option<Warning> {
    let words: Vec<String> = kernels.iter().filter(|kernel| !is_kernel_version(kernel)).cloned().collect();
    let text = format!(
        "{} of {} have no version, and stand behind the others in the order of their names: {}",
        words.len(),
        count(kernels.len(), "kernel"),
        listed(&words)
    );
    (!words.is_empty()).then(|| Warning::new("unversioned", text))
}

/// Levels that pool the levels of a key in unequal shares.
fn unequal(lines: &[Line]) -> Option<Warning> {
    let levels = || lines.iter().flat_map(|line| line.levels.iter().skip(1));
    let places = levels().filter(|level| !level.unequal.is_empty()).count();
    let keys: BTreeSet<&str> = levels().flat_map(|level| &level.unequal).map(String::as_str).collect();
    let keys = |between: &str| keys.iter().copied().collect::<Vec<_>>().join(between);
    let text = format!(
        "at {places} of {} {} takes turns in unequal shares of the runs before and after, which may be all \
         that sets these apart: no verdict there; rows={} sets like against like",
        count(levels().count(), "change point"),
        keys(" and "),
        keys(","),
    );
    (places > 0).then(|| Warning::severe("unequal-levels", text))
}

/// What else came with the levels, and may be why they differ.
fn differences(lines: &[Line]) -> Vec<Warning> {
    let changes: Vec<Vec<(RunKey, &Difference)>> = lines
        .iter()
        .flat_map(|line| line.levels.iter().skip(1))
        .map(|level| {
            level.differences.iter().filter_map(|it| Some((RunKey::parse(&it.key).ok()?, it))).collect()
        })
        .collect();
    let warning = |kind: Kind, code, what: &str| {
        let of_kind = |(key, _): &&(RunKey, &Difference)| Kind::of(key) == kind;
        let places = changes.iter().filter(|change| change.iter().any(|it| of_kind(&it))).count();
        let names: BTreeSet<String> = changes.iter().flatten().filter(of_kind).map(name).collect();
        let text = || {
            let names = listed(&names.into_iter().collect::<Vec<_>>());
            let at = match changes.len() {
                1 => "the change point".to_owned(),
                all => format!("{places} of {all} change points"),
            };
            format!("at {at} {what}: {names}")
        };
        (places > 0).then(|| Warning::new(code, text()))
    };
    [
        warning(Kind::Declared, "other-setting", "declared factors differ"),
        warning(Kind::Hardware, "other-hardware", "the hardware differs"),
        warning(Kind::Tool, "tool-version", "the tool's version differs"),
        warning(Kind::Fact, "environment", "captured facts differ"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// `CPU, Old to New`, `env.mem.total`.
fn name((key, difference): &(RunKey, &Difference)) -> String {
    let Difference { before, after, .. } = difference;
    let [before, after] = [before, after].map(|value| value.as_deref().unwrap_or("none"));
    match (Kind::of(key), key) {
        (Kind::Hardware, RunKey::Environment(fact)) => {
            format!("{}, {before} to {after}", hardware(fact.as_str()).unwrap_or_default())
        }
        (Kind::Tool, _) => format!("{before} to {after}"),
        _ => key.to_string(),
    }
}

/// Levels about a thousand times apart.
fn unit_factor(history: &History) -> Option<Warning> {
    let is_such =
        |line: &&Line| line.levels.iter().filter_map(|level| level.cell.against.as_ref()).any(is_unit_factor);
    let lines: Vec<String> =
        history.lines.iter().filter(is_such).map(|line| history.line_name(line)).collect();
    let text = || format!("levels are about 1000 times apart: is a unit wrong in {}?", listed(&lines));
    (!lines.is_empty()).then(|| Warning::new("unit-factor", text()))
}

/// Runs that stand nowhere on the axis.
fn unplaced(subjects: &[Subject], axis: Axis) -> Option<Warning> {
    let left_out = subjects.iter().filter(|subject| !has_place(&subject.run, axis)).count();
    let unknown = match axis {
        Axis::Time => "their start",
        Axis::Kernel => "their kernel, by a factor, a captured fact or the beginning of their label",
    };
    let text = || format!("{left_out} of {} runs are left out: nothing tells {unknown}", subjects.len());
    (left_out > 0).then(|| Warning::new("unplaced", text()))
}

/// Factors whose levels take turns within a line, so that what they change looks like noise, or
/// like change points. One whose levels follow each other tells of time.
pub(super) fn alternating(rows: &[(RowId, Vec<Observed>)]) -> Option<Warning> {
    let mixed: BTreeSet<&str> = rows.iter().flat_map(|(_, members)| alternating_in(members)).collect();
    let names = mixed.into_iter().collect::<Vec<_>>().join(",");
    let text = format!("runs with different {names} take turns in a line; rows={names} parts them");
    (!names.is_empty()).then(|| Warning::new("alternating-settings", text))
}

fn alternating_in<'a>(members: &[Observed<'a>]) -> Vec<&'a str> {
    let mut levels: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    for (at, member) in members.iter().enumerate() {
        for (factor, level) in &member.subject.run.factors {
            levels.entry(factor.as_str()).or_default().push((at, level.as_str()));
        }
    }
    let takes_turns = |found: &[(usize, &str)]| {
        // A run without the factor is one of another level.
        let stretches = found.chunk_by(|(a, x), (b, y)| x == y && a + 1 == *b).count();
        let distinct = found.iter().map(|(_, level)| level).collect::<BTreeSet<_>>().len();
        stretches > distinct
    };
    let mixed = levels.into_iter().filter(|(factor, found)| *factor != "kernel" && takes_turns(found));
    mixed.map(|(factor, _)| factor).collect()
}
