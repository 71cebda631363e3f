//! Layouts in hard places: very many samples, odd names, unreadable units, sweeps.

use unicode_width::UnicodeWidthStr;

use super::text::Charset;
use super::*;
use crate::compare::{Selection, Subject, compare};
use crate::comparison::Request;
use crate::wire::runs_from_json;

/// A run of a label: its factors as JSON, and its results.
pub(super) fn run(label: &str, factors: &str, results: &[String]) -> Subject {
    let json = format!(
        r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"b","label":"{label}","factors":{{{factors}}},"results":[{}]}}"#,
        results.join(",")
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

pub(super) fn result(metric: &str, unit: &str, samples: &[f64]) -> String {
    format!(r#"{{"metric":"{metric}","unit":"{unit}","better":"lower","samples":{samples:?}}}"#)
}

pub(super) fn compared(layout: Layout, subjects: Vec<Subject>) -> ComparisonTable {
    let request = Request { layout, ..Request::default() };
    compare(&[Selection { q: String::new(), subjects }], &request, |_| &[]).unwrap()
}

pub(super) fn ascii(table: &ComparisonTable) -> String {
    text::render(table, None, Charset::Ascii)
}

/// The lines below the first rule behind `from`, to the next empty one.
pub(super) fn rows<'a>(text: &'a str, from: &str) -> Vec<&'a str> {
    let below =
        text.lines().skip_while(|line| !line.contains(from)).skip_while(|line| !line.starts_with("--"));
    below.skip(1).take_while(|line| !line.is_empty()).collect()
}

/// 2.00, 2.01, … and a last one as wide as no other.
fn many(count: usize) -> Vec<f64> {
    (0..count).map(|at| f64::from(at as u32).mul_add(0.01, 2.0)).collect()
}

#[test]
fn samples_go_on_below_each_other_where_they_are_many() {
    let samples = many(40);
    let text = ascii(&compared(
        Layout::Samples,
        vec![
            run("a", "", &[result("latency", "ms", &samples)]),
            run("b", "", &[result("latency", "ms", &[12.5, 1.25])]),
        ],
    ));
    let rows = rows(&text, "latency, ms");
    assert_eq!(rows.len(), 6, "{text}");
    let found = rows[..5].iter().flat_map(|row| row.get(6..60).unwrap_or(&row[6..]).split_whitespace());
    let expected: Vec<String> = samples.iter().map(|x| format!("{x:.2}")).collect();
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    assert!(rows[0].ends_with("  2.195  1.000") && rows[0].starts_with("a      2.00  2.01"), "{text}");
    assert_eq!(rows[5].split_whitespace().collect::<Vec<_>>(), ["b", "12.50", "1.25", "6.875", "3.132"]);
}

#[test]
fn samples_that_are_not_shown_are_counted() {
    let table = compared(
        Layout::Samples,
        vec![
            run("a", "", &[result("latency", "ms", &many(150))]),
            run("b", "", &[result("latency", "ms", &many(1200))]),
        ],
    );
    assert_eq!(grid(&table).columns.iter().filter(|column| column.kind == Kind::Sample).count(), 100);
    let text = ascii(&table);
    for note in [
        "  1 of 2 rows show the first 100 of up to 150 samples; Avg is of all\n",
        "  1 of 2 rows show no samples of up to 1200: only their summary was printed or\n    kept; Avg is of all\n",
    ] {
        assert!(text.contains(note), "{text}");
    }
    assert_eq!(rows(&text, "latency, ms").last().unwrap().split_whitespace().next(), Some("b"));
}

