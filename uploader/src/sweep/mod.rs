//! `runoff sweep`: a whole experiment.

mod at_work;
mod boot;
mod directory;
mod experiment;
mod factor;
mod journal;
mod order;
mod place;
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
use crate::settings::{Origin, Settings};
use crate::signals::Signals;
use crate::spool::{Spool, SpoolError};
use crate::terminal::say;
use at_work::AtWork;
use directory::Directory;
use experiment::{Ended, Experiment};
use journal::{Event, Journal, JournalError};
use place::Place;
use plan::{Plan, PlanError};
use restore::{note_first_values, put_back, recover};
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
    #[error("this sweep was begun with the box {begun}, not {asked} (of {origin}): give --box {begun}")]
    OtherBox { begun: Name, asked: Name, origin: Origin },
    #[error(
        "this sweep was begun on the machine {begun}, and this is {here}: go on with it there, or copy its plan into a \
         directory of this machine's own"
    )]
    OtherMachine { begun: String, here: String },
    #[error("this sweep was begun in {}: go on with it there", .0.display())]
    OtherDirectory(PathBuf),
    #[error(
        "the files under test lay on the filesystem at {}, and lie on that at {} now: mount it as it was",
        begun.display(),
        here.display()
    )]
    OtherMount { begun: PathBuf, here: PathBuf },
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

impl SweepError {
    /// How the sweep ends.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Plan { .. } | Self::Contradicted(_) => Outcome::Usage,
            _ => Outcome::Failed,
        }
    }
}

/// Runs the plan, or what is left of it, and shows what came out.
pub(crate) fn sweep(options: &Sweep, settings: &Settings, clock: Clock) -> Result<Outcome, CommandError> {
    let in_plan = |error| SweepError::Io { path: options.plan.clone(), error };
    let begun = recover(&options.plan, &Root::at(&options.root))?;
    let text = fs::read_to_string(&options.plan).map_err(in_plan)?;
    let plan = Plan::parse(&text).map_err(|error| SweepError::Plan { path: options.plan.clone(), error })?;
    plan.say_strange_placeholders();
    let root = plan.patient(Root::at(&options.root));
    capture_for(&root, &plan.target)?;
    let tunables = tunables(&plan, &root).map_err(SweepError::from)?;
    let locks = tunables.iter().flatten().map(|setting| setting.lock(&root));
    let _locks = locks.collect::<Result<Vec<_>, _>>().map_err(SweepError::from)?;
    let directory = Directory::of(&options.plan).map_err(in_plan)?;
    let mut journal = begin(begun, &directory, &text, &plan, options, settings, &root)?;
    let box_name = match journal.box_name() {
        Some(begun) => begun.clone(),
        None => settings.box_name()?.value,
    };
    let signals = Signals::catch()?;
    let at_work = AtWork::begin(&directory, &signals).map_err(in_plan)?;
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
        experiment.sender.take_along(experiment.spool.waiting().unwrap_or_default());
    }
    let (_, sent) = experiment.sender.finish()?;
    let runs = done(experiment.directory, experiment.order.len())?;
    // A spool that cannot be read has ended the sweep, which is told below.
    let sent = sent.of_runs(&runs, experiment.spool.files().unwrap_or_default());
    let delivered = if options.sending.offline { Outcome::Done } else { sent.outcome() };
    let sent_all = !options.sending.offline && sent.kept.is_empty();
    let mut results = Results::of(sent);
    let is_restored = unrestored.is_empty();
    let mut problems = [unrestored, experiment.problems].concat();
    let outcome = match ended {
        Err(error) => {
            say(format_args!("runoff: {error}"));
            problems.push(error.to_string());
            error.outcome()
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

/// The journal of a sweep that begins, or goes on.
fn begin(
    begun: Option<Journal>,
    directory: &Directory,
    text: &str,
    plan: &Plan,
    options: &Sweep,
    settings: &Settings,
    root: &Root,
) -> Result<Journal, CommandError> {
    let in_directory = |error| SweepError::Io { path: directory.path().to_owned(), error };
    let here = Place::here(root, &plan.target).map_err(in_directory)?;
    let mut journal = match begun {
        Some(journal) => journal,
        None => Journal::open(&directory.journal()).map_err(SweepError::from)?,
    };
    if let (Some((begun, _)), Some(place)) = (journal.planned(), journal.place()) {
        return match (options.resume, begun == text) {
            (false, _) => Err(SweepError::Begun(directory.path().to_owned()).into()),
            (true, false) => Err(SweepError::OtherPlan(directory.path().to_owned()).into()),
            (true, true) => {
                place.check(here)?;
                check_box(&journal, settings)?;
                Ok(journal)
            }
        };
    }
    if directory.has_runs() {
        // Runs of which no journal tells could be those of another plan.
        return Err(SweepError::NoJournal(directory.path().to_owned()).into());
    }
    let seed = plan.seed.unwrap_or_else(|| fastrand::u64(..));
    let (order, box_name) = (plan.runs(seed), Some(settings.box_name()?.value));
    let planned = Event::Planned { plan: text.to_owned(), box_name, seed, order, place: here };
    journal.note(planned).map_err(SweepError::from)?;
    Ok(journal)
}

/// One sweep is of one box.
fn check_box(journal: &Journal, settings: &Settings) -> Result<(), CommandError> {
    match (journal.box_name(), settings.given_box()?) {
        (Some(begun), Some(asked)) if *begun != asked.value => {
            let (begun, asked, origin) = (begun.clone(), asked.value, asked.origin);
            Err(SweepError::OtherBox { begun, asked, origin }.into())
        }
        _ => Ok(()),
    }
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
