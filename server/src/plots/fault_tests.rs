//! Faults that readers found, one test each.

use std::collections::BTreeSet;

use benchdata::comparison::{Layout, Request};
use benchdata::key::RunKey;

use super::axis::Scale;
use super::drawing::{Shape, TEXT};
use super::ink::Ink;
use super::plot::Figure;
use super::tests::{asked, check_labels, labelled, result, strips, swept, texts};
use super::{NARROW, WIDE, panel, plot, preview, sheet, svg};

/// Sides named in Japanese and Arabic were rows of boxes in mails and link previews, all alike.
#[test]
fn names_without_glyphs_are_told_apart_in_the_png() {
    let labels = ["日本語カーネル調度器", "日本語カーネル調度機", "قياس الأداء"].map(str::to_owned);
    let plot = plot(&labelled(&labels, |_| result("read", &[1.0]))).unwrap();
    let drawing = sheet("", &plot.spelled());
    let names: BTreeSet<&str> =
        texts(&drawing).map(|(text, ..)| text).filter(|text| text.starts_with("U+")).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    check_labels(&drawing);
}

/// Where the viewer lacks the font that is measured with, names lost their first letters.
#[test]
fn texts_are_as_wide_as_they_were_measured() {
    let labels = ["6.12-kyber", "6.12-bfq"].map(str::to_owned);
    let figure = plot(&labelled(&labels, |_| result("read", &[1.0]))).unwrap();
    let drawing = sheet("", &figure);
    let svg = svg::element(&drawing, "", "");
    let fitted = svg.matches(" lengthAdjust=\"spacingAndGlyphs\">").count();
    assert!(fitted > 0 && fitted == svg.matches("<text").count(), "{svg}");
    // By the widths that Helvetica is published with: 4724 thousandths of 12 pixels.
    assert!(svg.contains(" textLength=\"56.7\" lengthAdjust=\"spacingAndGlyphs\">6.12-kyber<"), "{svg}");
}

/// Of 300 rows the first were drawn, and none of those that the headline counted.
#[test]
fn of_many_rows_those_that_are_better_or_worse_are_drawn_first() {
    let labels = ["a", "a", "a", "b", "b", "b"].map(str::to_owned);
    let rows = |number: usize| {
        let value = |case: usize| if case == 17 && number > 2 { 9.0 } else { 5.0 } + number as f64 / 8.0;
        let of = |case| result(&format!("{case:02}"), &[value(case)]);
        (0..20).map(of).collect::<Vec<_>>().join(",")
    };
    let plot = plot(&labelled(&labels, rows)).unwrap();
    assert_eq!(plot.panels[..2].iter().map(|it| &*it.title).collect::<Vec<_>>(), ["test=17", "test=00"]);
    assert!(plot.notes.contains(&"1 of 20 rows is better or worse on a side, and comes first.".to_owned()));
    assert_eq!(plot.drawn(12).unwrap(), "Drawn: the first 12 of 20 rows.");
}

/// An alt text repeated 12 names of 60 letters for each of six panels: 7 KB.
#[test]
fn what_is_seen_is_said_in_300_letters() {
    let labels: Vec<String> = (0..12).map(|side| format!("{side:W>60}")).collect();
    let cases: Vec<String> =
        (0..20).map(|at| format!("{at}: a rather long name of a test, and more of it")).collect();
    let rows = |side: usize| {
        let of = |case: &String| result(case, &[3.0 + side as f64, 5.0 + side as f64]);
        cases.iter().map(of).collect::<Vec<_>>().join(",")
    };
    let compared = plot(&labelled(&labels, rows)).unwrap();
    let alone = plot(&labelled(&labels[..1], rows)).unwrap();
    let swept = swept(12, 60);
    for plot in [&compared, &alone, &swept] {
        let texts = plot.panels.iter().map(|panel| panel.alt.clone()).chain([plot.alt()]);
        texts.for_each(|text| assert!(text.chars().count() <= 300, "{text}"));
    }
    let alt = &compared.panels[0].alt;
    assert!(
        alt.contains(": 12 sides, lowest 4.0 us of W") && alt.contains("0, highest 15.0 us of W"),
        "{alt}"
    );
    assert!(swept.alt().starts_with("rate over depth from 2 to 32"), "{}", swept.alt());
    assert!(swept.panels[0].alt.contains("best at "), "{}", swept.panels[0].alt);
}

