//! `runoff`: the command on test boxes. It reads what a benchmark printed, keeps it in a
//! spool and sends it to a Runoff server.

mod arguments;
mod capture;
mod client;
mod compare;
mod delivery;
mod execution;
mod flush;
mod formats;
mod gather;
mod measure;
mod outcome;
mod outputs;
mod preview;
mod run;
mod send;
mod sender;
mod settings;
mod signals;
mod spool;
mod status;
mod sweep;
mod terminal;

use std::process::ExitCode;

use clap::Parser;
use time::OffsetDateTime;

use crate::arguments::{Arguments, Command, Connection};
use crate::measure::Clock;
use crate::outcome::{CommandError, Outcome};
use crate::settings::Settings;

#[allow(clippy::disallowed_methods, reason = "the one clock, which all else is given")]
fn main() -> ExitCode {
    let outcome = execute(&Arguments::parse(), OffsetDateTime::now_utc).unwrap_or_else(|error| {
        match &error {
            CommandError::Usage(usage) => terminal::say(usage),
            error if error.is_broken_pipe() => {}
            error => terminal::say(format_args!("runoff: {error}")),
        }
        error.outcome()
    });
    outcome.into()
}

fn execute(arguments: &Arguments, clock: Clock) -> Result<Outcome, CommandError> {
    match &arguments.command {
        Command::Send(options) => {
            let settings = Settings::load(&options.sending.connection, options.declared.box_name.as_ref())?;
            send::send(options, &settings, clock())
        }
        Command::Run(options) => {
            let settings = Settings::load(&options.sending.connection, options.declared.box_name.as_ref())?;
            run::run(options, &settings, clock)
        }
        Command::Sweep(options) => {
            let settings = Settings::load(&options.sending.connection, options.box_name.as_ref())?;
            sweep::sweep(options, &settings, clock)
        }
        Command::Capture(options) => capture::show(options),
        Command::Compare(options) => {
            compare::compare(options, &Settings::load(&Connection::default(), None)?, clock())
        }
        Command::Flush(options) => flush::flush(options, &Settings::load(&options.connection, None)?),
        Command::Status(options) => status::status(&Settings::load(&options.connection, None)?),
        Command::Formats(options) => formats::formats(options),
    }
}
