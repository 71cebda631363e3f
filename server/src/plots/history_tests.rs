//! Plots of histories: what is drawn by its values, what leads where, and that no labels collide.

use benchdata::compare::{Selection, Subject};
use benchdata::history::{Axis as By, History, HistoryRequest, history};
use benchdata::readers::glossary;
use benchdata::wire::runs_from_json;
use scraper::{Html, Selector};

use super::drawing::{Drawing, Link, Shape};
use super::plot::{Course, Figure, Plot};
use super::tests::{check_labels, texts};
use super::{NARROW, WIDE, panel, plot_history, sheet, svg};

/// A run of this night from January 2003 on, with a result of each case.
fn run(night: u32, label: &str, results: &[(String, f64)]) -> Subject {
    let results = results.iter().map(|(case, value)| {
        format!(
            r#"{{"case":{{"jobs":"{case}"}},"metric":"elapsed","unit":"us","better":"lower","samples":[{value}]}}"#
        )
    });
    let results = results.collect::<Vec<_>>().join(",");
    let (month, day) = (1 + night / 28, 1 + night % 28);
    let json = format!(
        r#"{{"schema":"runoff/1","box":"nightly","benchmark":"kernbench","label":"{label}","started":"2003-{month:02}-{day:02}T03:00:00Z","results":[{results}]}}"#
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

fn of(subjects: Vec<Subject>, by: By) -> History {
    let request = HistoryRequest { by, ..HistoryRequest::default() };
    history(&Selection { q: String::new(), subjects }, &request, glossary, 1).unwrap()
}

/// About 40 s to the tenth night and 36 from then on, in microseconds.
fn elapsed(night: u32) -> f64 {
    let seconds = if night < 10 { 40.0 } else { 36.0 } + f64::from(night * 7 % 5) / 10.0;
    (seconds * 1e6_f64).round()
}

/// Twenty nights, a kernel each, with this value.
fn nights(value: impl Fn(u32) -> f64) -> Vec<Subject> {
    (0..20)
        .map(|night| run(night, &format!("2.5.{}", 50 + night), &[("4".to_owned(), value(night))]))
        .collect()
}

fn course(plot: &Plot, panel: usize) -> &Course {
    let Figure::Course(course) = &plot.panels[panel].figure else { panic!("{plot:?}") };
    course
}

/// Means, 40.2 and 36.2, by hand.
#[test]
fn levels_and_change_points_stand_where_they_are_in_the_units_of_the_table() {
    let subjects = nights(elapsed);
    let first = subjects[0].id;
    let plot = plot_history(&of(subjects, By::Time)).unwrap();
    let course = course(&plot, 0);
    let means: Vec<f64> = course.levels.iter().map(|level| level.mean).collect();
    assert!((means[0] - 40.2).abs() < 1e-9 && (means[1] - 36.2).abs() < 1e-9, "{means:?}");
    assert!(course.levels.iter().all(|level| level.interval.unwrap().0 < level.mean));
    assert_eq!((course.y.label.as_str(), course.points.len()), ("s, lower is better", 20));
    // Between the 10th and the 11th of January, 03:00.
    let midway = 1_042_167_600.0 + 12.0 * 3600.0;
    assert_eq!(course.changes, [(midway, "+9.95 %".to_owned())]);
    assert_eq!((course.levels[0].to, course.levels[1].from), (midway, midway));
    let link =
        Link { href: format!("/runs/{first}"), title: "2.5.50, 2003-01-01 03:00 UTC: 40 s".to_owned() };
    assert_eq!(course.points[0].link, link);
    let alt = "elapsed: 20 points. 40.200000 s from 2003-01-01 03:00 UTC; 36.200000 s from 2003-01-11 03:00 UTC, +9.95 %, better";
    assert_eq!(plot.panels[0].alt, alt);
}

#[test]
fn kernels_that_a_line_lacks_are_gaps_and_those_that_change_it_are_named_first() {
    let kernels = (0..20).map(|night| {
        let short = [("4".to_owned(), elapsed(night))];
        let long = [("4".to_owned(), elapsed(night)), ("8".to_owned(), 7e6)];
        run(night, &format!("2.5.{}", 50 + night), if night < 12 { &short } else { &long })
    });
    let plot = plot_history(&of(kernels.collect(), By::Kernel)).unwrap();
    assert_eq!(plot.panels.len(), 2);
    let (whole, late) = (course(&plot, 0), course(&plot, 1));
    assert_eq!((whole.x.ends, late.x.ends), ((-0.5, 19.5), (-0.5, 19.5)));
    assert_eq!((late.points[0].at, late.points.len()), (12.0, 8));
    assert_eq!(whole.x.ticks[0], (10.0, "2.5.60".to_owned()));
    assert_eq!(whole.points[3].link.title, "2.5.53: 40.1 s");
}

#[test]
fn a_spike_stands_at_the_end_of_the_axis_and_is_no_change_point() {
    let spiky = |night: u32| if night == 4 { 400e6 } else { elapsed(0) + f64::from(night % 4) * 1e5 };
    let plot = plot_history(&of(nights(spiky), By::Time)).unwrap();
    let course = course(&plot, 0);
    assert!(course.changes.is_empty() && course.y.ends.1 < 400.0, "{:?}", course.y);
    let notes = plot.notes.join(" ");
    assert!(notes.contains("Triangles: values beyond the axis."), "{notes}");
}

#[test]
fn of_many_points_the_extremes_are_drawn_and_each_leads_to_its_run() {
    let nights = (0..330).map(|night| (night, if night == 200 { 90e6 } else { elapsed(night) }));
    let cases = |value: f64| (1..=24).map(|case| (format!("{case:02}"), value)).collect::<Vec<_>>();
    let subjects = nights.map(|(night, value)| run(night, &night.to_string(), &cases(value)));
    let plot = plot_history(&of(subjects.collect(), By::Time)).unwrap();
    assert_eq!(plot.panels.len(), 12);
    // 6000 marks in 12 panels are 500 each: nothing is left out of 330.
    assert_eq!(course(&plot, 0).points.len(), 330);
    assert_eq!(plot.drawn(12).unwrap(), "Drawn: the first 12 of 24 lines.");
    let svg = svg::element(&panel(&plot.panels[0], WIDE), "", "");
    let page = Html::parse_fragment(&svg);
    let links: Vec<_> = page.select(&Selector::parse("a[href^='/runs/'] > title + *").unwrap()).collect();
    assert_eq!(links.len(), 330);
    let bare = svg::element(&panel(&plot.panels[0], NARROW).without_links(), "", "");
    assert!(!bare.contains("<a "));
}

#[test]
fn a_spike_is_among_what_is_drawn_of_2000_points() {
    let spiky = |night: u32| if night == 777 { 90e6 } else { elapsed(0) + f64::from(night % 9) * 1e5 };
    let mut history = of(nights(spiky), By::Time);
    let line = &mut history.lines[0];
    line.points = line.points.iter().cycle().take(2000).cloned().collect();
    line.points[777].value = 90e6;
    line.levels.iter_mut().for_each(|level| level.cell.outliers = vec![777]);
    let plot = plot_history(&history).unwrap();
    let points = &course(&plot, 0).points;
    assert!(points.len() <= 1000 && points.iter().any(|point| point.value == 90.0 && point.is_outlier));
    assert!(plot.notes.join(" ").contains("Drawn: 1000 points of a line"), "{:?}", plot.notes);
}

fn rings(drawing: &Drawing) -> usize {
    drawing.shapes.iter().filter(|shape| matches!(shape, Shape::Ring { .. })).count()
}

#[test]
fn labels_do_not_collide_however_long_names_are_and_however_many_change_points() {
    for (lines, length) in [(1, 2), (4, 60)] {
        for by in By::ALL {
            let subjects = (0..200).filter(|night| !(60..75).contains(night)).map(|night| {
                let level = if night / 20 % 2 == 0 { 41e6 } else { 37e6 };
                let value = if night == 40 { 140e6 } else { level + f64::from(night * 7 % 5) * 1e5 };
                let cases = (0..lines).map(|case| (format!("{case:W>length$}"), value)).collect::<Vec<_>>();
                run(night, &format!("2.5.{night}-{:w>length$}", "mm"), &cases)
            });
            let plot = plot_history(&of(subjects.collect(), by)).unwrap();
            assert_eq!((plot.panels.len(), plot.is_in_columns()), (lines, lines > 3));
            assert!(course(&plot, 0).changes.len() > 6, "{:?}", course(&plot, 0).changes);
            for width in [NARROW, WIDE] {
                let drawings: Vec<Drawing> = plot.panels.iter().map(|it| panel(it, width)).collect();
                drawings.iter().for_each(check_labels);
                assert_eq!(rings(&drawings[0]), 0, "what is beyond the axis has a mark of its own");
                let written = texts(&drawings[0]).filter(|(text, ..)| text.ends_with('%')).count();
                assert!((3..17).contains(&written), "{written}");
            }
            check_labels(&sheet("hard", &plot));
        }
    }
}