/// A picture in a mail said neither box nor how many runs, nor that its axis is cut.
#[test]
fn a_picture_says_what_it_is_of() {
    let labels = ["a", "b"].map(str::to_owned);
    let table = labelled(&labels, |side| result("read", &[100.0, 101.0 + side as f64]));
    let compared = plot(&table).unwrap();
    assert_eq!(compared.about, "test=read, box b. n: 2 samples of one run each.");
    let drawing = sheet("hard", &compared);
    for text in ["latency, us, lower is better", &*compared.about] {
        assert!(texts(&drawing).any(|(other, ..)| other == text), "{text}");
    }
    assert!(compared.notes.contains(&"The axis does not begin at 0.".to_owned()), "{:?}", compared.notes);
    let notes = swept(2, 2).notes.join(" ");
    assert!(notes.contains("Points of one level stand side by side"), "{notes}");
}

/// Of eleven sides seven had measured nothing, and had a row of the plot each.
#[test]
fn many_sides_without_a_value_are_left_out() {
    let labels: Vec<String> = (0..5).map(|side| side.to_string()).collect();
    let rows = |side: usize| {
        [result("read", &[1.0]), result("write", &[2.0])][..1 + usize::from(side < 2)].join(",")
    };
    let plot = plot(&labelled(&labels, rows)).unwrap();
    let names: Vec<&str> = strips(&plot, 1).strips.iter().map(|strip| strip.name.as_str()).collect();
    assert_eq!(names, ["0", "1"]);
    assert!(plot.notes.join(" ").contains("left out"), "{:?}", plot.notes);
}

/// Of latencies over three decades the lower levels lay on the axis, and the marks of twelve sides stood
/// up to a third of the way to the next level.
#[test]
fn a_sweep_over_decades_is_logarithmic_and_its_marks_stay_at_their_levels() {
    const LEVELS: [&str; 6] = ["1", "2", "4", "8", "16", "32"];
    let labels: Vec<String> = (0..12).map(|side| side.to_string()).collect();
    let result = |side: usize, level: &&str| {
        let mean = (5.0 + side as f64) * level.parse::<f64>().unwrap().powi(2);
        // Intervals of two samples go far below 0.
        format!(
            r#"{{"case":{{"depth":"{level}"}},"metric":"latency","unit":"us","better":"lower","samples":[{},{}]}}"#,
            mean * 0.5,
            mean * 1.5
        )
    };
    let mut table = labelled(&labels, |side| {
        LEVELS.iter().map(|level| result(side, level)).collect::<Vec<_>>().join(",")
    });
    table.request.layout = Layout::Sweep;
    let plot = plot(&table).unwrap();
    let Figure::Lines(lines) = &plot.panels[0].figure else { panic!("{plot:?}") };
    assert_eq!((lines.y.scale, lines.y.label.ends_with("(log)")), (Scale::Log10, true));
    assert!(lines.y.place(2.5) > 0.0, "{:?}", lines.y.ends);
    let drawing = panel(&plot.panels[0], NARROW);
    // The numbers of the levels stand below all others.
    let row = texts(&drawing).filter(|(text, ..)| *text == "32").map(|(_, _, _, y)| y).fold(0.0, f64::max);
    let tick = |level: &&str| texts(&drawing).find(|(text, _, _, y)| text == level && *y == row);
    let middle = |level: &&str| tick(level).map(|(_, from, to, _)| (from + to) / 2.0).unwrap();
    let ticks: Vec<f64> = LEVELS.iter().map(middle).collect();
    for tick in &ticks {
        let is_near = |shape: &&Shape| matches!(shape, Shape::Mark { at, .. } if (at.0 - tick).abs() <= (ticks[1] - ticks[0]) / 8.0 + 0.01);
        // The mean and two samples of each side.
        assert_eq!(drawing.shapes.iter().filter(is_near).count(), 36, "{tick} {ticks:?}");
    }
}

