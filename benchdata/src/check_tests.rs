use super::*;
use crate::compare::{Selection, Subject, compare};
use crate::comparison::Request;
use crate::key::RunKey;
use crate::wire::runs_from_json;

/// Runs of a label, each with a value of the metric in each of two cases.
fn runs(label: &str, better: &str, values: &[[f64; 2]]) -> Vec<Subject> {
    let run = |(at, [one, two]): (usize, &[f64; 2])| {
        let result = |case: u8, value: f64| {
            format!(
                r#"{{"case":{{"threads":"{case}"}},"metric":"m","unit":"s"{better},"samples":[{value}]}}"#
            )
        };
        let json = format!(
            r#"{{"schema":"runoff/1","box":"b","benchmark":"t","label":"{label}","repeat":{},"results":[{},{}]}}"#,
            at + 2,
            result(1, *one),
            result(2, *two)
        );
        let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
        Subject { id: run.content_id().run_id(), run }
    };
    values.iter().enumerate().map(run).collect()
}

fn judge(better: &str, looks: &[u32], baseline: &[[f64; 2]], contender: &[[f64; 2]]) -> Finding {
    let subjects = [runs("a", better, baseline), runs("b", better, contender)].concat();
    let request = Request { by: vec![RunKey::Label], ..Request::default() };
    let table = compare(&[Selection { q: String::new(), subjects }], &request, |_| &[]).unwrap();
    let rule = Rule { looks: looks.to_vec(), alpha: 0.05, worse_than: "5%".parse().unwrap() };
    rule.judge(&table)
}

const LOWER: &str = r#","better":"lower""#;
const HIGHER: &str = r#","better":"higher""#;
const SAME: [[f64; 2]; 4] = [[10.0, 20.0], [10.1, 20.2], [9.9, 19.8], [10.0, 20.1]];

#[test]
fn looks_are_fixed_and_end_at_the_last() {
    assert_eq!(looks(3, 10), [3, 5, 8, 10]);
    assert_eq!(looks(3, 3), [3]);
    assert_eq!(looks(1, 4), [1, 2, 3, 4]);
    assert_eq!(looks(5, 3), [5]);
}

#[test]
fn one_row_that_is_worse_is_enough_and_its_direction_counts() {
    let slower = SAME.map(|[one, two]| [one, two * 1.5]);
    let Finding::Worse(evidence) = judge(LOWER, &[4], &SAME, &slower) else { panic!() };
    assert_eq!((evidence.row, evidence.confidence), (1, 0.975));
    assert!((evidence.improvement.unwrap() + 0.5).abs() < 1e-12);
    let (low, high) = evidence.interval.unwrap();
    assert!(low < -0.5 && -0.5 < high && high < -0.05, "{low} {high}");
    assert!(matches!(judge(HIGHER, &[4], &SAME, &slower), Finding::NotWorse(_)));
}

#[test]
fn all_rows_have_to_be_not_worse() {
    let Finding::NotWorse(evidence) = judge(LOWER, &[3, 4], &SAME, &SAME) else { panic!() };
    assert_eq!(evidence.confidence, 0.975);
    let noisy = [[10.0, 10.0], [10.0, 30.0], [10.1, 22.0], [9.9, 18.0]];
    let Finding::CannotTell(evidence) = judge(LOWER, &[3, 4], &SAME, &noisy) else { panic!() };
    assert_eq!(evidence.row, 1);
}

#[test]
fn without_direction_or_repeats_of_the_baseline_there_is_nothing_to_judge() {
    assert_eq!(judge("", &[4], &SAME, &SAME), Finding::Nothing);
    assert_eq!(judge(LOWER, &[4], &SAME[..1], &SAME), Finding::Nothing);
    assert!(matches!(judge(LOWER, &[1], &SAME, &SAME[..1]), Finding::CannotTell(_)));
}

#[test]
fn values_that_never_vary_are_what_they_are_once_chance_would_hardly_deal_them_so() {
    let [three, two] = [3, 2].map(|runs| vec![[8.25, 8.25]; runs]);
    let more = vec![[8.25, 9.25]; 3];
    // 1 of 2^5 for either of two rows: 3 % is more than 2.5 %.
    assert!(matches!(judge(LOWER, &[3], &three, &more), Finding::CannotTell(_)));
    // All rows have to be not worse: 3 % is less than 5 %.
    assert!(matches!(judge(LOWER, &[3], &three, &three), Finding::NotWorse(_)));
    assert!(matches!(judge(LOWER, &[2], &two, &two), Finding::CannotTell(_)));
    let four = vec![[8.25, 8.25]; 4];
    assert!(matches!(judge(LOWER, &[3], &four, &more), Finding::Worse(_)));
}

/// A tool that prints whole seconds printed 10 of 10.45 s and 11 of 10.55 s: that was 10 % worse,
/// without a doubt.
#[test]
fn values_that_never_vary_may_be_rounded() {
    let [ten, eleven] = [10.0, 11.0].map(|value| vec![[value, value]; 5]);
    let Finding::CannotTell(evidence) = judge(LOWER, &[5], &ten, &eleven) else { panic!() };
    let (low, high) = evidence.interval.unwrap();
    // 11.5 of 9.5, and 10.5 of 10.5.
    assert!((low - (1.0 - 11.5 / 9.5)).abs() < 1e-12 && high.abs() < 1e-12, "{low} {high}");
    // To the tenth, the one could be 10.05 and the other 10.95.
    let tenths = vec![[10.9, 10.9]; 5];
    assert!(matches!(judge(LOWER, &[5], &ten, &tenths), Finding::Worse(_)));
    // Of a side that varies the mean is what it is.
    let varying = [[10.0, 10.0], [11.0, 11.0], [10.0, 10.0], [11.0, 11.0], [10.0, 10.0]];
    assert!(matches!(judge(LOWER, &[5], &ten, &varying), Finding::CannotTell(_)));
    let none = vec![[0.0, 0.0]; 5];
    assert!(matches!(judge(LOWER, &[5], &ten, &none), Finding::NotWorse(_)));
}
