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
