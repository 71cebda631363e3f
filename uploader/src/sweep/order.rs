//! The order of a sweep's runs.

use serde::Deserialize;

/// How runs follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    /// Blocks of one run of each combination, each in an order of its own: whatever changes
    /// with time meets all combinations alike (Fisher's randomised blocks).
    #[default]
    Interleaved,
    /// All repeats of a combination before the next.
    Sequential,
}

impl Order {
    /// The runs, each as the level that every factor has, of factors with so many levels. The
    /// levels of `booted` are kept together, within a block where there are blocks.
    pub(crate) fn runs(
        self,
        levels: &[usize],
        repeats: u32,
        booted: Option<usize>,
        seed: u64,
    ) -> Vec<Vec<usize>> {
        let mut combinations = combinations(levels);
        if self == Self::Sequential {
            if let Some(booted) = booted {
                combinations.sort_by_key(|combination| combination[booted]);
            }
            return combinations.into_iter().flat_map(|runs| vec![runs; repeats as usize]).collect();
        }
        let mut random = fastrand::Rng::with_seed(seed);
        let blocks = (0..repeats).flat_map(|_| {
            let mut block = combinations.clone();
            random.shuffle(&mut block);
            if let Some(booted) = booted {
                let mut places: Vec<usize> = (0..levels[booted]).collect();
                random.shuffle(&mut places);
                block.sort_by_key(|combination| places[combination[booted]]);
            }
            block
        });
        blocks.collect()
    }
}

/// Every combination of levels, the last factor's changing fastest.
fn combinations(levels: &[usize]) -> Vec<Vec<usize>> {
    levels.iter().fold(vec![Vec::new()], |all, &count| {
        let with = |combination: Vec<usize>| {
            (0..count).map(move |level| combination.iter().copied().chain([level]).collect())
        };
        all.into_iter().flat_map(with).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_block_has_each_combination_once() {
        let runs = Order::Interleaved.runs(&[2, 3], 50, None, 7);
        for block in runs.chunks(6) {
            let mut block = block.to_vec();
            block.sort();
            assert_eq!(block, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        }
        let distinct: BTreeSet<_> = runs.chunks(6).collect();
        assert!(distinct.len() > 10, "blocks have orders of their own");
    }

    #[test]
    fn a_seed_decides_the_order() {
        let runs = |seed| Order::Interleaved.runs(&[4, 4], 3, None, seed);
        assert_eq!(runs(1), runs(1));
        assert_ne!(runs(1), runs(2));
    }

    #[test]
    fn repeats_follow_one_another_in_sequence() {
        let runs = Order::Sequential.runs(&[2, 2], 2, None, 1);
        assert_eq!(runs, [[0, 0], [0, 0], [0, 1], [0, 1], [1, 0], [1, 0], [1, 1], [1, 1]]);
        let booted = Order::Sequential.runs(&[2, 2], 1, Some(1), 1);
        assert_eq!(booted, [[0, 0], [1, 0], [0, 1], [1, 1]]);
    }

    #[test]
    fn a_kernel_is_booted_once_a_block() {
        let runs = Order::Interleaved.runs(&[3, 4], 5, Some(0), 3);
        for block in runs.chunks(12) {
            let boots = block.windows(2).filter(|pair| pair[0][0] != pair[1][0]).count();
            assert_eq!(boots, 2, "{block:?}");
        }
    }

    #[test]
    fn without_factors_the_command_repeats() {
        assert_eq!(Order::Interleaved.runs(&[], 3, None, 1), [[0; 0]; 3]);
    }
}
