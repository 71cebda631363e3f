//! A history, written.

use unicode_width::UnicodeWidthStr;

use super::text::{Charset, WIDTH, render_history};
use super::*;
use crate::compare::{Selection, Subject};
use crate::comparison::{Metric, Verdict};
use crate::history::{Axis, Difference, History, HistoryRequest, Line, history};
use crate::name::Name;
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

/// "Too few points in 48 lines" was the whole headline of 506.
#[test]
fn a_headline_counts_the_lines_that_are_left_out() {
    for (days, more, headline) in [
        (5, 458, "Too few points in 1 line: change points take 6 or more; 458 more lines left out"),
        (20, 1, "1 change point in 1 line: 1 better, 0 worse; 1 more line left out"),
    ] {
        let mut history =
            of(self::days(days), &HistoryRequest { by: Axis::Time, ..HistoryRequest::default() });
        history.more_lines = more;
        let whole = format!("{headline}, too many for one page: narrow the query, or choose a metric");
        assert_eq!(history_headline(&history), whole);
    }
}

/// A metric of a line that is not shown was said to have no direction.
#[test]
fn only_metrics_of_lines_that_are_shown_are_explained() {
    let mut history = of(days(20), &HistoryRequest::default());
    let other = Metric { name: "forks".to_owned(), ..history.metrics[0].clone() };
    history.metrics.push(other);
    let notes = history_notes(&history);
    let metrics = notes.iter().find(|note| note.title == "Metrics").unwrap();
    assert_eq!(metrics.items, ["elapsed: lower is better"]);
}

/// One level stood in three tables of one text, and 48 lines without any change in 393 lines.
#[test]
fn a_text_has_one_table_of_the_lines_that_change() {
    let mut history = of(days(20), &HistoryRequest::default());
    history.keys = vec!["test".to_owned(), "threads".to_owned()];
    let keys = |threads: usize| {
        vec![Some("Sequential reads with a rather long name".to_owned()), Some(threads.to_string())]
    };
    history.lines[0].keys = keys(1);
    let steady = of(days(9), &HistoryRequest::default()).lines.remove(0);
    history.lines.extend((2..=4).map(|threads| Line { keys: keys(threads), ..steady.clone() }));
    let text = render_history(&history, None, Charset::Ascii);
    assert_eq!(text.matches("improvement  verdict").count(), 1, "{text}");
    // Of a single line the title says which.
    let title =
        "\nelapsed, s, lower is better: test=Sequential reads with a rather long name,\n  threads=1\nfrom ";
    assert!(text.contains(title), "{text}");
    let row =
        "elapsed, test=Sequential reads with a rather long name, threads=2: 9 points,\n  mean 40.22 s\n";
    assert!(text.contains(row), "{text}");
    history.lines.extend((5..=40).map(|threads| Line { keys: keys(threads), ..steady.clone() }));
    history.lines[1].judged = false;
    let text = render_history(&history, None, Charset::Ascii);
    assert!(text.contains("\n38 lines without a change point\n1 line of too few points\n"), "{text}");
    assert!(text.lines().count() < 30 && text.lines().all(|line| line.width() <= WIDTH), "{text}");
}

#[test]
fn a_long_kernel_stands_above_its_level() {
    let long = |day: u32| format!("6.12.{day}-next-20250101-scheduler-eevdf-lag-preserving");
    let mut subjects = days(20);
    for (subject, day) in subjects.iter_mut().zip(1..) {
        subject.run.label = Name::new(long(day)).unwrap();
    }
    let history = of(subjects, &HistoryRequest { by: Axis::Kernel, ..HistoryRequest::default() });
    let text = render_history(&history, None, Charset::Ascii);
    let below = |kernel: &str| text.lines().skip_while(|line| *line != format!("from={kernel}:")).nth(1);
    assert!(below(&long(10)).unwrap().contains(" 36.18 "), "{text}");
}

/// `values rise between the steps, too` was said of a line without any step.
#[test]
fn a_drift_without_steps_is_within_the_level() {
    let mut history = of(days(9), &HistoryRequest::default());
    history.lines[0].drift = Some(crate::drift::Drift { tau: 0.5, p: 0.001 });
    let notes = history_notes(&history);
    let within = notes.iter().find(|note| note.title == "Within levels").unwrap();
    assert_eq!(within.items, ["elapsed: values rise within the level"]);
}

/// `0 better, 0 worse` was all that was said of a change without direction.
#[test]
fn a_headline_counts_every_change_point() {
    let mut history = of(days(20), &HistoryRequest::default());
    let verdict = |history: &mut History, verdict| {
        history.lines[0].levels[1].cell.against.as_mut().unwrap().verdict = verdict;
        history_headline(history)
    };
    let found = verdict(&mut history, Some(Verdict::NoBounds));
    assert_eq!(found, "1 change point in 1 line: 0 better, 0 worse, 1 no bounds");
    assert_eq!(verdict(&mut history, None), "1 change point in 1 line: 1 without direction");
    history.lines.clear();
    assert_eq!(history_headline(&history), "Nothing to show: the start of no run is known");
}

/// `+99900 %` made the list of changes wider than the window.
#[test]
fn a_very_large_change_is_told_by_its_ratio() {
    let mut history = of(days(20), &HistoryRequest::default());
    let told = |history: &History| {
        let (_, change) = history.change_points()[0];
        [improvement_at(&change), interval_at(&change, &Cell::words("as shown"))].map(|cell| cell.text)
    };
    assert_eq!(told(&history), ["+10.0 %", "as shown"]);
    let against = history.lines[0].levels[1].cell.against.as_mut().unwrap();
    (against.ratio, against.interval) = (Some(1000.0), Some((990.0, 1.2e6)));
    assert_eq!(told(&history), ["×1000", "×990 .. ×1.20e6"]);
}

/// What else differs stood nowhere.
#[test]
fn what_else_differs_stands_with_the_change_and_is_cut() {
    let mut history = of(days(20), &HistoryRequest::default());
    let difference = |key: &str, before: Option<&str>, after: &str| Difference {
        key: key.to_owned(),
        before: before.map(str::to_owned),
        after: Some(after.to_owned()),
    };
    history.lines[0].levels[1].differences = vec![
        difference("governor", None, "performance"),
        difference("env.cpu.model", Some("Old"), "New"),
        difference("env.kernel.cmdline", Some("quiet"), &"x".repeat(50)),
        difference("env.mem.total", Some("8"), "16"),
    ];
    let told = "governor none -> performance, cpu.model Old -> New, another kernel.cmdline, and 1 more";
    assert_eq!(differences_at(&history.change_points()[0].1, "->"), told);
    let notes = history_notes(&history);
    let changes = notes.iter().find(|note| note.title == "Change points").unwrap();
    assert!(changes.items[0].ends_with(&format!("; {told}")), "{:?}", changes.items);
}
