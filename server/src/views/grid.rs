//! A comparison's cells, as the page shows them.

use benchdata::comparison::{ComparisonTable, Layout};
use benchdata::history::History;
use benchdata::table::{self, Cell, Column, Grid, Kind, Section, Tone};

use super::links;

/// A table.
#[derive(Debug, Clone)]
pub struct GridView {
    /// What it shows, for those who cannot see the page around it.
    pub caption: String,
    /// Its cells.
    pub grid: Grid,
    /// The only benchmark, whose page explains the metrics. Several may each mean something
    /// else by one name.
    benchmark: Option<String>,
    /// Whether the heads over columns are metrics.
    groups_are_metrics: bool,
    /// The rows that have a panel of the plot.
    plotted: Vec<PlottedRow>,
}

/// A row that has a panel of the plot.
#[derive(Debug, Clone)]
struct PlottedRow {
    metric: String,
    /// Its keys, as its cells show them.
    keys: Vec<String>,
    /// The panel's id.
    panel: String,
}

/// A head over some columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What stands there, possibly nothing.
    pub name: String,
    /// Over how many columns.
    pub columns: usize,
    /// The edge it keeps to, as a class of the style sheet: a single column's own.
    pub edge: &'static str,
}

impl From<&ComparisonTable> for GridView {
    fn from(comparison: &ComparisonTable) -> Self {
        Self {
            caption: table::title(comparison),
            grid: table::grid(comparison),
            benchmark: only(&comparison.benchmarks),
            groups_are_metrics: comparison.request.layout == Layout::Metrics,
            plotted: Vec::new(),
        }
    }
}

impl GridView {
    /// A history's levels.
    pub(super) fn of_history(history: &History, grid: Grid) -> Self {
        Self {
            caption: table::history_title(history),
            grid,
            benchmark: only(&history.benchmarks),
            groups_are_metrics: false,
            plotted: Vec::new(),
        }
    }

    /// Lets the row of a metric and keys lead to its panel of the plot.
    pub(super) fn lead(&mut self, metric: &str, keys: &[Option<String>], panel: &str) {
        let keys = keys.iter().map(|key| key.clone().unwrap_or_else(|| "-".to_owned()));
        self.plotted.push(PlottedRow {
            metric: metric.to_owned(),
            keys: keys.collect(),
            panel: panel.to_owned(),
        });
    }

    /// The panel of a section's row, if it has one.
    pub(super) fn panel_of(&self, section: &Section, row: &[Cell]) -> Option<&str> {
        let metric = section.metric.as_ref()?;
        let keys = self.grid.columns.iter().zip(row).filter(|(column, _)| column.kind == Kind::Key);
        let keys: Vec<&str> = keys.map(|(_, cell)| cell.text.as_str()).collect();
        let plotted = self.plotted.iter().find(|it| it.metric == metric.name && it.keys == keys)?;
        Some(&plotted.panel)
    }

    /// The heads over the columns' own, none where no column has one.
    pub(super) fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (index, column) in self.grid.columns.iter().enumerate() {
            // The first column is pinned, so the blank over it is its own.
            let stands_alone = index == 1 && column.group.is_empty();
            match groups.last_mut() {
                Some(last) if last.name == column.group && !stands_alone => {
                    last.columns += 1;
                    last.edge = "";
                }
                _ => groups.push(Group { name: column.group.clone(), columns: 1, edge: edge(column) }),
            }
        }
        if groups.iter().all(|group| group.name.is_empty()) { Vec::new() } else { groups }
    }

    /// Where a metric is explained.
    pub(super) fn meaning_of(&self, metric: &str) -> Option<String> {
        let benchmark = self.benchmark.as_deref()?;
        Some(format!("{}#{}", links::benchmark(benchmark), links::metric(metric)))
    }

    /// Where the metric over some columns is explained, if it is one.
    pub(super) fn meaning_of_group(&self, group: &Group) -> Option<String> {
        self.meaning_of(&group.name).filter(|_| self.groups_are_metrics)
    }

    /// Whether the cells of the column of this number head their rows: where all rows are one
    /// case, no column does.
    pub(super) fn heads_rows(&self, column: &usize) -> bool {
        *column == 0 && self.grid.columns.first().is_some_and(|column| column.kind.is_key())
    }

    /// Whether a rule stands above the row of this number in a section.
    pub(super) fn starts_group(&self, section: &Section, row: &usize) -> bool {
        self.grid.begins_case(section, *row)
    }
}

/// The benchmark, if there is one alone.
fn only(benchmarks: &[String]) -> Option<String> {
    Some(benchmarks).filter(|benchmarks| benchmarks.len() == 1)?.first().cloned()
}

/// A column's edge as a class of the style sheet.
pub(super) fn edge(column: &Column) -> &'static str {
    if column.kind.is_number() { "right" } else { "" }
}

/// The class attribute of a cell, nothing where it has no class: a table of thousands of cells
/// should not be thrice as long as its numbers.
pub(super) fn class(column: &Column, cell: &Cell) -> String {
    match [edge(column), tone(cell)] {
        ["", ""] => String::new(),
        ["", only] | [only, ""] => format!(" class={only}"),
        [edge, tone] => format!(" class=\"{edge} {tone}\""),
    }
}

/// A cell's tone as a class of the style sheet.
pub(super) fn tone(cell: &Cell) -> &'static str {
    match cell.tone {
        Tone::Plain => "",
        Tone::Missing => "missing",
        Tone::Better => "better",
        Tone::Worse => "worse",
        Tone::LeansBetter => "leans-better",
        Tone::LeansWorse => "leans-worse",
        Tone::Outlier => "outlier",
    }
}

/// Blanks as wide as what they stand for, so that decimal points meet: a punctuation space
/// for a missing point, figure spaces for digits.
pub(super) fn padding(cell: &Cell) -> String {
    let point = usize::from(cell.padding > 0 && !cell.text.contains('.'));
    format!("{}{}", "\u{2008}".repeat(point), "\u{2007}".repeat(cell.padding - point))
}
