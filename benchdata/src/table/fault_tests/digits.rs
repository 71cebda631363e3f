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

/// Beside an average of 12.9 stood a least of 10.5, a most of 14.06 and a deviation of 1.59: a surer row
/// gave its digits to the last two. Of 900 samples it was 333.3042 beside 49.50.
#[test]
fn least_most_and_deviation_have_the_digits_of_their_mean() {
    let result = |k: &str, samples: &[f64]| {
        format!(
            r#"{{"case":{{"k":"{k}"}},"metric":"elapsed","unit":"s","better":"lower","samples":{samples:?}}}"#
        )
    };
    let unsure = [10.512_345_678, 14.061_234_567, 13.9, 13.1];
    let sure = [20.011_234_567, 20.012_345_678, 20.013_4, 20.012_2];
    let several = (0..4)
        .map(|at| {
            let results = [result("k1", &unsure[at..=at]), result("k2", &sure[at..=at])];
            run("a", &format!(r#""number":"{at}""#), &results)
        })
        .collect();
    // A program wrote all it had of a single sample, which no interval judges.
    let alone = vec![run("b", "", &[result("k1", &[15.391_551_234]), result("k3", &[49.5, 10.25, 880.75])])];
    let text = ascii(&compared(Layout::Summary, &[several, alone]));
    let rows: Vec<Vec<&str>> = rows(&text, "elapsed, s").iter().map(|row| words(row)).collect();
    assert_eq!(rows[0][..7], ["k1", "a", "4", "10.5", "12.9", "14.1", "1.6"], "{text}");
    assert_eq!(rows[2][..7], ["k2", "a", "4", "20.0112", "20.0123", "20.0134", "0.00089"], "{text}");
    let single = rows.iter().find(|row| row[..3] == ["k1", "b", "1"]).unwrap();
    assert_eq!(single[3..6], ["15.3916"; 3], "{text}");
    let samples = rows.iter().find(|row| row[..2] == ["k3", "b"]).unwrap();
    assert_eq!(samples[3..7], ["10.25", "313.50", "880.75", "491.64"], "{text}");
}

/// Zeros stood as 0.000000000000 where another row of runs had tiny values.
#[test]
fn zeros_get_no_digits_from_surer_rows() {
    let result = |k: &str, value: f64| {
        format!(r#"{{"case":{{"k":"{k}"}},"metric":"size","unit":"B","better":"lower","samples":[{value}]}}"#)
    };
    let side = |label: &str| {
        let at = |at: u8| {
            let results = [
                result("k1", 0.0),
                result("k2", 1e-9 * (1.0 + f64::from(at) / 1000.0)),
                result("k3", 1e4 + f64::from(at)),
            ];
            run(label, &format!(r#""number":"{at}""#), &results)
        };
        (1..4).map(at).collect()
    };
    let text = ascii(&compared(Layout::Delta, &[side("a"), side("b")]));
    assert_eq!(words(rows(&text, "size, B")[0])[..3], ["k1", "0.00", "0.00"], "{text}");
}
