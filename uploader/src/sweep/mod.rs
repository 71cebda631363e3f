//! `runoff sweep`: a whole experiment.

mod boot;
mod directory;
mod experiment;
mod factor;
mod journal;
mod order;
mod plan;
mod progress;
mod restore;
mod results;
mod setting;
mod table;

use std::path::PathBuf;
use std::{fs, io};

use benchdata::contradiction::Contradiction;
use benchdata::name::Name;
use benchdata::run::Run;

use crate::arguments::Sweep;
use crate::capture::{Devices, Root, capture_for, devices_under};
use crate::measure::{Bench, Clock, Measure};
use crate::outcome::{CommandError, Outcome};
use crate::report::print_report;
use crate::room::NoRoom;
use crate::sender::{Addresses, Sender};
use crate::settings::Settings;
use crate::signals::Signals;
use crate::spool::{Spool, SpoolError};
use crate::terminal::say;
use directory::Directory;
use experiment::{Ended, Experiment};
use journal::{Event, Journal, JournalError};
use plan::{Plan, PlanError};
use restore::{note_first_values, put_back};
use results::Results;
use setting::{Setting, SettingError};

/// What ends a sweep before its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SweepError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Plan { path: PathBuf, error: PlanError },
    #[error("this sweep was begun before: `--resume` goes on with it; to begin anew, remove {}", .0.display())]
    Begun(PathBuf),
    #[error("this sweep was begun with the box {begun}, not {asked}: leave --box out")]
    OtherBox { begun: Name, asked: Name },
    #[error("{} has runs, and no journal tells of which plan: to begin anew, remove it", .0.display())]
    NoJournal(PathBuf),
    #[error("the plan is not the one that was begun: put it back to go on; to begin anew, remove {}", .0.display())]
    OtherPlan(PathBuf),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Room(#[from] NoRoom),
    #[error(transparent)]
    Spool(#[from] SpoolError),
    #[error("{0}: nothing was measured under these levels. Name the factor otherwise, or have it set")]
    Contradicted(Contradiction),
    #[error("{0} runs in a row gave no result: see what is wrong, then go on with --resume")]
    Hopeless(usize),
}

/// Runs the plan, or what is left of it, and shows what came out.
pub(crate) fn sweep(options: &Sweep, settings: &Settings, clock: Clock) -> Result<Outcome, CommandError> {
    let in_plan = |error| SweepError::Io { path: options.plan.clone(), error };
    let text = fs::read_to_string(&options.plan).map_err(in_plan)?;
    let plan = Plan::parse(&text).map_err(|error| SweepError::Plan { path: options.plan.clone(), error })?;
    plan.say_strange_placeholders();
    let root = root(options, &plan);
    capture_for(&root, &plan.target)?;
    let tunables = tunables(&plan, &root).map_err(SweepError::from)?;
    let locks = tunables.iter().flatten().map(|setting| setting.lock(&root));
    let _locks = locks.collect::<Result<Vec<_>, _>>().map_err(SweepError::from)?;
    let directory = Directory::of(&options.plan).map_err(in_plan)?;
    let mut journal = begin(&directory, &text, &plan, options, settings, &root)?;
    let box_name = match journal.box_name() {
        Some(begun) => begun.clone(),
        None => settings.box_name()?.value,
    };
    let signals = Signals::catch()?;
    let at_work = directory.wait_for_leftovers(journal.last_group(), &signals).map_err(in_plan)?;
    let all: Vec<Setting> = tunables.concat();
    note_first_values(&all, &root, &mut journal).map_err(SweepError::from)?;
    let mut experiment = Experiment {
        bench: Bench {
            root: &root,
            target: &plan.target,
            signals: &signals,
            clock,
            limit: plan.time_limit(),
            measure: if plan.time { Measure::Time } else { Measure::Output(plan.format.clone()) },
        },
        order: journal.planned().map(|(_, order)| order.to_vec()).unwrap_or_default(),
        plan: &plan,
        box_name,
        tunables,
        directory: &directory,
        journal,
        at_work,
        spool: Spool::of(settings)?,
        problems: Vec::new(),
        sender: Sender::new(&options.sending, settings, &signals, Addresses::of_result(options.sending.json)),
    };
    let ended = experiment.run_all();
    let unrestored = put_back(&all, &root, &mut experiment.journal).map_err(SweepError::from)?;
    end(experiment, ended, unrestored, options, settings)
}

/// Sends what is left, and shows what came out.
fn end(
    mut experiment: Experiment,
    ended: Result<Ended, SweepError>,
    unrestored: Vec<String>,
    options: &Sweep,
    settings: &Settings,
) -> Result<Outcome, CommandError> {
    if !options.sending.offline {
        // What an earlier life of this sweep has left there, too.
        experiment.sender.take_along(experiment.spool.waiting()?);
    }
    let (delivered, sent) = experiment.sender.finish()?;
    let sent_all =
        delivered == Outcome::Done && !options.sending.offline && experiment.spool.files()?.is_empty();
    let runs = done(experiment.directory, experiment.order.len())?;
    let mut results = Results::of(sent);
    let is_restored = unrestored.is_empty();
    let mut problems = [unrestored, experiment.problems].concat();
    let outcome = match ended {
        Err(error) => {
            say(format_args!("runoff: {error}"));
            problems.push(error.to_string());
            Outcome::Failed
        }
        Ok(Ended::Signalled) => {
            say_stopped(runs.len(), experiment.order.len(), is_restored);
            Outcome::Signalled
        }
        Ok(Ended::Boot(kernel)) => {
            results.unit = Some(hand_over(options, experiment.directory, &kernel)?);
            results.next_kernel = Some(kernel);
            Outcome::Boot
        }
        Ok(Ended::All { failed }) => {
            if !runs.is_empty() {
                results.compare(runs, &experiment.plan.factors, sent_all, &options.sending, settings)?;
            }
            say_failed(failed);
            if failed > 0 { Outcome::Failed } else { delivered }
        }
    };
    let outcome = if is_restored { outcome } else { Outcome::Failed };
    if options.sending.json {
        print_report(outcome, &problems, &results)?;
    }
    Ok(outcome)
}

fn say_failed(failed: usize) {
    if failed > 0 {
        say(format_args!("{failed} of the runs gave no result: --resume tries them again"));
    }
}

fn say_stopped(done: usize, all: usize, is_restored: bool) {
    let restored = if is_restored { ", and all settings have their first values again" } else { "" };
    say(format_args!("stopped: {done} of {all} runs are done{restored}; --resume goes on"));
}

/// Where settings are, with the patience that the plan has.
fn root(options: &Sweep, plan: &Plan) -> Root {
    let mut root = Root::at(&options.root);
    root.patience = plan.setting_time_limit().unwrap_or(root.patience);
    root
}

/// What each factor sets, on the disks that the files under test lie on.
fn tunables(plan: &Plan, root: &Root) -> Result<Vec<Vec<Setting>>, SettingError> {
    let devices: Devices = devices_under(root, &plan.target);
    let target = plan.target.display().to_string();
    let of_factor = |factor| {
        let settings = Setting::of(factor, &devices, &target)?;
        Setting::prove_devices(&settings, root, &devices, &target)?;
        Ok(settings)
    };
    plan.factors.iter().map(of_factor).collect()
}

/// The journal of a sweep that begins, or goes on. One that may not go on leaves no setting
/// changed.
fn begin(
    directory: &Directory,
    text: &str,
    plan: &Plan,
    options: &Sweep,
    settings: &Settings,
    root: &Root,
) -> Result<Journal, CommandError> {
    let mut journal = Journal::open(&directory.journal()).map_err(SweepError::from)?;
    if let Some((begun, _)) = journal.planned() {
        let begun = begun.to_owned();
        if options.resume && begun == text {
            check_box(&journal, options)?;
            return Ok(journal);
        }
        let error = if options.resume { SweepError::OtherPlan } else { SweepError::Begun };
        put_back_what_was_begun(&begun, root, &mut journal)?;
        return Err(error(directory.path().to_owned()).into());
    }
    if directory.has_runs() {
        // Runs of which no journal tells could be those of another plan.
        return Err(SweepError::NoJournal(directory.path().to_owned()).into());
    }
    let seed = plan.seed.unwrap_or_else(|| fastrand::u64(..));
    let (order, box_name) = (plan.runs(seed), Some(settings.box_name()?.value));
    let planned = Event::Planned { plan: text.to_owned(), box_name, seed, order };
    journal.note(planned).map_err(SweepError::from)?;
    Ok(journal)
}

/// One sweep is of one box.
fn check_box(journal: &Journal, options: &Sweep) -> Result<(), SweepError> {
    match (journal.box_name(), &options.box_name) {
        (Some(begun), Some(asked)) if begun != asked => {
            Err(SweepError::OtherBox { begun: begun.clone(), asked: asked.clone() })
        }
        _ => Ok(()),
    }
}

/// Puts back what a sweep of this plan left changed when it was killed.
fn put_back_what_was_begun(begun: &str, root: &Root, journal: &mut Journal) -> Result<(), SweepError> {
    let plan = Plan::parse(begun).ok();
    let settings = plan.and_then(|plan| tunables(&plan, root).ok()).unwrap_or_default().concat();
    put_back(&settings, root, journal)?;
    Ok(())
}

/// Says how the sweep goes on after a boot; the unit that does so.
fn hand_over(options: &Sweep, directory: &Directory, kernel: &str) -> io::Result<PathBuf> {
    let unit = boot::write_unit(options, directory.path())?;
    say(format_args!(
        "the next run is for the kernel {kernel}: boot it, then `runoff sweep --resume {}` goes on. To have \
         that done at the boot:\n  systemctl enable {}\nand, when the sweep is done:\n  systemctl disable runoff-sweep",
        options.plan.display(),
        unit.display()
    ));
    Ok(unit)
}

/// The runs that are done.
fn done(directory: &Directory, all: usize) -> io::Result<Vec<Run>> {
    let kept = (0..all).map(|run| directory.kept(run)).collect::<io::Result<Vec<_>>>()?;
    Ok(kept.into_iter().flatten().flat_map(|(_, runs)| runs).collect())
}
