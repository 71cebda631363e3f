//! Plots of a mail and of hard cases: what is drawn by its values, that no labels collide, and
//! what both backends paint.

use std::collections::BTreeSet;
use std::fmt::Write;

use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::{ComparisonTable, Layout, Request};
use benchdata::key::RunKey;
use benchdata::name::Name;
use benchdata::readers::{glossary, runs_from_output};
use benchdata::reading::Declaration;
use benchdata::run::Run;
use benchdata::source::Source;
use benchdata::wire::runs_from_json;
use scraper::{Html, Selector};

use super::drawing::{Anchor, Drawing, Shape, TEXT};
use super::font::width;
use super::plot::{Curves, Figure, Lines, Plot, Strips};
use super::{NARROW, WIDE, panel, plot, png, sheet, svg};

fn table(runs: Vec<Run>, request: Request) -> ComparisonTable {
    let subjects = runs.into_iter().map(|run| Subject { id: run.content_id().run_id(), run }).collect();
    compare(&[Selection { q: String::new(), subjects }], &request, glossary).unwrap()
}

/// A table of runs of these labels, each with these results.
pub(super) fn labelled(labels: &[String], results: impl Fn(usize) -> String) -> ComparisonTable {
    asked(labels, results, Request { by: vec![RunKey::Label], ..Request::default() })
}

/// The same, as asked for.
pub(super) fn asked(
    labels: &[String],
    results: impl Fn(usize) -> String,
    request: Request,
) -> ComparisonTable {
    let run = |(number, label): (usize, &String)| {
        let json = format!(
            r#"{{"schema":"runoff/1","box":"b","benchmark":"hard","label":"{label}","results":[{}]}}"#,
            results(number)
        );
        runs_from_json(json.as_bytes()).unwrap().remove(0)
    };
    table(labels.iter().enumerate().map(run).collect(), request)
}

pub(super) fn result(case: &str, samples: &[f64]) -> String {
    format!(
        r#"{{"case":{{"test":"{case}"}},"metric":"latency","unit":"us","better":"lower","samples":{samples:?}}}"#
    )
}

fn contest() -> ComparisonTable {
    let mail = include_bytes!("../../../benchdata/src/readers/fixtures/contest/contest-fifo-batch-mail.txt");
    let source = Source { name: "mail".to_owned(), bytes: mail.as_slice().into() };
    let declared = Declaration::on(Name::new("bigbox").unwrap());
    let runs = runs_from_output("contest", &source, Some(&declared)).unwrap().runs;
    let request = Request { layout: Layout::Sweep, by: vec![RunKey::Box], ..Request::default() };
    table(runs, request)
}

fn lines(plot: &Plot) -> &Lines {
    let Figure::Lines(lines) = &plot.panels[0].figure else { panic!("{plot:?}") };
    lines
}

pub(super) fn strips(plot: &Plot, panel: usize) -> &Strips {
    let Figure::Strips(strips) = &plot.panels[panel].figure else { panic!("{plot:?}") };
    strips
}

#[test]
fn the_sweep_of_the_contest_mail_dips_at_powers_of_two() {
    let plot = plot(&contest()).unwrap();
    let lines = lines(&plot);
    let points: Vec<(f64, f64)> = lines.lines[0].points.iter().map(|(x, it)| (*x, it.mean)).collect();
    assert_eq!((lines.lines.len(), points.len()), (1, 17));
    assert_eq!((points[0], points[3], points[16]), ((1.0, 125.4), (8.0, 109.1), (32.0, 239.5)));
    for (power, before, after) in [(8.0, 4.0, 10.0), (16.0, 14.0, 18.0)] {
        let at = |level: f64| points.iter().find(|(x, _)| *x == level).unwrap().1;
        assert!(at(power) < at(before) && at(power) < at(after), "{power}");
    }
    let first: Vec<&str> = lines.x.ticks[..6].iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(first, ["01", "02", "04", "08", "16", "32"]);
    assert_eq!(lines.y.label, "elapsed, s, lower is better");
    let alt = &plot.panels[0].alt;
    assert!(
        alt.ends_with("17 levels. lowest 109.1 s at 08, highest 319.4 s at 30; dips at 02, 08, 16, 32"),
        "{alt}"
    );
    assert_eq!(plot.about, "load=io_load, box bigbox. Each mark is one run.");
}

