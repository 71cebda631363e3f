//! What a table's reader needs besides the numbers.

use std::collections::BTreeSet;

use super::grid::Grid;
use super::legend::legend;
use crate::comparison::{
    Basis, ComparisonTable, Layout, MeanRatio, MeanRatios, Metric, Order, Side, Warning,
};
use crate::number::{fixed, percent};

/// Where a table can be found again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link<'a> {
    /// A snapshot's permalink, with its whole hash.
    Snapshot {
        /// Its address.
        url: &'a str,
        /// BLAKE3 of its JSON.
        hash: &'a str,
        /// Its maker's title and note, in lines.
        said: &'a [String],
        /// What happened to its runs since it was made, a sentence each.
        since: &'a [String],
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

/// What a reader must know before any number: that the sides may not be what they are called, or
/// cannot be compared.
#[must_use]
pub fn cautions(table: &ComparisonTable) -> Option<Note> {
    caution(&table.warnings)
}

/// The warnings that stand before any number.
pub(super) fn caution(warnings: &[Warning]) -> Option<Note> {
    let severe = warnings.iter().filter(|warning| warning.severe);
    let items: Vec<String> = severe.map(|warning| warning.text.clone()).collect();
    (!items.is_empty()).then_some(Note { title: "Caution", items })
}

/// What is to be said of a snapshot before any number: its maker's words, and what happened to its
/// runs since it was made.
pub(super) fn of_snapshot(link: Option<Link>) -> Vec<Note> {
    let Some(Link::Snapshot { said, since, .. }) = link else { return Vec::new() };
    let notes = [("Said by its maker", said), ("Since this was made", since)];
    let told = notes.into_iter().filter(|(_, items)| !items.is_empty());
    told.map(|(title, items)| Note { title, items: items.to_vec() }).collect()
}

/// The query that picked the runs, which may have picked the favourable ones.
#[must_use]
pub fn query(table: &ComparisonTable) -> &str {
    match table.request.q.as_str() {
        "" => "every run",
        q => q,
    }
}

/// What a reader needs besides the numbers: runs on each side, what is the same in every
/// row, facts that differ, the metrics' and the shown columns' meanings, warnings but for those that
/// stand above.
#[must_use]
pub fn notes(table: &ComparisonTable, shown: &[&Grid]) -> Vec<Note> {
    let runs = runs(table).into_iter().chain(table.order.as_ref().map(order));
    let constants = table.constants.iter().map(|(key, value)| format!("{key}={value}"));
    let differences = table.environment.iter().map(|difference| {
        let sides = table.sides.iter().zip(&difference.values);
        let values: Vec<String> =
            sides.map(|(side, values)| format!("{} {}", side.name, known(values))).collect();
        format!("{}: {}", difference.fact, values.join("; "))
    });
    let meanings = table.metrics.iter().map(|metric| meaning(table, metric));
    let warnings =
        table.warnings.iter().filter(|warning| !warning.severe).map(|warning| warning.text.clone());
    [
        Note { title: "Runs", items: runs.collect() },
        Note { title: "In every row", items: constants.collect() },
        Note { title: "Environment that differs", items: differences.collect() },
        mean_ratios(table),
        Note { title: "Metrics", items: meanings.collect() },
        Note { title: "Columns", items: legend(table, shown) },
        Note { title: "Warnings", items: warnings.collect() },
    ]
    .into_iter()
    .filter(|note| !note.items.is_empty())
    .collect()
}

/// With more sides those that have the same runs are named together.
const MOST_APART: usize = 3;

/// `2.5.60-mm2: 5 runs`; of many sides `each of a, b, c: 1 run`.
fn runs(table: &ComparisonTable) -> Vec<String> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for (at, side) in table.sides.iter().enumerate() {
        let runs = runs_of(table, at);
        match found.iter_mut().find(|(known, _)| *known == runs) {
            Some((_, names)) if table.sides.len() > MOST_APART => names.push(&side.name),
            _ => found.push((runs, vec![&side.name])),
        }
    }
    let line = |(runs, names): (String, Vec<&str>)| match names.as_slice() {
        [only] => format!("{only}: {runs}"),
        all if all.len() == table.sides.len() => format!("every side: {runs}"),
        some => format!("each of {}: {runs}", some.join(", ")),
    };
    found.into_iter().map(line).collect()
}

