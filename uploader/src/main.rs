//! `runoff`: the command on test boxes. It reads what a benchmark printed, keeps it in a
//! spool and sends it to a Runoff server.

mod arguments;
mod bisect;
mod capture;
mod check;
mod client;
mod compare;
mod delivery;
mod execution;
mod flush;
mod formats;
mod gather;
mod login;
mod manual;
mod measure;
mod outcome;
mod outputs;
mod patience;
mod preview;
mod repeats;
mod room;
mod run;
mod send;
mod sender;
mod settings;
mod signals;
mod spool;
mod status;
mod sweep;
mod terminal;

use std::env;
use std::process::ExitCode;

use clap::Parser;
use time::OffsetDateTime;

use crate::arguments::{Arguments, Command, Connection, Measuring};
use crate::measure::Clock;
use crate::outcome::{CommandError, Outcome};
use crate::settings::{Settings, SettingsError};

#[allow(clippy::disallowed_methods, reason = "the one clock, which all else is given")]
fn main() -> ExitCode {
    let arguments = Arguments::try_parse().map_err(CommandError::from);
    let outcome = arguments.and_then(|arguments| execute(&arguments, OffsetDateTime::now_utc));
    let outcome = outcome.unwrap_or_else(|error| tell(&error));
    // Whatever keeps a check from being made is no answer, which 1 and 2 would be to git.
    let is_check = env::args_os().nth(1).is_some_and(|command| command == "check");
    match outcome {
        Outcome::Failed | Outcome::Usage if is_check => Outcome::Aborted.into(),
        outcome => outcome.into(),
    }
}

/// Tells of an error; how the command ends.
fn tell(error: &CommandError) -> Outcome {
    match error {
        CommandError::Usage(usage) => {
            let _ = usage.print();
            // Help was asked for, and is on standard output.
            if !usage.use_stderr() {
                return Outcome::Done;
            }
        }
        error if error.is_broken_pipe() => {}
        error => terminal::say(format_args!("runoff: {error}")),
    }
    error.outcome()
}

fn execute(arguments: &Arguments, clock: Clock) -> Result<Outcome, CommandError> {
    match &arguments.command {
        Command::Send(options) => {
            let settings = Settings::load(&options.sending.connection, options.declared.box_name.as_ref())?;
            send::send(options, &settings, clock())
        }
        Command::Run(options) => {
            let settings = of_measuring(&options.measuring)?;
            run::run(options, &settings, clock)
        }
        Command::Sweep(options) => {
            let settings = Settings::load(&options.sending.connection, options.box_name.as_ref())?;
            sweep::sweep(options, &settings, clock)
        }
        Command::Check(options) => check::check(options, &of_measuring(&options.measuring)?, clock),
        Command::Bisect(options) => bisect::bisect(options, &of_measuring(&options.measuring)?, clock),
        Command::Capture(options) => capture::show(options),
        Command::Compare(options) => {
            compare::compare(options, &Settings::load(&Connection::default(), None)?, clock())
        }
        Command::Flush(options) => flush::flush(options, &Settings::load(&options.connection, None)?),
        Command::Status(options) => status::status(options, &Settings::load(&options.connection, None)?),
        Command::Formats(options) => formats::formats(options),
        Command::Login(options) => login::login(options, Settings::load(&Connection::default(), None)?),
        Command::Completions(options) => manual::completions(options),
        Command::Man(options) => manual::man(options),
    }
}

fn of_measuring(options: &Measuring) -> Result<Settings, SettingsError> {
    Settings::load(&options.sending.connection, options.declared.box_name.as_ref())
}
