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
use super::mix::Unequal;
use super::sides::Split;
use crate::comparison::{ComparisonTable, Metric, Row, Verdict, Warning};

pub(super) use environment::differences;
pub(crate) use environment::{TOOL_VERSION, hardware_of as hardware};
pub(crate) use labels::of_runs as of_labels;
pub(crate) use metrics::of_series;
pub(crate) use values::is_unit_factor;

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
    /// Where sides pool the levels of keys in unequal shares.
    pub(super) unequal: &'a Unequal,
}

/// All warnings of a table, those first that must be read before any number.
pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    [
        labels::of(evidence),
        settings::unequal(evidence).into_iter().collect(),
        sides::of(evidence),
        settings::of(evidence),
        environment::of(evidence),
        metrics::of(evidence),
        values::of(evidence.table, evidence.made),
        time::of(evidence.table, &evidence.table.rows).into_iter().collect(),
        remarks::of(evidence),
    ]
    .concat()
}

/// What of a table's warnings concerns some of its rows: what is drawn from values is drawn from
/// theirs alone.
#[must_use]
pub fn warnings_of_rows(table: &ComparisonTable, rows: &[Row]) -> Vec<Warning> {
    let has_unequal = rows.iter().flat_map(|row| row.cells.iter().flatten()).any(|cell| {
        cell.against.as_ref().is_some_and(|against| against.verdict == Some(Verdict::UnequalLevels))
    });
    let concerns = |warning: &&Warning| match warning.code.as_str() {
        settings::UNEQUAL => has_unequal,
        code => code != time::CODE && !values::CODES.contains(&code),
    };
    let made: Vec<Made> = rows.iter().map(|row| Made::of(row, table)).collect();
    let alone = ComparisonTable { rows: rows.to_vec(), ..table.clone() };
    let of_all = table.warnings.iter().filter(concerns).cloned();
    of_all.chain(values::of(&alone, &made)).chain(time::of(table, rows)).collect()
}

/// `rate, test=Random reads, threads=4`: a row, in a warning's words.
fn row_name(table: &ComparisonTable, row: &Row) -> String {
    let keys = table.keys.iter().zip(&row.keys);
    let pairs = keys.filter_map(|(key, value)| Some(format!(", {key}={}", value.as_ref()?)));
    format!("{}{}", row.metric, pairs.collect::<String>())
}

/// Up to three names, and how many more there are.
pub(crate) fn listed(names: &[String]) -> String {
    match names.len() {
        0..=3 => names.join("; "),
        all => format!("{}; and {} more", names[..3].join("; "), all - 3),
    }
}

/// `1 row`, `3 rows`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
