//! A history: a panel for each line, where every run is seen.

use benchdata::history::{Axis as By, History, Line, Point};
use benchdata::number::{decimals, fixed, shown_decimals, tidied};
use benchdata::table::{self, LevelCells};
use benchdata::unit::Unit;

use super::alt::{self, MOST};
use super::axis::Axis;
use super::drawing::Link;
use super::order::Order;
use super::plot::{Course, CourseLevel, CoursePoint, Figure, Panel, Plot};
use super::shown::interval;
use crate::short_names::ShortNames;

/// More panels are not looked at.
const MOST_PANELS: usize = 12;

/// About as many marks a plot has at most, so that it stays small.
const MOST_MARKS: usize = 6000;

/// More points of one line are not told apart.
const MOST_POINTS: usize = 1000;

/// So many runs of a point are listed behind it: more would make an address too long.
const MOST_LINKED: usize = 20;

/// Outliers that would stretch the axis of the others so many times stand at its end.
const MOST_STRETCHED: f64 = 2.0;

/// The plot of a history's lines, those with change points first.
pub(super) fn plot(history: &History) -> Option<Plot> {
    let mut shown: Vec<usize> = (0..history.lines.len()).collect();
    shown.sort_by_key(|line| history.lines[*line].levels.len() < 2);
    shown.truncate(MOST_PANELS);
    let drawn = Drawn::of(history, (MOST_MARKS / shown.len().max(1)).min(MOST_POINTS))?;
    let panels: Vec<Panel> = shown.iter().filter_map(|line| drawn.panel(*line)).collect();
    let title = match history.request.by {
        By::Time => "Runs over time",
        By::Kernel => "Kernels in the order of their versions",
    };
    let notes = drawn.notes(&panels);
    (!panels.is_empty()).then(|| Plot {
        title: title.to_owned(),
        cautions: table::history_cautions(history).map(|note| note.items).unwrap_or_default(),
        about: about(history),
        panels,
        whole: (history.lines.len() + history.more_lines, "lines"),
        notes,
        others: Vec::new(),
    })
}

/// How many lines change: `3 of 12 lines have change points, and come first.` Of a single line the
/// picture says it.
fn about(history: &History) -> String {
    let all = history.lines.len();
    match history.lines.iter().filter(|line| line.levels.len() > 1).count() {
        _ if all < 2 => String::new(),
        0 => format!("None of {all} lines has a change point."),
        changing if changing == all => format!("All {all} lines have change points."),
        1 => format!("1 of {all} lines has change points, and comes first."),
        changing => format!("{changing} of {all} lines have change points, and come first."),
    }
}

/// What panels have in common.
struct Drawn<'a> {
    history: &'a History,
    order: Order<'a>,
    /// Each line's levels as tables show them.
    cells: Vec<Vec<LevelCells>>,
    /// The lines' names.
    names: ShortNames,
    /// How many points of a line are drawn at most.
    most: usize,
}

/// A point before it is known whether it is drawn.
#[derive(Clone, Copy)]
struct Placed<'a> {
    point: &'a Point,
    at: f64,
    value: f64,
    is_outlier: bool,
}

impl<'a> Drawn<'a> {
    fn of(history: &'a History, most: usize) -> Option<Self> {
        let cells = table::level_cells(history, &table::history_grid(history));
        let names: Vec<String> = history.lines.iter().map(|line| history.line_name(line)).collect();
        let names = ShortNames::of(names.iter().map(String::as_str));
        Some(Self { history, order: Order::of(history)?, cells, names, most })
    }

