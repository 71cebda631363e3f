//! Faults that readers found, one test each.

use std::collections::BTreeSet;

use super::tests::{check_labels, labelled, result, strips, swept, texts};
use super::{plot, sheet};

/// Sides named in Japanese and Arabic were rows of boxes in mails and link previews, all alike.
#[test]
fn names_without_glyphs_are_told_apart_in_the_png() {
    let labels = ["日本語カーネル調度器", "日本語カーネル調度機", "قياس الأداء"].map(str::to_owned);
    let plot = plot(&labelled(&labels, |_| result("read", &[1.0]))).unwrap();
    let drawing = sheet("", &plot.spelled());
    let names: BTreeSet<&str> =
        texts(&drawing).map(|(text, ..)| text).filter(|text| text.contains("U+")).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    check_labels(&drawing);
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
