//! One test for each fault that tables had.

mod digits;
mod layouts;
mod names;
mod programs;

use super::layout_tests::{ascii, rows, run};
use super::text::Charset;
use super::*;
use crate::compare::{Selection, Subject, compare};
use crate::comparison::{Request, Warning};
use crate::key::RunKey;

/// What runs measured: of each result a case `k`, a unit and a value.
type Measured<'a> = &'a [(&'a str, &'a str, f64)];

/// Runs of a label, each with its results.
fn runs(label: &str, measured: &[Measured]) -> Vec<Subject> {
    let result = |(k, unit, value): &(&str, &str, f64)| {
        format!(
            r#"{{"case":{{"k":"{k}"}},"metric":"elapsed","unit":"{unit}","better":"lower","samples":[{value}]}}"#
        )
    };
    let numbered = measured.iter().enumerate();
    numbered
        .map(|(at, results)| {
            let results: Vec<String> = results.iter().map(result).collect();
            run(label, &format!(r#""number":"{at}""#), &results)
        })
        .collect()
}

/// Runs of a label with a value each.
fn repeats(label: &str, unit: &str, values: &[f64]) -> Vec<Subject> {
    let results: Vec<_> = values.iter().map(|&value| [("k1", unit, value)]).collect();
    runs(label, &results.iter().map(|results| &results[..]).collect::<Vec<_>>())
}

fn compared(layout: Layout, sides: &[Vec<Subject>]) -> ComparisonTable {
    let request = Request { by: vec![RunKey::Label], layout, ..Request::default() };
    compare(&[Selection { q: String::new(), subjects: sides.concat() }], &request, |_| &[]).unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The items of a note; none where it has none.
fn noted(table: &ComparisonTable, title: &str) -> Vec<String> {
    let notes = notes(table, &[&grid(table)]);
    notes.into_iter().filter(|note| note.title == title).flat_map(|note| note.items).collect()
}

/// Forty runs of whole seconds: 99.6 and 100.4 stood as 99.6 and 100 beside -0.80 %.
#[test]
fn means_of_runs_have_the_digits_that_their_interval_supports() {
    let side = |few: f64, many: f64| [vec![few; 16], vec![many; 24]].concat();
    let sides = [repeats("a", "s", &side(99.0, 100.0)), repeats("b", "s", &side(101.0, 100.0))];
    let text = ascii(&compared(Layout::Delta, &sides));
    assert_eq!(
        words(rows(&text, "elapsed, s")[0])[..5],
        ["99.60", "0.16", "100.40", "0.16", "-0.80"],
        "{text}"
    );
}

/// A mean that nobody can be sure of to a second stood with hundredths, for one in another row
/// had them.
#[test]
fn means_get_no_digits_from_surer_ones_in_other_rows() {
    let side = |label, unsure: [f64; 3], sure: f64| {
        let results = [0, 1, 2]
            .map(|at: u8| [("k1", "s", unsure[usize::from(at)]), ("k2", "s", sure + f64::from(at) / 100.0)]);
        runs(label, &results.each_ref().map(|results| &results[..]))
    };
    let sides = [side("a", [1.01, 1.02, 50.0], 120.25), side("b", [2.0, 2.01, 2.02], 130.25)];
    let text = ascii(&compared(Layout::Delta, &sides));
    let rows = rows(&text, "elapsed, s");
    assert_eq!(words(rows[0])[..5], ["k1", "17.3", "70.3", "2.010", "0.025"], "{text}");
    assert_eq!(words(rows[1])[..3], ["k2", "120.260", "0.025"], "{text}");
}

/// A ratio of 0.668 was called +33.2 % below columns of ratios.
#[test]
fn the_mean_of_ratios_is_a_ratio_where_ratios_are_shown() {
    let side = |label, value| runs(label, &[&[("k1", "s", value), ("k2", "s", value * 10.0)]]);
    let sides = [side("a", 10.0), side("b", 6.68)];
    let metrics = compared(Layout::Metrics, &sides);
    assert_eq!(noted(&metrics, "Geometric mean of ratios"), ["elapsed: b 0.668 (2 of 2 rows)"]);
    let improvements = noted(&compared(Layout::Delta, &sides), "Improvement by the geometric mean of ratios");
    assert_eq!(improvements, ["elapsed: b +33.2 % (2 of 2 rows)"]);
}

#[test]
fn small_deviations_are_not_shown_as_0() {
    let sides = [repeats("a", "x", &[1e-6, 1.1e-6, 1.2e-6]), repeats("b", "x", &[1.5e-6, 1.65e-6, 1.8e-6])];
    let text = ascii(&compared(Layout::Summary, &sides));
    assert!(rows(&text, "elapsed, x")[0].contains("  0.00000010  "), "{text}");
    // Where the unit is scaled the point moves, and no digit is lost.
    let sides = [repeats("a", "s", &[1e-5, 1.01e-5, 1.02e-5]), repeats("b", "s", &[2e-5, 2.01e-5, 2.02e-5])];
    let text = ascii(&compared(Layout::Summary, &sides));
    assert!(rows(&text, "elapsed, us")[0].contains("  0.100  "), "{text}");
}

/// They had up to 17 digits, and made columns hundreds wide.
#[test]
fn very_small_numbers_have_few_digits() {
    let tiny = [1.2e-12, 1.267_878_593_415_6e-12, 1.3e-12];
    let text = ascii(&compared(Layout::Delta, &[repeats("a", "s", &tiny), repeats("b", "s", &tiny)]));
    assert_eq!(words(rows(&text, "elapsed, s")[0])[..2], ["1.26e-12", "1.3e-13"], "{text}");
    let sides = [repeats("a", "s", &[1.5e-300; 3]), repeats("b", "s", &[1e99, 1e99, 1.1e99])];
    for layout in Layout::ALL {
        let text = ascii(&compared(layout, &sides));
        assert!(text.lines().all(|line| line.len() <= text::WIDTH), "{layout:?}\n{text}");
    }
}

/// Rows without repeats were blamed where others could not be judged for other reasons.
#[test]
fn the_headline_says_why_there_is_no_verdict() {
    let said = |a: &[f64], b: &[f64]| {
        headline(&compared(Layout::Delta, &[repeats("a", "s", a), repeats("b", "s", b)]))
    };
    assert_eq!(said(&[2.0, 2.0], &[2.0, 2.0]), "b against a: no verdict on 1 row: 1 identical samples");
    assert_eq!(
        said(&[2.0, 2.0], &[1.0, 1.0]),
        "b against a: no verdict on 1 row: 1 no variation; 1 change for the better, 0 for the worse"
    );
    let mut table = compared(Layout::Delta, &[repeats("a", "s", &[2.0]), repeats("b", "s", &[2.5])]);
    table.rows[0].cells[1].as_mut().unwrap().against.as_mut().unwrap().verdict = None;
    assert!(headline(&table).contains("no verdict on 1 row: 1 no direction; "), "{}", headline(&table));
}

/// One metric in seconds here and microseconds there had two columns, and only one a ratio.
#[test]
fn a_metric_has_one_column_whatever_units_its_rows_were_written_in() {
    let side =
        |label, factor: f64| runs(label, &[&[("k1", "s", 1.5 * factor), ("k2", "us", 10.25 * factor)]]);
    let sides = [side("a", 1.0), side("b", 2.0)];
    let text = ascii(&compared(Layout::Metrics, &sides));
    let rows = rows(&text, "elapsed");
    let cells: Vec<Vec<&str>> = rows.iter().map(|row| words(row)).collect();
    let expected = [
        ["k1", "a", "1.5", "1.000"],
        ["k1", "b", "3.0", "2.000"],
        ["k2", "a", "0.00001025", "1.000"],
        ["k2", "b", "0.00002050", "2.000"],
    ];
    assert_eq!(cells, expected, "{text}");
    assert_eq!(grid(&compared(Layout::Delta, &sides)).sections.len(), 1);
}

/// A part began with the last of one side's columns, went on with the next side, and broke
/// names at their commas.
#[test]
fn sides_are_torn_once_and_their_names_never() {
    let sides: Vec<Vec<Subject>> = (0..2)
        .map(|at| {
            let from = f64::from(at) + 10.0;
            repeats(&format!("k{at:02}"), "s", &[from, from + 0.1, from + 0.2])
        })
        .collect();
    let mut table = compared(Layout::Delta, &sides);
    table.sides.iter_mut().for_each(|side| side.name = format!("threads=8, {}", side.name));
    let text = text::render(&table, None, Charset::Ascii);
    let names: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.is_empty())
        .take_while(|line| *line != "Runs:")
        .filter(|line| line.contains("threads=8, k"))
        .map(|line| line.split("threads=8, ").skip(1).map(str::trim).collect())
        .collect();
    let (first, others) = names.split_first().unwrap();
    assert_eq!(*first, ["k00", "k01"], "{text}");
    assert!(others.iter().all(|names| names.len() == 1 && names[0].len() == 3), "{text}");
}

#[test]
fn the_legend_says_what_is_corrected_and_what_not() {
    let sides = [repeats("a", "s", &[10.0, 10.5, 11.0]), repeats("b", "s", &[10.25, 10.75, 11.0])];
    let legend = noted(&compared(Layout::Delta, &sides), "Columns");
    for said in [
        "95 % interval: of the improvement, each row by itself",
        "by p corrected for all comparisons and beyond the threshold",
    ] {
        assert!(legend.iter().any(|line| line.contains(said)), "{legend:?}");
    }
}

/// It said "of the improvement" of a metric that has no better and worse.
#[test]
fn the_legend_of_a_metric_without_direction_speaks_of_changes() {
    let sides = [repeats("a", "s", &[10.0, 10.5, 11.0]), repeats("b", "s", &[10.25, 10.75, 11.0])];
    let mut table = compared(Layout::Delta, &sides);
    table.rows[0].cells[1].as_mut().unwrap().against.as_mut().unwrap().verdict = None;
    let legend = noted(&table, "Columns");
    assert!(legend.iter().any(|line| line.starts_with("95 % interval: of the change,")), "{legend:?}");
}

#[test]
fn the_legend_says_where_the_rank_test_is_an_approximation() {
    let ranks = |count: u32| {
        let values: Vec<f64> = (0..count).map(|at| f64::from(at) / 10.0 + 10.0).collect();
        let sides = [repeats("a", "s", &values), repeats("b", "s", &values)];
        let legend = noted(&compared(Layout::Delta, &sides), "Columns");
        legend.into_iter().find(|line| line.starts_with("p (ranks)")).unwrap()
    };
    assert!(ranks(30).starts_with("p (ranks): Mann-Whitney test by its normal approximation; "));
    assert!(ranks(4).starts_with("p (ranks): Mann-Whitney test; "));
}

/// Whoever got the CSV alone saw neither.
#[test]
fn csv_has_the_counts_and_the_cautions() {
    let sides = [repeats("a", "s", &[1.5, 2.0, 2.5]), repeats("b", "s", &[1.0, 1.25])];
    let mut table = compared(Layout::Delta, &sides);
    let written = |table: &ComparisonTable| String::from_utf8(csv::render(table).unwrap()).unwrap();
    let lines = written(&table);
    assert!(lines.contains(",side,mean,n,half interval,improvement,"), "{lines}");
    assert!(lines.contains(",a,2,3,") && lines.contains(",b,1.125,2,"), "{lines}");
    table.warnings = vec![Warning::severe("odd", "=b ran with cfq"), Warning::severe("odd", "so did a")];
    let lines = written(&table);
    let last: Vec<&str> = lines.lines().filter_map(|line| line.rsplit(',').next()).collect();
    assert_eq!(last, ["caution", "'=b ran with cfq; so did a", "'=b ran with cfq; so did a"]);
}

/// It said "3 runs, 3 to 5 a row" where the 5 were samples of one run.
#[test]
fn samples_that_stand_in_for_runs_are_not_called_runs() {
    let side = |label: &str| {
        let several = repeats(label, "s", &[10.0, 10.5, 11.0]);
        let samples =
            r#"{"case":{"k":"alone"},"metric":"elapsed","unit":"s","better":"lower","samples":[1,2,3,4,5]}"#;
        [several, vec![run(label, r#""number":"9""#, &[samples.to_owned()])]].concat()
    };
    let table = compared(Layout::Delta, &[side("a"), side("b")]);
    let noted = noted(&table, "Runs");
    assert_eq!(
        noted[..2],
        ["a", "b"].map(|side| format!("{side}: 4 runs, 1 to 3 a row, 5 samples in rows of a single run"))
    );
}
