//! A line's points: runs in the order of their starts, or kernels in that of their versions.

use std::cmp::Ordering;

use super::{Axis, Point};
use crate::compare::Subject;
use crate::compare::cells::OneRun;
use crate::kernel_version::{is_kernel_version, kernel_order};
use crate::run::Run;
use crate::summary::Summary;

/// One run in one line.
pub(super) struct Placed<'a> {
    pub(super) subject: &'a Subject,
    pub(super) one: OneRun<'a>,
}

/// The kernel that a run was of: as declared, else as captured, else as its label begins.
#[must_use]
pub fn kernel_of(run: &Run) -> Option<&str> {
    let declared = run.factors.iter().find(|(factor, _)| factor.as_str() == "kernel");
    let captured = || run.environment.iter().find(|(fact, _)| fact.as_str() == "kernel.release");
    let label = || Some(run.label.as_str()).filter(|label| is_kernel_version(label));
    declared.or_else(captured).map(|(_, value)| value.as_str()).or_else(label)
}

/// Whether a run has a place on the axis.
pub(super) fn has_place(run: &Run, axis: Axis) -> bool {
    match axis {
        Axis::Time => run.started.is_some(),
        Axis::Kernel => kernel_of(run).is_some(),
    }
}

/// The points of runs that all have a place on the axis.
pub(super) fn points(mut runs: Vec<Placed>, axis: Axis) -> Vec<Point> {
    runs.sort_by(|a, b| order(a.subject, b.subject, axis));
    let same = |a: &Placed, b: &Placed| {
        axis == Axis::Kernel && kernel_of(&a.subject.run) == kernel_of(&b.subject.run)
    };
    runs.chunk_by(same).filter_map(point).collect()
}

/// Which of two points comes first.
pub(super) fn point_order(a: &Point, b: &Point, axis: Axis) -> Ordering {
    match axis {
        Axis::Time => a.started.cmp(&b.started),
        Axis::Kernel => {
            let [x, y] = [a, b].map(|point| point.kernel.as_deref().unwrap_or_default());
            kernel_order(x, y)
        }
    }
}

fn order(a: &Subject, b: &Subject, axis: Axis) -> Ordering {
    let kernels = match axis {
        Axis::Time => Ordering::Equal,
        Axis::Kernel => {
            let [x, y] = [a, b].map(|subject| kernel_of(&subject.run).unwrap_or_default());
            kernel_order(x, y)
        }
    };
    kernels.then_with(|| (a.run.started, a.id).cmp(&(b.run.started, b.id)))
}

fn point(runs: &[Placed]) -> Option<Point> {
    let last = &runs.last()?.subject.run;
    let means: Vec<f64> = runs.iter().map(|placed| placed.one.summary.mean).collect();
    Some(Point {
        value: Summary::of(&means)?.mean,
        label: last.label.to_string(),
        started: last.started,
        kernel: kernel_of(last).map(str::to_owned),
        runs: runs.iter().map(|placed| placed.subject.id).collect(),
    })
}
