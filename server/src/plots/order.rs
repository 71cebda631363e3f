//! Where the points of a history stand: at their time, or in the row of kernels.

use benchdata::history::{Axis as By, History, Line, Point};
use benchdata::kernel_version::kernel_order;

use super::axis::Axis;

/// The order that all lines of a history share, so that what one lacks is a gap.
pub(super) struct Order<'a> {
    by: By,
    /// All kernels, the first first; none in the order of time, for putting them in order takes long.
    kernels: Vec<&'a str>,
    /// The times of the first and the last point.
    times: (f64, f64),
}

impl<'a> Order<'a> {
    /// `None` where there are no points.
    pub(super) fn of(history: &'a History) -> Option<Self> {
        let points = || history.lines.iter().flat_map(|line| &line.points);
        let is_by_kernel = history.request.by == By::Kernel;
        let kernels = points().filter_map(|point| point.kernel.as_deref()).filter(|_| is_by_kernel);
        let mut kernels: Vec<&str> = kernels.collect();
        kernels.sort_unstable_by(|a, b| kernel_order(a, b));
        kernels.dedup();
        let times = points().map(seconds).map(|at| (at, at));
        let times = times.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)))?;
        Some(Self { by: history.request.by, kernels, times })
    }

    /// Where a point stands.
    pub(super) fn at(&self, point: &Point) -> f64 {
        let place = |kernel: &str| self.kernels.binary_search_by(|other| kernel_order(other, kernel)).ok();
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
