//! `runoff check`: whether runs are worse than a baseline.

mod baseline;
mod judge;
mod measured;
mod verdict;

use benchdata::check::looks;

pub(crate) use baseline::BaselineError;
pub(crate) use judge::Judge;
pub(crate) use measured::{Measured, Unmeasured};
pub(crate) use verdict::{Verdict, Word};

use crate::arguments::Check;
use crate::gather::gather;
use crate::measure::Clock;
use crate::outcome::{CommandError, Outcome};
use crate::report::{Nothing, print_report};
use crate::settings::Settings;
use crate::signals::Signals;
use crate::terminal::print;

/// Judges FILEs or measures COMMAND, and prints the verdict.
pub(crate) fn check(options: &Check, settings: &Settings, clock: Clock) -> Result<Outcome, CommandError> {
    let Check { judging, measuring, .. } = options;
    let baseline = baseline::find(options, settings, clock())?;
    let alpha = 1.0 - judging.confidence;
    let verdict = if options.command.is_empty() {
        let checked = gather(&[&options.files], &measuring.declared.reading, settings, clock())?;
        let once = vec![1];
        let checked = checked.into_iter().flatten().collect();
        Some(Judge::new(baseline, once, alpha, judging).verdict(checked, true)?)
    } else {
        let (least, most) = judging.repeat;
        let command = &options.command;
        let signals = &Signals::catch()?;
        let measured = Measured { judging, measuring, command, settings, signals, clock, label: None };
        measured.judge(&Judge::new(baseline, looks(least, most), alpha, judging))?
    };
    let Some(verdict) = verdict else { return signalled(measuring.sending.json) };
    if measuring.sending.json {
        print_report(verdict.outcome(), &verdict.problems, &verdict)?;
    } else {
        print(&verdict.reason)?;
    }
    Ok(verdict.outcome())
}

/// A signal ended what was to give a result.
pub(crate) fn signalled(as_json: bool) -> Result<Outcome, CommandError> {
    if as_json {
        print_report(Outcome::Signalled, &["a signal ended it".to_owned()], &Nothing {})?;
    }
    Ok(Outcome::Signalled)
}
