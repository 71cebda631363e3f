//! Far-off values brought near, so that a single one neither looks like a step nor hides one.

use crate::outlier::{NORMAL, median};
use crate::summary::Summary;

/// How many scaled deviations from the median a value keeps of its distance.
const FAR: f64 = 3.0;

/// The values, far-off ones brought nearer: to 3 × 1.4826 × the median absolute
/// deviation from the median. Where more than half are equal there is no scale to be far on, and
/// all stay.
pub(super) fn clamped(values: &[f64]) -> Vec<f64> {
    let middle = median(values).unwrap_or(0.0);
    let distances: Vec<f64> = values.iter().map(|x| (x - middle).abs()).collect();
    let limit = FAR * NORMAL * median(&distances).unwrap_or(0.0);
    let near = |x: &f64| if limit > 0.0 { x.clamp(middle - limit, middle + limit) } else { *x };
    values.iter().map(near).collect()
}

/// The clamped values' distances from their mean, in standard deviations. `None` where nothing
/// varies.
pub(super) fn standardized(values: &[f64]) -> Option<Vec<f64>> {
    let clamped = clamped(values);
    let Summary { mean, stddev, .. } = Summary::of(&clamped)?;
    let deviation = stddev.filter(|&deviation| deviation > 0.0)?;
    Some(clamped.into_iter().map(|x| (x - mean) / deviation).collect())
}
