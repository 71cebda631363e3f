//! Observations far from the others.

/// How many scaled deviations from the median an observation may be, by how many there are at
/// least: one in a hundred sides of normal noise has one beyond it. The usual 3 marks one in four
/// sides of five. By simulation with numpy, of a million sides and more each.
const LIMITS: [(usize, f64); 12] = [
    (5, 18.6),
    (6, 10.7),
    (8, 8.2),
    (10, 7.0),
    (12, 6.3),
    (15, 5.9),
    (20, 5.2),
    (25, 5.0),
    (30, 4.8),
    (40, 4.6),
    (50, 4.5),
    (1000, 5.5),
];

/// Makes the median absolute deviation estimate a normal standard deviation (Rousseeuw and
/// Croux 1993).
pub(crate) const NORMAL: f64 = 1.4826;

/// Which of at least five observations are farther from their median than the limit for so many
/// × 1.4826 × the median absolute deviation (Leys and others 2013). None where more than half are
/// equal: that leaves no scale on which another one is far.
#[must_use]
pub fn outliers(observations: &[f64]) -> Vec<usize> {
    let Some((middle, far)) = median(observations).zip(far(observations.len())) else {
        return Vec::new();
    };
    let distances: Vec<f64> = observations.iter().map(|x| (x - middle).abs()).collect();
    let limit = far * NORMAL * median(&distances).unwrap_or(0.0);
    if limit == 0.0 {
        return Vec::new();
    }
    (0..observations.len()).filter(|&at| distances[at] > limit).collect()
}

/// How many scaled deviations are far among so many observations; `None` where so few say nothing
/// of what is usual.
pub(crate) fn far(observations: usize) -> Option<f64> {
    LIMITS.into_iter().rev().find(|(least, _)| *least <= observations).map(|(_, limit)| limit)
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
        // Median 0, deviation 1: the limit is 18.6 × 1.4826.
        assert_eq!(outliers(&[-1., -1., 0., 1., 27.576]), [0; 0]);
        assert_eq!(outliers(&[-1., -1., 0., 1., 27.577]), [4]);
    }

    /// A fault: of sides of five without any outlier, one in four had one marked.
    #[test]
    fn one_clean_side_in_a_hundred_has_a_mark() {
        let mut random = Draws(1);
        for n in [5, 6, 7, 8, 9, 10, 11, 12, 17, 20, 30, 60, 300] {
            let marked = (0..4000).filter(|_| !outliers(&random.normal(n)).is_empty()).count();
            assert!(marked <= 60, "{marked} of 4000 sides of {n}");
        }
    }

    /// Normal noise out of a linear congruential generator, by Box and Muller.
    struct Draws(u64);

    impl Draws {
        fn uniform(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
        }

        fn normal(&mut self, n: usize) -> Vec<f64> {
            let mut one =
                || (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos();
            (0..n).map(|_| one()).collect()
        }
    }

    #[test]
    fn offset_and_scale_do_not_matter() {
        for (scale, offset) in [(1.0, 1e9), (1e-12, 0.0), (1e12, 0.0), (-1.0, -3.0)] {
            let values = [1.0, 2.0, 3.0, 4.0, 50.0, 3.5].map(|x| x * scale + offset);
            assert_eq!(outliers(&values), [4], "{values:?}");
        }
    }
}
