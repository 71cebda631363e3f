//! Lines over the levels of a numeric key, with every observation drawn.

use std::collections::{BTreeMap, BTreeSet};

use benchdata::compare::{Level, levels, natural_lists};
use benchdata::comparison::ComparisonTable;
use benchdata::interval::half_interval;

use super::about::about;
use super::axis::Axis;
use super::plot::{Figure, Line, Lines, Look, Observed, Panel, Plot};
use super::shown::{Shown, case};
use super::sweep_alt::Seen;

/// More lines are not told apart.
const MOST_LINES: usize = 12;

/// More panels are not looked at.
const MOST_PANELS: usize = 4;

/// More observations at one level are not told apart.
const MOST_MARKS: usize = 30;

/// The plot of a sweep; `None` where the levels are no numbers.
pub(super) fn plot(table: &ComparisonTable) -> Option<Plot> {
    let sweep = Sweep::of(table)?;
    let mut metrics = sweep.shown.quoted();
    metrics.truncate(MOST_PANELS);
    let panels: Vec<Panel> = metrics.iter().filter_map(|metric| sweep.panel(metric)).collect();
    let title = format!("{} over {}", metrics.join(", "), sweep.over);
    let rows: Vec<usize> = metrics.iter().flat_map(|metric| sweep.shown.rows_of(metric)).collect();
    let names = table.metrics.iter().map(|metric| &metric.name);
    let others = names.filter(|name| !metrics.contains(&name.as_str())).cloned().collect();
    let about = about(table, &rows);
    let whole = (panels.len(), "metrics");
    (!panels.is_empty()).then(|| Plot {
        title,
        cautions: Vec::new(),
        about,
        panels,
        whole,
        notes: sweep.notes(),
        others,
    })
}

struct Sweep<'a> {
    shown: Shown<'a>,
    /// What is swept: `fifo_batch`, or `label 2539mm1fb…`, where numbers alone tell its levels apart.
    over: String,
    /// The levels by their values.
    levels: BTreeMap<&'a str, Level<'a>>,
    /// Values of the other keys, for each of which a line is drawn for each side.
    curves: Vec<&'a [Option<String>]>,
}

impl<'a> Sweep<'a> {
    fn of(table: &'a ComparisonTable) -> Option<Self> {
        let key = table.keys.first()?;
        let values: BTreeSet<&str> =
            table.rows.iter().filter_map(|row| row.keys.first()?.as_deref()).collect();
        let mut curves: Vec<&[Option<String>]> =
            table.rows.iter().filter_map(|row| row.keys.get(1..)).collect();
        let in_order = natural_lists(table.keys.get(1..)?);
        curves.sort_by(|a, b| in_order(a, b));
        curves.dedup();
        let levels = levels(key, &values)?;
        Some(Self {
            shown: Shown::new(table, (0..table.rows.len()).collect()),
            over: over(key, &levels),
            levels,
            curves,
        })
    }

