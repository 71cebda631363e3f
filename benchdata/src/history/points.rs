//! A line's points: runs in the order of their starts, or kernels in that of their versions.

use std::cmp::Ordering;
use std::collections::HashMap;

use time::OffsetDateTime;

use super::{Axis, Point};
use crate::compare::Subject;
use crate::compare::cells::OneRun;
use crate::kernel_version::{is_kernel_version, kernel_order, one_name, order_but_for_hashes};
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

/// The kernels of selected runs, in the order in which they came.
pub(super) struct Kernels<'a> {
    /// As the run that was started first spells each.
    names: Vec<&'a str>,
    places: HashMap<String, usize>,
}

impl<'a> Kernels<'a> {
    /// In the order of their versions; those that only a hash tells apart, of their first starts. None
    /// where points stand in the order of time.
    pub(super) fn of(subjects: &'a [Subject], axis: Axis) -> Self {
        let mut first: HashMap<String, (bool, Option<OffsetDateTime>, &str)> = HashMap::new();
        for subject in subjects.iter().filter(|_| axis == Axis::Kernel) {
            let Some(kernel) = kernel_of(&subject.run) else { continue };
            let started = subject.run.started;
            let seen = (started.is_none(), started, kernel);
            first.entry(one_name(kernel)).and_modify(|first| *first = seen.min(*first)).or_insert(seen);
        }
        let mut kernels: Vec<_> = first.into_iter().collect();
        kernels.sort_by(|(a, first_a), (b, first_b)| {
            order_but_for_hashes(a, b).then_with(|| first_a.cmp(first_b)).then_with(|| kernel_order(a, b))
        });
        let names = kernels.iter().map(|(_, (_, _, name))| *name).collect();
        let places = kernels.into_iter().zip(0..).map(|((kernel, _), place)| (kernel, place)).collect();
        Self { names, places }
    }

    /// Their names.
    pub(super) fn names(&self) -> Vec<String> {
        self.names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn place(&self, run: &Run) -> Option<usize> {
        self.places.get(&one_name(kernel_of(run)?)).copied()
    }
}

/// The points of runs that all have a place on the axis.
pub(super) fn points(mut runs: Vec<Placed>, axis: Axis, kernels: &Kernels) -> Vec<Point> {
    let place = |placed: &Placed| kernels.place(&placed.subject.run);
    let start = |placed: &Placed| placed.subject.run.started;
    match axis {
        Axis::Time => {
            // Of one moment nothing tells the order: that of the versions can at least be followed.
            runs.sort_by(|a, b| start(a).cmp(&start(b)).then_with(|| by_name(a.subject, b.subject)));
            runs.iter().filter_map(|run| point(std::slice::from_ref(run))).collect()
        }
        Axis::Kernel => {
            runs.sort_by_cached_key(|run| (place(run), start(run), run.subject.id));
            let of_kernels = runs.chunk_by(|a, b| place(a) == place(b));
            let point = |runs: &[Placed]| {
                let kernel = kernels.names.get(place(runs.first()?)?)?;
                Some(Point { kernel: Some((*kernel).to_owned()), ..point(runs)? })
            };
            of_kernels.filter_map(point).collect()
        }
    }
}

/// Runs by their kernels or labels, as versions.
fn by_name(a: &Subject, b: &Subject) -> Ordering {
    let [x, y] = [a, b].map(|subject| kernel_of(&subject.run).unwrap_or(subject.run.label.as_str()));
    kernel_order(x, y).then_with(|| a.id.cmp(&b.id))
}

/// Whether two points are of one moment, so that nothing tells which came first.
pub(super) fn are_of_one_moment(a: &Point, b: &Point, axis: Axis) -> bool {
    axis == Axis::Time && a.started == b.started
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
