//! Histories as a value: series over time or kernels, with their change points.

mod build;
mod differences;
mod points;
mod warnings;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::change_points::Lasting;
use crate::choice::chosen;
use crate::comparison::{Cell, Metric, Threshold, Warning, commas};
use crate::content::RunId;
use crate::drift::Drift;
use crate::key::RunKey;
use crate::metric::Better;

pub use build::history;
pub use points::kernel_of;

/// The form's name and version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum HistorySchema {
    /// The only version so far.
    #[default]
    #[serde(rename = "runoff-history/1")]
    V1,
}

/// What is asked for: the words of a history's address.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryRequest {
    /// The query that selects the runs.
    #[serde(default)]
    pub q: String,
    /// The metrics shown; all if none.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    pub metric: Vec<String>,
    /// What points stand in the order of.
    #[serde(default)]
    pub by: Axis,
    /// The keys whose values have lines of their own, before box and case, which always have.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RunKey>,
    /// How many points a level must last.
    #[serde(default, skip_serializing_if = "Lasting::is_default")]
    pub lasting: Lasting,
    /// How small a change is of no interest: `2%` or `0.02`; 1 % if none.
    #[serde(default, skip_serializing_if = "Threshold::is_default")]
    pub threshold: Threshold,
}

/// What points stand in the order of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum Axis {
    /// The runs' starts; a point is a run.
    #[default]
    Time,
    /// Kernels in the order in which they came ([`crate::kernel_version`]); a point is a kernel,
    /// with the mean of its runs.
    Kernel,
}

impl Axis {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 2] = [Self::Time, Self::Kernel];

    /// Its name in addresses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Kernel => "kernel",
        }
    }
}

impl TryFrom<String> for Axis {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        chosen("order", Self::ALL, Self::as_str, &name)
    }
}

/// Series over time or kernels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The form's version.
    pub schema: HistorySchema,
    /// What was asked for.
    pub request: HistoryRequest,
    /// What was run.
    pub benchmarks: Vec<String>,
    /// Where.
    pub boxes: Vec<String>,
    /// The keys whose values tell lines apart.
    pub keys: Vec<String>,
    /// Case parameters that are the same in all lines.
    pub constants: BTreeMap<String, String>,
    /// The kernels, in the order in which they came; none by time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<String>,
    /// The metrics, in the order of the lines, also of lines that are not shown.
    pub metrics: Vec<Metric>,
    /// The lines, those of one metric together.
    pub lines: Vec<Line>,
    /// How many lines there are beyond those shown.
    pub more_lines: usize,
    /// How many runs were looked at.
    pub runs: usize,
    /// Whether there are older runs that match.
    pub older_runs: bool,
    /// What a reader must know before believing it.
    pub warnings: Vec<Warning>,
}

/// One series on one box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The values of the history's keys; `None` where this line has no such key.
    pub keys: Vec<Option<String>>,
    /// The metric's name.
    pub metric: String,
    /// The unit of all values.
    pub unit: String,
    /// The metric's direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// The points, in their order.
    pub points: Vec<Point>,
    /// Whether there are enough points to look for change points, and their order is known.
    pub judged: bool,
    /// What the change points part: one more than there are of those.
    pub levels: Vec<Level>,
    /// Whether values go up or down within the levels; `None` where nothing varies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
}

/// One run, or by kernel all runs of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The mean of its runs' means, in the line's unit.
    pub value: f64,
    /// The label of its last run.
    pub label: String,
    /// When that was started.
    #[serde(default, with = "time::serde::rfc3339::option", skip_serializing_if = "Option::is_none")]
    pub started: Option<OffsetDateTime>,
    /// The kernel, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// Its runs, the last started last.
    pub runs: Vec<RunId>,
}

/// Points between two change points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// Which of the line's points is its first: for all but the first level, the change point.
    pub start: usize,
    /// Its points' values, and how they stand against the level before.
    #[serde(flatten)]
    pub cell: Cell,
    /// What else differs between its runs and those of the level before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// The keys whose values take turns in unequal shares of these runs and those of the level before,
    /// which may be all that sets the levels apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unequal: Vec<String>,
}

/// A declared factor or captured fact that differs between a level's runs and those of the level
/// before: the value that most runs lost, and the one that most got in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The key: `governor`, `env.cpu.model`.
    pub key: String,
    /// Before; `None` where it was not declared.
    pub before: Option<String>,
    /// Then.
    pub after: Option<String>,
}

/// A change point: two levels, and the runs between which it came about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint<'a> {
    /// Which of the line's levels the one after is, 1 or more.
    pub level: usize,
    /// The level before.
    pub before: &'a Level,
    /// The level after.
    pub after: &'a Level,
    /// The last point before.
    pub last: &'a Point,
    /// The first point after.
    pub first: &'a Point,
    /// All points of the level before.
    pub points_before: &'a [Point],
    /// All points of the level after.
    pub points_after: &'a [Point],
}

impl History {
    /// `rate, threads=4`: a line, in words.
    #[must_use]
    pub fn line_name(&self, line: &Line) -> String {
        let keys = self.keys.iter().zip(&line.keys);
        let pairs = keys.filter_map(|(key, value)| Some(format!(", {key}={}", value.as_ref()?)));
        format!("{}{}", line.metric, pairs.collect::<String>())
    }

    /// All change points, each with the number of its line; the newest first.
    #[must_use]
    pub fn change_points(&self) -> Vec<(usize, ChangePoint<'_>)> {
        let lines = self.lines.iter().enumerate();
        let of_line = |(number, line)| Line::change_points(line).map(move |change| (number, change));
        let mut all: Vec<(usize, ChangePoint)> = lines.flat_map(of_line).collect();
        let places: HashMap<&str, usize> = self.kernels.iter().map(String::as_str).zip(0..).collect();
        let place = |point: &Point| match self.request.by {
            Axis::Time => (point.started, None),
            Axis::Kernel => (None, point.kernel.as_deref().and_then(|kernel| places.get(kernel))),
        };
        all.sort_by_key(|(_, change)| Reverse(place(change.first)));
        all
    }
}

impl Line {
    /// The points of the level of this number.
    #[must_use]
    pub fn points_of(&self, level: usize) -> &[Point] {
        let start = self.levels[level].start;
        let end = self.levels.get(level + 1).map_or(self.points.len(), |next| next.start);
        &self.points[start..end]
    }

    /// Its change points, in their order.
    pub fn change_points(&self) -> impl Iterator<Item = ChangePoint<'_>> {
        (1..self.levels.len()).filter_map(|level| {
            let (points_before, points_after) = (self.points_of(level - 1), self.points_of(level));
            Some(ChangePoint {
                level,
                before: &self.levels[level - 1],
                after: &self.levels[level],
                last: points_before.last()?,
                first: points_after.first()?,
                points_before,
                points_after,
            })
        })
    }
}

#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod tests;
