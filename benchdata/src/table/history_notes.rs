//! What a history's reader needs besides the numbers.

use unicode_width::UnicodeWidthStr;

use super::footer::{Note, caution};
use super::history::{counted, place};
use crate::comparison::Metric;
use crate::history::{Axis, ChangePoint, History};
use crate::metric::direction;
use crate::name::ENVIRONMENT_PREFIX;
use crate::number::tidied;
use crate::ratio::ALPHA;

/// What a reader must know before any number.
#[must_use]
pub fn history_cautions(history: &History) -> Option<Note> {
    caution(&history.warnings)
}

/// What a reader needs besides the numbers: the runs at the edge of each change, what is not
/// shown, what is the same in every line, what drifts, the metrics' meanings, how change points
/// were found, warnings but for cautions.
#[must_use]
pub fn history_notes(history: &History) -> Vec<Note> {
    let constants = history.constants.iter().map(|(key, value)| format!("{key}={value}"));
    let warnings = history.warnings.iter().filter(|warning| !warning.severe);
    [
        Note { title: "Change points", items: changes(history) },
        Note { title: "Runs", items: vec![runs(history)] },
        Note { title: "In every line", items: constants.collect() },
        Note { title: "Within levels", items: drifts(history) },
        Note { title: "Metrics", items: meanings(history) },
        Note { title: "Columns", items: legend(history) },
        Note { title: "Warnings", items: warnings.map(|warning| warning.text.clone()).collect() },
    ]
    .into_iter()
    .filter(|note| !note.items.is_empty())
    .collect()
}

/// `rate, threads=4: between 2.5.60 (…, run …) and 2.5.61 (…, run …); governor powersave -> performance`,
/// the newest first.
fn changes(history: &History) -> Vec<String> {
    let changes = history.change_points().into_iter();
    let text = |(line, change): (usize, ChangePoint)| {
        let differences = differences_at(&change, "->");
        let differences = if differences.is_empty() { differences } else { format!("; {differences}") };
        let between = between(&change, history.request.by);
        format!("{}: {between}{differences}", history.line_name(&history.lines[line]))
    };
    changes.map(text).collect()
}

/// So many differences are told; the rest is counted.
const MOST_TOLD: usize = 3;

/// Values that are longer take the place of all else.
const LONGEST_VALUE: usize = 48;

/// What else differs between the runs of two levels: `governor powersave -> performance, and 2 more`.
#[must_use]
pub fn differences_at(change: &ChangePoint, arrow: &str) -> String {
    let differences = &change.after.differences;
    let more = differences.len().saturating_sub(MOST_TOLD);
    let told = differences.iter().take(MOST_TOLD).map(|difference| {
        let key = difference.key.strip_prefix(ENVIRONMENT_PREFIX).unwrap_or(&difference.key);
        let [before, after] =
            [&difference.before, &difference.after].map(|value| value.as_deref().unwrap_or("none"));
        match before.width().max(after.width()) {
            0..=LONGEST_VALUE => format!("{key} {before} {arrow} {after}"),
            _ => format!("another {key}"),
        }
    });
    told.chain((more > 0).then(|| format!("and {more} more"))).collect::<Vec<_>>().join(", ")
}

fn between(change: &ChangePoint, axis: Axis) -> String {
    let [last, first] = [(change.last, change.last.runs.last()), (change.first, change.first.runs.first())]
        .map(|(point, run)| {
            let run = run.map(|run| format!(", run {run}")).unwrap_or_default();
            format!("{} ({}{run})", place(point, axis), point.label)
        });
    format!("between {last} and {first}")
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
        let place = if line.levels.len() > 1 { "between the steps, too" } else { "within the level" };
        Some(format!("{}: values {way} {place}", history.line_name(line)))
    });
    drifting.collect()
}

/// Those of the lines that are shown.
fn meanings(history: &History) -> Vec<String> {
    let meaning = |metric: &Metric| {
        let line = history.lines.iter().find(|line| line.metric == metric.name)?;
        let meaning = metric.meaning.as_deref().map(|meaning| format!("{meaning}; ")).unwrap_or_default();
        Some(format!("{}: {meaning}{}", metric.name, direction(line.better)))
    };
    history.metrics.iter().filter_map(meaning).collect()
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
    let any_change = history.lines.iter().any(|line| line.levels.len() > 1);
    let against = any_change
        .then(|| "improvement, interval, p: against the level before, p by Welch's test".to_owned());
    let row = format!("a row is a level, from its first point on; {point}");
    let levels = format!("levels last {lasting} points or more and differ by {least} % or more");
    [Some(row), against, Some(levels), far].into_iter().flatten().collect()
}
