//! A history, written.

use unicode_width::UnicodeWidthStr;

use super::text::{Charset, WIDTH, render_history};
use super::*;
use crate::compare::{Selection, Subject};
use crate::history::{Axis, History, HistoryRequest, history};
use crate::wire::runs_from_json;

/// A run a day in February 2003: of about 40 s until the 9th, then of 36.
fn days(days: u32) -> Vec<Subject> {
    (1..=days)
        .map(|day| on(day, if day < 10 { 40.0 } else { 36.0 } + f64::from(day * 7 % 5) / 10.0))
        .collect()
}

/// A run of a day that took so many seconds.
fn on(day: u32, elapsed: f64) -> Subject {
    let json = format!(
        r#"{{"schema":"runoff/1","box":"bigbox","benchmark":"kernbench","label":"=2.5.{}","started":"2003-02-{day:02}T10:00:00Z",
            "results":[{{"case":{{"jobs":"4"}},"metric":"elapsed","unit":"s","better":"lower","samples":[{elapsed:.1}]}}]}}"#,
        50 + day
    );
    let run = runs_from_json(json.as_bytes()).unwrap().remove(0);
    Subject { id: run.content_id().run_id(), run }
}

fn of(subjects: Vec<Subject>, request: &HistoryRequest) -> History {
    history(&Selection { q: String::new(), subjects }, request, |_| &[], 1).unwrap()
}

/// Means, 40.22 and 36.18, by hand.
#[test]
fn levels_are_rows_and_edges_are_named() {
    let subjects = days(20);
    let [last, first] = [8, 9].map(|at| subjects[at].id);
    let history = of(subjects, &HistoryRequest::default());
    let url = "https://example.org/history?q=";
    let text = render_history(&history, Some(Link::Live { url }), Charset::Ascii);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..8],
        [
            "kernbench on bigbox over time",
            "1 change point in 1 line: 1 better, 0 worse",
            "",
            "elapsed, s, lower is better",
            "from (UTC)        points   mean  improvement  verdict   95 % interval       p",
            "----------------  ------  -----  -----------  -------  --------------  ------",
            "2003-02-01 10:00       9  40.22            -  -                     -       -",
            "2003-02-10 10:00      11  36.18      +10.0 %  better   +9.72 .. +10.4  <0.001",
        ]
    );
    assert!(text.contains(&format!("between 2003-02-09 10:00 UTC (=2.5.59, run {last})")), "{text}");
    assert!(text.contains(&format!("run {first})")), "{text}");
    assert!(text.contains(url));
    assert!(lines.iter().all(|line| line.width() <= WIDTH), "{text}");
}

#[test]
fn too_few_points_are_said_to_be_too_few() {
    let history = of(days(5), &HistoryRequest::default());
    assert_eq!(history_headline(&history), "Too few points in 1 line: change points take 6 or more");
    let text = render_history(&history, None, Charset::Ascii);
    assert!(text.contains("too few points"), "{text}");
    let request = HistoryRequest { lasting: "2".parse().unwrap(), ..HistoryRequest::default() };
    assert_eq!(history_headline(&of(days(5), &request)), "No change point in 1 line");
}

#[test]
fn a_point_is_a_line_of_csv() {
    let history = of(days(20), &HistoryRequest::default());
    let csv = String::from_utf8(csv::render_history(&history).unwrap()).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[0], "metric,unit,better,started,kernel,label,value,level,level mean,runs");
    let first: Vec<&str> = lines[1].split(',').collect();
    assert_eq!(
        first[..7],
        ["elapsed", "s", "lower is better", "2003-02-01T10:00:00Z", "", "'=2.5.51", "40.2"]
    );
    let level = |line: &str| line.split(',').nth(7).unwrap().to_owned();
    assert_eq!([level(lines[9]), level(lines[10])], ["1", "2"]);
}

#[test]
fn what_is_cut_and_what_drifts_is_noted() {
    let mut history = of(days(20), &HistoryRequest { by: Axis::Time, ..HistoryRequest::default() });
    (history.older_runs, history.more_lines) = (true, 7);
    history.lines[0].drift = Some(crate::drift::Drift { tau: -0.5, p: 0.001 });
    let notes = history_notes(&history);
    let of = |title| notes.iter().find(|note| note.title == title).unwrap().items.join("; ");
    assert_eq!(
        of("Runs"),
        "20 runs, the newest that match: narrow the query to see older ones; 1 of 8 lines shown"
    );
    assert_eq!(of("In every line"), "jobs=4");
    assert_eq!(of("Within levels"), "elapsed: values fall between the steps, too");
    assert_eq!(of("Metrics"), "elapsed: lower is better");
}

/// A night alone far slower than the others went into its level's mean, and so into the step, without a word.
#[test]
fn a_mean_that_holds_a_point_far_off_is_marked() {
    let mut subjects = days(20);
    subjects[14] = on(15, 38.0);
    let history = of(subjects, &HistoryRequest::default());
    let text = render_history(&history, None, Charset::Ascii);
    assert!(text.contains("1 change point"), "{text}");
    // (396 + 2 + 2) / 11, by hand.
    let level = text.lines().find(|line| line.starts_with("2003-02-10")).unwrap();
    assert!(level.contains(" 36.36* "), "{text}");
    assert!(text.contains("* of a mean: one of its points is far from the others; it counts"), "{text}");
    assert!(!render_history(&of(days(20), &HistoryRequest::default()), None, Charset::Ascii).contains('*'));
}
