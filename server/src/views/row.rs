//! One row of a comparison, whole: every side's values, how sure they are, and its runs.

use askama::Template;
use benchdata::compare::warnings_of_rows;
use benchdata::comparison::{self, Basis, ComparisonTable, Layout, Side, Warning};
use benchdata::content::RunId;
use benchdata::table::{self, Grid, Kind, Note, Tone};

use super::comparison::{cautions, described, notes, remarks};
use super::frame::{Frame, Place};
use super::grid::{GridView, class, edge, padding};
use super::links;
use super::plot::PlotView;
use crate::plots;

/// `/compare?…&row=…` and `/c/{hash}?row=…`
#[derive(Debug, Template)]
#[template(path = "row.html")]
pub struct RowPage {
    /// Around the page.
    pub frame: Frame,
    /// What was measured: `rate, test=Random reads, threads=4`.
    pub title: String,
    /// What is set against what.
    pub of: String,
    /// The whole comparison's address.
    pub whole: String,
    /// This row's.
    pub path: String,
    /// The comparison's as JSON, which has every observation.
    pub json: String,
    /// What happened to a snapshot's runs since it was made, a sentence each.
    pub since: Vec<String>,
    /// What must be known before any of its numbers.
    pub cautions: Vec<Warning>,
    /// What else of it to read with care.
    pub warnings: Vec<Warning>,
    /// What was measured of the case: one metric, or all where metrics are columns.
    pub metrics: Vec<RowView>,
    /// What the columns mean.
    pub notes: Vec<Note>,
}

/// A metric of one case.
#[derive(Debug, Clone)]
pub struct RowView {
    /// A row for each side.
    pub grid: GridView,
    /// What each side's numbers are of.
    pub observed: Vec<Observed>,
    /// Its plot.
    pub plot: Option<PlotView>,
}

/// What a side observed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The side.
    pub side: String,
    /// What its values are, in words.
    pub basis: &'static str,
    /// The values, each with its run where that is one of several.
    pub values: Vec<ObservedValue>,
    /// How many more there are.
    pub more: u64,
    /// The runs that it has the row of, where values do not lead to them.
    pub runs: Vec<String>,
    /// How many more there are.
    pub more_runs: usize,
    /// Whether those are all of the side's runs, of which only some have the row: older snapshots
    /// do not say which.
    pub is_of_some: bool,
}

/// An observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedValue {
    /// As it is shown.
    pub text: String,
    /// Whether it is far from the others.
    pub is_far: bool,
    /// The run it is the mean of.
    pub run: Option<String>,
}

/// More runs of a side are not named.
const MOST_RUNS: usize = 100;

/// What names a row in addresses: its case, and its metric where metrics are no columns. As long
/// as the comparison has such a row, whatever its place.
pub(super) fn row_id<'a>(metric: Option<&str>, case: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut case: Vec<_> = case.collect();
    case.sort_unstable();
    blake3::hash(format!("{metric:?} {case:?}").as_bytes()).to_hex()[..8].to_owned()
}

/// The ids of a comparison's row: as one of its metric, and where metrics are columns.
pub(super) fn ids_of(table: &ComparisonTable, row: &comparison::Row) -> [String; 2] {
    let values = || row.keys.iter().map(|value| value.as_deref().unwrap_or("-"));
    let case = || table.keys.iter().map(String::as_str).zip(values());
    [Some(row.metric.as_str()), None].map(|metric| row_id(metric, case()))
}

