//! A grid: the cells of a table, laid out and not yet written.

use super::cell::Cell;
use crate::comparison::{ComparisonTable, Row};
use crate::interval::half_interval;
use crate::metric::direction;

/// A table's cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Grid {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, in sections of one metric, maybe of one case, or in a single one without a
    /// title.
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
    /// The unit of its values, where its section is of no single metric.
    pub unit: Option<String>,
    /// What its cells' numbers are, for forms that give each a field of its own.
    pub numbers: Vec<&'static str>,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What the row is: to the left, and repeated where a table is cut in parts.
    Key,
    /// Whose row it is: the last of the keys.
    Side,
    /// One of the observations that a row has side by side, in the metric's unit.
    Sample,
    /// Another number in the metric's unit.
    Value,
    /// How far values lie apart, in the metric's unit.
    Spread,
    /// A number in no unit.
    Number,
    /// Words.
    Words,
}

impl Kind {
    /// Whether it says what the row is.
    #[must_use]
    pub fn is_key(self) -> bool {
        matches!(self, Self::Key | Self::Side)
    }

    /// Whether it is to the right.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self, Self::Sample | Self::Value | Self::Spread | Self::Number)
    }
}

/// Rows under a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// The metric, unit and direction of its rows; `None` where they are columns.
    pub metric: Option<SectionMetric>,
    /// The table's keys with their values, where they are the same in all rows and so have no
    /// columns.
    pub case: Vec<(String, Option<String>)>,
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
}

impl Section {
    /// `rate, MiB/s, higher is better: test=Random reads, threads=4`; `None` where metrics are
    /// columns.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        self.metric.as_ref().map(|metric| format!("{}, {}", metric.name, self.qualities()))
    }

    /// What the title says behind the metric's name.
    #[must_use]
    pub fn qualities(&self) -> String {
        let Some(SectionMetric { unit, better, .. }) = &self.metric else { return String::new() };
        let unit = if unit == NO_UNIT { String::new() } else { format!("{unit}, ") };
        let known = self.case.iter().filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?)));
        let case = known.collect::<Vec<_>>().join(", ");
        let colon = if case.is_empty() { "" } else { ": " };
        format!("{unit}{better}{colon}{case}")
    }
}

/// The cells of a row's keys.
pub(super) fn key_cells(keys: &[Option<String>]) -> Vec<Cell> {
    keys.iter().map(|key| key.as_ref().map_or_else(Cell::missing, Cell::words)).collect()
}

/// The columns of a table's keys.
pub(super) fn key_columns(table: &ComparisonTable) -> Vec<Column> {
    table.keys.iter().map(|key| Column::new("", key, Kind::Key)).collect()
}

/// The column that tells a row's side, where there is more than one.
pub(super) fn side_column(table: &ComparisonTable) -> Option<Column> {
    (table.sides.len() > 1).then(|| Column::new("", "side", Kind::Side))
}

/// The cell in that column, if there is one.
pub(super) fn side_cell(table: &ComparisonTable, name: &str) -> Vec<Cell> {
    side_column(table).map(|_| Cell::words(name)).into_iter().collect()
}

/// Whether a side somewhere has several observations, so that an interval stands beside a mean.
pub(super) fn repeats<'a>(rows: impl IntoIterator<Item = &'a Row>, side: usize) -> bool {
    let mut cells = rows.into_iter().filter_map(|row| row.cells[side].as_ref());
    cells.any(|cell| half_interval(&cell.summary).is_some())
}

/// Rows of one metric and unit together, in sections.
pub(super) fn by_metric<'a>(
    rows: impl IntoIterator<Item = &'a Row>,
    cells: impl Fn(&Row) -> Vec<Vec<Cell>>,
) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for row in rows {
        let metric = Some(SectionMetric::of(row));
        match sections.iter_mut().find(|section| section.metric == metric) {
            Some(section) => section.rows.extend(cells(row)),
            None => sections.push(Section { metric, case: Vec::new(), rows: cells(row) }),
        }
    }
    sections
}

/// The unit of plain numbers, which nobody writes.
const NO_UNIT: &str = "1";

/// The head of a mean's half interval.
pub(super) const PLUS_MINUS: &str = "±";

impl Column {
    pub(super) fn new(group: &str, head: &str, kind: Kind) -> Self {
        Self { group: group.to_owned(), head: head.to_owned(), kind, unit: None, numbers: vec![""] }
    }

    /// The column of a side's means, and of how many observations each is.
    pub(super) fn mean(group: &str, head: &str) -> Self {
        Self { numbers: vec!["", "n"], ..Self::new(group, head, Kind::Value) }
    }

    /// The column of improvements, and for metrics without direction changes.
    pub(super) fn improvement(group: &str) -> Self {
        Self { numbers: vec!["improvement", "change"], ..Self::new(group, "improvement", Kind::Number) }
    }

    /// The column of a metric's values, under its name and unit.
    pub(super) fn metric(name: &str, unit: &str) -> Self {
        let head = if unit == NO_UNIT { "mean" } else { unit };
        Self { unit: Some(unit.to_owned()), ..Self::mean(name, head) }
    }

    /// The column of how sure a mean is.
    pub(super) fn half_interval(group: &str) -> Self {
        Self { numbers: vec!["half interval"], ..Self::new(group, PLUS_MINUS, Kind::Spread) }
    }
}

impl Grid {
    /// The same without some columns, told by their place and themselves.
    pub(super) fn without(self, is_out: impl Fn(usize, &Column) -> bool) -> Self {
        let kept: Vec<bool> =
            self.columns.iter().enumerate().map(|(at, column)| !is_out(at, column)).collect();
        let columns = kept_of(self.columns, &kept);
        let narrowed = |section: Section| Section {
            rows: section.rows.into_iter().map(|row| kept_of(row, &kept)).collect(),
            ..section
        };
        Self { columns, sections: self.sections.into_iter().map(narrowed).collect() }
    }

    /// Whether the row of this number in a section begins a case that has a row for each side.
    #[must_use]
    pub fn begins_case(&self, section: &Section, row: usize) -> bool {
        let keys = self.columns.iter().take_while(|column| column.kind == Kind::Key).count();
        let has_sides = self.columns.get(keys).is_some_and(|column| column.kind == Kind::Side);
        let rows = &section.rows;
        has_sides && row.checked_sub(1).is_none_or(|above| rows[above][..keys] != rows[row][..keys])
    }
}

fn kept_of<T>(items: Vec<T>, kept: &[bool]) -> Vec<T> {
    items.into_iter().zip(kept).filter(|(_, kept)| **kept).map(|(item, _)| item).collect()
}
