//! Lines that were too long, and names that were torn.

use super::{ascii, repeats};
use crate::comparison::Layout;
use crate::table::layout_tests::{self, result, run};
use crate::table::{grid, text};

/// A side's last columns, moved together so that its name had room, were 80 wide, and the single
/// one left before them had the name in seven lines above it.
#[test]
fn a_long_name_stands_whole_over_a_single_column() {
    let kernel = "6.12.1-next-20260101-patched";
    let values = [99.2, 99.3, 99.0, 99.5];
    let mut table =
        super::compared(Layout::Delta, &[repeats("6.1", "s", &values), repeats(kernel, "s", &values)]);
    table.rows[0].keys =
        vec![Some("/mnt/test/data-dir-of-the-benchmark/f1".to_owned()), Some("1".to_owned())];
    table.keys = ["path", "threads"].map(str::to_owned).to_vec();
    let text = ascii(&table);
    assert!(text.lines().all(|line| line.len() <= text::WIDTH), "{text}");
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("    ")).collect();
    let named = heads.iter().filter(|line| line.contains("6.12")).count();
    assert_eq!(heads.iter().filter(|line| line.ends_with(kernel)).count(), named, "{text}");
    assert!(named > 2, "{text}");
}

/// `2.5.62-` at a line's end and `mm2-as` on the next cannot be copied back from a mail.
#[test]
fn names_are_not_broken_at_their_hyphens() {
    let labels = ["2.5.62-mm2-without-as", "2.5.62-mm2-with-as", "2.5.62-mm2-with-as-and-more-of-it"];
    let text = ascii(&super::compared(Layout::Delta, &labels.map(|label| repeats(label, "s", &[1.0, 2.0]))));
    let is_broken = |line: &str| line.ends_with('-') && !line.ends_with(" -") && !line.starts_with("--");
    assert!(!text.lines().any(is_broken), "{text}");
    assert!(text.starts_with("b: 2.5.62-mm2-without-as (baseline) v 2.5.62-mm2-with-as v\n"), "{text}");
    // One that no line holds is broken there.
    let long = ["long"; 20].join("-");
    let text = ascii(&super::compared(Layout::Delta, &[repeats(&long, "s", &[1.0])]));
    assert!(text.contains("-\n"), "{text}");
}

/// contest's own ratio, to a compile without load, stood under the head of those to the baseline.
#[test]
fn a_metric_called_ratio_is_told_from_the_ratios() {
    let results = |factor: f64| [result("elapsed", "s", &[factor]), result("ratio", "x", &[1.5 * factor])];
    let table = layout_tests::compared(
        Layout::Metrics,
        vec![run("a", "", &results(1.0)), run("b", "", &results(2.0))],
    );
    let grid = grid(&table);
    let heads: Vec<String> =
        grid.columns.iter().map(|column| format!("{}/{}", column.group, column.head)).collect();
    assert_eq!(heads, ["/side", "elapsed/s", "elapsed/ratio", "ratio (metric)/x"]);
}

/// Sides stand below each other where columns have no room, of which a case parameter may have the
/// name.
#[test]
fn a_key_called_like_a_column_stays() {
    let labels = ["linux-6.1.0-rc3", "linux-6.2.0-rc3", "linux-6.3.0-rc3", "linux-6.4.0-rc3"];
    let sides = labels.map(|label| repeats(label, "s", &[100.0, 101.0, 102.5, 103.0]));
    let mut table = super::compared(Layout::Delta, &sides);
    let mut other = table.rows[0].clone();
    table.keys = vec!["p".to_owned()];
    (table.rows[0].keys, other.keys) = (vec![Some("1".to_owned())], vec![Some("2".to_owned())]);
    table.rows.push(other);
    let text = ascii(&table);
    assert!(text.contains("\np=1:\n") && text.contains("\np=2:\n"), "{text}");
    assert!(text.contains("Left out, for want of room:\n"), "{text}");
}
