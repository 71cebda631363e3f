//! `runoff completions` and `runoff man`: what goes beside the command.

use std::{fs, io};

use clap::CommandFactory;

use crate::arguments::{Arguments, Completions, Man};
use crate::outcome::{CommandError, Outcome};
use crate::outputs::FileError;

/// Prints what a shell completes the command line by.
pub(crate) fn completions(options: &Completions) -> Result<Outcome, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "runoff", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(Outcome::Done)
}

/// Writes a manual page for each command.
pub(crate) fn man(options: &Man) -> Result<Outcome, CommandError> {
    let directory = &options.directory;
    let write = || {
        fs::create_dir_all(directory)?;
        clap_mangen::generate_to(Arguments::command(), directory)
    };
    write().map_err(|error| FileError::Io { file: directory.display().to_string(), error })?;
    Ok(Outcome::Done)
}
