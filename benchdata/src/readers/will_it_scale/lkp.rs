//! will-it-scale's results as lkp's mails print them: the runs of a commit one by one, and a
//! table of two commits' means.
//!
//! ```text
//! 0/stats.json:  "will-it-scale.per_thread_ops": 105228,
//!
//! c2daff748f0ea954 bdfcae11403e5099769a7c8dc32
//!          %stddev     %change         %stddev
//!     161714 ±  2%     -37.0%     101819 ±  2%  will-it-scale.per_thread_ops
//! ```

use std::collections::BTreeMap;

use super::{PER_PROCESS, PER_THREAD, READER};
use crate::metric::MetricInfo;
use crate::name::Name;
use crate::number::tidied;
use crate::readers::executions::Executions;
use crate::readers::faults::fault;
use crate::readers::lines::{cut, lines};
use crate::readers::parts::{label_on, value_on};
use crate::readers::printed::{Agreement, Printed};
use crate::reading::{ReadError, Reading};
use crate::run::{Case, Values};
use crate::summary::Summary;

/// What a line says.
enum Said<'a> {
    /// A run's number, its metric and value.
    Run(&'a str, &'static MetricInfo, f64),
    /// The two commits.
    Commits([&'a str; 2]),
    Means(&'static MetricInfo, [Mean; 2]),
    Nothing,
}

#[derive(Clone, Copy)]
struct Mean {
    value: Printed,
    /// The standard deviation in percent of it.
    spread: Option<f64>,
}

fn metric(name: &str) -> Option<&'static MetricInfo> {
    match name.strip_prefix("will-it-scale.")? {
        "per_thread_ops" => Some(&PER_THREAD),
        "per_process_ops" => Some(&PER_PROCESS),
        _ => None,
    }
}

fn said(line: &str) -> Said<'_> {
    run(line).or_else(|| means(line)).or_else(|| commits(line)).unwrap_or(Said::Nothing)
}

/// `0/stats.json:  "will-it-scale.per_thread_ops": 105228,`
fn run(line: &str) -> Option<Said<'_>> {
    let (number, entry) = line.split_once("/stats.json:")?;
    let (name, value) = entry.trim().strip_prefix('"')?.split_once("\":")?;
    let value = Printed::of(value.trim().trim_end_matches(','))?;
    Some(Said::Run(number, metric(name)?, value.value))
}

fn commits(line: &str) -> Option<Said<'_>> {
    let is_commit = |word: &&str| word.len() >= 12 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words: Vec<&str> = line.split_whitespace().filter(is_commit).collect();
    let all = line.split_whitespace().count();
    let commits: [&str; 2] = words.try_into().ok()?;
    (all == 2).then_some(Said::Commits(commits))
}

fn means(line: &str) -> Option<Said<'_>> {
    let (cells, name) = line.rsplit_once(char::is_whitespace)?;
    let metric = metric(name)?;
    // What `cat -v` makes of ±.
    let cells = cells.replace("M-BM-1", " ± ").replace('±', " ± ");
    let mut words = cells.split_whitespace().peekable();
    let mut mean = || {
        let value = Printed::of(words.next()?)?;
        let mut spread = None;
        if words.next_if_eq(&"±").is_some() {
            spread = Some(Printed::of(words.next()?.strip_suffix('%')?)?.value);
        }
        // Behind the first stands the change, which follows from both.
        words.next_if(|word| spread_or_change(word));
        Some(Mean { value, spread })
    };
    Some(Said::Means(metric, [mean()?, mean()?]))
}

fn spread_or_change(word: &str) -> bool {
    word.ends_with('%') && Printed::of(word).is_some()
}

/// The line of the first result.
pub(super) fn first(text: &str) -> Option<usize> {
    let is_result = |line: &str| matches!(said(line), Said::Run(..) | Said::Means(..));
    lines(text).find(|(_, line)| is_result(line)).map(|(number, _)| number)
}

/// Runs of one metric: each one's number, value and line.
type Runs<'a> = Vec<(&'a str, f64, usize)>;

/// `told` is how many runs a mean is of, as the sender knows it.
pub(super) fn read(text: &str, told: Option<u64>) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let mut runs: BTreeMap<&'static str, (&'static MetricInfo, Runs)> = BTreeMap::new();
    let mut labels = None;
    let cut = cut(text);
    for (line, body) in lines(text) {
        match said(body) {
            Said::Run(..) if cut == Some(line) => {
                executions.remark(line, "the run is left out: its line has no end and may be cut");
            }
            Said::Run(number, metric, value) => {
                runs.entry(metric.name).or_insert((metric, Vec::new())).1.push((number, value, line));
            }
            Said::Commits([base, new]) => labels = Some([label_on(line, base)?, label_on(line, new)?]),
            Said::Means(metric, means) => {
                let labels = labels.as_ref().ok_or_else(|| {
                    fault(line, "means without the commits they are of", "both commits on a line above")
                })?;
                let own = runs.remove(metric.name).map(|(_, runs)| runs).unwrap_or_default();
                take(&mut executions, (line, metric, means), labels, &own, told)?;
            }
            Said::Nothing => {}
        }
    }
    for (metric, runs) in runs.into_values() {
        each(&mut executions, metric, None, &runs)?;
    }
    executions.finish(text, "lkp's lines of runs (0/stats.json: …) or its table of two commits")
}

/// Adds the runs to the commit whose mean they have, and of the other one its mean.
fn take(
    executions: &mut Executions,
    (line, metric, means): (usize, &'static MetricInfo, [Mean; 2]),
    labels: &[Name; 2],
    runs: &Runs,
    told: Option<u64>,
) -> Result<(), ReadError> {
    let samples: Vec<f64> = runs.iter().map(|(_, value, _)| *value).collect();
    // Means are cut to whole numbers as often as rounded.
    let mean = Summary::of(&samples).map(|summary| summary.mean);
    let is_its = |of: &Mean| mean.is_some_and(|mean| of.value.to_exact(mean) != Agreement::Wrong);
    let owner = means.iter().rposition(is_its);
    if let (Some(mean), None) = (mean, owner) {
        let found = format!("runs whose mean, {mean}, is neither commit's");
        return Err(fault(line, found, "the runs of one of the two commits"));
    }
    for (at, (mean, label)) in means.iter().zip(labels).enumerate() {
        if owner == Some(at) {
            each(executions, metric, Some(label), runs)?;
            continue;
        }
        let mut measured = value_on(line, metric, &Case::default(), mean.value.value)?;
        match (told, mean.spread) {
            (Some(n), Some(spread)) => {
                let (mean, stddev) = (mean.value.value, Some(tidied(mean.value.value * spread / 100.0)));
                measured.values =
                    Values::Summary(Box::new(Summary { n, min: None, mean, max: None, stddev }));
            }
            (None, Some(_)) => {
                let text = "the number of runs is not printed: the spread is left out without --runs N";
                executions.remark(line, text);
            }
            (_, None) => {}
        }
        executions.add(Some(label), vec![measured]);
    }
    Ok(())
}

fn each(
    executions: &mut Executions,
    metric: &'static MetricInfo,
    label: Option<&Name>,
    runs: &Runs,
) -> Result<(), ReadError> {
    for (_, value, line) in runs {
        executions.add(label, vec![value_on(*line, metric, &Case::default(), *value)?]);
    }
    Ok(())
}
