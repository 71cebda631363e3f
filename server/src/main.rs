//! `runoff-server`: the web service.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use server::arguments::{Arguments, BackupArguments, Command};
use server::backup::{backup, restore};
use server::reread::reread;
use server::serve::{Surroundings, serve};
use server::{telemetry, token_command};
use time::OffsetDateTime;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _nowhere_else_to_say = writeln!(std::io::stderr(), "runoff-server: {}", in_full(&error));
            ExitCode::FAILURE
        }
    }
}

/// An error with its causes, but for those that it says already.
fn in_full(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |said, cause| match &*said {
        "" => cause,
        said if said.contains(&cause) => said.to_owned(),
        said => format!("{said}: {cause}"),
    })
}

#[tokio::main]
async fn run(arguments: Arguments) -> anyhow::Result<()> {
    #[allow(clippy::disallowed_methods, reason = "the one place that owns the clock")]
    let surroundings = Surroundings { now: OffsetDateTime::now_utc, random };
    match arguments.command.unwrap_or(Command::Serve(arguments.serve)) {
        Command::Serve(serving) => {
            telemetry::start(serving.log_format)?;
            serve(serving, surroundings).await
        }
        Command::Token(command) => {
            let printed = token_command::run(&command, surroundings).await?;
            Ok(std::io::stdout().write_all(printed.as_bytes())?)
        }
        Command::Backup(BackupArguments { file, database }) => backup(&file, &database).await,
        Command::Restore(BackupArguments { file, database }) => restore(&file, &database).await,
        Command::Reread(arguments) => reread(&arguments, &mut std::io::stdout()).await,
    }
}

fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    if getrandom::fill(&mut bytes).is_err() {
        // Without randomness every new token could be guessed.
        std::process::abort();
    }
    bytes
}
