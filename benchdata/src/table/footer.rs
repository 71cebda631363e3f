//! What a table's reader needs besides the numbers.

use crate::comparison::{ComparisonTable, Layout, Metric};

/// Where a table can be found again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link<'a> {
    /// A snapshot's permalink, with its whole hash.
    Snapshot {
        /// Its address.
        url: &'a str,
        /// BLAKE3 of its JSON.
        hash: &'a str,
    },
    /// A live comparison, which changes as runs arrive.
    Live {
        /// Its address.
        url: &'a str,
    },
}

/// One kind of thing to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What kind.
    pub title: &'static str,
    /// The things.
    pub items: Vec<String>,
}

/// What a reader needs besides the numbers: runs on each side, what is the same in every
/// row, facts that differ, the metrics' meanings, warnings.
#[must_use]
pub fn notes(table: &ComparisonTable) -> Vec<Note> {
    let runs = table.sides.iter().map(|side| match side.runs.len() {
        1 => format!("{}: 1 run", side.name),
        n => format!("{}: {n} runs", side.name),
    });
    let constants = table.constants.iter().map(|(key, value)| format!("{key}={value}"));
    let differences = table.environment.iter().map(|difference| {
        let sides = table.sides.iter().zip(&difference.values);
        let values: Vec<String> =
            sides.map(|(side, values)| format!("{} {}", side.name, known(values))).collect();
        format!("{}: {}", difference.fact, values.join("; "))
    });
    let meanings = table.metrics.iter().map(|metric| meaning(table, metric));
    let warnings = table.warnings.iter().map(|warning| warning.text.clone());
    [
        Note { title: "Runs", items: runs.collect() },
        Note { title: "In every row", items: constants.collect() },
        Note { title: "Environment that differs", items: differences.collect() },
        Note { title: "Metrics", items: meanings.collect() },
        Note { title: "Samples", items: samples(table) },
        Note { title: "Verdicts", items: verdicts(table).into_iter().collect() },
        Note { title: "Warnings", items: warnings.collect() },
    ]
    .into_iter()
    .filter(|note| !note.items.is_empty())
    .collect()
}

fn samples(table: &ComparisonTable) -> Vec<String> {
    match table.request.layout {
        Layout::Samples => super::samples::notes(table),
        _ => Vec::new(),
    }
}

/// How verdicts were reached, where several were.
fn verdicts(table: &ComparisonTable) -> Option<String> {
    let cells = table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let judged = cells.filter_map(|cell| cell.against.as_ref()?.corrected_p).count();
    let text = format!("at 5 %, corrected for {judged} comparisons (Holm); a row's p is its own");
    (judged > 1).then_some(text)
}

/// `rate: megabytes moved in a second; higher is better`.
fn meaning(table: &ComparisonTable, metric: &Metric) -> String {
    let better = table.rows.iter().find(|row| row.metric == metric.name).and_then(|row| row.better);
    let direction = match better {
        Some(better) => format!("{} is better", better.as_str()),
        None if table.sides.len() > 1 => "no direction, so changes stand in parentheses".to_owned(),
        None => "no direction".to_owned(),
    };
    let meaning = metric.meaning.as_deref().map(|meaning| format!("{meaning}; ")).unwrap_or_default();
    format!("{}: {meaning}{direction}", metric.name)
}

fn known(values: &[String]) -> String {
    if values.is_empty() { "unknown".to_owned() } else { values.join(" or ") }
}
