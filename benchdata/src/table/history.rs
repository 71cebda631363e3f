//! A history's levels as a grid: a row is a level, and how it stands against the one before.

use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

use super::cell::Cell;
use super::delta::{interval, p};
use super::grid::{Column, Grid, Kind, Section, SectionMetric, key_cells};
use crate::comparison::{Against, Verdict};
use crate::history::{Axis, ChangePoint, History, Line, Point};
use crate::metric::direction;
use crate::number::{fixed, mean_decimals};

/// Lays a history out: a section a metric, a row a level.
#[must_use]
pub fn history_grid(history: &History) -> Grid {
    grid_of_lines(history, history.lines.iter())
}

/// The same of some of its lines.
pub(super) fn grid_of_lines<'a>(history: &History, lines: impl Iterator<Item = &'a Line>) -> Grid {
    let mut columns: Vec<Column> = history.keys.iter().map(|key| Column::new("", key, Kind::Key)).collect();
    let from = if history.request.by == Axis::Time { "from (UTC)" } else { "from" };
    columns.push(Column::new("", from, Kind::Side));
    columns.push(Column::new("", "points", Kind::Number));
    columns.push(Column::new("", "mean", Kind::Value));
    columns.push(Column::improvement(""));
    columns.push(Column::new("", "verdict", Kind::Words));
    let interval = Column::new("", "95 % interval", Kind::Number);
    columns.push(Column { numbers: vec!["interval low", "interval high"], ..interval });
    columns.push(Column::new("", "p", Kind::Number));
    let mut sections: Vec<Section> = Vec::new();
    for line in lines {
        let better = direction(line.better);
        let metric = Some(SectionMetric { name: line.metric.clone(), unit: line.unit.clone(), better });
        let rows = rows(line, history.request.by);
        match sections.last_mut().filter(|section| section.metric == metric) {
            Some(section) => section.rows.extend(rows),
            None => sections.push(Section { metric, case: Vec::new(), rows }),
        }
    }
    let mut grid = Grid { columns, sections };
    grid.scale();
    grid.align_points();
    grid.mark();
    grid
}

fn rows(line: &Line, axis: Axis) -> Vec<Vec<Cell>> {
    let rows = line.levels.iter().zip(0..).map(|(level, at)| {
        let against = level.cell.against.as_ref();
        let verdict = if line.judged { Cell::verdict(against) } else { Cell::words("too few points") };
        let own = [
            Cell::words(line.points_of(at).first().map(|point| bare_place(point, axis)).unwrap_or_default()),
            Cell::exact(level.cell.summary.n as f64, 0),
            Cell::mean(Some(&level.cell)),
            Cell::improvement(against),
            verdict,
            interval(against, line.better),
            p(against.and_then(|against| against.p)),
        ];
        key_cells(&line.keys).into_iter().chain(own).collect()
    });
    rows.collect()
}

/// A level as its row shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelCells {
    /// The unit of the mean.
    pub unit: String,
    /// The mean of its points.
    pub mean: Cell,
    /// The interval of the improvement over the level before.
    pub interval: Cell,
}

impl LevelCells {
    /// `40.22 s`
    #[must_use]
    pub fn mean_with_unit(&self) -> String {
        let unit = if self.unit == "1" { "" } else { &self.unit };
        format!("{} {unit}", self.mean.text).trim_end().to_owned()
    }
}

/// The levels of each line, as a history's grid shows them.
#[must_use]
pub fn level_cells(history: &History, grid: &Grid) -> Vec<Vec<LevelCells>> {
    let [mean, interval] = ["mean", "95 % interval"]
        .map(|head| grid.columns.iter().rposition(|column| column.head == head).unwrap_or_default());
    let mut rows = grid.sections.iter().flat_map(|section| {
        let unit = section.metric.as_ref().map_or("1", |metric| &metric.unit);
        section.rows.iter().map(move |row| LevelCells {
            unit: unit.to_owned(),
            mean: row[mean].clone(),
            interval: row[interval].clone(),
        })
    });
    history.lines.iter().map(|line| rows.by_ref().take(line.levels.len()).collect()).collect()
}

/// A change by more than so many times is told by its ratio: `×1024` rather than `+102300 %`.
const MOST_PERCENT: f64 = 10.0;

/// The improvement that a change point brought, or the change of a metric without direction.
#[must_use]
pub fn improvement_at(change: &ChangePoint) -> Cell {
    let improvement = Cell::improvement(change.after.cell.against.as_ref());
    match very_large(change).and_then(|against| against.ratio) {
        Some(ratio) => Cell { text: times(ratio), ..improvement },
        None => improvement,
    }
}

