//! What a history's reader needs besides the numbers.

use super::footer::Note;
use super::history::{counted, place};
use crate::comparison::Metric;
use crate::history::{Axis, ChangePoint, History, Line};
use crate::metric::direction;
use crate::number::tidied;
use crate::ratio::ALPHA;

/// What a reader needs besides the numbers: the runs at the edge of each change, what is not
/// shown, what is the same in every line, what drifts, the metrics' meanings, how change points
/// were found, warnings.
#[must_use]
pub fn history_notes(history: &History) -> Vec<Note> {
    let constants = history.constants.iter().map(|(key, value)| format!("{key}={value}"));
    let warnings = history.warnings.iter().map(|warning| warning.text.clone());
    [
        Note { title: "Change points", items: changes(history) },
        Note { title: "Runs", items: vec![runs(history)] },
        Note { title: "In every line", items: constants.collect() },
        Note { title: "Within levels", items: drifts(history) },
        Note {
            title: "Metrics",
            items: history.metrics.iter().map(|metric| meaning(history, metric)).collect(),
        },
        Note { title: "Columns", items: legend(history) },
        Note { title: "Warnings", items: warnings.collect() },
    ]
    .into_iter()
    .filter(|note| !note.items.is_empty())
    .collect()
}

/// `rate, threads=4: between 2.5.60 (…, run …) and 2.5.61 (…, run …)`, the newest first.
fn changes(history: &History) -> Vec<String> {
    let changes = history.change_points().into_iter();
    let text = |(line, change): (usize, ChangePoint)| {
        format!("{}: {}", line_name(history, &history.lines[line]), between(&change, history.request.by))
    };
    changes.map(text).collect()
}

fn between(change: &ChangePoint, axis: Axis) -> String {
    let [last, first] = [(change.last, change.last.runs.last()), (change.first, change.first.runs.first())]
        .map(|(point, run)| {
            let run = run.map(|run| format!(", run {run}")).unwrap_or_default();
            format!("{} ({}{run})", place(point, axis), point.label)
        });
    format!("between {last} and {first}")
}

/// `rate, threads=4`: a line, in words.
#[must_use]
pub fn line_name(history: &History, line: &Line) -> String {
    let keys = history.keys.iter().zip(&line.keys);
    let pairs = keys.filter_map(|(key, value)| Some(format!(", {key}={}", value.as_ref()?)));
    format!("{}{}", line.metric, pairs.collect::<String>())
}

fn runs(history: &History) -> String {
    let older =
        if history.older_runs { ", the newest that match: narrow the query to see older ones" } else { "" };
    let more = match history.more_lines {
        0 => String::new(),
        more => format!("; {} of {} lines shown", history.lines.len(), history.lines.len() + more),
    };
    format!("{}{older}{more}", counted(history.runs, "run"))
}

/// Lines whose values drift within their levels, at 5 % over all lines (Bonferroni).
fn drifts(history: &History) -> Vec<String> {
    let level = ALPHA / history.lines.len().max(1) as f64;
    let drifting = history.lines.iter().filter_map(|line| {
        let drift = line.drift.filter(|drift| drift.p < level)?;
        let way = if drift.tau > 0.0 { "rise" } else { "fall" };
        Some(format!("{}: values {way} between the steps, too", line_name(history, line)))
    });
    drifting.collect()
}

fn meaning(history: &History, metric: &Metric) -> String {
    let better = history.lines.iter().find(|line| line.metric == metric.name).and_then(|line| line.better);
    let meaning = metric.meaning.as_deref().map(|meaning| format!("{meaning}; ")).unwrap_or_default();
    format!("{}: {meaning}{}", metric.name, direction(better))
}

fn legend(history: &History) -> Vec<String> {
    let point = match history.request.by {
        Axis::Time => "a point is a run",
        Axis::Kernel => "a point is a kernel: the mean of its runs",
    };
    let least = tidied(history.request.threshold.share() * 100.0);
    let lasting = history.request.lasting;
    let levels = history.lines.iter().flat_map(|line| &line.levels);
    let any_far = levels.into_iter().any(|level| !level.cell.outliers.is_empty());
    let far = any_far.then(|| "* of a mean: one of its points is far from the others; it counts".to_owned());
    let columns = [
        format!("a row is a level, from its first point on; {point}"),
        "improvement, interval, p: against the level before, p by Welch's test".to_owned(),
        format!("levels last {lasting} points or more and differ by {least} % or more"),
    ];
    columns.into_iter().chain(far).collect()
}