#[test]
fn a_row_s_panel_has_every_observation_its_mean_and_the_mean_s_interval() {
    let labels = ["a", "b"].map(str::to_owned);
    let table =
        labelled(&labels, |side| result("read", [&[2.0, 1.0, 3.0, 4.0], &[6.0, 5.0, 7.0, 9.0]][side]));
    let plot = plot(&table).unwrap();
    let strips = strips(&plot, 0);
    assert_eq!((plot.title.as_str(), plot.panels[0].row), ("latency, us, lower is better", Some(0)));
    assert_eq!((strips.axis.label.as_str(), strips.guide), ("us", Some(2.5)));
    let contender = strips.strips[1].observed.as_ref().unwrap();
    assert_eq!(
        (&*contender.values, contender.mean, &*contender.text),
        (&[6.0, 5.0, 7.0, 9.0][..], 6.75, "6.75")
    );
    // Student's t at 3 degrees of freedom, 3.1824, times 1.70783 ÷ 2.
    let (low, high) = contender.interval.unwrap();
    assert!((high - 6.75 - 2.717_5).abs() < 1e-3 && (6.75 - low - 2.717_5).abs() < 1e-3);
}

/// 15.9 ± 25.6 ms drew a bar, and an axis, down to latencies below 0.
#[test]
fn no_interval_goes_below_0_where_no_value_does() {
    let labels = ["a", "b"].map(str::to_owned);
    let plot =
        plot(&labelled(&labels, |side| result("read", [&[6.0, 14.0, 27.7], &[-6.0, 14.0, 27.7]][side])));
    let plot = plot.unwrap();
    let strips = strips(&plot, 0);
    let low = |side: usize| strips.strips[side].observed.as_ref().unwrap().interval.unwrap().0;
    assert!(low(0) == 0.0 && low(1) < -6.0, "{} {}", low(0), low(1));
}

#[test]
fn values_have_the_unit_and_digits_of_the_table() {
    let labels = ["a", "b"].map(str::to_owned);
    let plot = plot(&labelled(&labels, |_| result("read", &[1_250_000.0, 1_750_000.0]))).unwrap();
    let strips = strips(&plot, 0);
    let observed = strips.strips[0].observed.as_ref().unwrap();
    assert_eq!((strips.axis.label.as_str(), &*observed.values, observed.mean), ("s", &[1.25, 1.75][..], 1.5));
    assert!(plot.panels[0].alt.contains("a 1.5"), "{}", plot.panels[0].alt);
}

#[test]
fn what_was_not_measured_is_said_and_not_drawn() {
    let labels = ["a", "b"].map(str::to_owned);
    let read = |side: usize| [result("read", &[1.0]), result("write", &[2.0])][..2 - side].join(",");
    let plot = plot(&labelled(&labels, read)).unwrap();
    assert_eq!(strips(&plot, 1).strips[1].observed, None);
    assert!(plot.panels[1].alt.contains("b not measured"));
    let drawing = panel(&plot.panels[1], NARROW);
    assert_eq!(marks(&drawing), 1);
    assert!(texts(&drawing).any(|(text, ..)| text == "-"));
}

#[test]
fn a_lone_side_s_rows_are_strips_of_one_panel() {
    let rows = [result("read", &[1.0]), result("write", &[2.0])].join(",");
    let plot = plot(&labelled(&["a".to_owned()], |_| rows.clone())).unwrap();
    let names: Vec<&str> = strips(&plot, 0).strips.iter().map(|strip| strip.name.as_str()).collect();
    assert_eq!((plot.panels.len(), names), (1, vec!["test=read", "test=write"]));
}

#[test]
fn many_rows_and_many_samples_are_drawn_in_part_and_it_says_so() {
    let labels = ["a", "b"].map(str::to_owned);
    let samples: Vec<f64> = (0..1000).map(|at| f64::from(at * at)).collect();
    let all = (0..300).map(|case| result(&case.to_string(), &samples)).collect::<Vec<_>>().join(",");
    let plot = plot(&labelled(&labels, |_| all.clone())).unwrap();
    assert_eq!(plot.panels.len(), 12 + 6, "rows, and distributions");
    let notes = plot.notes.join(" ");
    assert!(notes.contains("Drawn: 200 of 1000 observations"), "{notes}");
    assert_eq!(plot.all_notes().last().unwrap(), "Drawn: the first 12 of 300 rows.");
    let values = &strips(&plot, 0).strips[0].observed.as_ref().unwrap().values;
    assert_eq!((values.len(), values[0], values[199].round()), (200, 0.0, 998.0), "in ms");
    assert!(sheet("", &plot).shapes.len() < 10_000);
}

fn marks(drawing: &Drawing) -> usize {
    drawing.shapes.iter().filter(|shape| matches!(shape, Shape::Mark { .. })).count()
}