/// Its interval, which the level's row has as `shown`.
#[must_use]
pub fn interval_at(change: &ChangePoint, shown: &Cell) -> Cell {
    match very_large(change).and_then(|against| against.interval) {
        Some((low, high)) => Cell::words(format!("{} .. {}", times(low), times(high))),
        None => shown.clone(),
    }
}

fn very_large<'a>(change: &ChangePoint<'a>) -> Option<&'a Against> {
    let against = change.after.cell.against.as_ref()?;
    against.change().is_some_and(|change| change.abs() > MOST_PERCENT).then_some(against)
}

/// A ratio of more digits would take more room than it tells.
const LARGEST_RATIO: f64 = 1e5;

fn times(ratio: f64) -> String {
    if ratio < LARGEST_RATIO {
        format!("×{}", fixed(ratio, mean_decimals(ratio, 0)))
    } else {
        format!("×{ratio:.2e}")
    }
}

/// Where a point stands on the axis: `2003-02-14 01:31 UTC`, or its kernel.
#[must_use]
pub fn place(point: &Point, axis: Axis) -> String {
    let zone = if point.started.is_some() && axis == Axis::Time { " UTC" } else { "" };
    format!("{}{zone}", bare_place(point, axis))
}

/// The same below a head that says the zone.
fn bare_place(point: &Point, axis: Axis) -> String {
    let started = point.started.filter(|_| axis == Axis::Time).map(minute);
    started.or_else(|| point.kernel.clone()).unwrap_or_else(|| "-".to_owned())
}

const MINUTE: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day] [hour]:[minute]");

fn minute(at: OffsetDateTime) -> String {
    let at = at.to_offset(time::UtcOffset::UTC);
    // Only a year beyond 9999 cannot be written so; it is shown as it is.
    at.format(MINUTE).unwrap_or_else(|_| at.to_string())
}

/// `tiobench on bigbox over time`.
#[must_use]
pub fn history_title(history: &History) -> String {
    let axis = match history.request.by {
        Axis::Time => "over time",
        Axis::Kernel => "over kernels",
    };
    format!("{} on {} {axis}", history.benchmarks.join(", "), history.boxes.join(", "))
}

/// What came out, in a sentence, and how many lines were not looked at.
#[must_use]
pub fn history_headline(history: &History) -> String {
    let left_out = match history.more_lines {
        0 => String::new(),
        more => {
            let more = counted(more, "more line");
            format!("; {more} left out, too many for one page: narrow the query, or choose a metric")
        }
    };
    outcome(history) + &left_out
}

/// What came out in the lines that are shown.
fn outcome(history: &History) -> String {
    let changes = history.change_points();
    let lines = counted(history.lines.len(), "line");
    let axis = history.request.by;
    if history.lines.is_empty() {
        let place = if axis == Axis::Time { "start" } else { "kernel" };
        return format!("Nothing to show: the {place} of no run is known");
    }
    if !history.lines.iter().any(|line| line.judged) {
        let fewest = history.request.lasting.fewest();
        let are_enough = history.lines.iter().any(|line| line.points.len() >= fewest);
        let starts = if are_enough { ", of different starts" } else { "" };
        return format!("Too few points in {lines}: change points take {fewest} or more{starts}");
    }
    if changes.is_empty() {
        return format!("No change point in {lines}");
    }
    format!("{} in {lines}: {}", counted(changes.len(), "change point"), tally(&changes))
}

/// `1 better, 0 worse, 2 no bounds`.
fn tally(changes: &[(usize, ChangePoint)]) -> String {
    let verdict =
        |(_, change): &(usize, ChangePoint)| change.after.cell.against.as_ref().and_then(|it| it.verdict);
    let found: Vec<Option<Verdict>> = changes.iter().map(verdict).collect();
    let have_direction = found.iter().any(Option::is_some);
    let mut kinds = [Verdict::Better, Verdict::Worse].map(Some).to_vec();
    kinds.retain(|_| have_direction);
    for verdict in &found {
        if !kinds.contains(verdict) {
            kinds.push(*verdict);
        }
    }
    let count = |kind: &Option<Verdict>| {
        let changes = found.iter().filter(|verdict| *verdict == kind).count();
        format!("{changes} {}", kind.map_or("without direction", Verdict::as_str))
    };
    kinds.iter().map(count).collect::<Vec<_>>().join(", ")
}

/// `1 run`, `2 runs`.
pub(super) fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
