//! A grid: the cells of a table, laid out and not yet written.

use std::collections::{BTreeMap, HashMap};

use crate::comparison::{self, Against, ComparisonTable, Row, Verdict};
use crate::metric::direction;
use crate::number::{fixed, magnitude, mean_decimals, percent, shown_decimals};

/// A table's cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, in sections of one metric, or in a single one without a title.
    pub sections: Vec<Section>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What stands over it and its neighbours of the same group: a side, a metric.
    pub group: String,
    /// Its own head.
    pub head: String,
    /// What it holds.
    pub kind: Kind,
    /// What its cells' numbers are, for forms that give each a field of its own.
    pub numbers: Vec<&'static str>,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What the row is: to the left, and repeated where a table is cut in parts.
    Key,
    /// Numbers, to the right.
    Number,
    /// Words.
    Words,
}

/// Rows under a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The metric, unit and direction of its rows; `None` where they are columns.
    pub metric: Option<SectionMetric>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A section's metric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionMetric {
    /// Its name.
    pub name: String,
    /// The unit of the section's values.
    pub unit: String,
    /// `higher is better`, `lower is better` or `no direction`.
    pub better: &'static str,
}

impl SectionMetric {
    /// The metric of a row.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        Self { name: row.metric.clone(), unit: row.unit.clone(), better: direction(row.better) }
    }

    /// `rate, MiB/s, higher is better`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}, {}, {}", self.name, self.unit, self.better)
    }
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// As it is shown.
    pub text: String,
    /// Blanks behind it that put decimal points below each other.
    pub padding: usize,
    /// Its numbers in full precision: one for each of the column's, unless it has words.
    pub numbers: Vec<Option<f64>>,
    /// How it is to be seen.
    pub tone: Tone,
}

/// How a cell is to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Nothing was measured.
    Missing,
    /// The verdict is better.
    Better,
    /// The verdict is worse.
    Worse,
    /// A change for the better, without a verdict.
    LeansBetter,
    /// A change for the worse, without a verdict.
    LeansWorse,
}

impl Cell {
    /// Words or a key.
    pub(super) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), padding: 0, numbers: Vec::new(), tone: Tone::Plain }
    }

    /// Nothing measured: `-`, never 0.
    pub(super) fn missing() -> Self {
        Self { tone: Tone::Missing, ..Self::words("-") }
    }

    /// A number with the decimals it was written with.
    pub(super) fn number(value: f64, decimals: usize) -> Self {
        let text = fixed(value, shown_decimals(value, decimals));
        Self { numbers: vec![Some(value)], ..Self::words(text) }
    }

    /// What a side observed in a row: its mean.
    pub(super) fn mean(cell: Option<&comparison::Cell>) -> Self {
        let Some(comparison::Cell { summary, decimals, .. }) = cell else { return Self::missing() };
        let decimals = if summary.n > 1 { mean_decimals(summary.mean, *decimals) } else { *decimals };
        Self::number(summary.mean, decimals)
    }

    /// An improvement, or for a metric without direction a change, in parentheses.
    pub(super) fn improvement(against: Option<&Against>) -> Self {
        let Some(against) = against else { return Self::missing() };
        let tone = tone(against);
        let numbers = vec![against.improvement, against.change()];
        match (against.improvement, against.change()) {
            (Some(improvement), _) => Self { numbers, tone, ..Self::words(percent(improvement)) },
            (None, Some(change)) => Self { numbers, tone, ..Self::words(format!("({})", percent(change))) },
            (None, None) => Self { tone: Tone::Missing, ..Self::words("n/a") },
        }
    }

    /// The verdict, in words.
    pub(super) fn verdict(against: Option<&Against>) -> Self {
        match against.map(|against| (against, against.verdict)) {
            None => Self::missing(),
            Some((_, Some(verdict))) => {
                let tone = match verdict {
                    Verdict::Better => Tone::Better,
                    Verdict::Worse => Tone::Worse,
                    Verdict::NotShown => Tone::Plain,
                    Verdict::TooFewRuns | Verdict::IdenticalSamples | Verdict::NoVariation => Tone::Missing,
                };
                Self { tone, ..Self::words(verdict.as_str()) }
            }
            Some((_, None)) => Self { tone: Tone::Missing, ..Self::words("no direction") },
        }
    }
}

