//! Comparisons, live and frozen.

use askama::Template;
use benchdata::comparison::{ComparisonTable, Layout, Request, Warning};
use benchdata::key::RunKey;
use benchdata::table::{self, Grid, Tone};

use super::form_fields::{FormFields, words};
use super::frame::{Frame, Place};
use super::grid::{GridView, class, edge, padding};
use super::links;
use super::parts::Moment;
use super::plot::PlotView;
use super::window::Outcome;
use crate::asked::Asked;
use crate::plots::{self, Figure, Plot};

/// More runs are not named, nor more facts that differ: who wants them all takes the JSON.
const MOST_RUNS: usize = 120;
const MOST_FACTS: usize = 40;

/// The notes that the table of geometric means stands for.
const MEANS: [&str; 2] = ["Geometric mean of ratios", "Improvement by the geometric mean of ratios"];

/// What a live and a frozen comparison both show.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// All of it.
    pub table: ComparisonTable,
    /// Its cells.
    pub grid: GridView,
    /// In how many of its rows each outcome came out.
    outcomes: [(Outcome, usize); 2],
    /// What came out in the rows that are shown, where these are not all.
    only: Option<Outcome>,
    /// Its geometric means, where sides are too many for the headline.
    pub means: Option<GridView>,
    /// Its address, below the host.
    pub path: String,
    /// The other forms of it: a name and a URL.
    pub exports: Vec<(&'static str, String)>,
    /// The address of the picture that a link to it is shown with, below the host.
    pub picture: String,
    /// Its plot.
    pub plot: Option<PlotView>,
    /// Which of its rows can be looked at, where they are many.
    pub picks: Vec<Pick>,
}

/// Rows that can be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pick {
    /// Which.
    pub text: String,
    /// Where they are.
    pub url: String,
    /// Whether these are shown.
    pub is_shown: bool,
}

impl Comparison {
    /// A comparison whose other forms are at `path` with a suffix, and then `query`.
    #[must_use]
    pub fn new(table: ComparisonTable, path: &str, query: &str) -> Self {
        let forms = ["txt", "md", "csv", "json", "svg", "png"];
        let exports = forms.map(|form| (form, format!("{path}.{form}{query}")));
        let (grid, means) = (GridView::from(&table), GridView::of_means(&table));
        let picture = format!("{path}.preview.png{query}");
        Self {
            outcomes: Outcome::ALL.map(|outcome| (outcome, outcome.count(&table))),
            table,
            only: None,
            grid,
            means,
            path: format!("{path}{query}"),
            exports: exports.to_vec(),
            picture,
            plot: None,
            picks: Vec::new(),
        }
    }

    /// The same with those of its rows alone in which this came out, if any is asked for.
    #[must_use]
    pub fn with_only(mut self, only: Option<Outcome>) -> Self {
        self.only = only;
        if let Some(outcome) = only {
            self.grid.pick(outcome, &self.table);
        }
        self
    }

    /// The same as a page of its own, asked for by `query`, of a snapshot nothing: with its plot, rows
    /// that lead to all that is known of them, and of a long table the part with a row.
    #[must_use]
    pub fn on_its_page(mut self, query: &str, from: usize) -> Self {
        let only = self.only.map_or_else(String::new, |only| format!("only={}&", only.as_str()));
        let of_metric = |metric: &str| {
            links::comparison_of_metric(&format!("{only}{}", query.trim_start_matches('?')), metric)
        };
        // Addresses without what was guessed: there are hundreds of them.
        let with = if query.is_empty() { "?".to_owned() } else { format!("{query}&") };
        self.grid.lead_to(format!("{with}row="));
        let rows = self.grid.rows();
        self.grid = self.grid.part(from, &format!("{with}{only}"));
        if let Some(only) = self.only {
            let what = match self.grid.window.shown.as_str() {
                "" if rows == 1 => "1 row".to_owned(),
                "" => format!("{rows} rows"),
                shown => shown.to_owned(),
            };
            self.grid.window.shown = format!("{what} with a side that is {}", only.as_str());
        }
        self.picks = self.picks(&with);
        let plot = self.plot_of_part().map(PlotView::of);
        self.plot = plot.map(|plot| if query.is_empty() { plot } else { plot.with_others(of_metric) });
        self
    }

    /// The plot of the rows that are shown, which of a long table are a part.
    fn plot_of_part(&self) -> Option<Plot> {
        let part = &self.grid.window.shown;
        if part.is_empty() {
            return plots::plot(&self.table);
        }
        let plot = plots::plot_rows(&self.table, self.grid.rows_shown(&self.table))?;
        let goes_over_all = plot.panels.iter().all(|panel| matches!(panel.figure, Figure::Lines(_)));
        let about = if goes_over_all { plot.about } else { format!("{part}: {}", plot.about) };
        Some(Plot { about, ..plot })
    }

