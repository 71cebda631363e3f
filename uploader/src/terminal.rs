//! The one place that writes: results to standard output, all else to standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Says something to the person at the terminal. Nobody may be listening, which is no
/// reason to stop.
pub(crate) fn say(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints a result.
pub(crate) fn print(text: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}

/// Prints a result as JSON, for people and programs.
pub(crate) fn print_json(value: &impl serde::Serialize) -> io::Result<()> {
    print(serde_json::to_string_pretty(value)?)
}

/// `1 run`, `2 runs`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
