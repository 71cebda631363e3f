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
