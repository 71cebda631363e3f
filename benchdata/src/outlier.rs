//! Observations far from the others.

/// How many scaled deviations from the median an observation may be.
pub(crate) const FAR: f64 = 3.0;

/// Makes the median absolute deviation estimate a normal standard deviation (Rousseeuw and
/// Croux 1993).
pub(crate) const NORMAL: f64 = 1.4826;

/// Fewer observations say nothing of what is usual.
const FEWEST: usize = 5;

/// Which of at least five observations are farther from their median than 3 × 1.4826 × the
/// median absolute deviation (Leys and others 2013). None where more than half are equal:
/// that leaves no scale on which another one is far.
#[must_use]
pub fn outliers(observations: &[f64]) -> Vec<usize> {
    let Some(middle) = median(observations).filter(|_| observations.len() >= FEWEST) else {
        return Vec::new();
    };
    let distances: Vec<f64> = observations.iter().map(|x| (x - middle).abs()).collect();
    let limit = FAR * NORMAL * median(&distances).unwrap_or(0.0);
    if limit == 0.0 {
        return Vec::new();
    }
    (0..observations.len()).filter(|&at| distances[at] > limit).collect()
}

/// The median; of an even number the mean of the middle two. `None` of nothing.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted.get(middle).copied(),
        _ => Some(f64::midpoint(*sorted.get(middle.checked_sub(1)?)?, sorted[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of Leys and others 2013: median 7, deviation 3.5 × 1.4826.
    #[test]
    fn the_published_example_has_one_outlier() {
        assert_eq!(outliers(&[1., 3., 3., 6., 8., 10., 10., 1000.]), [7]);
        assert_eq!(median(&[1., 3., 3., 6., 8., 10., 10., 1000.]), Some(7.0));
    }

    #[test]
    fn few_or_mostly_equal_observations_have_none() {
        assert_eq!(outliers(&[1., 1.1, 1.2, 500.]), [0; 0]);
        assert_eq!(outliers(&[5., 5., 5., 5., 500.]), [0; 0]);
        assert_eq!(outliers(&[7.; 9]), [0; 0]);
        assert_eq!((outliers(&[]), median(&[])), (vec![], None));
    }

    #[test]
    fn the_limit_itself_is_not_beyond() {
        // Median 0, deviation 1: the limit is 4.4478.
        assert_eq!(outliers(&[-1., -1., 0., 1., 4.4478]), [0; 0]);
        assert_eq!(outliers(&[-1., -1., 0., 1., 4.4479]), [4]);
    }

    #[test]
    fn offset_and_scale_do_not_matter() {
        for (scale, offset) in [(1.0, 1e9), (1e-12, 0.0), (1e12, 0.0), (-1.0, -3.0)] {
            let values = [1.0, 2.0, 3.0, 4.0, 50.0, 3.5].map(|x| x * scale + offset);
            assert_eq!(outliers(&values), [4], "{values:?}");
        }
    }
}
