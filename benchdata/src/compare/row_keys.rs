//! The keys that tell rows apart.

use std::collections::{BTreeMap, BTreeSet};

use super::kinds::Member;
use super::level::levels;
use super::value_of;
use crate::comparison::{Layout, Request};
use crate::key::RunKey;

/// The keys that tell rows apart, and the case parameters that are the same everywhere.
///
/// The keys asked for come first; every case parameter that varies follows, so that no
/// row ever mixes different series, but for what the keys asked for and those that split, `by`,
/// say already.
pub(crate) fn row_keys(
    examples: &[Member],
    by: &[RunKey],
    request: &Request,
) -> (Vec<RunKey>, BTreeMap<String, String>) {
    let parameters: BTreeSet<RunKey> = examples
        .iter()
        .flat_map(|of| of.measurement.series.case.keys().cloned().map(RunKey::Named))
        .collect();
    let mut keys: Vec<RunKey> = request.rows.iter().filter(|key| !by.contains(key)).cloned().collect();
    let asked: Vec<RunKey> = by.iter().chain(&keys).cloned().collect();
    let level = request.rows.first().filter(|_| request.layout == Layout::Sweep);
    let mut constants = BTreeMap::new();
    for key in parameters.into_iter().filter(|key| !asked.contains(key)) {
        let found: BTreeSet<Option<String>> = examples.iter().map(|of| value_of(&key, of)).collect();
        let is_said = || asked.iter().any(|other| says(examples, other, &key));
        let is_of_level = || level.is_some_and(|level| goes_with(examples, level, &key));
        match found.into_iter().collect::<Vec<_>>().as_slice() {
            [Some(only)] => drop(constants.insert(key.to_string(), only.clone())),
            [_] => {}
            _ if is_said() || is_of_level() => {}
            _ => keys.push(key),
        }
    }
    let benchmarks: BTreeSet<Option<String>> =
        examples.iter().map(|of| value_of(&RunKey::Benchmark, of)).collect();
    if benchmarks.len() > 1 && !asked.contains(&RunKey::Benchmark) {
        keys.push(RunKey::Benchmark);
    }
    (keys, constants)
}

/// Whether a key has the values that a case parameter has, as where a sweep over `bs` gives fio
/// its `block_size`.
fn says(examples: &[Member], key: &RunKey, parameter: &RunKey) -> bool {
    examples.iter().all(|of| value_of(key, of).is_some_and(|value| value_of(parameter, of) == Some(value)))
}

/// Whether a case parameter is a number that goes with a sweep's level, as hackbench's tasks,
/// forty a group: a curve is to go on through its values.
fn goes_with(examples: &[Member], level: &RunKey, parameter: &RunKey) -> bool {
    let pairs = examples.iter().map(|of| Some((value_of(level, of)?, value_of(parameter, of)?)));
    let Some(pairs) = pairs.collect::<Option<BTreeSet<_>>>() else { return false };
    let first: BTreeSet<&str> = pairs.iter().map(|(level, _)| level.as_str()).collect();
    let second: BTreeSet<&str> = pairs.iter().map(|(_, value)| value.as_str()).collect();
    let is_one_to_one = first.len() == pairs.len() && second.len() == pairs.len();
    is_one_to_one
        && levels(&level.to_string(), &first).is_some()
        && levels(&parameter.to_string(), &second).is_some()
}
