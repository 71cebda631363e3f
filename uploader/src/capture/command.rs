//! `runoff capture`.

use std::path::Path;

use super::{Facts, Root, capture};
use crate::arguments::Capture;
use crate::outcome::{CommandError, Outcome};
use crate::outputs::FileError;
use crate::terminal::{print, print_json};

/// Prints the facts of this box, sorted by their keys.
pub(crate) fn show(options: &Capture) -> Result<Outcome, CommandError> {
    let facts = capture_for(&Root::at(&options.root), &options.target)?;
    if options.json {
        print_json(&facts)?;
    } else {
        facts.iter().try_for_each(|(fact, value)| print(format_args!("{fact}: {value}")))?;
    }
    Ok(Outcome::Done)
}

/// The facts, where `target` is a path that someone gave.
///
/// # Errors
/// Where there is no such path: the filesystem under test would be another one.
pub(crate) fn capture_for(root: &Root, target: &Path) -> Result<Facts, FileError> {
    match root.resolve(target) {
        Ok(_) => Ok(capture(root, target)),
        Err(error) => Err(FileError::Io { file: target.display().to_string(), error }),
    }
}
