//! The runs of a sweep, one after the other.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use benchdata::contradiction::contradictions;
use benchdata::name::{Name, Value};
use benchdata::readers::Output;
use benchdata::reading::Declaration;
use time::OffsetDateTime;

use super::SweepError;
use super::at_work::AtWork;
use super::boot::running_kernel;
use super::directory::Directory;
use super::factor::{Factor, Means};
use super::journal::{Event, Journal};
use super::plan::Plan;
use super::progress::Progress;
use super::setting::{Setting, SettingError, set_together};
use crate::leftovers::Watch;
use crate::measure::{Bench, Failure, add_remark};
use crate::preview::wire_form;
use crate::room;
use crate::sender::Sender;
use crate::spool::Spool;
use crate::terminal::say;

/// After so many runs in a row without a result, none is to be hoped for.
const MOST_FAILURES: usize = 3;

/// A sweep at work.
pub(crate) struct Experiment<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) bench: Bench<'a>,
    pub(crate) box_name: Name,
    /// The runs, each as the level that every factor has.
    pub(crate) order: Vec<Vec<usize>>,
    /// What each factor sets.
    pub(crate) tunables: Vec<Vec<Setting>>,
    pub(crate) directory: &'a Directory,
    pub(crate) journal: Journal,
    pub(crate) at_work: AtWork,
    pub(crate) spool: Spool,
    pub(crate) sender: Sender<'a>,
    /// Why some runs gave no result.
    pub(crate) problems: Vec<String>,
}

/// How a sweep ended.
pub(crate) enum Ended {
    /// All runs were tried.
    All { failed: usize },
    /// By a signal.
    Signalled,
    /// The next run needs another kernel.
    Boot(String),
}

