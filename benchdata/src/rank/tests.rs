use super::*;

fn numbers(text: &str) -> Vec<f64> {
    text.split(',').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn as_scipy_and_counting_by_hand() {
    let lines = include_str!("vectors.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut tested = 0;
    for line in lines {
        let [kind, a, b, p] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (a, b, p) = (numbers(a), numbers(b), p.parse::<f64>().unwrap());
        for found in [rank_test(&a, &b).unwrap(), rank_test(&b, &a).unwrap()] {
            assert_eq!(found.exact, kind == "exact", "{line}");
            assert!((found.p - p).abs() <= 1e-10 * p, "{} in {line}", found.p);
        }
        tested += 1;
    }
    assert_eq!(tested, 44);
}

#[test]
fn published_vectors() {
    let agrees = |a: &[f64], b: &[f64], p: f64| {
        let found = rank_test(a, b).unwrap();
        assert!((found.p - p).abs() < 1e-14, "{found:?} is not {p}");
    };
    // golang.org/x/perf, internal/stats/utest_test.go: 2/70 and 6/126.
    agrees(&[2., 1., 3., 4.], &[6., 5., 7., 9.], 2.0 / 70.0);
    agrees(&[2., 1., 3., 5.], &[1.; 5], 6.0 / 126.0);
    // The cfq mail: five of each that do not overlap.
    agrees(&[1.09, 0.87, 1.11, 0.96, 1.11], &[1.70, 1.94, 1.32, 1.89, 1.87], 2.0 / 252.0);
}

#[test]
fn three_against_three_cannot_reach_five_percent_and_four_against_four_can() {
    let least = |few: i32, many: i32| {
        let of = |range: std::ops::Range<i32>| range.map(f64::from).collect::<Vec<_>>();
        let found = rank_test(&of(0..few), &of(few..few + many)).unwrap();
        assert_eq!(found.p, found.least_p);
        assert!((found.p - least_p(few as u64, many as u64)).abs() < 1e-15, "{found:?}");
        found.least_p
    };
    assert_eq!([least(3, 3), least(4, 4), least(2, 3), least(1, 1)], [0.1, 2.0 / 70.0, 0.2, 1.0]);
}

/// Of unequal sides, ties can put one extreme farther out than the other: 1 ÷ C(7, 3).
#[test]
fn ties_move_what_can_be_reached() {
    let found = rank_test(&[1.0, 1.0, 1.0], &[2.0, 2.0, 2.0, 2.0]).unwrap();
    assert_eq!((found.p, found.least_p), (1.0 / 35.0, 1.0 / 35.0));
    let found = rank_test(&[1.0, 1.0, 2.0], &[1.0, 1.0, 1.0]).unwrap();
    assert_eq!((found.p, found.least_p), (1.0, 1.0));
}

#[test]
fn hard_places() {
    assert_eq!(rank_test(&[], &[1.0]), None);
    let same = rank_test(&[7.0; 40], &[7.0; 40]).unwrap();
    assert_eq!((same.p, same.exact), (1.0, false));
    // Only order counts: neither offset nor scale changes anything.
    let p = |scale: f64, offset: f64| {
        let of = |xs: [f64; 4]| xs.map(|x| x * scale + offset);
        rank_test(&of([2., 1., 3., 4.]), &of([6., 5., 7., 3.])).unwrap().p
    };
    assert_eq!([p(1.0, 1e9), p(1e-12, 0.0), p(1e12, 0.0), p(1.0, -5.0)], [p(1.0, 0.0); 4]);
    // −0 and 0 are one value.
    assert_eq!(rank_test(&[-0.0, 0.0], &[0.0, -0.0]).unwrap().p, 1.0);
    let many: Vec<f64> = (0..100_000).map(|at| f64::from(at % 1000)).collect();
    let found = rank_test(&many, &many).unwrap();
    assert_eq!((found.p, found.exact), (1.0, false));
}
