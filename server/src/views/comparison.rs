//! Comparisons, live and frozen.

use askama::Template;
use benchdata::comparison::{ComparisonTable, Layout, Request, Threshold, Warning};
use benchdata::key::RunKey;
use benchdata::table::{self, Tone};

use super::frame::{Frame, Place};
use super::grid::{GridView, class, edge, padding};
use super::links;
use super::parts::{Moment, Problem};
use super::plot::PlotView;
use super::window::{A_PAGE, Window};
use crate::plots;

/// More runs are not named, nor more facts that differ: who wants them all takes the JSON.
const MOST_RUNS: usize = 120;
const MOST_FACTS: usize = 40;

/// What a live and a frozen comparison both show.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// All of it.
    pub table: ComparisonTable,
    /// Its cells.
    pub grid: GridView,
    /// Its address, below the host.
    pub path: String,
    /// The other forms of it: a name and a URL.
    pub exports: Vec<(&'static str, String)>,
    /// Its plot.
    pub plot: Option<PlotView>,
}

impl Comparison {
    /// A comparison whose other forms are at `path` with a suffix, and then `query`.
    #[must_use]
    pub fn new(table: ComparisonTable, path: &str, query: &str) -> Self {
        let forms = ["txt", "md", "csv", "json", "svg", "png"];
        let exports = forms.map(|form| (form, format!("{path}.{form}{query}")));
        let grid = GridView::from(&table);
        Self { table, grid, path: format!("{path}{query}"), exports: exports.to_vec(), plot: None }
    }

    /// The same as a page of its own, asked for by `query`, of a snapshot nothing: with its plot, rows
    /// that lead to all that is known of them, and of a long table the part from a row on.
    #[must_use]
    pub fn on_its_page(mut self, query: &str, from: usize) -> Self {
        let of_metric = |metric: &str| links::comparison_of_metric(query.trim_start_matches('?'), metric);
        let plot = plots::plot(&self.table).map(PlotView::of);
        self.plot = plot.map(|plot| if query.is_empty() { plot } else { plot.with_others(of_metric) });
        // Addresses without what was guessed: there are hundreds of them.
        let with = if query.is_empty() { "?".to_owned() } else { format!("{query}&") };
        self.grid.lead_to(format!("{with}row="));
        self.grid.window =
            Window::cut(&mut self.grid.grid, A_PAGE, from, |from| format!("{with}from={from}"));
        self
    }

    /// The address of the picture that a link to it is shown with, below the host.
    pub(super) fn picture(&self) -> &str {
        self.exports.last().map_or("", |(_, url)| url.as_str())
    }

    /// What is set against what.
    pub(super) fn title(&self) -> String {
        table::title(&self.table)
    }

    /// The same, of many sides their number.
    pub(super) fn short_title(&self) -> String {
        short_title(&self.table)
    }

    /// The outcome in a sentence.
    pub(super) fn headline(&self) -> String {
        table::headline(&self.table)
    }

    /// The same for who sees no page: what must be known before comes before it.
    pub(super) fn described(&self) -> String {
        described(&self.cautions(), &self.headline())
    }

    /// What must be known before any number.
    pub(super) fn cautions(&self) -> Vec<String> {
        cautions(&self.table)
    }

    /// What else to read with care.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        warnings(&self.table)
    }

    /// The query that picked the runs.
    pub(super) fn query(&self) -> &str {
        table::query(&self.table)
    }

    /// How many runs of each side are named on the page.
    pub(super) fn runs_named(&self) -> usize {
        MOST_RUNS / self.table.sides.len().max(1)
    }

    /// What the table needs said below it.
    pub(super) fn notes(&self) -> Vec<table::Note> {
        notes(&self.table)
    }
}

/// What is set against what, of many sides their number.
pub(super) fn short_title(table: &ComparisonTable) -> String {
    match table.sides.len() {
        ..=3 => table::title(table),
        sides => format!("{}: {sides} sides", table.benchmarks.join(", ")),
    }
}

/// What must be known before any number: that the sides may not be what they are called.
pub(super) fn cautions(table: &ComparisonTable) -> Vec<String> {
    table::cautions(table).map(|note| note.items).unwrap_or_default()
}

/// The warnings that are no cautions.
pub(super) fn warnings(table: &ComparisonTable) -> Vec<Warning> {
    table.warnings.iter().filter(|warning| !warning.severe).cloned().collect()
}

/// What a page says, in a line.
pub(super) fn described(cautions: &[String], outcome: &str) -> String {
    let cautions = cautions.iter().map(|caution| format!("Caution: {caution}. "));
    cautions.chain([outcome.to_owned()]).collect()
}

/// Notes on a table that stand below it: all but runs, differences and warnings, which have
/// sections of their own.
#[must_use]
pub fn notes(table: &ComparisonTable) -> Vec<table::Note> {
    let elsewhere = ["Runs", "Environment that differs", "Warnings"];
    table::notes(table).into_iter().filter(|note| !elsewhere.contains(&note.title)).collect()
}

/// What the form on `/compare` holds, and offers.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// What was asked, as typed.
    pub request: Request,
    /// The same with what was guessed.
    pub guessed: Request,
    /// The sides there are.
    pub sides: Vec<String>,
    /// The keys there are.
    pub keys: Vec<String>,
    /// The metrics there are.
    pub metrics: Vec<String>,
    /// The title for a permalink.
    pub title: String,
    /// The note for it.
    pub note: String,
}

impl Choices {
    /// Which part of a request are keys that split the sides, or lay out the rows.
    pub(super) fn keys(keys: &[RunKey]) -> String {
        keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }

    /// The baseline where none is chosen.
    pub(super) fn first(&self) -> &str {
        self.guessed.base.as_deref().unwrap_or("the first")
    }

    /// The metrics shown.
    pub(super) fn metric(&self) -> String {
        self.request.metric.join(",")
    }

    /// How small a change is of no interest, where that was asked: `2%`.
    pub(super) fn threshold(&self) -> String {
        let threshold = self.request.threshold;
        if threshold == Threshold::default() { String::new() } else { threshold.to_string() }
    }

    /// The layouts there are.
    pub(super) fn layouts(&self) -> [Layout; 5] {
        Layout::ALL
    }

    /// Whether a side is the baseline.
    pub(super) fn is_base(&self, side: &str) -> bool {
        self.request.base.as_deref() == Some(side)
    }
}

/// `/compare`
#[derive(Debug, Template)]
#[template(path = "compare.html")]
pub struct Compare {
    /// Around the page.
    pub frame: Frame,
    /// The form.
    pub choices: Choices,
    /// Why there is no comparison.
    pub problem: Option<Problem>,
    /// What came out.
    pub comparison: Option<Comparison>,
}

/// `/c/{hash}`
#[derive(Debug, Template)]
#[template(path = "snapshot.html")]
pub struct Snapshot {
    /// Around the page.
    pub frame: Frame,
    /// Its maker's title, or what it compares.
    pub title: String,
    /// Its maker's remark.
    pub note: Option<String>,
    /// What happened to its runs since it was made, a sentence each.
    pub since: Vec<String>,
    /// The part of its hash that its address has.
    pub hash: String,
    /// All of it.
    pub full_hash: String,
    /// When it was made.
    pub made: Moment,
    /// The name of the token it was made with.
    pub made_by: String,
    /// The same comparison of today's runs.
    pub live: String,
    /// What was frozen.
    pub comparison: Comparison,
    /// The table as plain text, its link below; `None` where it is long.
    pub text: Option<String>,
}