/// How a contender's standing is to be seen.
pub(super) fn tone(against: &Against) -> Tone {
    match (against.verdict, against.improvement) {
        (Some(Verdict::Better), _) => Tone::Better,
        (Some(Verdict::Worse), _) => Tone::Worse,
        (Some(Verdict::TooFewRuns | Verdict::NoVariation), Some(x)) if x > 0.0 => Tone::LeansBetter,
        (Some(Verdict::TooFewRuns | Verdict::NoVariation), Some(x)) if x < 0.0 => Tone::LeansWorse,
        _ => Tone::Plain,
    }
}

/// The cells of a row's keys.
pub(super) fn key_cells(row: &Row) -> Vec<Cell> {
    row.keys.iter().map(|key| key.as_ref().map_or_else(Cell::missing, Cell::words)).collect()
}

/// The columns of a table's keys.
pub(super) fn key_columns(table: &ComparisonTable) -> Vec<Column> {
    table.keys.iter().map(|key| Column::new("", key, Kind::Key)).collect()
}

/// The column that tells a row's side, where there is more than one.
pub(super) fn side_column(table: &ComparisonTable) -> Option<Column> {
    (table.sides.len() > 1).then(|| Column::new("", "side", Kind::Key))
}

/// The cell in that column, if there is one.
pub(super) fn side_cell(table: &ComparisonTable, name: &str) -> Vec<Cell> {
    side_column(table).map(|_| Cell::words(name)).into_iter().collect()
}

/// Rows of one metric and unit together, in sections.
pub(super) fn by_metric(table: &ComparisonTable, cells: impl Fn(&Row) -> Vec<Vec<Cell>>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for row in &table.rows {
        let metric = SectionMetric::of(row);
        match sections.last_mut() {
            Some(last) if last.metric.as_ref() == Some(&metric) => last.rows.extend(cells(row)),
            _ => sections.push(Section { metric: Some(metric), rows: cells(row) }),
        }
    }
    sections
}

impl Column {
    pub(super) fn new(group: &str, head: &str, kind: Kind) -> Self {
        Self { group: group.to_owned(), head: head.to_owned(), kind, numbers: vec![""] }
    }

    /// The column of improvements, and for metrics without direction changes.
    pub(super) fn improvement(group: &str) -> Self {
        Self { numbers: vec!["improvement", "change"], ..Self::new(group, "improvement", Kind::Number) }
    }
}

impl Grid {
    /// Gives numbers under one head of a section the decimals of their like, and the
    /// padding that puts their points below each other.
    ///
    /// A tool that prints two decimals means 17.40 where a double only keeps 17.4; one that
    /// prints four digits means 17.81 beside 8.264. So a number gets the most decimals of
    /// those that begin at its power of ten or above.
    pub(super) fn align_points(&mut self) {
        let columns = &self.columns;
        for section in &mut self.sections {
            // Where a section is of one metric, all sides' columns of one head are alike.
            let by_metric = section.metric.is_some();
            let like = |column| if by_metric { ("", head(column).1) } else { head(column) };
            let mut most: HashMap<(&str, &str), BTreeMap<i32, usize>> = HashMap::new();
            for (column, cell) in section.rows.iter().flat_map(|row| columns.iter().zip(row)) {
                if let Some((value, decimals)) = plain_number(cell).filter(|(value, _)| *value != 0.0) {
                    let best = most.entry(like(column)).or_default().entry(magnitude(value)).or_default();
                    *best = decimals.max(*best);
                }
            }
            for (column, cell) in section.rows.iter_mut().flat_map(|row| columns.iter().zip(row)) {
                if let (Some(number), Some(most)) = (plain_number(cell), most.get(&like(column))) {
                    align(cell, number, most);
                }
            }
        }
    }
}

fn head(column: &Column) -> (&str, &str) {
    (&column.group, &column.head)
}

/// Shows a number with the decimals of its like, given those of each power of ten.
fn align(cell: &mut Cell, (value, own): (f64, usize), most: &BTreeMap<i32, usize>) {
    let widest = most.values().copied().max().unwrap_or(own).max(own);
    let like = most.range(magnitude(value)..).map(|(_, most)| *most).max().unwrap_or(own);
    let decimals = if value == 0.0 { widest } else { like };
    cell.text = fixed(value, decimals);
    cell.padding = widest - decimals + usize::from(decimals == 0 && widest > 0);
}

/// A number that is shown as nothing but a number, and its decimals.
fn plain_number(cell: &Cell) -> Option<(f64, usize)> {
    let bare = cell.text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
    let decimals = cell.text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let value = cell.numbers.first().copied().flatten();
    value.filter(|_| bare).map(|value| (value, decimals))
}
