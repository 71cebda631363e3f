//! Histories: series over time or kernels.

use askama::Template;
use benchdata::comparison::Warning;
use benchdata::content::RunId;
use benchdata::history::{Axis, ChangePoint, History, HistoryRequest, Line, Point};
use benchdata::table::{self, LevelCells, Tone};

use super::catalog::Offer;
use super::comparison::{cautions, described, remarks};
use super::form_fields::FormFields;
use super::frame::{Frame, Place};
use super::grid::{GridView, class, edge, padding, tone};
use super::links;
use super::plot::PlotView;
use crate::asked::Asked;
use crate::plots;

/// What the form on `/history` holds, and offers.
#[derive(Debug, Clone, Default)]
pub struct HistoryChoices {
    /// What was asked, as typed.
    pub fields: FormFields,
    /// The keys there are.
    pub keys: Vec<String>,
    /// The metrics there are.
    pub metrics: Vec<String>,
}

impl HistoryChoices {
    /// What the form has fields for.
    pub(super) const FIELDS: &'static [&'static str] = HistoryRequest::PARAMETERS;

    /// What points can stand in the order of, each with whether it is chosen.
    pub(super) fn axes(&self) -> Vec<(&str, bool)> {
        self.fields.options("by", Axis::ALL.map(Axis::as_str))
    }
}

/// A change point in a list.
#[derive(Debug, Clone)]
pub struct ChangeLine {
    /// The line's metric and keys, in words.
    pub line: String,
    /// The levels before and after.
    pub levels: [LevelCells; 2],
    /// The improvement, or the change of a metric without direction.
    pub change: table::Cell,
    /// Its interval.
    pub interval: table::Cell,
    /// The last run before, and the first after.
    pub edge: [EdgeRun; 2],
    /// What else differs between them, in words.
    pub differences: String,
    /// The comparison of the runs before with those after.
    pub comparison: Offer,
}

/// A run at the edge of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeRun {
    /// Its id.
    pub id: String,
    /// Where it stands: a time or a kernel.
    pub place: String,
    /// What was tested.
    pub label: String,
}

impl ChangeLine {
    fn new(
        history: &History,
        line: &Line,
        levels: &[LevelCells],
        change: &ChangePoint,
        comparison: Offer,
    ) -> Self {
        let edge = |point: &Point, id: Option<&RunId>| EdgeRun {
            id: id.map(ToString::to_string).unwrap_or_default(),
            place: table::place(point, history.request.by),
            label: point.label.clone(),
        };
        Self {
            line: history.line_name(line),
            levels: [change.level - 1, change.level].map(|level| levels[level].clone()),
            change: table::improvement_at(change),
            interval: table::interval_at(change, &levels[change.level].interval),
            differences: table::differences_at(change, "→"),
            edge: [edge(change.last, change.last.runs.last()), edge(change.first, change.first.runs.first())],
            comparison,
        }
    }
}

/// A history as a page shows it.
#[derive(Debug, Clone)]
pub struct HistoryView {
    /// All of it.
    pub history: History,
    /// Its levels.
    pub grid: GridView,
    /// Its plot.
    pub plot: Option<PlotView>,
    /// Its change points, the newest first.
    pub changes: Vec<ChangeLine>,
    /// Its address, below the host.
    pub path: String,
    /// The other forms of it: a name and a URL.
    pub exports: Vec<(&'static str, String)>,
    /// The address of the picture that a link to it is shown with, below the host.
    pub picture: String,
}

impl HistoryView {
    /// A history whose other forms are at `/history` with a suffix, and then `query`;
    /// `comparison` offers the comparison of the runs at a change point.
    #[must_use]
    pub fn new(history: History, query: &str, comparison: impl Fn(&Line, &ChangePoint) -> Offer) -> Self {
        let forms = ["txt", "md", "csv", "json", "svg", "png"];
        let exports = forms.map(|form| (form, format!("/history.{form}{query}")));
        let plot = plots::plot_history(&history).map(PlotView::of);
        let grid = table::history_grid(&history);
        let levels = table::level_cells(&history, &grid);
        let changes = history.change_points().into_iter().map(|(number, change)| {
            let line = &history.lines[number];
            ChangeLine::new(&history, line, &levels[number], &change, comparison(line, &change))
        });
        let changes = changes.collect();
        let mut grid = GridView::of_history(&history, grid);
        for panel in plot.iter().flat_map(|plot| &plot.panels) {
            if let Some(line) = panel.row.and_then(|line| history.lines.get(line)) {
                grid.lead(&line.metric, &line.keys, &panel.id);
            }
        }
        let path = format!("/history{query}");
        let picture = format!("/history.preview.png{query}");
        Self { history, grid, plot, changes, path, exports: exports.to_vec(), picture }
    }

    /// The outcome in a sentence.
    pub(super) fn headline(&self) -> String {
        table::history_headline(&self.history)
    }

    /// Whether anything else differs at a change point.
    pub(super) fn any_differs(&self) -> bool {
        self.changes.iter().any(|change| !change.differences.is_empty())
    }

    /// How the comparisons at the change points stand to the levels.
    pub(super) fn of_comparisons(&self) -> &'static str {
        match self.history.request.by {
            Axis::Time => {
                "Compare sets all runs of both levels against each other, those that are far from the others \
                 too, so that it has the same means and intervals; where it says that it takes some, the \
                 nearest to the change."
            }
            Axis::Kernel => {
                "Compare sets the runs of both levels against each other, or where it says that it takes some, \
                 the nearest to the change; here each kernel counts once, however many runs it has."
            }
        }
    }

    /// The same for who sees no page.
    pub(super) fn described(&self) -> String {
        described(&self.cautions(), &self.headline())
    }

    /// What must be known before any number.
    pub(super) fn cautions(&self) -> Vec<Warning> {
        cautions(&self.history.warnings)
    }

    /// The other warnings.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        remarks(&self.history.warnings)
    }

    /// Notes that stand below the levels: all but change points and warnings, which have sections
    /// of their own.
    pub(super) fn notes(&self) -> Vec<table::Note> {
        let elsewhere = ["Change points", "Warnings"];
        let notes = table::history_notes(&self.history).into_iter();
        notes.filter(|note| !elsewhere.contains(&note.title)).collect()
    }
}

/// `/history`
#[derive(Debug, Template)]
#[template(path = "history.html")]
pub struct HistoryPage {
    /// Around the page.
    pub frame: Frame,
    /// The form.
    pub choices: HistoryChoices,
    /// What came out.
    pub history: Option<HistoryView>,
}
