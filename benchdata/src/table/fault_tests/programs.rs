//! What programs read in CSV.

use super::{compared, repeats};
use crate::comparison::Layout;
use crate::table::csv;

/// `nice=-5` had a quote before its number for the sake of spreadsheets, which evaluate none.
#[test]
fn numbers_are_no_formulas() {
    let labels = ["-5", "-2.5e3", "-inf", "-5+cmd"];
    let table = compared(Layout::Summary, &labels.map(|label| repeats(label, "s", &[1.5])));
    let lines = String::from_utf8(csv::render(&table).unwrap()).unwrap();
    let sides: Vec<&str> = lines.lines().skip(1).filter_map(|line| line.split(',').nth(3)).collect();
    let mut expected = ["-5", "-2.5e3", "'-inf", "'-5+cmd"];
    expected.sort_by_key(|name| sides.iter().position(|side| side == name));
    assert_eq!(sides, expected, "{lines}");
}
