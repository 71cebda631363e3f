use super::*;

/// NIST StRD "NumAcc": the middle value once, then 500 times the pair around it.
fn num_acc(middle: f64, low: f64, high: f64) -> Vec<f64> {
    std::iter::once(middle).chain([low, high].into_iter().cycle().take(1000)).collect()
}

fn agrees(found: f64, certified: f64, digits: f64) {
    let error = ((found - certified) / certified).abs();
    assert!(error <= 10f64.powf(-digits), "{found} is not {certified} to {digits} digits");
}

#[test]
fn nist_strd_numerical_accuracy_sets() {
    let one = Summary::of(&[10_000_001.0, 10_000_003.0, 10_000_002.0]).unwrap();
    assert_eq!((one.mean, one.stddev), (10_000_002.0, Some(1.0)));
    // The digits left of the offset are what a double can hold: .2 beside 10^7 has 9.
    for (offset, digits) in [(0.0, 14.0), (1e6, 9.0), (1e7, 8.0)] {
        let found = Summary::of(&num_acc(offset + 1.2, offset + 1.1, offset + 1.3)).unwrap();
        agrees(found.mean, offset + 1.2, 15.0);
        agrees(found.stddev.unwrap(), 0.1, digits);
    }
}

#[test]
fn nist_strd_observations() {
    let lines = include_str!("summary/strd.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut sizes = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |text: &str| text.parse::<f64>().unwrap();
        let observations: Vec<f64> = fields[3].split(',').map(number).collect();
        let found = Summary::of(&observations).unwrap();
        sizes.push((fields[0], found.n));
        agrees(found.mean, number(fields[1]), 14.8);
        // A double holds 299.85 to 16 digits, of which the common 299 are lost to a deviation
        // of 0.079; integers lose none.
        let digits = if matches!(fields[0], "Mavro" | "Michelso") { 12.5 } else { 14.0 };
        agrees(found.stddev.unwrap(), number(fields[2]), digits);
    }
    assert_eq!(sizes, [("Lew", 200), ("Lottery", 218), ("Mavro", 50), ("Michelso", 100)]);
}

#[test]
fn hard_places() {
    let of = |values: &[f64]| Summary::of(values).unwrap();
    let offset = of(&[1e9 + 0.25, 1e9 + 0.5, 1e9 + 0.75]);
    assert_eq!((offset.mean, offset.stddev), (1e9 + 0.5, Some(0.25)));
    let apart = of(&[1e-12, 1e12]);
    assert_eq!(apart.mean, 5e11);
    agrees(apart.stddev.unwrap(), 1e12 / 2f64.sqrt(), 15.0);
    let tiny = of(&[1e-12, 2e-12, 3e-12]);
    agrees(tiny.mean, 2e-12, 15.0);
    agrees(tiny.stddev.unwrap(), 1e-12, 14.0);
    let negative = of(&[-1.0, 0.0, -2.0]);
    assert_eq!((negative.min, negative.mean, negative.stddev), (Some(-2.0), -1.0, Some(1.0)));
    // 0.1 cannot be held exactly; a plain sum of 100,000 of them is off in the 8th digit.
    let many: Vec<f64> = (0..100_000).map(|at| 1e9 + 0.1 * f64::from(at % 3)).collect();
    agrees(of(&many).mean, 1e9 + 0.099_999, 15.0);
    // n − 1 = 99,999: 33,334 zeros, 33,333 of 0.1 and of 0.2.
    agrees(of(&many).stddev.unwrap(), 0.081_650_270_462_911_92, 6.0);
}

#[test]
fn one_sample_has_no_standard_deviation_and_none_no_summary() {
    let one = Summary::of(&[5.39]).unwrap();
    assert_eq!((one.n, one.min, one.mean, one.max), (1, Some(5.39), 5.39, Some(5.39)));
    assert_eq!(one.stddev, None);
    assert_eq!(Summary::of(&[]), None);
}

#[test]
fn equal_samples_have_a_standard_deviation_of_exactly_zero() {
    let equal = Summary::of(&[0.1; 7]).unwrap();
    assert_eq!((equal.mean, equal.stddev), (0.1, Some(0.0)));
}

#[test]
fn ministat_iguana_and_chameleon() {
    let iguana = Summary::of(&[50., 200., 150., 400., 750., 400., 150.]).unwrap();
    assert_eq!(iguana.mean, 300.0);
    agrees(iguana.stddev.unwrap(), 238.047_61, 7.0);
    let chameleon = Summary::of(&[150., 400., 720., 500., 930.]).unwrap();
    assert_eq!(chameleon.mean, 540.0);
    agrees(chameleon.stddev.unwrap(), 299.081_93, 7.0);
}

#[test]
fn two_parts_together_are_the_whole() {
    let samples = [50., 200., 150., 400., 750., 400., 150., 720., 930.];
    let whole = Summary::of(&samples).unwrap();
    for cut in 1..samples.len() {
        let (left, right) = samples.split_at(cut);
        let both = Summary::of(left).unwrap().with(&Summary::of(right).unwrap());
        assert_eq!((both.n, both.min, both.max), (whole.n, whole.min, whole.max));
        agrees(both.mean, whole.mean, 14.0);
        agrees(both.stddev.unwrap(), whole.stddev.unwrap(), 14.0);
    }
}

/// A fault: the mean's last digit told which sample came first, and broke ties of ranks.
#[test]
fn the_order_of_samples_does_not_matter() {
    let samples = [0.1, 0.2, 0.7, 33.3, 8.09];
    for at in 0..samples.len() {
        let mut turned = samples;
        turned.rotate_left(at);
        assert_eq!(Summary::of(&turned).unwrap().mean, Summary::of(&samples).unwrap().mean, "{turned:?}");
    }
}

/// A fault: the squares of huge deviations overflowed, and those of tiny ones vanished, so that
/// samples that vary had a deviation of 0.
#[test]
fn huge_and_tiny_samples_vary_all_the_same() {
    for scale in [1e200, 1.0, 1e-200, 1e-305] {
        let stddev = Summary::of(&[1.0, 2.0, 1.5].map(|x| x * scale)).unwrap().stddev.unwrap();
        assert!((stddev / scale - 0.5).abs() < 1e-14, "{stddev:e}");
    }
}

/// A fault: a damaged output with summaries of no runs at all was no error but a panic.
#[test]
fn summaries_of_nothing_are_no_reason_to_panic() {
    let nothing = Summary { n: 0, min: None, mean: 1.0, max: None, stddev: Some(0.5) };
    assert_eq!(nothing.m2(), Some(0.0));
    assert_eq!(nothing.with(&nothing).n, 0);
}
