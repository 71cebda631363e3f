//! `summary`: the table of rq_affinity that claimed twelve improvements.

use benchdata::comparison::{ComparisonTable, Layout, Verdict};
use benchdata::hints::Hints;
use benchdata::reading::Declaration;

use crate::{bare, mail, name, read, request, rows, table, text};

/// mbrs, nrdrs, rq; Min, Avg, Max and Std Dev as printed; the printed improvement, and ours
/// where the averages as printed give another.
const ROWS: [(&str, &str); 24] = [
    ("32 64 rq=0 5 30.57 31.50 34.06 1.456108", "-"),
    ("32 64 rq=1 5 29.27 29.59 29.96 0.325469", "6.05 6.06"),
    ("32 128 rq=0 5 28.14 28.48 29.32 0.480208", "-"),
    ("32 128 rq=1 5 27.54 27.88 28.48 0.359194", "2.11"),
    ("32 256 rq=0 5 33.05 33.70 34.30 0.548151", "-"),
    ("32 256 rq=1 5 33.10 33.36 33.74 0.257158", "1.01"),
    ("64 64 rq=0 5 30.53 30.74 31.10 0.255441", "-"),
    ("64 64 rq=1 5 29.40 29.65 29.91 0.187216", "3.55"),
    ("64 128 rq=0 5 28.09 28.79 29.23 0.484149", "-"),
    ("64 128 rq=1 5 27.73 27.96 28.33 0.226429", "2.89 2.88"),
    ("64 256 rq=0 5 33.35 34.04 34.76 0.518816", "-"),
    ("64 256 rq=1 5 33.02 33.13 33.25 0.088034", "2.67"),
    ("128 64 rq=0 5 30.37 30.75 31.23 0.329439", "-"),
    ("128 64 rq=1 5 29.20 29.49 29.82 0.221179", "4.08 4.10"),
    ("128 128 rq=0 5 28.04 28.54 29.00 0.392785", "-"),
    ("128 128 rq=1 5 27.76 28.08 28.26 0.190840", "1.63 1.61"),
    ("128 256 rq=0 5 33.37 33.89 34.30 0.448297", "-"),
    ("128 256 rq=1 5 33.04 33.30 33.56 0.203175", "1.76 1.74"),
    ("256 64 rq=0 5 30.55 30.80 30.94 0.167392", "-"),
    ("256 64 rq=1 5 29.23 29.57 29.91 0.305156", "3.99"),
    ("256 128 rq=0 5 28.38 28.82 29.20 0.305172", "-"),
    ("256 128 rq=1 5 27.78 27.92 28.11 0.142583", "3.12"),
    ("256 256 rq=0 5 33.25 34.21 34.88 0.598398", "-"),
    ("256 256 rq=1 5 33.11 33.23 33.48 0.154499", "2.88 2.86"),
];

fn compared() -> ComparisonTable {
    // The mail says in its text that each row is of five runs.
    let (benchmark, label) = (Some(name("dss")), Some(name("2.6.27")));
    let declared =
        Declaration { benchmark, label, hints: Hints { runs: Some(5), ..Hints::default() }, ..bare() };
    let output = read(mail!("table/dss-rq-affinity-mail.txt"), &declared);
    table(output, &request(Layout::Summary, &[], &[]))
}

#[test]
fn the_24_rows_come_out_as_printed() {
    let expected = ROWS.map(|(row, improvement)| {
        let ours = improvement.split(' ').next_back().unwrap();
        if ours == "-" { format!("{row} - -") } else { format!("{row} +{ours} %") }
    });
    let found = rows(&text(&compared()), "value, lower is better");
    assert_eq!(found.len(), 24);
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.starts_with(expected), "{found} is not {expected}");
    }
}

/// Half of one in the last printed digit of each average is what an improvement may be off.
#[test]
fn printed_improvements_agree_within_the_rounding_of_the_averages() {
    let table = compared();
    let printed = ROWS.iter().filter_map(|(_, printed)| printed.split(' ').next()?.parse::<f64>().ok());
    let mut compared = 0;
    for (row, printed) in table.rows.iter().zip(printed) {
        let [baseline, contender] = [0, 1].map(|side| row.cells[side].as_ref().unwrap().summary.mean);
        let ours = table_improvement(row);
        let furthest = (contender + 0.005) / (baseline - 0.005) - contender / baseline;
        assert!((ours - printed / 100.0).abs() <= furthest + 0.000_05, "{printed} is not {ours}");
        compared += 1;
    }
    assert_eq!(compared, 12);
}

fn table_improvement(row: &benchdata::comparison::Row) -> f64 {
    row.cells[1].as_ref().unwrap().against.as_ref().unwrap().improvement.unwrap()
}

/// The mail claims 1.01 % improvement; Welch's t is 1.26.
#[test]
fn an_improvement_within_the_noise_is_not_shown() {
    let table = compared();
    let row = table.rows.iter().find(|row| row.keys == [Some("32".into()), Some("256".into())]).unwrap();
    let against = row.cells[1].as_ref().unwrap().against.as_ref().unwrap();
    assert_eq!(against.verdict, Some(Verdict::NotShown));
    assert!((against.p.unwrap() - 0.258_428_85).abs() < 1e-7);
    assert_eq!(rows(&text(&table), "value, lower")[5].split("% ").nth(1), Some("not shown"));
}

/// The table itself tells of the printed improvements that are not ours.
#[test]
fn a_note_lists_the_improvements_that_the_printed_averages_do_not_give() {
    let table = compared();
    let remarked = table.warnings.iter().filter(|warning| warning.code == "remarked");
    let told: Vec<&str> = remarked.map(|warning| warning.text.as_str()).collect();
    let cells = "6.05 (6.06), 2.89 (2.88), 4.08 (4.10), 1.63 (1.61), 1.76 (1.74), 2.88 (2.86)";
    assert!(told.iter().any(|text| text.ends_with(cells)), "{told:?}");
}