impl RowPage {
    /// The row of this id; `None` where the comparison has no such row.
    #[must_use]
    pub fn of(table: &ComparisonTable, id: &str, frame: Frame, whole: String) -> Option<Self> {
        let is_it = |row: &&comparison::Row| ids_of(table, row).iter().any(|other| other == id);
        let rows: Vec<_> = table.rows.iter().filter(is_it).cloned().collect();
        let first = rows.first()?;
        let known = table.keys.iter().zip(&first.keys);
        let case = known.filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?)));
        let metric = Some(first.metric.clone()).filter(|_| rows.len() == 1);
        let judged = judged(table, &rows);
        let warnings = warnings_of_rows(table, &rows);
        let metrics: Vec<RowView> = rows.iter().map(|row| RowView::of(&judged, row)).collect();
        let shown: Vec<&Grid> = metrics.iter().map(|metric| &metric.grid.grid).collect();
        let (path, query) = whole.split_at(whole.find('?').unwrap_or(whole.len()));
        Some(Self {
            frame,
            title: metric.into_iter().chain(case).collect::<Vec<_>>().join(", "),
            of: table::short_title(table),
            path: format!("{whole}{}row={id}", if whole.contains('?') { '&' } else { '?' }),
            json: format!("{path}.json{query}"),
            whole,
            since: Vec::new(),
            cautions: cautions(&warnings),
            warnings: remarks(&warnings),
            notes: notes(&judged, &shown),
            metrics,
        })
    }
}

/// The comparison as far as it is of these rows, all that is known of each. They are judged as parts of
/// the whole, but a mean over all rows is none of theirs.
fn judged(table: &ComparisonTable, rows: &[comparison::Row]) -> ComparisonTable {
    let mut judged = table.clone();
    judged.request.layout = Layout::Delta;
    judged.metrics.retain(|metric| rows.iter().any(|row| row.metric == metric.name));
    judged.mean_ratios.clear();
    judged
}

impl RowPage {
    /// For who sees no page.
    fn described(&self) -> String {
        described(&self.cautions, &self.of)
    }
}

impl RowView {
    fn of(table: &ComparisonTable, row: &comparison::Row) -> Self {
        let metrics = table.metrics.iter().filter(|metric| metric.name == row.metric).cloned().collect();
        let mut alone = ComparisonTable { rows: vec![row.clone()], metrics, ..table.clone() };
        let plot = plots::plot(&alone).map(PlotView::of);
        // The heading says the case.
        alone.keys.clear();
        alone.rows[0].keys.clear();
        let grid = GridView::whole(&alone);
        alone.request.layout = Layout::Samples;
        let samples = table::grid(&alone);
        let rows = samples.sections.iter().flat_map(|section| &section.rows);
        let sides =
            table.sides.iter().zip(&row.cells).filter_map(|(side, cell)| Some((side, cell.as_ref()?)));
        let observed = sides.zip(rows).map(|((side, cell), row)| {
            let cells = samples.columns.iter().zip(row).filter(|(column, _)| column.kind == Kind::Sample);
            let texts = cells.map(|(_, cell)| cell).take(cell.observations.len());
            Observed::of(side, cell, texts)
        });
        Self { grid, observed: observed.collect(), plot }
    }
}

impl Observed {
    fn of<'a>(side: &Side, cell: &comparison::Cell, shown: impl Iterator<Item = &'a table::Cell>) -> Self {
        let runs: Vec<RunId> = match cell.places.as_slice() {
            [] => side.runs.clone(),
            places => places.iter().filter_map(|&at| side.runs.get(at).copied()).collect(),
        };
        let is_of_some = cell.runs < runs.len() as u64;
        let are_runs = cell.basis == Basis::Runs && !is_of_some;
        let value = |(at, cell): (usize, &table::Cell)| ObservedValue {
            text: cell.text.clone(),
            is_far: cell.tone == Tone::Outlier,
            run: runs.get(at).filter(|_| are_runs).map(ToString::to_string),
        };
        let values: Vec<ObservedValue> = shown.enumerate().map(value).collect();
        let runs = if are_runs { &[] } else { runs.as_slice() };
        Self {
            side: side.name.clone(),
            basis: match cell.basis {
                Basis::Runs => "each run’s mean",
                Basis::Samples => "samples of its run",
                Basis::Summary => "only a summary was printed",
            },
            more: if values.is_empty() { 0 } else { cell.summary.n.saturating_sub(values.len() as u64) },
            values,
            runs: runs.iter().take(MOST_RUNS).map(ToString::to_string).collect(),
            more_runs: runs.len().saturating_sub(MOST_RUNS),
            is_of_some,
        }
    }
}
