//! Lines over the levels of a numeric key, with every observation drawn.

use std::collections::BTreeSet;

use benchdata::compare::{Level, levels, natural_lists};
use benchdata::comparison::{ComparisonTable, Row};
use benchdata::interval::half_interval;
use benchdata::table::{self, Grid};

use super::axis::Axis;
use super::measure::{Measure, case, first_metric, side_name};
use super::plot::{Figure, Line, Lines, Look, Observed, Panel, Plot};

/// More lines are not told apart.
const MOST_LINES: usize = 12;

/// More panels are not looked at.
const MOST_PANELS: usize = 4;

/// More observations at one level are not told apart.
const MOST_MARKS: usize = 30;

/// The plot of a sweep; `None` where the levels are no numbers.
pub(super) fn plot(table: &ComparisonTable) -> Option<Plot> {
    let sweep = Sweep::of(table)?;
    let quoted = table.metrics.iter().filter(|metric| metric.headline).map(|metric| metric.name.as_str());
    let mut metrics: Vec<&str> = quoted.collect();
    if metrics.is_empty() {
        metrics.extend(first_metric(table));
    }
    let panels: Vec<Panel> =
        metrics.iter().take(MOST_PANELS).filter_map(|metric| sweep.panel(metric)).collect();
    let title = format!("{} over {}", metrics.join(", "), table.keys.first()?);
    (!panels.is_empty()).then(|| Plot { title, panels, notes: sweep.notes(&metrics) })
}

struct Sweep<'a> {
    table: &'a ComparisonTable,
    grid: Grid,
    /// In ascending order.
    levels: Vec<Level<'a>>,
    /// Values of the other keys, with which a line is drawn for each side.
    curves: Vec<&'a [Option<String>]>,
}

impl<'a> Sweep<'a> {
    fn of(table: &'a ComparisonTable) -> Option<Self> {
        let values: BTreeSet<&str> =
            table.rows.iter().filter_map(|row| row.keys.first()?.as_deref()).collect();
        let mut levels: Vec<Level> = levels(&values)?.into_values().collect();
        levels.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        levels.dedup_by(|(a, _), (b, _)| a == b);
        let mut curves: Vec<&[Option<String>]> =
            table.rows.iter().filter_map(|row| row.keys.get(1..)).collect();
        curves.sort_by(|a, b| natural_lists(a, b));
        curves.dedup();
        Some(Self { table, grid: table::grid(table), levels, curves })
    }

    /// The number of a row's level.
    fn level(&self, row: &Row) -> Option<f64> {
        let value = row.keys.first()?.as_deref()?;
        let values = self.table.rows.iter().filter_map(|row| row.keys.first()?.as_deref()).collect();
        levels(&values)?.get(value).map(|(x, _)| *x)
    }

    fn panel(&self, metric: &str) -> Option<Panel> {
        let mut rows: Vec<&Row> = self.table.rows.iter().filter(|row| row.metric == metric).collect();
        let first = *rows.first()?;
        rows.retain(|row| row.unit == first.unit);
        let measure = Measure::of(&self.grid, first);
        let lines = self.lines(&rows, &measure);
        let key = self.table.keys.first()?;
        let y = Axis::of_values(&measure.title(first), extent(&lines)?);
        let x = Axis::of_levels(key, &self.levels);
        let alt = self.alt(metric, &lines, &measure);
        Some(Panel { row: None, title: String::new(), alt, figure: Figure::Lines(Lines { x, y, lines }) })
    }

    fn lines(&self, rows: &[&Row], measure: &Measure) -> Vec<Line> {
        let sides = 0..self.table.sides.len();
        let all =
            self.curves.iter().enumerate().flat_map(|curve| sides.clone().map(move |side| (curve, side)));
        let lines = all.filter_map(|((number, curve), side)| {
            let mut points: Vec<(f64, Observed)> = rows
                .iter()
                .filter(|row| row.keys.get(1..) == Some(*curve))
                .filter_map(|row| {
                    Some((self.level(row)?, measure.observed(row.cells[side].as_ref()?, MOST_MARKS)))
                })
                .collect();
            points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let name = self.name(curve, side);
            (!points.is_empty()).then(|| Line { name, look: self.look(number, side), points })
        });
        lines.take(MOST_LINES).collect()
    }

    /// A pair of sides has a colour for each curve, and one side hollow marks.
    fn look(&self, curve: usize, side: usize) -> Look {
        match (self.curves.len(), self.table.sides.len()) {
            (2.., 2) => Look { is_hollow: side != self.table.baseline, ..Look::of(curve) },
            (_, sides) => Look::of(curve * sides + side),
        }
    }

    fn name(&self, curve: &[Option<String>], side: usize) -> String {
        let case = case(self.table.keys.iter().skip(1).zip(curve));
        let side = (self.table.sides.len() > 1).then(|| side_name(self.table, side));
        [Some(case), side]
            .into_iter()
            .flatten()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// `elapsed over fifo_batch from 01 to 32, 17 levels: lowest 109.1 s at 08, highest 319.4 s at 30`
    fn alt(&self, metric: &str, lines: &[Line], measure: &Measure) -> String {
        let text = |x: f64| self.levels.iter().find(|(level, _)| *level == x).map_or("", |(_, text)| text);
        let unit = if measure.unit.is_empty() { String::new() } else { format!(" {}", measure.unit) };
        let told = lines.iter().filter_map(|line| {
            let by_mean = |a: &&(f64, Observed), b: &&(f64, Observed)| a.1.mean.total_cmp(&b.1.mean);
            let (low, least) = line.points.iter().min_by(by_mean)?;
            let (high, most) = line.points.iter().max_by(by_mean)?;
            let name = if line.name.is_empty() { String::new() } else { format!("{}: ", line.name) };
            let (low, high) = (text(*low), text(*high));
            Some(format!("{name}lowest {}{unit} at {low}, highest {}{unit} at {high}", least.text, most.text))
        });
        let key = self.table.keys.first().map_or("", String::as_str);
        let (from, to) = (self.levels.first(), self.levels.last());
        let (from, to) = (from.map_or("", |(_, text)| text), to.map_or("", |(_, text)| text));
        let told = told.collect::<Vec<_>>().join("; ");
        format!("{metric} over {key} from {from} to {to}, {} levels. {told}", self.levels.len())
    }

    fn notes(&self, metrics: &[&str]) -> Vec<String> {
        let cells = || self.table.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let repeats = cells().any(|cell| half_interval(&cell.summary).is_some());
        let has = |count: usize| cells().any(|cell| cell.observations.len() > count);
        let lines = self.curves.len() * self.table.sides.len();
        let others = self.table.metrics.iter().map(|metric| metric.name.as_str());
        let others: Vec<&str> =
            others.filter(|name| !metrics.iter().take(MOST_PANELS).any(|m| m == name)).collect();
        [
            Some("The line joins the means.".to_owned()),
            repeats.then(|| "Bar: the mean’s own 95 % interval.".to_owned()),
            has(1).then(|| "Small marks: the observations.".to_owned()),
            has(MOST_MARKS).then(|| format!("Of many observations {MOST_MARKS} are drawn, evenly taken.")),
            (lines > MOST_LINES).then(|| format!("The first {MOST_LINES} of {lines} lines.")),
            (!others.is_empty()).then(|| format!("Not drawn: {}.", others.join(", "))),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

fn extent(lines: &[Line]) -> Option<(f64, f64)> {
    let all = lines.iter().flat_map(|line| line.points.iter().map(|(_, observed)| observed.extent()));
    all.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)))
}
