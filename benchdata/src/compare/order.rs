//! The order of runs in time, and what drifts with it.

use std::collections::BTreeSet;

use time::OffsetDateTime;

use super::sides::Split;
use crate::comparison::{Order, OrderKind, Row};
use crate::drift::{Drift, drift};

/// The order in which the sides' runs were started. `None` where no side repeats, where a
/// start is not known, or where the starts do not tell: equal ones, a run on several sides,
/// more sides than letters.
pub(super) fn of(split: &Split) -> Option<Order> {
    let mut starts: Vec<(OffsetDateTime, char)> = Vec::new();
    for (runs, letter) in split.runs.iter().zip('A'..='Z') {
        for subject in runs {
            starts.push((subject.run.started?, letter));
        }
    }
    let sides = split.runs.len();
    let distinct: BTreeSet<OffsetDateTime> = starts.iter().map(|(start, _)| *start).collect();
    if !(2..=26).contains(&sides) || starts.len() == sides || distinct.len() < starts.len() {
        return None;
    }
    starts.sort_unstable();
    let letters: Vec<char> = starts.into_iter().map(|(_, letter)| letter).collect();
    Some(Order { kind: kind(&letters, sides), pattern: letters.into_iter().collect() })
}

fn kind(letters: &[char], sides: usize) -> OrderKind {
    let blocks = letters.chunk_by(|a, b| a == b).count();
    let is_round = |round: &[char]| round.iter().collect::<BTreeSet<_>>().len() == sides;
    if letters.chunks(sides).all(is_round) {
        OrderKind::Interleaved
    } else if blocks == sides {
        OrderKind::Blocked
    } else {
        OrderKind::Mixed
    }
}

/// The drift of one row's values within its sides: of those sides whose runs all have a start
/// of their own. `places` tells which of its side's runs each observation is of.
pub(super) fn drift_of(row: &Row, places: &[Vec<usize>], split: &Split) -> Option<Drift> {
    let timed = |side: usize| {
        let starts = places[side].iter().map(|&place| split.runs[side][place].run.started);
        let starts: Option<Vec<OffsetDateTime>> = starts.collect();
        starts.is_some_and(|starts| starts.len() > 1 && starts.windows(2).all(|pair| pair[0] < pair[1]))
    };
    let groups: Vec<&[f64]> = row
        .cells
        .iter()
        .enumerate()
        .filter(|(side, _)| timed(*side))
        .filter_map(|(_, cell)| Some(cell.as_ref()?.observations.as_slice()))
        .collect();
    drift(&groups)
}
