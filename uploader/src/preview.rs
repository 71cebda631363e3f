//! Shows what a batch of runs holds: in a line before it is sent, whole for `--dry-run`.

use std::fmt::Write;
use std::io;

use benchdata::readers::glossary;
use benchdata::run::{Measurement, Run, Values};
use time::macros::format_description;

use crate::outputs::Batch;
use crate::terminal::{counted, print, say};

/// More headline values than this are counted, not shown.
const MOST_VALUES: usize = 6;

/// Runs as they are sent and kept: one object, or an array of several; indented, so that
/// a person can read them.
pub(crate) fn wire_form(runs: &[Run]) -> io::Result<Vec<u8>> {
    let json = match runs {
        [run] => serde_json::to_vec_pretty(run),
        runs => serde_json::to_vec_pretty(runs),
    };
    Ok(json?)
}

/// `--dry-run`: every run in words, or all runs in the wire form.
pub(crate) fn show(batches: &[Batch], json: bool) -> io::Result<()> {
    if json {
        batches.iter().for_each(say_remarks);
        let runs: Vec<Run> = batches.iter().flat_map(|batch| batch.runs.iter().cloned()).collect();
        return print(String::from_utf8_lossy(&wire_form(&runs)?));
    }
    batches.iter().for_each(say_heading);
    let runs: Vec<String> = batches.iter().flat_map(|batch| &batch.runs).map(in_words).collect();
    print(runs.join("\n").trim_end())?;
    say("nothing was sent (--dry-run)");
    Ok(())
}

/// Says which file becomes how many runs on which box, and what the reader remarks.
pub(crate) fn say_heading(batch: &Batch) {
    let runs = counted(batch.runs.len(), "run");
    match (&batch.box_origin, batch.runs.first()) {
        (Some(origin), Some(run)) => {
            say(format_args!("{}: {runs} on box {} ({origin})", batch.file, run.box_name));
        }
        _ => say(format_args!("{}: {runs}", batch.file)),
    }
    say_remarks(batch);
}

fn say_remarks(batch: &Batch) {
    for remark in &batch.remarks {
        say(format_args!("{}: {remark}", batch.file));
    }
}

/// A run for a person who is about to send it.
fn in_words(run: &Run) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:10} {value}");
    };
    line("box", run.box_name.as_str());
    line("benchmark", run.benchmark.as_str());
    line("label", run.label.as_str());
    if let Some(started) = run.started {
        let format = format_description!("[year]-[month]-[day] [hour]:[minute]:[second] UTC");
        line("started", &started.to_utc().format(format).unwrap_or_default());
    }
    if let Some(repeat) = run.repeat {
        line("repeat", &repeat.to_string());
    }
    for (factor, level) in &run.factors {
        line("factor", &format!("{factor}={level}"));
    }
    for (fact, value) in &run.environment {
        line("fact", &format!("{fact}={value}"));
    }
    if let Some(note) = &run.note {
        line("note", note);
    }
    let headlines = headlines(run);
    let shown = if run.results.len() > MOST_VALUES.min(headlines.len()) { ", among them" } else { "" };
    line("results", &format!("{}{shown}", run.results.len()));
    for result in headlines.iter().take(MOST_VALUES) {
        line("", &result_in_words(result));
    }
    text
}

/// The results that people quote first, in words.
pub(crate) fn headline_values(run: &Run) -> impl Iterator<Item = String> {
    headlines(run).into_iter().map(result_in_words)
}

/// The results that people quote first; all of them where no glossary knows which.
pub(crate) fn headlines(run: &Run) -> Vec<&Measurement> {
    let glossary = glossary(run.benchmark.as_str());
    let is_headline = |result: &&Measurement| {
        glossary.iter().any(|info| info.headline && info.name == result.series.metric.as_str())
    };
    let headlines: Vec<_> = run.results.iter().filter(is_headline).collect();
    if headlines.is_empty() { run.results.iter().collect() } else { headlines }
}

/// `rate 42.07 MiB/s (test=Sequential reads, threads=1)`.
fn result_in_words(result: &Measurement) -> String {
    let series = &result.series;
    let case: Vec<String> = series.case.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let value = match &result.values {
        Values::Samples(samples) => match samples.as_slice() {
            [sample] => sample.to_string(),
            samples => format!("{samples:?}"),
        },
        Values::Summary(summary) => format!("{} on average of {}", summary.mean, summary.n),
    };
    let case = if case.is_empty() { String::new() } else { format!(" ({})", case.join(", ")) };
    format!("{} {value} {}{case}", series.metric, series.unit)
}
