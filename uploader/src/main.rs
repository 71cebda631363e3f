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
mod leftovers;
mod login;
mod manual;
mod measure;
mod outcome;
mod outputs;
mod patience;
mod preview;
mod repeats;
mod report;
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

/// The commands that have done enough where nobody reads their results any more.
const SHOWING: [&str; 5] = ["capture", "compare", "completions", "formats", "status"];

#[allow(clippy::disallowed_methods, reason = "the one clock, which all else is given")]
fn main() -> ExitCode {
    let arguments = Arguments::try_parse().map_err(CommandError::from);
    let outcome = arguments.and_then(|arguments| execute(&arguments, OffsetDateTime::now_utc));
    outcome.unwrap_or_else(|error| tell(&error)).into()
}

/// Tells of an error; how the command ends.
fn tell(error: &CommandError) -> Outcome {
    let command = env::args_os().nth(1).unwrap_or_default();
    if let CommandError::Usage(usage) = error {
        let _ = usage.print();
        // Help was asked for, and is on standard output.
        if !usage.use_stderr() {
            return Outcome::Done;
        }
    } else if error.is_broken_pipe() && SHOWING.iter().any(|showing| command == *showing) {
        return Outcome::Done;
    } else {
        terminal::say(format_args!("runoff: {error}"));
    }
    // Whatever keeps a check from being made is no answer, which 1 and 2 would be to git.
    let outcome = if command == "check" { Outcome::Aborted } else { error.outcome() };
    if report::is_asked_for() {
        let problem = error.to_string().trim_end().to_owned();
        // Standard output may be what failed.
        let _ = report::print_report(outcome, &[problem], &report::Nothing {});
    }
    outcome
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
        Command::Login(options) => login::login(options, Settings::before_login()?),
        Command::Completions(options) => manual::completions(options),
        Command::Man(options) => manual::man(options),
    }
}

fn of_measuring(options: &Measuring) -> Result<Settings, SettingsError> {
    Settings::load(&options.sending.connection, options.declared.box_name.as_ref())
}