    /// Which rows of a long table can be looked at: all, those with a side that is better, or worse.
    fn picks(&self, with: &str) -> Vec<Pick> {
        let found = self.outcomes.iter().filter(|(_, rows)| *rows > 0);
        let found = found.map(|(outcome, rows)| Pick {
            text: format!(
                "{rows} {}{}",
                if self.table.sides.len() > 2 { "with a side that is " } else { "" },
                outcome.as_str()
            ),
            url: format!("{with}only={}#table", outcome.as_str()),
            is_shown: self.only == Some(*outcome),
        });
        let all = Pick {
            text: "all".to_owned(),
            url: format!("{with}from=1#table"),
            is_shown: self.only.is_none(),
        };
        let picks: Vec<Pick> = std::iter::once(all).chain(found).collect();
        let is_long = !self.grid.window.shown.is_empty();
        if self.only.is_some() || is_long && picks.len() > 1 { picks } else { Vec::new() }
    }

    /// Which outcome the rows that are shown have, if they were picked by it.
    pub(super) fn only(&self) -> Option<Outcome> {
        self.only
    }

    /// What is set against what, of many sides their number.
    pub(super) fn short_title(&self) -> String {
        table::short_title(&self.table)
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
    pub(super) fn cautions(&self) -> Vec<Warning> {
        cautions(&self.table.warnings)
    }

    /// What else to read with care.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        remarks(&self.table.warnings)
    }

    /// The query that picked the runs.
    pub(super) fn query(&self) -> &str {
        table::query(&self.table)
    }

    /// How many runs of each side are named on the page.
    pub(super) fn runs_named(&self) -> usize {
        MOST_RUNS / self.table.sides.len().max(1)
    }

    /// How many sides have no geometric mean, and so no row in that table.
    pub(super) fn without_means(&self) -> usize {
        let rows = self.means.iter().flat_map(|means| &means.grid.sections).flat_map(|section| &section.rows);
        self.table.sides.len().saturating_sub(1 + rows.count())
    }

    /// What the table needs said below it.
    pub(super) fn notes(&self) -> Vec<table::Note> {
        let is_above = |note: &table::Note| self.means.is_some() && MEANS.contains(&note.title);
        notes(&self.table, &[&self.grid.grid]).into_iter().filter(|note| !is_above(note)).collect()
    }
}

/// What must be known before any number: that the sides may not be what they are called, or cannot
/// be compared.
pub(super) fn cautions(warnings: &[Warning]) -> Vec<Warning> {
    warnings.iter().filter(|warning| warning.severe).cloned().collect()
}

/// The warnings that are no cautions.
pub(super) fn remarks(warnings: &[Warning]) -> Vec<Warning> {
    warnings.iter().filter(|warning| !warning.severe).cloned().collect()
}

/// What a page says, in a line.
pub(super) fn described(cautions: &[Warning], outcome: &str) -> String {
    let cautions = cautions.iter().map(|caution| format!("Caution: {}. ", caution.text));
    cautions.chain([outcome.to_owned()]).collect()
}

/// Notes on a table that stand below it: all but runs, differences and warnings, which have
/// sections of their own.
#[must_use]
pub fn notes(table: &ComparisonTable, shown: &[&Grid]) -> Vec<table::Note> {
    let elsewhere = ["Runs", "Environment that differs", "Warnings"];
    table::notes(table, shown).into_iter().filter(|note| !elsewhere.contains(&note.title)).collect()
}

/// What the form on `/compare` holds, and offers.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// What was asked, as typed.
    pub fields: FormFields,
    /// What was asked, with what was guessed.
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

    /// What the form has fields for.
    pub(super) const FIELDS: &'static [&'static str] = Request::PARAMETERS;

    /// The layouts there are, each with whether it is chosen.
    pub(super) fn layouts(&self) -> Vec<(&str, bool)> {
        self.fields.options("layout", Layout::ALL.map(Layout::as_str))
    }

    /// The baselines that there could be, each with whether it is chosen: the sides, and the one that was
    /// asked for where it is none of them, or they are not known.
    pub(super) fn bases(&self) -> Vec<(&str, bool)> {
        self.fields.options("base", self.sides.iter().map(String::as_str))
    }

    /// What a permalink is asked for by: just what is shown.
    pub(super) fn frozen(&self) -> Vec<(String, String)> {
        words(&self.guessed)
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
    /// The history of the runs, where their sides are too many.
    pub history: Option<String>,
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
    /// What is told to who has just frozen it.
    pub said: Option<String>,
    /// The same comparison of today's runs.
    pub today: String,
    /// Whether that is surely against the same baseline.
    pub has_baseline_today: bool,
    /// That of its own runs as they are now; `None` where a side has none left.
    pub corrected: Option<String>,
    /// Why both have no certain baseline.
    pub lost: Option<String>,
    /// What was frozen.
    pub comparison: Comparison,
    /// The table as plain text, its link below; `None` where it is long.
    pub text: Option<String>,
}