/// Over 0, 1, 10, 100 and 1000 the first three levels were on one spot without their numbers, and a mean
/// of 0 laid all but the largest on the floor.
#[test]
fn a_0_stands_apart_from_the_decades_of_a_sweep() {
    const LEVELS: [&str; 5] = ["0", "1", "10", "100", "1000"];
    let result = |level: &str| {
        let mean = 7.0 * level.parse::<f64>().unwrap();
        format!(
            r#"{{"case":{{"depth":"{level}"}},"metric":"latency","unit":"us","better":"lower","samples":[{mean},{}]}}"#,
            mean * 1.1
        )
    };
    let mut table = labelled(&["a".to_owned(), "b".to_owned()], |_| LEVELS.map(result).join(","));
    table.request.layout = Layout::Sweep;
    let plot = plot(&table).unwrap();
    let Figure::Lines(lines) = &plot.panels[0].figure else { panic!("{plot:?}") };
    assert_eq!((lines.x.scale, lines.y.scale), (Scale::Log10, Scale::Log10));
    assert!(plot.notes.join(" ").contains("Before a break stands"), "{:?}", plot.notes);
    for width in [NARROW, WIDE] {
        let drawing = panel(&plot.panels[0], width);
        check_labels(&drawing);
        let lowest =
            texts(&drawing).filter(|(text, ..)| *text == "1000").map(|(.., y)| y).fold(0.0, f64::max);
        let mut row: Vec<(f64, &str)> =
            texts(&drawing).filter(|(.., y)| *y == lowest).map(|(text, from, ..)| (from, text)).collect();
        row.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        assert_eq!(row.iter().map(|(_, text)| *text).collect::<Vec<_>>(), LEVELS);
    }
}

/// 17 labels 2539mm1fb01 to 2539mm1fb32 stood over an axis of 01 to 32, called label.
#[test]
fn an_axis_says_what_all_its_levels_have_in_common() {
    let swept = |labels: &[&str]| {
        let labels = labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>();
        let over = Request { layout: Layout::Sweep, by: vec![RunKey::Box], ..Request::default() };
        let plot = plot(&asked(&labels, |side| result("read", &[1.0 + side as f64]), over)).unwrap();
        let Figure::Lines(lines) = &plot.panels[0].figure else { panic!("{plot:?}") };
        assert!(plot.title.ends_with(&format!("over {}", lines.x.label)), "{}", plot.title);
        assert!(plot.panels[0].alt.contains(&lines.x.label), "{}", plot.panels[0].alt);
        lines.x.label.clone()
    };
    assert_eq!(swept(&["2539mm1fb01", "2539mm1fb02", "2539mm1fb25"]), "label 2539mm1fb…");
    assert_eq!(swept(&["2.5.60-mm2", "2.5.61-mm2", "2.5.6-mm2"]), "label 2.5.…-mm2");
    assert_eq!(swept(&["5", "10", "55"]), "label");
}

/// Of six sides whose labels differ in the middle a letter was left to tell them apart: bfq and btrfs
/// would have been one, in plots, previews and what is read out of them.
#[test]
fn sides_that_differ_in_the_middle_are_told_apart_wherever_they_are_drawn() {
    let labels = ["as", "bfq", "btrfs", "kyber", "mq", "noop"]
        .map(|name| format!("linux-next-20250101-x86_64-{name}-lowlatency-preempt-rt-build-0042-of-tonight"));
    let rows = |side: usize| {
        let results = ["1", "2", "4"].map(|depth| result(depth, &[10.0 + side as f64, 11.0, 12.0]));
        results.join(",")
    };
    let table = labelled(&labels, rows);
    let plot = plot(&table).unwrap();
    for drawing in [panel(&plot.panels[0], NARROW), sheet("", &plot), preview("", &plot)] {
        for name in ["…as…", "…bfq…", "…btrfs…", "…kyber…", "…mq…", "…noop…"] {
            assert!(texts(&drawing).any(|(text, ..)| text == name), "{name}");
        }
        check_labels(&drawing);
    }
    let notes = plot.notes.join(" ");
    assert!(notes.contains("Dashed: the mean of the baseline, …as…."), "{notes}");
    let common = "… in names: linux-next-20250101-x86_64- and -lowlatency-preempt-rt-build-0042-of-tonight.";
    assert!(notes.contains(common), "{notes}");
    let alt = &plot.panels[0].alt;
    assert!(alt.contains("…bfq… 11.3") && alt.contains("…btrfs… 11.7"), "{alt}");
}

