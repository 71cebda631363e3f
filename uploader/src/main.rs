//! `runoff`: the command on test boxes. It reads what a benchmark printed, keeps it in a
//! spool and sends it to a Runoff server.

mod arguments;
mod client;
mod compare;
mod delivery;
mod flush;
mod formats;
mod gather;
mod outcome;
mod outputs;
mod preview;
mod send;
mod settings;
mod spool;
mod status;
mod terminal;

use std::process::ExitCode;

use clap::Parser;
use time::OffsetDateTime;

use crate::arguments::{Arguments, Command, Connection};
use crate::outcome::{CommandError, Outcome};
use crate::settings::Settings;

#[allow(clippy::disallowed_methods, reason = "the one clock, which all else is given")]
fn main() -> ExitCode {
    let outcome = run(&Arguments::parse(), OffsetDateTime::now_utc()).unwrap_or_else(|error| {
        match &error {
            CommandError::Usage(usage) => terminal::say(usage),
            error if error.is_broken_pipe() => {}
            error => terminal::say(format_args!("runoff: {error}")),
        }
        error.outcome()
    });
    outcome.into()
}

fn run(arguments: &Arguments, now: OffsetDateTime) -> Result<Outcome, CommandError> {
    match &arguments.command {
        Command::Send(options) => {
            let settings = Settings::load(&options.connection, options.box_name.as_ref())?;
            send::send(options, &settings, now)
        }
        Command::Compare(options) => {
            compare::compare(options, &Settings::load(&Connection::default(), None)?, now)
        }
        Command::Flush(options) => flush::flush(options, &Settings::load(&options.connection, None)?),
        Command::Status(options) => status::status(&Settings::load(&options.connection, None)?),
        Command::Formats(options) => formats::formats(options),
    }
}