/// Texts with where they begin, where they end, and their baseline.
pub(super) fn texts(drawing: &Drawing) -> impl Iterator<Item = (&str, f64, f64, f64)> {
    drawing.shapes.iter().filter_map(|shape| {
        let Shape::Text { at: (x, y), anchor, text, .. } = shape else { return None };
        let width = width(text, TEXT);
        let from = match anchor {
            Anchor::Start => *x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        Some((text.as_str(), from, from + width, *y))
    })
}

pub(super) fn check_labels(drawing: &Drawing) {
    let all: Vec<_> = texts(drawing).collect();
    for (number, (text, from, to, y)) in all.iter().enumerate() {
        assert!(*from > -1.0 && *to < drawing.width + 1.0, "{text} leaves the drawing");
        assert!(*y > 0.8 * TEXT - 1.0 && *y < drawing.height, "{text} leaves the drawing");
        for (other, left, right, below) in &all[number + 1..] {
            let apart = to <= left || right <= from || (y - below).abs() >= TEXT * 0.9;
            assert!(apart, "{text} and {other} collide");
        }
    }
}

#[test]
fn labels_do_not_collide_at_2_to_12_sides_however_long() {
    for sides in 2..=12 {
        for length in [1, 12, 30, 60] {
            let labels: Vec<String> = (0..sides).map(|side| format!("{side:W>length$}")).collect();
            let rows = |side: usize| {
                let values = [3.0 + side as f64, 41.5, 1e4];
                [result("a rather long name of a test, and more of it", &values), result("b", &[0.07])]
                    .join(",")
            };
            let plot = plot(&labelled(&labels, rows)).unwrap();
            for width in [NARROW, WIDE] {
                plot.panels.iter().for_each(|it| check_labels(&panel(it, width)));
            }
            check_labels(&sheet("hard", &plot));
        }
    }
}

fn curves(plot: &Plot, panel: usize) -> &Curves {
    let Figure::Curves(curves) = &plot.panels[panel].figure else { panic!("{plot:?}") };
    curves
}

#[test]
fn rows_of_many_observations_have_their_distribution() {
    let labels = ["a", "b", "few"].map(str::to_owned);
    let table = labelled(&labels, |side| {
        let values: Vec<f64> = (1..=[40, 60, 20][side]).map(f64::from).collect();
        result("read", &values).replace("lower", "higher")
    });
    let plot = plot(&table).unwrap();
    assert_eq!((plot.panels.len(), plot.panels[1].title.as_str()), (2, "latency: the distribution"));
    let curves = curves(&plot, 1);
    let names: Vec<&str> = curves.curves.iter().map(|curve| curve.name.as_str()).collect();
    assert_eq!(names, ["a", "b"], "20 are too few");
    // Half of 1, 2, … 40 are below 21, and all below nothing that was seen.
    let points = &curves.curves[0].points;
    assert_eq!((points[0], points[20], points[40]), ((1.0, 0.0), (21.0, 0.5), (40.0, 1.0)));
    assert!(
        plot.panels[1].alt.contains("a: half at or below 20 us, 99 % at or below 40 us"),
        "{}",
        plot.panels[1].alt
    );
}

#[test]
fn latencies_show_their_tail_on_logarithmic_axes() {
    let labels = ["a", "b"].map(str::to_owned);
    let values: Vec<f64> = (1..=1000).map(|at| if at > 990 { 5000.0 } else { f64::from(at) }).collect();
    let plot = plot(&labelled(&labels, |_| result("read", &values))).unwrap();
    let curves = curves(&plot, 1);
    assert_eq!(plot.panels[1].title, "latency: the tail");
    // 990 of 1000 are below 5000: one in a hundred remains, two tenths of tenths.
    let at = curves.curves[0].points.iter().find(|(value, _)| *value == 5000.0).unwrap();
    assert!((at.1 - 2.0).abs() < 1e-9, "{at:?}");
    let ticks: Vec<&str> = curves.y.ticks.iter().map(|(_, text)| text.as_str()).collect();
    let numbers = ["0 %", "90 %", "99 %", "99.9 %", "50 %", "95 %", "99.5 %"];
    assert_eq!((curves.x.label.as_str(), ticks), ("us (log)", numbers.to_vec()));
    // Told apart in black and white, too: each curve has marks of its own shape.
    let drawing = panel(&plot.panels[1], NARROW);
    for kind in 0..2 {
        let own = |shape: &&Shape| matches!(shape, Shape::Mark { look, .. } if look.kind == kind);
        assert_eq!(drawing.shapes.iter().filter(own).count(), 1 + 5, "in the list, and on the curve");
    }
}

#[test]
fn labels_of_distributions_do_not_collide() {
    for (sides, length) in [(2, 1), (12, 60)] {
        let labels: Vec<String> = (0..sides).map(|side| format!("{side:W>length$}")).collect();
        let values = |side: usize| (0..200).map(|at| 1.05_f64.powi(at) + side as f64).collect::<Vec<_>>();
        let plot =
            plot(&labelled(&labels, |side| result("a rather long name of a test", &values(side)))).unwrap();
        for width in [NARROW, WIDE] {
            plot.panels.iter().for_each(|it| check_labels(&panel(it, width)));
        }
        check_labels(&sheet("hard", &plot));
    }
}

/// A sweep over five levels with a line for each of so many labels.
pub(super) fn swept(labels: usize, length: usize) -> Plot {
    let names: Vec<String> = (0..labels).map(|side| format!("{side:W>length$}")).collect();
    let rows = |side: usize| {
        (1..=5).fold(String::new(), |mut rows, level| {
            let value = 100 + level + side as i32 % 2;
            let comma = if level > 1 { "," } else { "" };
            write!(
                rows,
                r#"{comma}{{"case":{{"depth":"{}"}},"metric":"rate","unit":"MiB/s","better":"higher","samples":[{value},{value}.5]}}"#,
                1 << level
            )
            .unwrap();
            rows
        })
    };
    let mut table = labelled(&names, rows);
    table.request.layout = Layout::Sweep;
    plot(&table).unwrap()
}

#[test]
fn lines_names_do_not_collide_and_every_observation_is_drawn() {
    for labels in 1..=12 {
        for length in [2, 20, 60] {
            let plot = swept(labels, length);
            assert_eq!(lines(&plot).lines.len(), labels);
            for width in [NARROW, WIDE] {
                let drawing = panel(&plot.panels[0], width);
                check_labels(&drawing);
                let names = if labels == 1 { 0 } else { labels };
                assert_eq!(marks(&drawing), labels * 5 * 3 + names, "means, two observations each, names");
            }
        }
    }
}

#[test]
fn the_svg_has_what_was_laid_out_and_names_are_text() {
    let labels = ["<script>alert(1)</script>", "fill=#005FA8"].map(str::to_owned);
    let table = labelled(&labels, |_| result("read", &[1.0, 2.0, 3.0]));
    let plot = plot(&table).unwrap();
    let file = svg::file(&sheet("a & b", &plot), &plot.alt());
    assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && file.ends_with("</svg>\n"));
    let page = Html::parse_fragment(&file);
    let all = |selector: &str| page.select(&Selector::parse(selector).unwrap()).collect::<Vec<_>>();
    // A side's marks are one element: three circles, and three triangles.
    let drawn = |selector: &str, begin: &str| all(selector)[0].attr("d").unwrap().matches(begin).count();
    assert_eq!((drawn("path.line-0.dot", "M"), drawn("path.fill-1", "z")), (3, 3));
    assert!(all("script").is_empty());
    let written: Vec<String> =
        all("text").iter().map(|text| text.text().collect::<String>().trim().to_owned()).collect();
    for text in ["a & b", "<script>alert(1)</script>", "fill=#005FA8", "latency", "us", "2.00"] {
        assert!(written.iter().any(|other| other == text), "{text}: {written:?}");
    }
    // Every class of a colour is in the style sheet, by which a dark theme changes it.
    let classes: BTreeSet<&str> =
        all("[class]").iter().skip(1).flat_map(|it| it.attr("class").unwrap().split(' ')).collect();
    assert!(classes.contains("fill-paper") && classes.contains("line-rule"), "{classes:?}");
    for class in classes {
        assert!(svg::STYLE.contains(&format!("\n.{class} {{ ")), "{class}");
    }
}

#[test]
fn the_png_has_two_pixels_for_each_of_a_page_and_the_colours_of_the_marks() {
    let labels = ["a", "b"].map(str::to_owned);
    let plot = plot(&labelled(&labels, |_| result("read", &[1.0]))).unwrap();
    let drawing = panel(&plot.panels[0], NARROW);
    let file = png::file(&drawing).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((f64::from(frame.width), f64::from(frame.height)), (2.0 * NARROW, 2.0 * drawing.height));
    for colour in [[0xfd, 0xfd, 0xfb], [0x00, 0x5f, 0xa8], [0xc4, 0x4b, 0x00]] {
        assert!(pixels.chunks_exact(3).any(|pixel| pixel == colour), "{colour:?}");
    }
}