/// Marks that are moved up, so that they hide none, touched the name above them.
#[test]
fn names_above_strips_are_clear_of_marks() {
    let labels: Vec<String> = (0..12).map(|side| format!("{side:W>26}")).collect();
    let plot = plot(&labelled(&labels, |_| result("read", &[1.0, 1.0, 1.0, 1.0, 1.0, 9.0]))).unwrap();
    let drawing = panel(&plot.panels[0], NARROW);
    let marks = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Mark { at, radius, .. } => Some(at.1 - radius),
        _ => None,
    });
    let tops: Vec<f64> = marks.collect();
    let names = texts(&drawing).filter(|(text, ..)| text.contains("WW"));
    // Letters reach a fifth of their size below their baseline.
    let bottoms: Vec<f64> = names.map(|(.., baseline)| baseline + 0.2 * TEXT).collect();
    assert_eq!((bottoms.len(), tops.len()), (12, 72));
    for bottom in bottoms {
        let below = tops.iter().filter(|top| (bottom - 12.0..bottom + 12.0).contains(*top));
        assert!(below.clone().count() > 0 && below.clone().all(|top| *top > bottom), "{bottom} {tops:?}");
    }
}

/// A tail's axis ended at 99 %, though the curves went to 99.9; the bar of the mean lay under the
/// strokes; and all curves' marks stood on each other at the right edge.
#[test]
fn a_tail_shows_how_far_it_goes_and_how_sure_its_mean_is() {
    let samples: Vec<f64> = (0..900).map(|at| if at < 890 { 10.0 + f64::from(at) } else { 5000.0 }).collect();
    let labels = ["a", "b"].map(str::to_owned);
    let plot = plot(&labelled(&labels, |_| result("read", &samples))).unwrap();
    let tail = panel(&plot.panels[1], NARROW);
    let written: Vec<&str> = texts(&tail).map(|(text, ..)| text).collect();
    assert!(["90 %", "99 %", "99.9 %"].iter().all(|tick| written.contains(tick)), "{written:?}");
    assert!(written.contains(&"share of observations below, stretched towards 100 %"), "{written:?}");
    let at_the_edge = |shape: &&Shape| matches!(shape, Shape::Mark { at, .. } if at.0 > NARROW - 10.0);
    assert!(tail.shapes.iter().filter(at_the_edge).count() <= 2);
    let strips = panel(&plot.panels[0], NARROW);
    let place = |is: &dyn Fn(&Shape) -> bool| strips.shapes.iter().rposition(is).unwrap();
    let bar = place(&|shape| matches!(shape, Shape::Line { width: 3.0, ink: Ink::Text, .. }));
    let stroke = place(&|shape| matches!(shape, Shape::Line { width: 0.5, .. }));
    assert!(bar > stroke, "the bar is drawn before the strokes");
}

/// "Each mark is one run" stood over a picture, and "Marks of a side's only run: its samples" below it.
#[test]
fn marks_are_said_to_be_runs_or_samples_and_not_both() {
    let labels = ["a", "b"].map(str::to_owned);
    let of = |samples: &[f64]| {
        let plot = plot(&labelled(&labels, |_| result("read", samples))).unwrap();
        (plot.about, plot.notes.join(" "))
    };
    let (about, notes) = of(&[1.0]);
    assert!(about.contains("Each mark is one run") && !notes.contains("samples"), "{about} {notes}");
    let (about, notes) = of(&[1.0, 2.0]);
    assert!(
        about.contains("n: 2 samples of one run each") && notes.contains("its samples"),
        "{about} {notes}"
    );
}
