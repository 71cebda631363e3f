//! Digits that nobody wrote, or that were lost.

use super::{ascii, compared, rows, words};
use crate::comparison::Layout;
use crate::table::layout_tests::run;

/// contest's average time of four runs, printed as 78, stood as 78.0, and so did the single run's
/// 75 above it.
#[test]
fn a_printed_mean_has_the_digits_printed() {
    let printed = |k: &str, n: u32, mean: &str| {
        format!(
            r#"{{"case":{{"k":"{k}"}},"metric":"elapsed","unit":"s","better":"lower","summary":{{"n":{n},"mean":{mean}}}}}"#
        )
    };
    let side = |label: &str, mean: &str| {
        vec![run(label, "", &[printed("k1", 1, "75"), printed("k2", 4, mean), printed("k3", 4, "4.7")])]
    };
    let text = ascii(&compared(Layout::Delta, &[side("a", "78"), side("b", "318")]));
    let means: Vec<Vec<&str>> =
        rows(&text, "elapsed, s").iter().map(|row| words(row)[..3].to_vec()).collect();
    assert_eq!(means, [["k1", "75", "75"], ["k2", "78", "318"], ["k3", "4.7", "4.7"]], "{text}");
}

/// A single run's mean of three samples stood as 15.87675 ± 25.61764 beside 5.34, and 5.34 itself
/// between 3.795520 and 7.375805.
#[test]
fn samples_that_a_program_wrote_down_whole_give_no_more_digits_than_runs() {
    let result = |samples: [f64; 3]| {
        format!(
            r#"{{"case":{{"k":"1"}},"metric":"elapsed","unit":"s","better":"lower","samples":{samples:?}}}"#
        )
    };
    let alone = vec![run("b", "", &[result([5.876_750_112_3, 27.123_456_789_1, 14.629_988_998_8])])];
    let one = |at: &str, samples| run("a", &format!(r#""number":"{at}""#), &[result(samples)]);
    let several =
        vec![one("1", [3.795_520_123_4; 3]), one("2", [4.828_675_123_4; 3]), one("3", [7.375_805_123_4; 3])];
    let mut table = compared(Layout::Delta, &[several, alone]);
    let text = ascii(&table);
    assert_eq!(
        words(rows(&text, "elapsed, s")[0])[..5],
        ["5.33", "4.58", "15.9", "26.5", "-197.7"],
        "{text}"
    );
    table.request.layout = Layout::Summary;
    let text = ascii(&table);
    assert_eq!(words(rows(&text, "elapsed, s")[0])[..5], ["a", "3", "3.80", "5.33", "7.38"], "{text}");
}
