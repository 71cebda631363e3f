//! How often change points are found where there are none, and where there are some, by noise of
//! several shapes. The seeds are fixed, so that the numbers here are always the same.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

use std::f64::consts::TAU;

use benchdata::change_points::{Lasting, Rules, change_points};

fn normal(random: &mut fastrand::Rng) -> f64 {
    // Box and Muller 1958; 1 − [0, 1) keeps 0 from the logarithm.
    (-2.0 * (1.0 - random.f64()).ln()).sqrt() * (TAU * random.f64()).cos()
}

/// A shape of noise: its name, and one value around 1.
type Noise = (&'static str, fn(&mut fastrand::Rng) -> f64);

const NOISES: [Noise; 4] = [
    ("log-normal, 5 %", |random| (0.05 * normal(random)).exp()),
    ("two modes: a fifth of the runs 10 % higher", |random| {
        (1.0 + 0.1 * f64::from(u8::from(random.f64() < 0.2))) * (0.005 * normal(random)).exp()
    }),
    ("spikes: a twentieth of the runs 50 % higher", |random| {
        (1.0 + 0.5 * f64::from(u8::from(random.f64() < 0.05))) * (0.01 * normal(random)).exp()
    }),
    ("heavy tails: the logarithms by Student's t of 3", |random| {
        let squares: f64 = (0..3).map(|_| normal(random).powi(2)).sum();
        (0.05 * normal(random) / (squares / 3.0).sqrt()).exp()
    }),
];

fn found(values: &[f64]) -> Vec<usize> {
    change_points(values, Rules { lasting: Lasting::default(), threshold: "0".parse().unwrap() }, 1)
}

/// Levels of so many values, with noise.
fn series(random: &mut fastrand::Rng, noise: Noise, levels: &[(usize, f64)]) -> Vec<f64> {
    let means = levels.iter().flat_map(|&(count, level)| std::iter::repeat_n(level, count));
    means.map(|mean| mean * noise.1(random)).collect()
}

/// In one of a hundred series, whatever the noise; in a few more of those that are too short for
/// orders to tell, where noise of two modes looks like levels.
#[test]
fn null_series_rarely_have_a_change_point() {
    let mut random = fastrand::Rng::with_seed(2014);
    for noise in NOISES {
        for (count, draws) in [(6, 1000), (10, 1000), (20, 400), (60, 200)] {
            let null = |_: &usize| !found(&series(&mut random, noise, &[(count, 1.0)])).is_empty();
            let called = (0..draws).filter(null).count();
            let share = 100.0 * called as f64 / draws as f64;
            println!("{}, {count} points: {share:.1} % have a change point", noise.0);
            assert!(share <= if count < 12 { 4.0 } else { 2.0 }, "{}, {count}: {share}", noise.0);
        }
    }
}

/// How many of 100 series have just their steps, each at most two places off.
fn seen(random: &mut fastrand::Rng, noise: Noise, levels: &[(usize, f64)]) -> usize {
    let ends: Vec<usize> = levels
        .iter()
        .scan(0, |end, (count, _)| {
            *end += count;
            Some(*end)
        })
        .collect();
    let steps = &ends[..ends.len() - 1];
    let is_seen = |_: &usize| {
        let found = found(&series(random, noise, levels));
        found.len() == steps.len() && found.iter().zip(steps).all(|(found, step)| found.abs_diff(*step) <= 2)
    };
    (0..100).filter(is_seen).count()
}

#[test]
fn steps_of_twice_the_noise_are_mostly_found() {
    let mut random = fastrand::Rng::with_seed(2023);
    let [log_normal, two_modes, ..] = NOISES;
    for (noise, levels, least) in [
        (log_normal, &[(10, 1.0), (10, 1.1)][..], 50),
        (log_normal, &[(20, 1.0), (20, 1.15)], 90),
        (log_normal, &[(40, 1.0), (6, 1.2), (40, 1.0)], 75),
        (two_modes, &[(20, 1.0), (20, 1.1)], 80),
    ] {
        let seen = seen(&mut random, noise, levels);
        println!("{}, {levels:?}: {seen} of 100 found", noise.0);
        assert!(seen >= least, "{}, {levels:?}: {seen} of 100", noise.0);
    }
}

/// How many of 100 series have their steps just where they are; one in a hundred may have another,
/// which noise has.
fn placed(random: &mut fastrand::Rng, deviation: f64, levels: &[(usize, f64)]) -> usize {
    let ends: Vec<usize> =
        levels.iter().scan(0, |end, (count, _)| Some(std::mem::replace(end, *end + count))).collect();
    let is_placed = |_: &usize| {
        let values = levels.iter().flat_map(|&(count, level)| std::iter::repeat_n(level, count));
        let values: Vec<f64> = values.map(|level| level * (1.0 + deviation * normal(random))).collect();
        let found = found(&values);
        ends[1..].iter().all(|step| found.contains(step))
    };
    (0..100).filter(is_placed).count()
}

/// A fault: of steps of many deviations, up to one in ten was one or two places off, or missed.
#[test]
fn large_steps_are_found_where_they_are() {
    let mut random = fastrand::Rng::with_seed(2019);
    for (deviation, levels) in [
        (0.02, &[(30, 100.0), (3, 150.0)][..]),
        (0.02, &[(30, 100.0), (4, 115.0)]),
        (0.05, &[(50, 10.0), (5, 100.0)]),
        (0.02, &[(100, 100.0), (4, 0.0)]),
        (0.02, &[(20, 100.0), (5, 0.0)]),
        (0.02, &[(30, 100.0), (5, 150.0), (25, 100.0)]),
    ] {
        let placed = placed(&mut random, deviation, levels);
        println!("{levels:?}: {placed} of 100");
        assert!(placed >= 98, "{levels:?}: {placed} of 100");
    }
}
