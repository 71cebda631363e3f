//! The fields of `/upload` that are of one run of several alone.

use std::collections::BTreeMap;

use benchdata::name::Name;
use benchdata::run::Run;
use time::format_description::well_known::Rfc3339;

use super::factor_lines;
use crate::api::moment;
use crate::problem::Problem;
use crate::views::{RunFields, RunWords};

/// The fields of each run as they are shown: what was typed, and where nothing was what was read; none
/// of a lone run, which the fields for all runs are enough for.
pub(super) fn fields(runs: &[Run], typed: &BTreeMap<usize, RunFields>) -> Vec<RunFields> {
    if runs.len() < 2 {
        return Vec::new();
    }
    let of_run = |(at, run): (usize, &Run)| {
        let read = words(run);
        let wanted = typed.get(&at).map_or_else(|| read.clone(), |typed| typed.instead_of(&read));
        RunFields { read, wanted }
    };
    runs.iter().enumerate().map(of_run).collect()
}

/// Gives each run the words that its fields hold.
///
/// # Errors
/// 400 where a field is wrong, or was filled in for a run that is no longer there.
pub(super) fn apply(
    runs: &mut [Run],
    fields: &[RunFields],
    typed: &BTreeMap<usize, RunFields>,
) -> Result<(), Problem> {
    for (at, typed) in typed.iter().filter(|(_, typed)| typed.wanted != typed.read) {
        if fields.get(*at).is_none_or(|fields| fields.read.label != typed.read.label) {
            let told = match typed.read.label.as_str() {
                "" => format!("Run {} is another than its fields were filled in for", at + 1),
                label => {
                    format!("Run {} was {label} when its fields were filled in, and no longer is", at + 1)
                }
            };
            return Err(Problem::bad_request(told + ": look at them again"));
        }
    }
    for (at, fields) in fields.iter().enumerate().filter(|(_, fields)| fields.wanted != fields.read) {
        let wrong = |problem: Problem| Problem::bad_request(format!("Run {}: {}", at + 1, problem.detail));
        say(&mut runs[at], &fields.wanted).map_err(wrong)?;
        number(runs, at);
    }
    Ok(())
}

fn words(run: &Run) -> RunWords {
    let factors: Vec<String> =
        run.factors.iter().map(|(factor, level)| format!("{factor}={level}")).collect();
    RunWords {
        label: run.label.to_string(),
        factors: factors.join("\n"),
        started: run.started.and_then(|at| at.format(&Rfc3339).ok()).unwrap_or_default(),
        note: run.note.clone().unwrap_or_default(),
    }
}

fn say(run: &mut Run, words: &RunWords) -> Result<(), Problem> {
    let wrong = |error: &dyn std::fmt::Display| Problem::bad_request(error.to_string());
    run.label = Name::new(&words.label).map_err(|error| wrong(&format_args!("the label {error}")))?;
    run.factors = factor_lines(&words.factors)?;
    let started = Some(words.started.trim()).filter(|started| !started.is_empty());
    run.started = started.map(moment).transpose().map_err(|error| wrong(&error))?;
    run.note = Some(words.note.clone()).filter(|note| !note.trim().is_empty());
    run.check().map_err(|error| wrong(&error))
}

/// Keeps a run apart from the others of which now the same is said.
fn number(runs: &mut [Run], at: usize) {
    let said = |run: &Run| (run.label.clone(), run.factors.clone(), run.started, run.repeat);
    let is_taken =
        |run: &Run| runs.iter().enumerate().any(|(other, found)| other != at && said(found) == said(run));
    let mut run = runs[at].clone();
    while is_taken(&run) {
        run.repeat = Some(run.repeat.map_or(2, |repeat| repeat + 1));
    }
    runs[at].repeat = run.repeat;
}

#[cfg(test)]
mod tests {
    use benchdata::wire::runs_from_json;

    use super::*;

    /// With the same label, the same results would be one run, and the other lost.
    #[test]
    fn runs_that_come_to_be_called_the_same_stay_two() {
        let run = |label: &str| {
            format!(
                r#"{{"schema":"runoff/1","box":"b","benchmark":"dd","label":"{label}","results":[{{"metric":"rate","unit":"MiB/s","samples":[1.5]}}]}}"#
            )
        };
        let mut runs = runs_from_json(format!("[{},{}]", run("a"), run("b")).as_bytes()).unwrap();
        let read = words(&runs[1]);
        let wanted = RunWords { label: "a".to_owned(), ..read.clone() };
        let typed = BTreeMap::from([(1, RunFields { read, wanted })]);
        let fields = fields(&runs, &typed);
        apply(&mut runs, &fields, &typed).unwrap();
        assert_eq!((runs[1].label.as_str(), runs[0].repeat, runs[1].repeat), ("a", None, Some(2)));
        assert_ne!(runs[0].content_id(), runs[1].content_id());
    }
}
