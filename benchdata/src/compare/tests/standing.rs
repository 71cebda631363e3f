//! How sides stand against each other where that is easy to get wrong.

use super::*;

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

fn only_against(subjects: Vec<Subject>) -> (Against, Vec<String>) {
    let table = table(subjects, &by(&["label"])).unwrap();
    let against = table.rows[0].cells[1].as_ref().unwrap().against.clone().unwrap();
    (against, table.warnings.into_iter().map(|warning| warning.code).collect())
}

/// A fault: 0 against 0 had no variation, and a baseline that cannot be told from 0.
#[test]
fn zeros_and_negative_values_can_be_identical_too() {
    for value in ["0", "-5", "5"] {
        let side = |label: &str| [times(label, "s", value), times(label, "s", &format!("{value},{value}"))];
        let (against, warnings) = only_against([side("a"), side("b")].concat());
        assert_eq!(against.verdict, Some(Verdict::IdenticalSamples), "{value}");
        assert!(!warnings.contains(&"baseline-zero".to_owned()), "{warnings:?}");
    }
}