#[test]
fn a_sample_far_from_the_others_is_marked_and_keeps_its_place() {
    let table = compared(
        Layout::Samples,
        vec![
            run("a", "", &[result("latency", "ms", &[10.0, 10.25, 9.75, 10.5, 99.5])]),
            run("b", "", &[result("latency", "ms", &[11.0, 11.25, 10.75, 11.5, 10.5])]),
        ],
    );
    let text = ascii(&table);
    assert_eq!(
        rows(&text, "latency, ms"),
        [
            "a     10.00  10.25   9.75  10.50  99.50*  28.00  1.000",
            "b     11.00  11.25  10.75  11.50  10.50   11.00  0.393",
        ]
    );
    assert!(
        text.contains("\n  1 of 2 rows have a sample far from their others, marked *; it counts\n"),
        "{text}"
    );
}

#[test]
fn a_sweep_of_several_sides_has_a_section_a_metric_and_its_levels_in_order() {
    let point = |label: &str, size: &str, value: f64| {
        let results =
            [result("latency", "ms", &[value, value + 0.5]), result("rate", "ops/s", &[value * 2.0])];
        run(label, &format!(r#""block_size":"{size}""#), &results)
    };
    let sizes = ["1M", "4k", "512k", "64k"];
    let subjects = ["as", "deadline"].iter().zip([1.0, 2.0]).flat_map(|(label, factor)| {
        sizes.iter().zip([8.0, 1.0, 4.0, 2.0]).map(move |(size, value)| point(label, size, value * factor))
    });
    let table = compared(Layout::Sweep, subjects.collect());
    assert_eq!(table.keys, ["block_size"]);
    let text = ascii(&table);
    assert_eq!(
        text.lines().skip(2).take(8).collect::<Vec<_>>(),
        [
            "latency, ms, lower is better",
            "              as        deadline",
            "block_size  mean    +-   mean    +-",
            "----------  ----  ----  -----  ----",
            "4k          1.25  3.18   2.25  3.18",
            "64k         2.25  3.18   4.25  3.18",
            "512k        4.25  3.18   8.25  3.18",
            "1M          8.25  3.18  16.2   3.18",
        ]
    );
    assert_eq!(rows(&text, "rate, ops/s")[3], "1M            16   -    32   -");
}

#[test]
fn a_unit_is_scaled_by_thousands_and_keeps_every_digit() {
    let table = |unit: &str, values: [f64; 2]| {
        let [a, b] = values.map(|value| [result("latency", unit, &[value])]);
        compared(Layout::Delta, vec![run("a", "", &a), run("b", "", &b)])
    };
    let shown = |unit: &str, values: [f64; 2]| {
        let text = ascii(&table(unit, values));
        let section = text.lines().nth(2).unwrap().split(", ").nth(1).unwrap().to_owned();
        let row = rows(&text, "latency")[0].split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        format!("{row} {section}")
    };
    assert_eq!(shown("us", [1_234_567.25, 250_000.0]), "1.23456725 0.25000000 s");
    assert_eq!(shown("ns", [123_456_789.0, 5.0]), "123456.789 0.005 us");
    assert_eq!(shown("B/s", [1_234_567_890.0, 999_999_999.0]), "1.234567890 0.999999999 GB/s");
    assert_eq!(shown("s", [0.000_125, 0.000_75]), "125 750 us");
    // Readable as printed, or not to be scaled exactly.
    assert_eq!(shown("MiB/s", [4710.3, 5120.0]), "4710.3 5120.0 MiB/s");
    assert_eq!(shown("us", [99_999.5, 1.0]), "99999.5 1.0 us");
    assert_eq!(shown("KiB/s", [1_048_576.0, 2_097_152.0]), "1048576 2097152 KiB/s");
    assert_eq!(shown("ops/s", [1_048_576.0, 2_097_152.0]), "1048576 2097152 ops/s");
    assert_eq!(shown("ns", [0.000_5, 0.000_7]), "0.0005 0.0007 ns");
}

#[test]
fn where_metrics_are_columns_each_has_its_own_unit() {
    let results = |factor: f64| {
        [
            result("latency", "us", &[1_500_000.0 * factor, 2_500_000.0 * factor]),
            result("slack", "us", &[7.0, 9.0]),
        ]
    };
    let subjects = vec![run("a", r#""depth":"1""#, &results(1.0)), run("a", r#""depth":"2""#, &results(2.0))];
    let text = ascii(&compared(Layout::Sweep, subjects));
    assert_eq!(
        text.lines().skip(2).take(5).collect::<Vec<_>>(),
        [
            "        latency             slack",
            "depth         s         +-   us    +-",
            "-----  --------  ---------  ---  ----",
            "1      2.000000   6.353102  8.0  12.7",
            "2      4.000000  12.706205  8.0  12.7",
        ]
    );
}

/// Columns begin and end at the same place in every line, by what a terminal shows.
#[test]
fn columns_align_whatever_names_look_like() {
    let results = |value: f64| [result("latency", "ms", &[value, value + 1.0, value + 2.5])];
    for names in [["2.5.60-mm2", "各行は七十八桁"], ["ядро", "noyau-amélioré"], ["a", "🚀"]] {
        for layout in Layout::ALL {
            let table = compared(layout, names.iter().map(|name| run(name, "", &results(1.5))).collect());
            let text = ascii(&table);
            let lines: Vec<&str> = text.lines().collect();
            let rule = lines.iter().position(|line| line.starts_with("--")).unwrap();
            let gaps: Vec<usize> = lines[rule].match_indices(' ').map(|(at, _)| at).collect();
            for line in lines[rule..].iter().take_while(|line| !line.is_empty()) {
                let in_gaps = gaps.iter().map(|&gap| shown_at(line, gap));
                assert!(in_gaps.flatten().all(|c| c == ' '), "{layout:?}\n{text}");
            }
        }
    }
}

/// The character that a terminal shows in a column, if the line is that long.
fn shown_at(line: &str, column: usize) -> Option<char> {
    let mut end = 0;
    line.chars().find(|c| {
        end += c.to_string().width();
        end > column
    })
}

#[test]
fn ascii_is_ascii_and_unicode_draws_rules() {
    let results = [result("latency", "ms", &[1.0, 2.0, 4.0])];
    let table = compared(Layout::Delta, vec![run("a", "", &results), run("b", "", &results)]);
    assert!(ascii(&table).is_ascii());
    let unicode = text::render(&table, None, Charset::Unicode);
    assert!(
        unicode.contains("mean     ±  mean     ±  improvement") && unicode.contains("────  ────"),
        "{unicode}"
    );
    assert!(unicode.lines().all(|line| line.width() <= text::WIDTH));
}

#[test]
fn cautions_stand_before_any_number() {
    let results = [result("latency", "ms", &[1.0])];
    let mut table = compared(Layout::Delta, vec![run("a", "", &results), run("b", "", &results)]);
    table.warnings.insert(0, crate::comparison::Warning::severe("contradiction", "b ran with cfq"));
    let text = ascii(&table);
    assert!(text.starts_with("b: a (baseline) v b\n\nCaution:\n  b ran with cfq\n\nlatency"), "{text}");
    assert_eq!(text.matches("b ran with cfq").count(), 1);
    assert!(
        markdown::render(&table, None).starts_with("**b: a (baseline) v b**\n\nCaution:\n- b ran with cfq\n")
    );
}

#[test]
fn items_of_markdown_lists_begin_nothing() {
    let results = [result("latency", "ms", &[1.0])];
    let mut table = compared(Layout::Delta, vec![run("a", "", &results), run("b", "", &results)]);
    table.warnings.clear();
    for (text, expected) in [
        ("1. first", r"- 1\. first"),
        ("+ plus", r"- \+ plus"),
        ("# head", r"- \# head"),
        ("> quoted", r"- \> quoted"),
        ("$x$ costs", r"- \$x\$ costs"),
        ("10 runs", "- 10 runs"),
    ] {
        table.warnings = vec![crate::comparison::Warning::new("odd", text)];
        let markdown = markdown::render(&table, None);
        assert_eq!(markdown.lines().last(), Some(expected), "{markdown}");
    }
}
