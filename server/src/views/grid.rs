//! A comparison's cells, as the page shows them.

use benchdata::comparison::{ComparisonTable, Layout, Request};
use benchdata::history::History;
use benchdata::table::{self, Cell, Column, Grid, Kind, Section, Tone};

use super::links;
use super::row::row_id;
use super::window::{A_FOLD, A_PAGE, Window};

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
    /// Where rows lead to.
    leads: Leads,
    /// Which of its rows are shown.
    pub window: Window,
}

/// Where rows lead to.
#[derive(Debug, Clone)]
enum Leads {
    /// Those of a history to their panels of the plot.
    Panels(Vec<PlottedRow>),
    /// Those of a comparison to all that is known of them: this address, and the row's id.
    Whole(String),
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
        Self::new(comparison, table::grid_in_one_piece(comparison))
    }
}

impl GridView {
    fn new(comparison: &ComparisonTable, grid: Grid) -> Self {
        Self {
            caption: table::title(comparison),
            grid,
            benchmark: only(&comparison.benchmarks),
            groups_are_metrics: comparison.request.layout == Layout::Metrics,
            leads: Leads::Panels(Vec::new()),
            window: Window::default(),
        }
    }

    /// All that is known of each side.
    pub(super) fn whole(comparison: &ComparisonTable) -> Self {
        Self::new(comparison, table::whole_grid(comparison))
    }

    /// What a run measured: its means, on a page of which a part begins at a row.
    #[must_use]
    pub fn of_run(alone: &ComparisonTable, from: usize) -> Self {
        let mut view = Self::from(alone);
        if !has_one_value_each(alone) {
            let means = view.grid.columns.iter_mut().filter(|column| column.unit.is_some());
            means
                .filter(|column| column.head != "mean")
                .for_each(|column| column.head.insert_str(0, "mean, "));
        }
        view.window = Window::cut(&mut view.grid, A_PAGE, from, |from| format!("?from={from}"));
        view
    }

    /// The first rows of what a run measured that may be stored, in about so many bytes.
    #[must_use]
    pub fn of_preview(alone: &ComparisonTable, most: usize) -> Self {
        let mut view = Self::from(alone);
        let window = Window::cut(&mut view.grid, most, 1, |_| String::new());
        view.window = Window { shown: window.shown, ..Window::default() };
        view
    }

    /// What these means are of: how many values, how far they lie apart, and the samples; none
    /// where each is one value.
    #[must_use]
    pub fn details_of_run(alone: &ComparisonTable) -> Vec<Self> {
        if has_one_value_each(alone) {
            return Vec::new();
        }
        let samples = ComparisonTable {
            request: Request { layout: Layout::Samples, ..alone.request.clone() },
            ..alone.clone()
        };
        let mut views = vec![Self::whole(alone), Self::new(&samples, table::grid(&samples))];
        for view in &mut views {
            let window = Window::cut(&mut view.grid, A_FOLD, 1, |from| format!("?from={from}"));
            view.window = Window { shown: window.shown, ..Window::default() };
        }
        views
    }

    /// A history's levels.
    pub(super) fn of_history(history: &History, grid: Grid) -> Self {
        Self {
            caption: table::history_title(history),
            grid,
            benchmark: only(&history.benchmarks),
            groups_are_metrics: false,
            leads: Leads::Panels(Vec::new()),
            window: Window::default(),
        }
    }

    /// Lets each row lead to all that is known of it, at this address with the row's id behind it.
    pub(super) fn lead_to(&mut self, address: String) {
        self.leads = Leads::Whole(address);
    }

    /// Lets the row of a metric and keys lead to its panel of the plot.
    pub(super) fn lead(&mut self, metric: &str, keys: &[Option<String>], panel: &str) {
        let Leads::Panels(plotted) = &mut self.leads else { return };
        let keys = keys.iter().map(|key| key.clone().unwrap_or_else(|| "-".to_owned()));
        plotted.push(PlottedRow { metric: metric.to_owned(), keys: keys.collect(), panel: panel.to_owned() });
    }

    /// Where a section's row leads to, if anywhere.
    pub(super) fn lead_of(&self, section: &Section, row: &[Cell]) -> Option<String> {
        let metric = section.metric.as_ref().map(|metric| metric.name.as_str());
        let keys = self.grid.columns.iter().zip(row).filter(|(column, _)| column.kind == Kind::Key);
        let keys = keys.map(|(column, cell)| (column.head.as_str(), cell.text.as_str()));
        match &self.leads {
            Leads::Panels(plotted) => {
                let keys: Vec<&str> = keys.map(|(_, value)| value).collect();
                let it = plotted.iter().find(|it| metric == Some(it.metric.as_str()) && it.keys == keys)?;
                Some(format!("#{}", it.panel))
            }
            Leads::Whole(address) => {
                let of_section = section.case.iter();
                let of_section =
                    of_section.map(|(key, value)| (key.as_str(), value.as_deref().unwrap_or("-")));
                Some(format!("{address}{}", row_id(metric, keys.chain(of_section))))
            }
        }
    }

    /// Whether the cell of this number leads on: the first that says anything does.
    pub(super) fn leads(row: &[Cell], column: &usize) -> bool {
        row.iter().position(|cell| cell.tone != Tone::Missing).unwrap_or_default() == *column
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

/// Whether each of a run's results is a single value.
fn has_one_value_each(alone: &ComparisonTable) -> bool {
    alone.rows.iter().flat_map(|row| row.cells.iter().flatten()).all(|cell| cell.summary.n == 1)
}

/// The benchmark, if there is one alone.
fn only(benchmarks: &[String]) -> Option<String> {
    Some(benchmarks).filter(|benchmarks| benchmarks.len() == 1)?.first().cloned()
}

/// A head's edge as a class of the style sheet.
pub(super) fn edge(column: &Column) -> &'static str {
    if column.kind.is_number() { "right" } else { "" }
}

/// The class attribute of a cell, nothing where it has no class: a table of thousands of cells
/// should not be thrice as long as its numbers.
pub(super) fn class(column: &Column, cell: &Cell) -> String {
    // Most cells are numbers, which are to the right without a word.
    let edge = if column.kind.is_number() { "" } else { "left" };
    match [edge, tone(cell)] {
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
