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