    fn panel(&self, number: usize) -> Option<Panel> {
        let line = &self.history.lines[number];
        let cells = &self.cells[number];
        let unit = cells.first()?.unit.as_str();
        let factor = Unit::new(unit).ok()?.in_units_of(&Unit::new(&line.unit).ok()?).unwrap_or(1.0);
        let name = self.history.line_name(line);
        let value = |x: f64| tidied(x / factor);
        let levels = self.levels(line, value);
        let points = self.points(line, value);
        let y = axis_of_values(&qualities(line, unit), &points, &levels)?;
        let figure = Course {
            x: self.order.axis(line),
            y,
            points: thinned(points, self.most).iter().map(|placed| self.linked(placed, unit)).collect(),
            levels,
            changes: self.changes(line),
        };
        let alt = self.alt(line, &name, cells);
        Some(Panel { row: Some(number), share: 1, title: name, alt, figure: Figure::Course(figure) })
    }

    fn points(&self, line: &'a Line, value: impl Fn(f64) -> f64) -> Vec<Placed<'a>> {
        let placed =
            |point| Placed { point, at: self.order.at(point), value: value(point.value), is_outlier: false };
        let mut points: Vec<Placed> = line.points.iter().map(placed).collect();
        for level in &line.levels {
            level.cell.outliers.iter().for_each(|at| points[level.start + at].is_outlier = true);
        }
        points
    }

    fn linked(&self, placed: &Placed, unit: &str) -> CoursePoint {
        let Placed { point, at, value, is_outlier } = *placed;
        CoursePoint { at, value, is_outlier, link: self.link(point, value, unit) }
    }

    /// Leads to a point's run, or the list of its runs: `2.5.61, 2003-02-11 03:00 UTC: 42.2 s`.
    fn link(&self, point: &Point, value: f64, unit: &str) -> Link {
        let place = table::place(point, self.history.request.by);
        let label = if place == point.label { String::new() } else { format!("{}, ", point.label) };
        let value = fixed(value, shown_decimals(value, decimals(value)));
        let unit = if unit == "1" { String::new() } else { format!(" {unit}") };
        let title = format!("{label}{place}: {value}{unit}");
        if let [run] = point.runs.as_slice() {
            return Link { href: format!("/runs/{run}"), title };
        }
        let newest = point.runs.iter().rev().take(MOST_LINKED).map(ToString::to_string);
        let href = format!("/runs?q=run:{}", newest.collect::<Vec<_>>().join("%7C"));
        Link { href, title: format!("{title}, the mean of {} runs", point.runs.len()) }
    }

    /// Each level up to the middle between it and the next.
    fn levels(&self, line: &Line, value: impl Fn(f64) -> f64) -> Vec<CourseLevel> {
        let edges: Vec<f64> = self.edges(line);
        let levels = line.levels.iter().zip(edges.windows(2));
        let level = |(level, edge): (&benchdata::history::Level, &[f64])| {
            let mean = level.cell.summary.mean;
            let interval = interval(&level.cell.summary).map(|(low, high)| (value(low), value(high)));
            CourseLevel { from: edge[0], to: edge[1], mean: value(mean), interval }
        };
        levels.map(level).collect()
    }

    fn edges(&self, line: &Line) -> Vec<f64> {
        let ends =
            [line.points.first(), line.points.last()].map(|point| point.map(|point| self.order.at(point)));
        let between = line
            .change_points()
            .map(|change| f64::midpoint(self.order.at(change.last), self.order.at(change.first)));
        ends[0].into_iter().chain(between).chain(ends[1]).collect()
    }

    /// The change points, each with its improvement; the largest first.
    fn changes(&self, line: &Line) -> Vec<(f64, String)> {
        let edges = self.edges(line);
        let mut changes: Vec<(f64, f64, String)> = line
            .change_points()
            .zip(edges.into_iter().skip(1))
            .map(|(change, at)| {
                let size = change.after.cell.summary.mean / change.before.cell.summary.mean;
                (size.ln().abs(), at, table::improvement_at(&change).text)
            })
            .collect();
        changes.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
        changes.into_iter().map(|(_, at, text)| (at, text)).collect()
    }

    /// `elapsed: 20 points. 40.22 s from 2.5.51; 42.20 s from 2.5.61, -4.98 %, worse`
    fn alt(&self, line: &Line, name: &str, cells: &[LevelCells]) -> String {
        let told = line.levels.iter().zip(cells).enumerate().map(|(number, (level, cells))| {
            let first = line.points_of(number).first();
            let from = first.map(|point| table::place(point, self.history.request.by)).unwrap_or_default();
            let against = level.cell.against.as_ref();
            let change =
                line.change_points().nth(number.wrapping_sub(1)).map(|it| table::improvement_at(&it).text);
            let verdict =
                against.and_then(|against| against.verdict).map(|verdict| verdict.as_str().to_owned());
            let mean = format!("{} from {from}", cells.mean_with_unit());
            [Some(mean), change, verdict].into_iter().flatten().collect::<Vec<_>>().join(", ")
        });
        let name = alt::told_apart(&self.names, name, MOST / 3);
        let head = format!("{name}: {} points. ", line.points.len());
        let room = MOST - head.chars().count();
        head + &alt::joined(&told.collect::<Vec<_>>(), "levels", room)
    }

    fn notes(&self, panels: &[Panel]) -> Vec<String> {
        let courses = || {
            panels
                .iter()
                .filter_map(|panel| if let Figure::Course(it) = &panel.figure { Some(it) } else { None })
        };
        let points = || courses().flat_map(|course| course.points.iter().map(move |point| (course, point)));
        let is_beyond = |(course, point): &(&Course, &CoursePoint)| {
            point.value < course.y.ends.0 || point.value > course.y.ends.1
        };
        let mark = match self.history.request.by {
            By::Time => "Mark: a run.",
            By::Kernel => "Mark: a kernel, the mean of its runs.",
        };
        let thinned = self.history.lines.iter().any(|line| line.points.len() > self.most);
        let notes = [
            (true, mark.to_owned()),
            (true, "Line: a level’s mean, shaded its own 95 % interval.".to_owned()),
            (true, "Dashes: change points, with the improvement.".to_owned()),
            (points().any(|it| it.1.is_outlier && !is_beyond(&it)), "Ringed: far from its level.".to_owned()),
            (points().any(|point| is_beyond(&point)), "Triangles: values beyond the axis.".to_owned()),
            (thinned, format!("Drawn: {} points of a line, the extremes among neighbours.", self.most)),
        ];
        notes.into_iter().filter(|(is, _)| *is).map(|(_, note)| note).collect()
    }
}

fn qualities(line: &Line, unit: &str) -> String {
    let better = benchdata::metric::direction(line.better);
    if unit == "1" { better.to_owned() } else { format!("{unit}, {better}") }
}

/// The axis of all values, or if outliers stretched that too far, of the others.
fn axis_of_values(label: &str, points: &[Placed], levels: &[CourseLevel]) -> Option<Axis> {
    let spans = levels.iter().filter_map(|level| level.interval);
    let near = points.iter().filter(|point| !point.is_outlier).map(|point| (point.value, point.value));
    let join = |(low, high): (f64, f64), (from, to): (f64, f64)| (low.min(from), high.max(to));
    let near = near.chain(spans).reduce(join)?;
    let all = points.iter().map(|point| (point.value, point.value)).fold(near, join);
    let is_stretched = all.1 - all.0 > MOST_STRETCHED * (near.1 - near.0) && near.1 > near.0;
    Some(Axis::of_values(label, if is_stretched { near } else { all }))
}

/// At most so many points: of neighbours the least and the largest, so that no spike is lost.
fn thinned<'a>(points: Vec<Placed<'a>>, most: usize) -> Vec<Placed<'a>> {
    if points.len() <= most {
        return points;
    }
    let neighbours = points.chunks((2 * points.len()).div_ceil(most));
    let extremes = |chunk: &[Placed<'a>]| {
        let by_value = |a: &&Placed, b: &&Placed| a.value.total_cmp(&b.value);
        [chunk.iter().min_by(by_value).copied(), chunk.iter().max_by(by_value).copied()]
    };
    neighbours.flat_map(extremes).flatten().collect()
}
