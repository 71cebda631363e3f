//! What only some layouts had.

use super::{ascii, headline, noted, repeats, rows, runs, words};
use crate::compare::{Selection, compare};
use crate::comparison::{Layout, Request};
use crate::key::RunKey;
use crate::name::Key;
use crate::table::layout_tests::{compared, result, run};
use crate::table::{csv, grid_by_side, markdown};

/// Of metrics that no glossary knows, the first by name alone had ratios.
#[test]
fn every_metric_has_its_ratio_where_nothing_tells_what_is_quoted() {
    let results =
        |factor: f64| [result("lat", "ms", &[4.0 / factor]), result("rate", "ops/s", &[2.0 * factor])];
    let text =
        ascii(&compared(Layout::Metrics, vec![run("a", "", &results(1.0)), run("b", "", &results(2.0))]));
    assert_eq!(words(rows(&text, "rate")[1]), ["b", "2", "0.500", "4", "2.000"], "{text}");
}

/// "Marked and not dropped", it said, below tables without a mark.
#[test]
fn a_mean_that_holds_a_far_off_observation_is_marked() {
    let sides = [
        repeats("a", "s", &[10.0, 10.25, 9.75, 10.5, 99.5]),
        repeats("b", "s", &[11.0, 11.25, 10.75, 11.5, 10.5]),
    ];
    let mut table = super::compared(Layout::Delta, &sides);
    for layout in Layout::ALL {
        table.request.layout = layout;
        let text = ascii(&table);
        assert_eq!(rows(&text, "elapsed").concat().matches('*').count(), 1, "{text}");
        let legend = noted(&table, "Columns").concat();
        assert!(legend.contains("* of a mean: ") || legend.contains("marked *; it counts"), "{text}");
    }
    table.request.layout = Layout::Sweep;
    let text = ascii(&table);
    assert!(rows(&text, "elapsed")[0].contains("28.0*"), "{text}");
}

/// A rate may have fallen by 306.8 %, it said.
#[test]
fn an_interval_that_is_cut_says_so() {
    let table = super::compared(
        Layout::Delta,
        &[repeats("a", "s", &[10.0, 10.5, 11.0]), repeats("b", "s", &[9.0, 10.5, 100.0])],
    );
    let text = ascii(&table);
    assert!(rows(&text, "elapsed, s")[0].contains(" .. +100.0  "), "{text}");
    let legend = noted(&table, "Columns");
    assert!(
        legend.iter().any(|line| line.contains("each row by itself, cut at a value of 0; ")),
        "{legend:?}"
    );
}

/// Many small changes, none shown by itself, were a loss of 5 % that no layout but two told of, and
/// the curves' page did not say what its headline called better.
#[test]
fn every_layout_leads_with_the_geometric_mean_and_says_what_is_better() {
    let side = |label: &str, of: f64| {
        let run = |noise: f64| [("1", "s", 10.0 * of * noise), ("2", "s", 20.0 * of * noise)];
        let measured = [0.99, 1.0, 1.01].map(run);
        runs(label, &measured.iter().map(|results| &results[..]).collect::<Vec<_>>())
    };
    for layout in Layout::ALL {
        let by = vec![RunKey::Label];
        let request =
            Request { layout, by, rows: vec![RunKey::Named(Key::new("k").unwrap())], ..Request::default() };
        let subjects = [side("a", 1.0), side("b", 0.95)].concat();
        let table = compare(&[Selection { q: String::new(), subjects }], &request, |_| &[]).unwrap();
        let said = headline(&table);
        assert!(
            said.ends_with("; improvement by the geometric mean: elapsed +5.00 % (2 of 2 rows)"),
            "{said}"
        );
        let text = words(&ascii(&table)).join(" ");
        assert!(text.contains("verdicts: of changes of 1 % or more, at 5 % by p corrected for 2"), "{text}");
        // And what no verdict means, to those who do not know.
        assert_eq!(text.contains("not shown may be chance"), said.contains("2 not shown"), "{said}: {text}");
    }
}

/// Twelve sides took 94 columns of Markdown and CSV, of no use in an issue or a sheet.
#[test]
fn many_sides_stand_below_each_other_where_a_table_is_in_one_piece() {
    let labels: Vec<String> = (0..12).map(|at| format!("v{at:02}")).collect();
    let sides: Vec<_> = labels.iter().map(|label| repeats(label, "s", &[1.0, 1.25, 1.5])).collect();
    let table = super::compared(Layout::Delta, &sides);
    let markdown = markdown::render(&table, None);
    let rows: Vec<&str> = markdown.lines().filter(|line| line.starts_with("| v")).collect();
    assert_eq!(rows.len(), 12, "{markdown}");
    assert!(rows.iter().all(|row| row.matches('|').count() <= 12), "{markdown}");
    let few = markdown::render(&super::compared(Layout::Delta, &sides[..2]), None);
    assert!(few.contains("| v00 mean | v00 ± | v01 mean |"), "{few}");
    // A sheet is read by programs: the same columns for any number of sides.
    for sides in [&sides[..2], &sides] {
        let lines = String::from_utf8(csv::render(&super::compared(Layout::Delta, sides)).unwrap()).unwrap();
        assert!(lines.starts_with("metric,unit,better,side,mean,n,half interval,improvement,"), "{lines}");
        assert_eq!(lines.lines().count(), 1 + sides.len(), "{lines}");
    }
}

/// A side without a result in most rows was columns of dashes.
#[test]
fn by_side_a_row_has_the_sides_that_were_measured() {
    let both = runs("a", &[&[("k1", "s", 1.5), ("k2", "s", 2.5)]]);
    let table = super::compared(Layout::Delta, &[both, runs("b", &[&[("k2", "s", 2.25)]])]);
    let [section] = grid_by_side(&table).sections.try_into().unwrap();
    let shown: Vec<[&str; 3]> =
        section.rows.iter().map(|row| [0, 1, 2].map(|at| row[at].text.as_str())).collect();
    assert_eq!(shown, [["k1", "a", "1.50"], ["k2", "a", "2.50"], ["k2", "b", "2.25"]]);
}
