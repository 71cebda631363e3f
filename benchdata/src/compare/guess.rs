//! What a request leaves open: the keys that split the runs, the level that a row is of, and the
//! baseline.
//!
//! None depends on the layout, but that a sweep needs a level, whatever there is.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::level::{are_levels, most_levels};
use super::natural::is_of_versions;
use super::repeats::counts_repeats;
use super::shares::any_unequal;
use super::sides::Split;
use super::{Selection, Subject, value_of_run};
use crate::comparison::{Layout, Request};
use crate::key::RunKey;

/// Fewer levels than this are compared rather than swept.
const FEWEST_LEVELS: usize = 3;

/// The request with the level that its rows are of, where it asks for no rows: the factor that
/// was swept; in a sweep, else the key with the most levels.
pub(super) fn with_rows(selections: &[Selection], request: &Request) -> Request {
    if !request.rows.is_empty() {
        return request.clone();
    }
    let swept = match selections {
        [one] if request.by.is_empty() => swept(&one.subjects),
        _ => None,
    };
    let level = match request.layout {
        Layout::Sweep => swept.or_else(|| most_levels(selections, &request.by)),
        _ => swept,
    };
    Request { rows: level.into_iter().collect(), ..request.clone() }
}

/// The factor that was swept, of several the one with the most levels.
fn swept(subjects: &[Subject]) -> Option<RunKey> {
    let swept = factors(subjects).into_iter().filter(|factor| is_swept(subjects, factor));
    let levels =
        |factor: &RunKey| subjects.iter().map(|run| value_of_run(factor, run)).collect::<BTreeSet<_>>();
    swept.rev().max_by_key(|factor| levels(factor).len())
}

/// Whether a factor's levels are numbers, several on every side or other ones on some, which would
/// else be pooled in one row or be a side each. Where one side is all there is, levels that repeat are
/// worth comparing. No level takes away what would tell the sides apart, but what names it.
fn is_swept(subjects: &[Subject], factor: &RunKey) -> bool {
    let levels: Option<BTreeSet<String>> = subjects.iter().map(|run| value_of_run(factor, run)).collect();
    let key = factor.to_string();
    let is_number =
        |levels: &BTreeSet<String>| are_levels(&key, &levels.iter().map(String::as_str).collect());
    let Some(levels) = levels.filter(is_number).filter(|_| !is_of_versions(&key)) else {
        return false;
    };
    let [side] = by(subjects, std::slice::from_ref(factor));
    let [without_rows] = by(subjects, &[]);
    let mut sides: BTreeMap<Option<String>, Vec<Option<String>>> = BTreeMap::new();
    for run in subjects {
        sides.entry(value_of_run(&side, run)).or_default().push(value_of_run(factor, run));
    }
    let sides: Vec<Vec<Option<String>>> = sides.into_values().collect();
    let count = |side: &Vec<_>| side.iter().collect::<BTreeSet<_>>().len();
    let has_enough = |side: &Vec<_>| count(side) >= FEWEST_LEVELS;
    // Of levels that are each on one side alone, no row would have two.
    let share_some = || sides.iter().map(count).sum::<usize>() > levels.len();
    let is_uneven = || levels.len() >= FEWEST_LEVELS && any_unequal(&sides);
    let results = || subjects.iter().flat_map(|subject| &subject.run.results);
    let is_single = levels.len() == subjects.len()
        && results().all(|result| result.values.summary().is_some_and(|summary| summary.n == 1));
    (sides.iter().all(has_enough) || is_uneven())
        && if sides.len() > 1 { share_some() } else { is_single }
        && (side == without_rows || names(subjects, &without_rows, factor))
        && (names(subjects, &RunKey::Label, factor) || !counts_repeats(subjects, factor))
}

/// The key that tells runs of one row apart: the label, else a factor, else the box; but one that
/// names the rows' level too, and would make each level a side of its own, behind those that do
/// not. Where none does, each run is a side; with rows, all runs are one, called by what they have
/// in common.
pub(super) fn by(subjects: &[Subject], rows: &[RunKey]) -> [RunKey; 1] {
    let keys = [RunKey::Label].into_iter().chain(factors(subjects)).chain([RunKey::Box]);
    let keys: Vec<RunKey> = keys.filter(|key| !rows.contains(key)).collect();
    let row = |run: &Subject| rows.iter().map(|key| value_of_run(key, run)).collect::<Vec<_>>();
    let rows_there = subjects.iter().map(row).collect::<BTreeSet<_>>().len();
    let tells_apart = |key: &&RunKey| {
        let cells: BTreeSet<_> = subjects.iter().map(|run| (row(run), value_of_run(key, run))).collect();
        cells.len() > rows_there
    };
    let is_common = |key: &&RunKey| {
        subjects.windows(2).all(|pair| value_of_run(key, &pair[0]) == value_of_run(key, &pair[1]))
    };
    let names_level = |key: &&RunKey| rows.iter().any(|level| names(subjects, key, level));
    let found = keys.iter().filter(tells_apart).min_by_key(names_level);
    let otherwise = match (rows, subjects) {
        // What a lone run is called by: nothing tells it from others.
        ([], [_]) => RunKey::Label,
        ([], _) => RunKey::Run,
        _ => keys.iter().find(is_common).cloned().unwrap_or(RunKey::Box),
    };
    [found.cloned().unwrap_or(otherwise)]
}

/// Whether a key's values tell the level, of which there are several.
fn names(subjects: &[Subject], key: &RunKey, level: &RunKey) -> bool {
    let pairs: BTreeSet<_> =
        subjects.iter().map(|run| (value_of_run(key, run), value_of_run(level, run))).collect();
    let values: BTreeSet<_> = pairs.iter().map(|(value, _)| value).collect();
    let levels: BTreeSet<_> = pairs.iter().map(|(_, level)| level).collect();
    levels.len() > 1 && values.len() == pairs.len()
}

/// The side that a table should be against, where keys split it: the one that has the most rows in
/// common with the others. `row_of_kind`: which row results are in, by their kind.
pub(super) fn baseline(split: &Split, row_of_kind: &HashMap<usize, usize>) -> usize {
    let mut rows: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); split.sides.len()];
    for o in &split.observed {
        rows[o.side].extend(row_of_kind.get(&o.kind));
    }
    let mut sides_of_row: HashMap<usize, usize> = HashMap::new();
    rows.iter().flatten().for_each(|row| *sides_of_row.entry(*row).or_default() += 1);
    let compared = |side: &usize| -> usize { rows[*side].iter().map(|row| sides_of_row[row] - 1).sum() };
    // Of several the last is taken, which so is the first.
    (0..rows.len()).rev().max_by_key(compared).unwrap_or(0)
}

/// The factors of any run.
fn factors(subjects: &[Subject]) -> Vec<RunKey> {
    let factors: BTreeSet<_> = subjects.iter().flat_map(|subject| subject.run.factors.keys()).collect();
    factors.into_iter().cloned().map(RunKey::Named).collect()
}
