//! What a reader must know before believing a table's numbers.

mod environment;
mod labels;
mod metrics;
mod remarks;
mod settings;
mod sides;
mod time;
mod values;

use super::cells::Made;
use super::kinds::Member;
use super::sides::Split;
use crate::comparison::{ComparisonTable, Metric, Row, Warning};

pub(super) use environment::differences;

/// What warnings are drawn from.
pub(super) struct Evidence<'a> {
    /// The table, without its warnings.
    pub(super) table: &'a ComparisonTable,
    /// The sides and their runs.
    pub(super) split: &'a Split<'a>,
    /// A result of each kind that is shown.
    pub(super) examples: &'a [Member<'a>],
    /// What each row was made of.
    pub(super) made: &'a [Made],
    /// All metrics there are, shown or not.
    pub(super) all_metrics: &'a [Metric],
}

/// All warnings of a table, those first that must be read before any number.
pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    [
        labels::of(evidence),
        sides::of(evidence),
        settings::of(evidence),
        environment::of(evidence),
        metrics::of(evidence),
        values::of(evidence),
        time::of(evidence).into_iter().collect(),
        remarks::of(evidence),
    ]
    .concat()
}

/// `rate, test=Random reads, threads=4`: a row, in a warning's words.
fn row_name(table: &ComparisonTable, row: &Row) -> String {
    let keys = table.keys.iter().zip(&row.keys);
    let pairs = keys.filter_map(|(key, value)| Some(format!(", {key}={}", value.as_ref()?)));
    format!("{}{}", row.metric, pairs.collect::<String>())
}

/// Up to three names, and how many more there are.
fn listed(names: &[String]) -> String {
    match names.len() {
        0..=3 => names.join("; "),
        all => format!("{}; and {} more", names[..3].join("; "), all - 3),
    }
}

/// `1 row`, `3 rows`.
fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
