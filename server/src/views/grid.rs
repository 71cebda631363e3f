//! A comparison's cells, as the page shows them.

use benchdata::comparison::{ComparisonTable, Layout, Request};
use benchdata::history::History;
use benchdata::table::{self, Cell, Column, Grid, Kind, Section, Tone};

use super::links;
use super::row::row_id;
use super::window::{self, A_FOLD, A_PAGE, Window};
use crate::short_names::{Part, ShortNames};

/// More sides than this below each other have their case above them.
const MOST_BELOW: usize = 3;

/// A longer name of a key takes the room of other columns.
const LONG: usize = 30;

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
    /// Its sides' names, of which phones show what tells them apart.
    names: ShortNames,
    /// The column that stays in sight: it says whose numbers a row has.
    pinned: usize,
    /// How many of its first columns stand above their rows instead: the case where so many sides have a
    /// line each, a long name that rows share.
    above: usize,
    /// Whether it is the one of its page that is shown in parts where it is long.
    pub has_parts: bool,
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
    /// Whether over the one that stays in sight.
    pub is_pinned: bool,
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
        let side = grid.columns.iter().position(|column| column.kind == Kind::Side);
        let names = comparison.sides.iter().map(|side| side.name.as_str());
        let above = match side {
            Some(side) if comparison.sides.len() > MOST_BELOW => side,
            Some(_) => 0,
            None => usize::from(shares_long_names(&grid)),
        };
        Self {
            caption: table::short_title(comparison),
            names: ShortNames::of(names),
            pinned: side.unwrap_or(above),
            above,
            grid,
            benchmark: only(&comparison.benchmarks),
            groups_are_metrics: comparison.request.layout == Layout::Metrics,
            leads: Leads::Panels(Vec::new()),
            has_parts: false,
            window: Window::default(),
        }
    }

    /// All that is known of each side.
    pub(super) fn whole(comparison: &ComparisonTable) -> Self {
        Self::new(comparison, table::whole_grid(comparison))
    }

    /// Its geometric means, where sides are too many for the headline.
    pub(super) fn of_means(comparison: &ComparisonTable) -> Option<Self> {
        let caption = "Improvement by the geometric mean of ratios".to_owned();
        Some(Self { caption, ..Self::new(comparison, table::means_grid(comparison)?) })
    }

    /// What a run measured: its means.
    #[must_use]
    pub fn of_run(alone: &ComparisonTable) -> Self {
        let mut view = Self::from(alone);
        if !has_one_value_each(alone) {
            let means = view.grid.columns.iter_mut().filter(|column| column.unit.is_some());
            means
                .filter(|column| column.head != "mean")
                .for_each(|column| column.head.insert_str(0, "mean, "));
        }
        view
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        window::count(&self.grid)
    }

    /// The part with the row of this number, from 1, as a page shows it; `address` ends where the number
    /// of another part's row follows.
    #[must_use]
    pub fn part(mut self, from: usize, address: &str) -> Self {
        self.has_parts = true;
        self.window = Window::cut(&mut self.grid, A_PAGE, from, |from| format!("{address}from={from}#table"));
        self
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
            names: ShortNames::default(),
            pinned: 0,
            above: 0,
            has_parts: false,
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
        match &self.leads {
            Leads::Panels(plotted) => {
                let metric = section.metric.as_ref().map(|metric| metric.name.as_str());
                let keys: Vec<&str> = self.keys(row).map(|(_, value)| value).collect();
                let it = plotted.iter().find(|it| metric == Some(it.metric.as_str()) && it.keys == keys)?;
                Some(format!("#{}", it.panel))
            }
            Leads::Whole(address) => Some(format!("{address}{}", self.id(section, row))),
        }
    }

    /// A row's keys with their values.
    fn keys<'a>(&'a self, row: &'a [Cell]) -> impl Iterator<Item = (&'a str, &'a str)> {
        let keys = self.grid.columns.iter().zip(row).filter(|(column, _)| column.kind == Kind::Key);
        keys.map(|(column, cell)| (column.head.as_str(), cell.text.as_str()))
    }

    /// What names a section's row in addresses.
    pub(super) fn id(&self, section: &Section, row: &[Cell]) -> String {
        let metric = section.metric.as_ref().map(|metric| metric.name.as_str());
        let of_section = section.case.iter();
        let of_section = of_section.map(|(key, value)| (key.as_str(), value.as_deref().unwrap_or("-")));
        row_id(metric, self.keys(row).chain(of_section))
    }

    /// Whether the cell of this number leads on: the first that is shown and says anything does, where
    /// what stands above does not.
    pub(super) fn leads(&self, row: &[Cell], column: &usize) -> bool {
        let says = |at: &usize| row.get(*at).is_some_and(|cell| cell.tone != Tone::Missing);
        !self.leads_above() && (self.above..row.len()).find(says).unwrap_or(self.above) == *column
    }

    /// Whether what stands above rows leads on: where it is their whole case.
    pub(super) fn leads_above(&self) -> bool {
        let beside = self.grid.columns.get(self.above);
        self.above > 0 && beside.is_some_and(|column| column.kind == Kind::Side)
    }

    /// The heads over the columns' own, none where no column has one.
    pub(super) fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (index, column) in self.grid.columns.iter().enumerate().filter(|(at, _)| self.has_column(at)) {
            // The blank over the pinned column is its own.
            let is_pinned = index == self.pinned;
            let stands_alone = column.group.is_empty() && (is_pinned || index == self.pinned + 1);
            match groups.last_mut() {
                Some(last) if last.name == column.group && !stands_alone => {
                    last.columns += 1;
                    last.edge = "";
                }
                _ => {
                    let name = column.group.clone();
                    groups.push(Group { name, columns: 1, is_pinned, edge: edge(column) });
                }
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
        let kind = self.grid.columns.get(*column).map(|column| column.kind);
        kind.is_some_and(Kind::is_key) && (*column == 0 || self.is_pinned(column))
    }

    /// Whether the column of this number stays in sight.
    pub(super) fn is_pinned(&self, column: &usize) -> bool {
        *column == self.pinned && self.grid.columns.get(*column).is_some_and(|column| column.kind.is_key())
    }

    /// Whether the column of this number is shown: those before the sides' names are not where they
    /// stand above.
    pub(super) fn has_column(&self, column: &usize) -> bool {
        *column >= self.above
    }

    /// How many columns are shown.
    pub(super) fn width(&self) -> usize {
        (0..self.grid.columns.len()).filter(|column| self.has_column(column)).count()
    }

    /// What stands above the row of this number in a section, where it is the first of those.
    pub(super) fn case_above(&self, section: &Section, row: &usize) -> Option<String> {
        let cells = |row: usize| section.rows.get(row).map(|cells| &cells[..self.above]);
        let cells = cells(*row).filter(|it| {
            !it.is_empty() && row.checked_sub(1).and_then(cells).is_none_or(|before| before != *it)
        })?;
        let keys = self.grid.columns.iter().zip(cells);
        let known = keys.filter(|(_, cell)| cell.tone != Tone::Missing);
        let known: Vec<String> =
            known.map(|(column, cell)| format!("{}={}", column.head, cell.text)).collect();
        Some(if known.is_empty() { "-".to_owned() } else { known.join(", ") })
    }

    /// The parts of the name over some columns, where it is a side's and long.
    pub(super) fn parts_of_group(&self, group: &Group) -> Option<&[Part]> {
        self.names.parts(&group.name)
    }

    /// The parts of a side's name, where it is long.
    pub(super) fn parts(&self, column: &Column, name: &str) -> Option<&[Part]> {
        self.names.parts(name).filter(|_| column.kind == Kind::Side)
    }

    /// Whether a rule stands above the row of this number in a section.
    pub(super) fn starts_group(&self, section: &Section, row: &usize) -> bool {
        self.grid.begins_case(section, *row)
    }
}

/// Whether the first of several keys has names so long that their columns would leave the window, of which
/// each stands in several rows.
fn shares_long_names(grid: &Grid) -> bool {
    let has_keys = grid.columns.iter().take_while(|column| column.kind == Kind::Key).count() > 1;
    let names = grid.sections.iter().flat_map(|section| &section.rows).filter_map(|row| row.first());
    let names: Vec<&str> = names.map(|cell| cell.text.as_str()).collect();
    let groups = names.chunk_by(|above, below| above == below).count();
    has_keys && 2 * groups <= names.len() && names.iter().any(|name| name.chars().count() > LONG)
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
