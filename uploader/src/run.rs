//! `runoff run`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use benchdata::contradiction::contradictions;
use benchdata::readers::Output;
use benchdata::reading::Declaration;

use crate::arguments::Run;
use crate::capture::{Root, capture_for};
use crate::measure::{Bench, Clock, Failure, Measure};
use crate::outcome::{CommandError, Outcome};
use crate::preview::{headline_values, wire_form};
use crate::sender::Sender;
use crate::settings::Settings;
use crate::signals::Signals;
use crate::spool::Spool;
use crate::terminal::say;

/// More values than this are not said.
const MOST_VALUES: usize = 6;

/// Runs the command, and keeps and sends each run as it ends.
pub(crate) fn run(options: &Run, settings: &Settings, clock: Clock) -> Result<Outcome, CommandError> {
    let declared =
        options.declared.declaration(settings.box_name()?.value, options.declared.factors()?, None);
    let root = Root::at(&options.place.root);
    let facts = capture_for(&root, &options.place.target)?;
    for contradiction in contradictions(&declared.factors, &facts) {
        if !options.force {
            return Err(CommandError::Contradicted(contradiction));
        }
        say(contradiction);
    }
    let signals = Signals::catch()?;
    let bench = Bench {
        root: &root,
        target: &options.place.target,
        signals: &signals,
        clock,
        limit: options.time_limit(),
        measure: if options.time {
            Measure::Time
        } else {
            Measure::Output(options.declared.reading.format.clone())
        },
    };
    let spool = Spool::new(settings.spool.clone());
    for number in 0..options.warmup {
        let path = spool.output(clock(), 0)?;
        if let Err(failure) = bench.execute_aside(command(options), &path) {
            say_failed("warm-up", &failure, number + 1, options.warmup, &path);
            return Ok(outcome(&failure));
        }
        let _ = fs::remove_file(&path);
    }
    let sender = Sender::new(&options.sending, settings, &signals);
    measure_all(options, &bench, &declared, &spool, sender)
}

fn measure_all(
    options: &Run,
    bench: &Bench,
    declared: &Declaration,
    spool: &Spool,
    mut sender: Sender,
) -> Result<Outcome, CommandError> {
    let began = (bench.clock)();
    for order in 0..options.repeat {
        if bench.signals.is_caught() {
            break;
        }
        let path = spool.output(began, order as usize)?;
        match bench.measure(command(options), &path, declared, |_| Ok(())) {
            Ok(output) => {
                say_measured(&output, order + 1, options.repeat);
                let upload = spool.keep(began, order as usize, wire_form(&output.runs)?)?;
                // The upload has it all.
                let _ = fs::remove_file(&path);
                sender.send(upload)?;
            }
            Err(failure) => {
                say_failed("run", &failure, order + 1, options.repeat, &path);
                sender.finish()?;
                return Ok(outcome(&failure));
            }
        }
    }
    let sent = sender.finish()?;
    Ok(if bench.signals.is_caught() { Outcome::Signalled } else { sent })
}

fn command(options: &Run) -> Command {
    let mut words = options.command.iter();
    let mut command = Command::new(words.next().map(|word| word.as_os_str()).unwrap_or_default());
    command.args(words).stdin(Stdio::null());
    command
}

fn say_measured(output: &Output, number: u32, all: u32) {
    let results: Vec<String> = output.runs.iter().flat_map(headline_values).take(MOST_VALUES).collect();
    say(format_args!("run {number} of {all}: {}", results.join(", ")));
    for remark in &output.remarks {
        say(format_args!("run {number} of {all}: {remark}"));
    }
}

fn say_failed(what: &str, failure: &Failure, number: u32, all: u32, output: &Path) {
    let is_empty = fs::metadata(output).is_ok_and(|metadata| metadata.len() == 0);
    let kept = if is_empty && fs::remove_file(output).is_ok() {
        "it printed nothing".to_owned()
    } else {
        format!("what it printed is kept: {}", output.display())
    };
    say(format_args!("{what} {number} of {all} gives no result: {failure}; {kept}"));
}

fn outcome(failure: &Failure) -> Outcome {
    match failure {
        Failure::Signalled(_) => Outcome::Signalled,
        _ => Outcome::Failed,
    }
}
