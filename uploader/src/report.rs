//! What `--json` prints: one object, however a command ends (docs/JSON.md).

use std::env;
use std::io;

use serde::Serialize;

use crate::outcome::Outcome;
use crate::terminal::print_json;

/// How a command ended, and what is its own to tell.
#[derive(Serialize)]
struct Report<'a, T> {
    outcome: Outcome,
    exit_code: u8,
    /// What went otherwise than it should.
    problems: &'a [String],
    #[serde(flatten)]
    result: &'a T,
}

/// A command that has nothing of its own to tell, since it failed.
#[derive(Serialize)]
pub(crate) struct Nothing {}

/// Prints the one object.
///
/// # Errors
/// Where standard output is closed or full.
pub(crate) fn print_report(outcome: Outcome, problems: &[String], result: &impl Serialize) -> io::Result<()> {
    print_json(&Report { outcome, exit_code: outcome.code(), problems, result })
}

/// Whether JSON is asked for, be the rest of the command line right or wrong.
pub(crate) fn is_asked_for() -> bool {
    env::args_os().take_while(|word| word != "--").any(|word| word == "--json")
}
