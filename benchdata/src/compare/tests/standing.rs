//! How sides stand against each other where that is easy to get wrong.

use super::*;
use crate::comparison::Warning;

fn times(label: &str, unit: &str, samples: &str) -> Subject {
    run(label, &format!(r#"{{"metric":"t","unit":"{unit}","better":"lower","samples":[{samples}]}}"#))
}

/// A fault: 4350 ms were 4.3500000000000005 s, so that ranks saw what no tie broke.
#[test]
fn values_that_are_equal_in_different_units_are_equal() {
    let subjects = vec![times("a", "s", "4.35,4.35,4.35"), times("b", "ms", "4350,4350,4350")];
    let row = table(subjects, &by(&["label"])).unwrap().rows.remove(0);
    let contender = row.cells[1].as_ref().unwrap();
    assert_eq!((contender.observations.as_slice(), contender.decimals), ([4.35; 3].as_slice(), 2));
    let against = contender.against.as_ref().unwrap();
    assert_eq!((against.verdict, against.rank.unwrap().p), (Some(Verdict::IdenticalSamples), 1.0));
}

fn only_against(subjects: Vec<Subject>) -> (Against, Vec<Warning>) {
    let table = table(subjects, &by(&["label"])).unwrap();
    let against = table.rows[0].cells[1].as_ref().unwrap().against.clone().unwrap();
    (against, table.warnings)
}

/// A fault: 0 against 0 had no variation, and a baseline that cannot be told from 0.
#[test]
fn zeros_and_negative_values_can_be_identical_too() {
    for value in ["0", "-5", "5"] {
        let side = |label: &str| [times(label, "s", value), times(label, "s", &format!("{value},{value}"))];
        let (against, warnings) = only_against([side("a"), side("b")].concat());
        assert_eq!(against.verdict, Some(Verdict::IdenticalSamples), "{value}");
        assert!(warnings.iter().all(|warning| warning.code != "baseline-zero"), "{warnings:?}");
    }
}

/// A fault: a baseline of -100 ± 2.5 was said not to be told from 0.
#[test]
fn a_negative_baseline_is_called_that() {
    let side = |label: &str, values: [&str; 3]| values.map(|value| times(label, "s", value));
    let subjects = [side("a", ["-100", "-101", "-99"]), side("b", ["-50", "-51", "-49"])].concat();
    let (against, warnings) = only_against(subjects);
    assert_eq!((against.ratio, against.interval), (None, None));
    assert_eq!(against.verdict, Some(Verdict::NoBounds));
    let texts = warnings.iter().filter(|warning| warning.code == "baseline-zero").map(|found| &found.text);
    assert_eq!(
        texts.collect::<Vec<_>>(),
        ["the baseline's mean is not above 0, so no ratio to it and no verdict: t"]
    );
}

/// A fault: runs of equal means were called identical samples, though their samples differed.
#[test]
fn samples_that_differ_are_not_identical_though_their_means_are() {
    let side = |label: &str, runs: [&str; 2]| runs.map(|samples| times(label, "s", samples));
    let (against, _) = only_against([side("a", ["1,3", "2,2"]), side("b", ["1.5,2.5", "0,4"])].concat());
    assert_eq!((against.verdict, against.ratio), (Some(Verdict::NoVariation), Some(1.0)));
}

/// A fault: a change of 2.88 % was not shown beside a detectable one of 2.82 %, for that knew
/// neither of Holm's correction nor of the threshold.
#[test]
fn what_is_not_shown_is_less_than_the_detectable_change() {
    let side = |label: &str, first: &str| {
        let noise = (2..=20).map(|threads| rate(threads, "99,100,101"));
        run(label, &[vec![rate(1, first)], noise.collect()].concat().join(","))
    };
    let subjects = || vec![side("a", "99,100,101"), side("b", "102.2,103.2,104.2")];
    for (threshold, detectable) in [("1%", 0.105_51), ("25%", 0.256_90)] {
        let request = Request { threshold: threshold.parse().unwrap(), ..by(&["label"]) };
        let table = table(subjects(), &request).unwrap();
        let first = table.rows[0].cells[1].as_ref().unwrap().against.as_ref().unwrap();
        assert_eq!(first.verdict, Some(Verdict::NotShown));
        assert!(
            first.p.unwrap() < 0.05 && first.detectable.unwrap() > first.improvement.unwrap(),
            "{first:?}"
        );
        // By simulation with numpy, of 20 comparisons.
        assert!((first.detectable.unwrap() / detectable - 1.0).abs() < 0.02, "{first:?}");
    }
}

/// A fault: means of five without a deviation, 10 and 20, were "not shown" to differ.
#[test]
fn without_a_deviation_nothing_is_judged() {
    let side = |label: &str, mean: u32| {
        run(
            label,
            &format!(r#"{{"metric":"t","unit":"s","better":"lower","summary":{{"n":5,"mean":{mean}}}}}"#),
        )
    };
    let (against, _) = only_against(vec![side("a", 10), side("b", 20)]);
    assert_eq!((against.verdict, against.p), (Some(Verdict::SpreadUnknown), None));
}

/// What `vs` sets against each other: of one run, the results with these numbers of threads.
fn vs(sides: [&[u32]; 2]) -> Result<ComparisonTable, CompareError> {
    let selections = sides.map(|threads| {
        let rates: Vec<String> = threads.iter().map(|&threads| rate(threads, "1,2")).collect();
        let subject = Subject { id: run("a", &rate(1, "1")).id, ..run("a", &rates.join(",")) };
        let q: Vec<String> = threads.iter().map(ToString::to_string).collect();
        Selection { q: format!("label:a threads:{}", q.join("|")), subjects: vec![subject] }
    });
    compare(&selections, &Request::default(), no_glossary)
}

/// A fault: of `threads:1 vs threads:4`, no row had both sides.
#[test]
fn a_case_parameter_that_vs_names_splits() {
    let table = vs([&[1], &[4]]).unwrap();
    assert_eq!((table.rows.len(), table.keys.len()), (1, 0));
    assert!(table.rows[0].cells.iter().all(Option::is_some), "{table:?}");
    let codes: Vec<&str> = table.warnings.iter().map(|warning| warning.code.as_str()).collect();
    assert!(!codes.contains(&"shared-runs") && !codes.contains(&"missing"), "{codes:?}");
    // A number of threads that both sides have is a row of both.
    assert_eq!(vs([&[1, 2], &[2, 4]]).unwrap().rows.len(), 3);
    assert_eq!(
        vs([&[1, 2], &[4, 8]]).unwrap_err().to_string(),
        "no row would have both sides, for each selects several threads: name one on each, or split with by=threads"
    );
}

/// A fault: equal repeats were called identical samples beside a change of 150 %.
#[test]
fn sides_that_do_not_vary_but_differ_are_not_called_identical() {
    let verdict = |b: &str| {
        let subjects = vec![run("a", &rate(1, "2,2")), run("b", &rate(1, b))];
        let table = table(subjects, &by(&["label"])).unwrap();
        table.rows[0].cells[1].as_ref().unwrap().against.as_ref().unwrap().verdict
    };
    assert_eq!(verdict("5,5"), Some(Verdict::NoVariation));
    assert_eq!(verdict("2,2"), Some(Verdict::IdenticalSamples));
}

/// A fault: 10 to 9 was no change of 10 %, for in doubles it is a bit less.
#[test]
fn a_change_of_just_the_threshold_is_beyond_it() {
    for (threshold, baseline, contender) in [("10%", 10.0, 9.0), ("1%", 10.1, 9.999), ("1%", 11.0, 10.89)] {
        let side = |label: &str, mean: f64| {
            let summary = format!(r#"{{"n":9,"mean":{mean},"stddev":0.001}}"#);
            run(label, &format!(r#"{{"metric":"t","unit":"s","better":"lower","summary":{summary}}}"#))
        };
        let request = Request { threshold: threshold.parse().unwrap(), ..by(&["label"]) };
        let table = table(vec![side("a", baseline), side("b", contender)], &request).unwrap();
        let against = table.rows[0].cells[1].as_ref().unwrap().against.clone().unwrap();
        assert_eq!(against.verdict, Some(Verdict::Better), "{baseline} to {contender} at {threshold}");
    }
}

/// A fault: p at an offset of 10^9 was right to 7 digits, since the means are rounded.
#[test]
fn a_huge_offset_costs_p_no_digits() {
    let (near, far) = (["1", "2", "5"], ["4", "8", "9"]);
    let side = |label: &str, offset: &str, values: [&str; 3]| {
        values.map(|x| times(label, "s", &format!("{offset}{x}")))
    };
    let p = |offset: &str| {
        let subjects = [side("a", offset, near), side("b", offset, far)].concat();
        only_against(subjects).0.p.unwrap()
    };
    // scipy.stats.ttest_ind([1, 2, 5], [4, 8, 9], equal_var=False).
    assert!((p("") - 0.093_391_141_762_485_53).abs() < 1e-9, "{}", p(""));
    assert!((p("100000000") - p("")).abs() < 1e-12, "{}", p("100000000"));
}

/// A fault: unbounded ratios entered the mean of ratios.
#[test]
fn a_ratio_without_bounds_is_no_part_of_a_mean() {
    let measured = |label: &str, values: [f64; 3]| {
        let of = |threads: u32, value: f64| rate(threads, &value.to_string());
        let results = [of(1, values[0]), of(2, 10.0 * values[1]), of(4, 20.0 * values[1])];
        let far = if label == "a" { values[2] } else { 9.0 };
        run(label, &[&results[..], &[of(8, far)]].concat().join(","))
    };
    let runs = |label: &str, factor: f64| {
        [-1.0, 0.5, 1.0].map(|far| measured(label, [factor, factor * (1.0 + far / 100.0), far]))
    };
    let table = table([runs("a", 1.0), runs("b", 2.0)].concat(), &by(&["label"])).unwrap();
    let mean = table.mean_ratios[0].sides[1].unwrap();
    assert_eq!((table.mean_ratios[0].rows, mean.rows), (4, 3));
    assert!((mean.ratio - 2.0).abs() < 1e-9, "{mean:?}");
}

/// A fault: a rate may have fallen by 306.8 %, it said.
#[test]
fn no_ratio_of_values_above_0_is_below_0() {
    let rates =
        |label: &str, rates: [f64; 3]| rates.map(|rate| run(label, &super::rate(1, &rate.to_string())));
    let low = |lowest: f64| {
        let subjects = [rates("a", [10.0, 10.5, 11.0]), rates("b", [lowest, 10.5, 100.0])].concat();
        only_against(subjects).0.interval.unwrap().0
    };
    assert_eq!(low(0.0), 0.0);
    assert!(low(-0.5) < 0.0);
}
