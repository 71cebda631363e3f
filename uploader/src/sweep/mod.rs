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
use benchdata::run::Run;

use crate::arguments::Sweep;
use crate::capture::{Devices, Root, capture_for, devices_under};
use crate::measure::{Bench, Clock, Measure};
use crate::outcome::{CommandError, Outcome};
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
use results::show;
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
    let box_name = settings.box_name()?.value;
    let root = root(options, &plan);
    capture_for(&root, &plan.target)?;
    let tunables = tunables(&plan, &root).map_err(SweepError::from)?;
    let directory = Directory::of(&options.plan).map_err(in_plan)?;
    let mut journal = begin(&directory, &text, &plan, options.resume)?;
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
        sender: Sender::new(&options.sending, settings, &signals, Addresses::of_result(options.sending.json)),
    };
    let ended = experiment.run_all();
    let is_whole = put_back(&all, &root, &mut experiment.journal).map_err(SweepError::from)?;
    let (sent, answer) = experiment.sender.finish()?;
    let outcome = match ended? {
        Ended::Signalled => Outcome::Signalled,
        Ended::Boot(kernel) => hand_over(options, &directory, &kernel)?,
        Ended::All { failed } => {
            let runs = done(&directory, experiment.order.len())?;
            if !runs.is_empty() {
                show(runs, &plan.factors, answer, sent, &options.sending, settings)?;
            }
            say_failed(failed);
            if failed > 0 { Outcome::Failed } else { sent }
        }
    };
    Ok(if is_whole { outcome } else { Outcome::Failed })
}

fn say_failed(failed: usize) {
    if failed > 0 {
        say(format_args!("{failed} of the runs gave no result: --resume tries them again"));
    }
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

/// The journal of a sweep that begins, or goes on.
fn begin(directory: &Directory, text: &str, plan: &Plan, resume: bool) -> Result<Journal, SweepError> {
    let mut journal = Journal::open(&directory.journal())?;
    match journal.planned() {
        Some(_) if !resume => Err(SweepError::Begun(directory.path().to_owned())),
        Some((begun, _)) if begun != text => Err(SweepError::OtherPlan(directory.path().to_owned())),
        Some(_) => Ok(journal),
        // Runs of which no journal tells could be those of another plan.
        None if directory.has_runs() => Err(SweepError::NoJournal(directory.path().to_owned())),
        None => {
            let seed = plan.seed.unwrap_or_else(|| fastrand::u64(..));
            let order = plan.runs(seed);
            journal.note(Event::Planned { plan: text.to_owned(), seed, order })?;
            Ok(journal)
        }
    }
}

/// Says how the sweep goes on after a boot.
fn hand_over(options: &Sweep, directory: &Directory, kernel: &str) -> Result<Outcome, CommandError> {
    let unit = boot::write_unit(&options.plan, directory.path())?;
    say(format_args!(
        "the next run is for the kernel {kernel}: boot it, then `runoff sweep --resume {}` goes on. To have \
         that done at the boot:\n  systemctl enable {}\nand, when the sweep is done:\n  systemctl disable runoff-sweep",
        options.plan.display(),
        unit.display()
    ));
    Ok(Outcome::Boot)
}

/// The runs that are done.
fn done(directory: &Directory, all: usize) -> io::Result<Vec<Run>> {
    let kept = (0..all).map(|run| directory.kept(run)).collect::<io::Result<Vec<_>>>()?;
    Ok(kept.into_iter().flatten().flat_map(|(_, runs)| runs).collect())
}
