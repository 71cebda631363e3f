//! What a reader says where it cannot read on.

use crate::name::NameError;
use crate::reading::ReadError;

/// What is wrong on a line.
pub(super) fn fault(line: usize, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
    ReadError { line, found: found.into(), expected: expected.into() }
}

/// Where a tool printed what no name or value can be.
pub(super) fn unfit(line: usize) -> impl Fn(NameError) -> ReadError {
    move |error| fault(line, format!("a text that {error}"), "a name as tools print them")
}
