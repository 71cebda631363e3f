//! Measures a command until a judge decides.

use std::ffi::OsString;
use std::process::Command;
use std::time::Instant;

use benchdata::compare::Subject;
use benchdata::name::Name;
use benchdata::run::Run;

use super::judge::Judge;
use super::verdict::{Verdict, Word};
use crate::arguments::{Judging, Measuring};
use crate::capture::Root;
use crate::delivery::Kept;
use crate::execution::{End, attend};
use crate::measure::{Clock, Failure};
use crate::outcome::CommandError;
use crate::repeats::Repeats;
use crate::sender::{Addresses, Sender};
use crate::settings::Settings;
use crate::signals::Signals;
use crate::terminal::{counted, say};

/// A command that is built and measured.
pub(crate) struct Measured<'a> {
    pub(crate) judging: &'a Judging,
    pub(crate) measuring: &'a Measuring,
    pub(crate) command: &'a [OsString],
    pub(crate) settings: &'a Settings,
    pub(crate) signals: &'a Signals,
    pub(crate) clock: Clock,
    /// The runs' label where nothing else names one.
    pub(crate) label: Option<Name>,
}

/// A command's runs.
pub(crate) struct Runs {
    /// What each measured, or why there are none.
    pub(crate) measured: Result<Vec<Vec<Subject>>, Unmeasured>,
    /// Those that are in the spool still.
    pub(crate) kept: Vec<Kept>,
    /// Why some gave no result, with where their outputs are.
    pub(crate) failed: Vec<String>,
}

/// Why there are no runs of a command.
pub(crate) enum Unmeasured {
    /// It failed, or its build did.
    Failed(String),
    /// A signal ended it.
    Signalled,
}

impl From<Failure> for Unmeasured {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Signalled(_) => Self::Signalled,
            failure => Self::Failed(failure.to_string()),
        }
    }
}

impl Measured<'_> {
    /// Builds and measures until the judge decides. `None` where a signal ended it.
    ///
    /// # Errors
    /// Where nothing can be kept, or there is nothing to judge.
    pub(crate) fn judge(&self, judge: &Judge) -> Result<Option<Verdict>, CommandError> {
        let last = judge.rule.looks.last().copied().unwrap_or(0);
        let none = |why: String| Verdict::none(format!("{}: {why}", Word::CannotTell.as_str()));
        let mut verdict = none("no look was reached".to_owned());
        let Runs { measured, kept, failed } = self.runs(last, |runs| {
            let number = runs.len() as u32;
            let is_look = judge.rule.looks.contains(&number);
            // After the first run too, which tells whether there is anything to judge.
            if is_look || number == 1 {
                verdict = judge.verdict(runs.iter().flatten().cloned().collect(), number == last)?;
            }
            let goes_on = verdict.verdict == Word::CannotTell && number < last;
            if is_look && goes_on {
                say(&verdict.reason);
            }
            Ok(goes_on)
        })?;
        Ok(match measured {
            Ok(_) => Some(verdict.with_kept(kept, failed)),
            Err(Unmeasured::Failed(why)) => Some(none(why).with_kept(kept, failed)),
            Err(Unmeasured::Signalled) => None,
        })
    }

    /// Builds and measures up to so many times, while `goes_on` says so of the runs so far, in
    /// the time that there is.
    ///
    /// # Errors
    /// Where nothing can be kept, or `goes_on` fails.
    pub(crate) fn runs(
        &self,
        most: u32,
        mut goes_on: impl FnMut(&[Vec<Subject>]) -> Result<bool, CommandError>,
    ) -> Result<Runs, CommandError> {
        let begin = Instant::now();
        if let Err(unmeasured) = self.build()? {
            return Ok(Runs { measured: Err(unmeasured), kept: Vec::new(), failed: Vec::new() });
        }
        let root = Root::at(&self.measuring.place.root);
        let sender = Sender::new(&self.measuring.sending, self.settings, self.signals, Addresses::Say);
        let mut repeats =
            Repeats::new(self.measuring, self.command, most, self.settings, &root, self.clock, sender)?;
        repeats.label_if_none(self.label.as_ref());
        let mut runs = Vec::new();
        let mut failed = repeats.warm_up(self.measuring.warmup)?.err();
        while failed.is_none() && runs.len() < most as usize && !self.signals.is_caught() {
            if self.judging.time_budget().is_some_and(|budget| begin.elapsed() >= budget) {
                say(format_args!("the time is over after {}", counted(runs.len(), "run")));
                break;
            }
            match repeats.measure()? {
                Ok(output) => runs.push(output.runs.into_iter().map(subject).collect()),
                Err(failure) => failed = Some(failure),
            }
            if failed.is_none() && !goes_on(&runs)? {
                break;
            }
        }
        let (_, sent, problems) = repeats.finish()?;
        let measured = match failed {
            Some(failure) => Err(failure.into()),
            None if self.signals.is_caught() => Err(Unmeasured::Signalled),
            None => Ok(runs),
        };
        Ok(Runs { measured, kept: sent.kept, failed: problems })
    }

    fn build(&self) -> Result<Result<(), Unmeasured>, CommandError> {
        let Some(build) = &self.judging.build else { return Ok(Ok(())) };
        let mut shell = Command::new("sh");
        shell.args(["-c", build]);
        Ok(match attend(shell, None, self.signals)? {
            End::Exited(status) if status.success() => Ok(()),
            End::Signalled(_) => Err(Unmeasured::Signalled),
            _ => Err(Unmeasured::Failed(format!("`{build}` failed"))),
        })
    }
}

fn subject(run: Run) -> Subject {
    Subject { id: run.content_id().run_id(), run }
}