    /// The levels in ascending order.
    fn ascending(&self) -> Vec<Level<'a>> {
        let mut levels: Vec<Level> = self.levels.values().copied().collect();
        levels.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        levels.dedup_by(|(a, _), (b, _)| a == b);
        levels
    }

    fn panel(&self, metric: &str) -> Option<Panel> {
        let mut rows = self.shown.rows_of(metric);
        let first = *rows.first()?;
        rows.retain(|row| self.shown.unit(*row) == self.shown.unit(first));
        let lines = self.lines(&rows);
        let y = y_axis(&self.shown.title(first), &lines)?;
        let levels = self.ascending();
        let seen = Seen { lines: &lines, levels: &levels, better: self.shown.table.rows[first].better };
        let alt = seen.words(metric, &self.over, self.shown.unit(first));
        let x = Axis::of_levels(&self.over, &levels);
        let figure = Figure::Lines(Lines { x, y, lines });
        Some(Panel { row: None, share: 1, title: String::new(), alt, figure })
    }

    fn lines(&self, rows: &[usize]) -> Vec<Line> {
        let sides = 0..self.shown.table.sides.len();
        let curves = 0..self.curves.len();
        let all = curves.flat_map(|curve| sides.clone().map(move |side| (curve, side)));
        let lines = all.filter_map(|(curve, side)| {
            let points = self.points(rows, curve, side);
            let (name, look) = (self.name(curve, side), self.look(curve, side));
            (!points.is_empty()).then_some(Line { name, look, points })
        });
        lines.take(MOST_LINES).collect()
    }

    fn points(&self, rows: &[usize], curve: usize, side: usize) -> Vec<(f64, Observed)> {
        let keys = |row: usize| self.shown.table.rows[row].keys.as_slice();
        let on_curve = rows.iter().copied().filter(|row| keys(*row).get(1..) == Some(self.curves[curve]));
        let point = |row: usize| {
            let (level, _) = self.levels.get(keys(row).first()?.as_deref()?)?;
            Some((*level, self.shown.observed(row, side, MOST_MARKS)?))
        };
        let mut points: Vec<(f64, Observed)> = on_curve.filter_map(point).collect();
        points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        points
    }

    /// Of a pair of sides each curve has a colour, and the contender is hollow.
    fn look(&self, curve: usize, side: usize) -> Look {
        match (self.curves.len(), self.shown.table.sides.len()) {
            (2.., 2) => Look { is_hollow: side != self.shown.table.baseline, ..Look::of(curve) },
            (_, sides) => Look::of(curve * sides + side),
        }
    }

    fn name(&self, curve: usize, side: usize) -> String {
        let table = self.shown.table;
        let case = case(table.keys.iter().skip(1).zip(self.curves[curve]));
        let side = if table.sides.len() > 1 { table.sides[side].name.as_str() } else { "" };
        [case.as_str(), side].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    fn notes(&self) -> Vec<String> {
        let table = self.shown.table;
        let cells = || table.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let has = |count: usize| cells().any(|cell| cell.observations.len() > count);
        let lines = self.curves.len() * table.sides.len();
        let has_bars = cells().any(|cell| half_interval(&cell.summary).is_some());
        let notes = [
            Some("The line joins the means.".to_owned()),
            has_bars.then(|| "Bar: the mean’s own 95 % interval.".to_owned()),
            has(1).then(|| "Small marks: the observations.".to_owned()),
            has(MOST_MARKS).then(|| format!("Drawn: {MOST_MARKS} of many observations, evenly taken.")),
            (lines > MOST_LINES).then(|| format!("Drawn: {MOST_LINES} of {lines} lines.")),
            (lines > 1 && has_bars)
                .then(|| "Points of one level stand side by side, so that all are seen.".to_owned()),
            self.shown.left_out_of_names(),
        ];
        notes.into_iter().flatten().collect()
    }
}

/// Two decades are not seen on an even axis: the lower one lies on its floor.
const DECADES: f64 = 100.0;

/// The axis of what is drawn. On a logarithmic one no value is below 0, and 0 stands apart; intervals
/// go on below it.
fn y_axis(label: &str, lines: &[Line]) -> Option<Axis> {
    let all = || lines.iter().flat_map(|line| line.points.iter().map(|(_, observed)| observed));
    let seen = all().flat_map(|observed| observed.values.iter().copied().chain([observed.mean]));
    let (low, high) = extent(seen.clone().map(|value| (value, value)))?;
    let least = seen.filter(|value| *value > 0.0).reduce(f64::min).unwrap_or(high);
    if low >= 0.0 && high / least > DECADES {
        let of_decades = if low == 0.0 { Axis::of_decades_and_0 } else { Axis::of_decades };
        return Some(of_decades(label, (least, high)));
    }
    Some(Axis::of_values(label, extent(all().map(Observed::extent))?))
}

/// A key, with what all its levels have around their numbers.
fn over(key: &str, levels: &BTreeMap<&str, Level>) -> String {
    let around = levels.first_key_value().and_then(|(first, (_, number))| {
        let mut splits =
            first.match_indices(number).map(|(at, _)| (&first[..at], &first[at + number.len()..]));
        splits.find(|(head, tail)| {
            let bare = |level: &str| level.strip_prefix(head)?.strip_suffix(tail).map(str::to_owned);
            levels.iter().all(|(level, (_, number))| bare(level).as_deref() == Some(number))
        })
    });
    match around {
        None | Some(("", "")) => key.to_owned(),
        Some((head, tail)) => format!("{key} {head}…{tail}"),
    }
}

fn extent(all: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    all.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)))
}
