//! What a reader must know before believing a history.

use std::collections::{BTreeMap, BTreeSet};

use super::points::has_place;
use super::{Axis, HistoryRequest};
use crate::compare::{Observed, RowId, Subject};
use crate::comparison::Warning;

/// All of them.
pub(super) fn of(
    subjects: &[Subject],
    rows: &[(RowId, Vec<Observed>)],
    request: &HistoryRequest,
) -> Vec<Warning> {
    alternating_settings(rows).into_iter().chain(unplaced(subjects, request.by)).collect()
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
fn alternating_settings(rows: &[(RowId, Vec<Observed>)]) -> Option<Warning> {
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