impl Experiment<'_> {
    /// Measures each run that is not in the spool yet.
    ///
    /// # Errors
    /// Where a level is not to be had, or nothing can be kept.
    pub(crate) fn run_all(&mut self) -> Result<Ended, SweepError> {
        let spooled = self.journal.spooled();
        let mut progress = Progress::of(self.order.len());
        let mut left: Vec<usize> = (0..self.order.len()).filter(|run| !spooled.contains(run)).collect();
        left.reverse();
        let (mut failed, mut in_a_row, mut before) = (0, 0, None);
        while let Some(run) = left.pop() {
            if self.spool_kept(run)? {
                continue;
            }
            if let Some(kernel) = self.kernel_to_boot(run)? {
                return Ok(Ended::Boot(kernel));
            }
            if self.bench.signals.is_caught() {
                return Ok(Ended::Signalled);
            }
            let is_change = before.replace(self.order[run].clone()).as_ref() != Some(&self.order[run]);
            let path = self.directory.output(run);
            let how = match self.run(run, &path, is_change)? {
                Ok(output) => {
                    in_a_row = 0;
                    self.keep(run, &output)?;
                    // The run holds all that it does.
                    let _ = fs::remove_file(&path);
                    progress.add(&self.order[run], &output.runs)
                }
                Err(Failure::Signalled(_)) => return Ok(Ended::Signalled),
                Err(failure) => {
                    (failed, in_a_row) = (failed + 1, in_a_row + 1);
                    self.fail(run, &path, &failure)?
                }
            };
            progress.say_ended(run, &self.levels_in_words(run), &how, left.len());
            if in_a_row == MOST_FAILURES {
                return Err(SweepError::Hopeless(in_a_row));
            }
        }
        Ok(Ended::All { failed })
    }

    /// Keeps and sends a run.
    fn keep(&mut self, run: usize, output: &Output) -> Result<(), SweepError> {
        for remark in &output.remarks {
            say(format_args!("run {}: {remark}", run + 1));
        }
        let body = wire_form(&output.runs).map_err(|error| self.io(error))?;
        self.directory.keep(run, &body).map_err(|error| self.io(error))?;
        self.spool_kept(run)?;
        Ok(())
    }

    /// Brings a run that is done into the spool, if it is done. A crash may have come in between.
    fn spool_kept(&mut self, run: usize) -> Result<bool, SweepError> {
        let Some((body, runs)) = self.directory.kept(run).map_err(|error| self.io(error))? else {
            return Ok(false);
        };
        let Some(first) = runs.first() else { return Ok(false) };
        let started = first.started.unwrap_or(OffsetDateTime::UNIX_EPOCH);
        // Named after its content: however often it is brought, it is there once.
        let upload = self.spool.keep_as(started, run, first.content_id().run_id(), body)?;
        self.journal.note(Event::Spooled { run })?;
        self.sender.send(upload).map_err(|error| self.io(error))?;
        Ok(true)
    }

    fn fail(&mut self, run: usize, path: &Path, failure: &Failure) -> Result<String, SweepError> {
        self.journal.note(Event::Failed { run, why: failure.to_string() })?;
        let kept = if path.exists() {
            format!("; what it printed is kept: {}", path.display())
        } else {
            String::new()
        };
        let problem = format!("no result: {failure}{kept}");
        self.problems.push(format!("run {}: {problem}", run + 1));
        Ok(problem)
    }

    /// Measures a run under its levels, and keeps in `path` what its command prints.
    fn run(
        &mut self,
        run: usize,
        path: &Path,
        is_change: bool,
    ) -> Result<Result<Output, Failure>, SweepError> {
        self.spool.check_room()?;
        room::on_disk_of(self.directory.path())?;
        self.set_levels(run)?;
        let declared = self.declaration(run);
        if let Some(contradiction) = contradictions(&declared.factors, &self.bench.facts()).pop() {
            return Err(SweepError::Contradicted(contradiction));
        }
        let watch = Watch::begin();
        let warmed = if is_change { self.warm_up(run, &watch) } else { Ok(()) };
        let mut output =
            warmed.and_then(|()| self.prepare(run)).and_then(|()| self.measure(run, path, &declared));
        // What was measured is good all the same.
        if let Err(failure) = self.aside(run, &self.plan.cleanup, &self.directory.cleanup()) {
            say(format_args!("run {}: cleaning up after it failed: {failure}", run + 1));
        }
        if let Some(left) = watch.end_leftovers(self.bench.signals) {
            match &mut output {
                Ok(output) => add_remark(output, &left),
                Err(_) => say(format_args!("run {}: {left}", run + 1)),
            }
        }
        Ok(output.and_then(|output| self.still_set(run).map(|()| output)))
    }

    fn warm_up(&self, run: usize, watch: &Watch) -> Result<(), Failure> {
        for _ in 0..self.plan.warmup {
            self.prepare(run)?;
            let output = self.directory.warm_up();
            let ended = self.bench.execute_aside(self.shell(run, &self.plan.command)?, &output);
            watch.end_leftovers(self.bench.signals).into_iter().for_each(say);
            ended.map_err(|failure| failure.of_aside("the warm-up".to_owned(), &output))?;
        }
        Ok(())
    }

    fn measure(&self, run: usize, path: &Path, declared: &Declaration) -> Result<Output, Failure> {
        self.bench.measure(self.shell(run, &self.plan.command)?, path, declared)
    }

    fn prepare(&self, run: usize) -> Result<(), Failure> {
        self.aside(run, &self.plan.prepare, &self.directory.prepare())
    }

    /// Runs commands that are not measured; `output` keeps what the last of them printed.
    fn aside(&self, run: usize, commands: &[String], output: &Path) -> Result<(), Failure> {
        commands.iter().try_for_each(|command| {
            let ended = self.bench.execute_aside(self.shell(run, command)?, output);
            ended.map_err(|failure| failure.of_aside(format!("`{command}`"), output))
        })
    }

    /// Sets the levels of a run, and proves that all of them are active then: one may change
    /// another.
    fn set_levels(&self, run: usize) -> Result<(), SweepError> {
        let values: Vec<_> = self.settings(run).map(|(level, setting)| (setting, level.as_str())).collect();
        match set_together(&values, self.bench.root).into_iter().next() {
            Some((_, error)) => Err(error.into()),
            None => Ok(()),
        }
    }

    /// Whether the levels of a run were still active at its end.
    fn still_set(&self, run: usize) -> Result<(), Failure> {
        self.settings(run)
            .try_for_each(|(level, setting)| setting.prove(self.bench.root, level.as_str()))
            .map_err(|error| {
                Failure::Changed(match error {
                    SettingError::Other { setting, level, found } => {
                        format!("something else changed {setting} from {level} to {found}")
                    }
                    error => error.to_string(),
                })
            })
    }

    fn settings(&self, run: usize) -> impl Iterator<Item = (&Value, &Setting)> {
        let levels = self.levels(run).map(|(_, level)| level);
        levels
            .zip(&self.tunables)
            .flat_map(|(level, settings)| settings.iter().map(move |setting| (level, setting)))
    }

    /// Each factor with its level in a run.
    fn levels(&self, run: usize) -> impl Iterator<Item = (&Factor, &Value)> {
        let factors = self.plan.factors.iter().zip(&self.order[run]);
        factors.map(|(factor, &level)| (factor, &factor.levels[level]))
    }

    /// `elevator=as fifo_batch=16`
    fn levels_in_words(&self, run: usize) -> String {
        let levels = self.levels(run).map(|(factor, level)| format!("{}={level}", factor.name));
        levels.collect::<Vec<_>>().join(" ")
    }

    /// The kernel that a run needs, where another one runs.
    fn kernel_to_boot(&self, run: usize) -> Result<Option<String>, SweepError> {
        let Some((_, kernel)) = self.levels(run).find(|(factor, _)| factor.means == Means::Boot) else {
            return Ok(None);
        };
        let running = running_kernel(self.bench.root).map_err(|error| self.io(error))?;
        Ok((running != kernel.as_str()).then(|| kernel.to_string()))
    }

    fn declaration(&self, run: usize) -> Declaration {
        Declaration {
            benchmark: self.plan.benchmark.clone(),
            label: self.plan.label.clone(),
            note: self.plan.note.clone(),
            factors: self.levels(run).map(|(factor, level)| (factor.name.clone(), level.clone())).collect(),
            ..Declaration::on(self.box_name.clone())
        }
    }

    /// A shell with a command under a run's levels.
    fn shell(&self, run: usize, command: &str) -> Result<Command, Failure> {
        let levels: Vec<_> =
            self.levels(run).map(|(factor, level)| (factor.name.as_str(), level.as_str())).collect();
        let mut shell = Command::new("sh");
        shell.args(["-c", &filled(command, &levels)]);
        for (factor, level) in self.levels(run) {
            if let Means::Environment(variable) = &factor.means {
                shell.env(variable, level.as_str());
            }
        }
        self.at_work.mark(&mut shell)?;
        Ok(shell)
    }

    fn io(&self, error: io::Error) -> SweepError {
        SweepError::Io { path: self.directory.path().to_owned(), error }
    }
}

/// A command with each `{factor}` replaced by its level, which may have braces itself.
fn filled(command: &str, levels: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = command;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let level = levels
            .iter()
            .find_map(|(factor, level)| Some((*level, after.strip_prefix(factor)?.strip_prefix('}')?)));
        let (text, left) = level.unwrap_or(("{", after));
        filled.push_str(text);
        rest = left;
    }
    filled + rest
}
