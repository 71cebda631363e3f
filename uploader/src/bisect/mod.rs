//! `runoff bisect`: finds the commit from which on a command is worse.

mod git;

use benchdata::check::looks;
use benchdata::compare::Subject;
use benchdata::name::Name;
use serde::Serialize;

pub(crate) use git::GitError;

use crate::arguments::Bisect;
use crate::check::{Judge, Measured, Unmeasured, Verdict, Word, signalled};
use crate::measure::Clock;
use crate::outcome::{CommandError, Outcome};
use crate::report::print_report;
use crate::settings::Settings;
use crate::signals::Signals;
use crate::terminal::{counted, print, say};
use git::{Bisection, Commit, Progress};

/// What keeps a bisection from finding anything.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BisectError {
    #[error(transparent)]
    Git(#[from] GitError),
    #[error("no commit leads from {good}, the good revision, to {bad}, the bad one: are they swapped?")]
    Nothing { good: String, bad: String },
    #[error("the good revision gives no result: {0}")]
    Good(String),
    #[error("the bad revision is not shown to be worse, so that there is nothing to find: {0}")]
    Bad(String),
}

/// What was found, for `--json`.
#[derive(Serialize)]
struct Found {
    /// The first bad commit; of several where skipped ones stand between.
    first_bad: Vec<Commit>,
    /// What was judged on the way.
    judged: Vec<Judged>,
}

#[derive(Serialize)]
struct Judged {
    #[serde(flatten)]
    commit: Commit,
    #[serde(flatten)]
    verdict: Verdict,
}

/// Bisects, and prints the first bad commit.
pub(crate) fn bisect(options: &Bisect, settings: &Settings, clock: Clock) -> Result<Outcome, CommandError> {
    let signals = Signals::catch()?;
    let search = Search { options, settings, signals: &signals, clock, judged: Vec::new() };
    match search.find()? {
        None => signalled(options.measuring.sending.json),
        Some(found) => show(&found, options.measuring.sending.json),
    }
}

fn show(found: &Found, as_json: bool) -> Result<Outcome, CommandError> {
    let is_one = found.first_bad.len() == 1;
    let outcome = if is_one { Outcome::Done } else { Outcome::CannotTell };
    if as_json {
        print_report(outcome, &[], found)?;
    }
    if !as_json && !is_one {
        print("one of these is the first bad commit, the others could not be judged:")?;
    }
    for Commit { id, subject } in found.first_bad.iter().filter(|_| !as_json) {
        let what = if is_one { " is the first bad commit" } else { "" };
        print(format_args!("{id}{what}: {subject}"))?;
    }
    Ok(outcome)
}

/// A bisection at work.
struct Search<'a> {
    options: &'a Bisect,
    settings: &'a Settings,
    signals: &'a Signals,
    clock: Clock,
    judged: Vec<Judged>,
}

impl Search<'_> {
    /// `None` where a signal ended it.
    fn find(mut self) -> Result<Option<Found>, CommandError> {
        let bisection = Bisection::prepare().map_err(BisectError::from)?;
        let revisions = [&self.options.good, &self.options.bad].map(|revision| git::commit(revision));
        let [good, bad] = revisions.map(|commit| commit.map_err(BisectError::from));
        let (good, bad) = (good?, bad?);
        let distance = git::distance(&good, &bad).map_err(BisectError::from)?;
        if distance == 0 {
            let (good, bad) = (self.options.good.clone(), self.options.bad.clone());
            return Err(BisectError::Nothing { good, bad }.into());
        }
        bisection.visit(&good).map_err(BisectError::from)?;
        let Some(baseline) = self.baseline()? else { return Ok(None) };
        let judge = self.judge(baseline, distance);
        bisection.visit(&bad).map_err(BisectError::from)?;
        match self.verdict(&judge)? {
            None => return Ok(None),
            Some(Word::Worse) => {}
            Some(_) => {
                let reason = self.judged.pop().map(|judged| judged.verdict.reason).unwrap_or_default();
                return Err(BisectError::Bad(reason).into());
            }
        }
        let mut progress = bisection.start(&good, &bad).map_err(BisectError::from)?;
        let first_bad = loop {
            match progress {
                Progress::Found(commit) => break vec![commit],
                Progress::Skipped(commits) => break commits,
                Progress::Open => {}
            }
            let how = match self.verdict(&judge)? {
                None => return Ok(None),
                Some(Word::Worse) => "bad",
                Some(Word::NotWorse) => "good",
                Some(Word::CannotTell) => "skip",
            };
            progress = bisection.mark(how).map_err(BisectError::from)?;
        };
        Ok(Some(Found { first_bad, judged: self.judged }))
    }

    /// Measures the good revision.
    fn baseline(&self) -> Result<Option<Vec<Subject>>, CommandError> {
        let commit = git::head().map_err(BisectError::from)?;
        say(format_args!("good: {} {}", short(&commit.id), commit.subject));
        match self.measured(&commit).runs(self.options.judging.repeat.1, |_| Ok(true))?.measured {
            Ok(runs) => Ok(Some(runs.into_iter().flatten().collect())),
            Err(Unmeasured::Failed(why)) => Err(BisectError::Good(why).into()),
            Err(Unmeasured::Signalled) => Ok(None),
        }
    }

    /// The steps share the error that is allowed: the bad revision's, and those of a binary
    /// search among as many commits as lead to it.
    fn judge(&self, baseline: Vec<Subject>, distance: u32) -> Judge {
        let judging = &self.options.judging;
        let steps = 1 + distance.max(1).ilog2() + 1;
        let between = counted(distance.saturating_sub(1) as usize, "commit");
        say(format_args!("{between} between, about {steps} to judge"));
        let (least, most) = judging.repeat;
        let alpha = (1.0 - judging.confidence) / f64::from(steps);
        Judge::new(baseline, looks(least, most), alpha, judging)
    }

    /// What is checked out, judged. `None` where a signal ended it.
    fn verdict(&mut self, judge: &Judge) -> Result<Option<Word>, CommandError> {
        let commit = git::head().map_err(BisectError::from)?;
        say(format_args!("{} {}", short(&commit.id), commit.subject));
        let Some(verdict) = self.measured(&commit).judge(judge)? else { return Ok(None) };
        let word = verdict.verdict;
        say(&verdict.reason);
        self.judged.push(Judged { commit, verdict });
        Ok(Some(word))
    }

    fn measured(&self, commit: &Commit) -> Measured<'_> {
        let Bisect { judging, measuring, command, .. } = self.options;
        let (settings, signals, clock) = (self.settings, self.signals, self.clock);
        let label = Name::new(short(&commit.id)).ok();
        Measured { judging, measuring, command, settings, signals, clock, label }
    }
}

/// As much of a commit's id as tells it from others.
fn short(id: &str) -> &str {
    id.get(..12).unwrap_or(id)
}