/// `5 runs`, with how many runs or samples a row has where that does not follow.
fn runs_of(table: &ComparisonTable, side: usize) -> String {
    let Side { runs, .. } = &table.sides[side];
    let cells = || table.rows.iter().filter_map(|row| row.cells[side].as_ref());
    let of_runs: BTreeSet<u64> = cells().map(|cell| cell.runs).collect();
    let of_single = |basis| -> BTreeSet<u64> {
        cells().filter(|cell| cell.basis == basis).map(|cell| cell.summary.n).collect()
    };
    let all = u64::try_from(runs.len()).unwrap_or(u64::MAX);
    let mut parts = vec![format!("{all} run{}", if all == 1 { "" } else { "s" })];
    if of_runs.iter().any(|&of| of < all) {
        parts.push(format!("{} a row", range(&of_runs)));
    }
    let rows = if all == 1 { "a row" } else { "in rows of a single run" };
    for (basis, what) in [(Basis::Samples, "samples"), (Basis::Summary, "values summed up")] {
        let counts = of_single(basis);
        if counts.last().is_some_and(|&most| most > 1) {
            parts.push(format!("{} {what} {rows}", range(&counts)));
        }
    }
    parts.join(", ")
}

/// `3`, `1 to 3`.
fn range(counts: &BTreeSet<u64>) -> String {
    match (counts.first(), counts.last()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(only), _) => only.to_string(),
        _ => "none".to_owned(),
    }
}

/// As many runs in the order of time as a line holds; what all of them are follows.
const MOST_RUNS: usize = 40;

fn order(order: &Order) -> String {
    let Order { pattern, kind } = order;
    let all = pattern.len();
    let shown = pattern.get(..MOST_RUNS).map(|first| format!("{first}... of {all}"));
    format!("in time, A the first side: {}, {}", shown.as_ref().unwrap_or(pattern), kind.as_str())
}

/// What the table shows of each metric over all its rows: the mean ratio itself where ratios
/// stand above, else the improvement that it is.
fn mean_ratios(table: &ComparisonTable) -> Note {
    let (title, shown): (_, fn(&MeanRatio) -> String) = match table.request.layout {
        Layout::Metrics => ("Geometric mean of ratios", |mean| fixed(mean.ratio, 3)),
        _ => ("Improvement by the geometric mean of ratios", |mean| percent(mean.improvement)),
    };
    let of_side = |of: &MeanRatios, side: usize| {
        let mean = of.sides[side]?;
        let (name, shown) = (&table.sides[side].name, shown(&mean));
        Some(format!("{name} {shown} ({} of {} rows)", mean.rows, of.rows))
    };
    let line = |of: &MeanRatios| {
        let sides: Vec<String> = (0..of.sides.len()).filter_map(|side| of_side(of, side)).collect();
        format!("{}: {}", of.metric, sides.join("; "))
    };
    let is_shown = shows_improvements(table) || table.request.layout == Layout::Metrics;
    Note { title, items: table.mean_ratios.iter().filter(|_| is_shown).map(line).collect() }
}

fn shows_improvements(table: &ComparisonTable) -> bool {
    matches!(table.request.layout, Layout::Delta | Layout::Summary)
}

/// `rate: megabytes moved in a second; higher is better`.
fn meaning(table: &ComparisonTable, metric: &Metric) -> String {
    let better = table.rows.iter().find(|row| row.metric == metric.name).and_then(|row| row.better);
    let direction = match better {
        Some(better) => format!("{} is better", better.as_str()),
        None if table.sides.len() > 1 && shows_improvements(table) => {
            "no direction, so changes stand in parentheses".to_owned()
        }
        None => "no direction".to_owned(),
    };
    let meaning = metric.meaning.as_deref().map(|meaning| format!("{meaning}; ")).unwrap_or_default();
    format!("{}: {meaning}{direction}", metric.name)
}

fn known(values: &[String]) -> String {
    if values.is_empty() { "unknown".to_owned() } else { values.join(" or ") }
}
