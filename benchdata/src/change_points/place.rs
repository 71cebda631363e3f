//! Where exactly a step is, given about where.

use crate::outlier::{NORMAL, median};

/// A value beyond both levels is taken for one so many deviations beyond, so that a spike counts
/// little more than others.
const FAR: f64 = 3.0;

/// It mostly stays after one or two.
const MOST_TURNS: usize = 8;

/// Where the squares of the values' distances from their level's median are least, the levels being
/// those before and after.
///
/// A scan of values that were brought near their common median cannot tell for a large step: it
/// takes what is on the way to the new level for a part of it.
pub(super) fn refined(values: &[f64], mut at: usize, lasting: usize) -> usize {
    for _ in 0..MOST_TURNS {
        match best(values, at, lasting) {
            Some(better) if better != at => at = better,
            _ => break,
        }
    }
    at
}

/// The best place, the levels being those before and after this one.
fn best(values: &[f64], at: usize, lasting: usize) -> Option<usize> {
    let (old, new) = (median(&values[..at])?, median(&values[at..])?);
    let own = |(place, x): (usize, &f64)| (x - if place < at { old } else { new }).abs();
    let distances: Vec<f64> = values.iter().enumerate().map(own).collect();
    let far = FAR * NORMAL * median(&distances)?;
    let (low, high) = (old.min(new) - far, old.max(new) + far);
    let near = |x: f64| if far > 0.0 { x.clamp(low, high) } else { x };
    // What it costs more to have all values up to here on the old level than on the new.
    let mut total = 0.0;
    let mut excess = values.iter().map(|&x| {
        total += (near(x) - old).powi(2) - (near(x) - new).powi(2);
        total
    });
    let first = excess.nth(lasting.checked_sub(1)?)?;
    let places = (lasting..).zip(std::iter::once(first).chain(excess));
    let inside = places.take_while(|(place, _)| place + lasting <= values.len());
    inside.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(place, _)| place)
}
