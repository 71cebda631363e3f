//! Where the points of a history stand: at their time, or in the row of kernels.

use std::collections::{HashMap, HashSet};

use benchdata::history::{Axis as By, History, Line, Point};

use super::axis::Axis;

/// The order that all lines of a history share, so that what one lacks is a gap.
pub(super) struct Order<'a> {
    by: By,
    /// All kernels, the first first; none in the order of time.
    kernels: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
    /// The times of the first and the last point.
    times: (f64, f64),
}

impl<'a> Order<'a> {
    /// `None` where there are no points.
    pub(super) fn of(history: &'a History) -> Option<Self> {
        let points = || history.lines.iter().flat_map(|line| &line.points);
        let shown: HashSet<&str> = points().filter_map(|point| point.kernel.as_deref()).collect();
        let kernels = history.kernels.iter().map(String::as_str).filter(|kernel| shown.contains(kernel));
        let kernels: Vec<&str> = kernels.collect();
        let places = kernels.iter().copied().zip(0..).collect();
        let times = points().map(seconds).map(|at| (at, at));
        let times = times.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)))?;
        Some(Self { by: history.request.by, kernels, places, times })
    }

    /// Where a point stands.
    pub(super) fn at(&self, point: &Point) -> f64 {
        let place = |kernel: &str| self.places.get(kernel).copied();
        match self.by {
            By::Time => seconds(point),
            By::Kernel => point.kernel.as_deref().and_then(place).unwrap_or_default() as f64,
        }
    }

    /// The axis under a line: the kernels that brought its changes should rather be named.
    pub(super) fn axis(&self, line: &Line) -> Axis {
        match self.by {
            By::Time => Axis::of_times("start of the run, UTC", self.times),
            By::Kernel => {
                let first = line.change_points().map(|change| self.at(change.first) as usize);
                Axis::of_names("kernel", &self.kernels, &first.collect::<Vec<_>>())
            }
        }
    }
}

fn seconds(point: &Point) -> f64 {
    point.started.map_or(0.0, |at| at.unix_timestamp() as f64)
}
