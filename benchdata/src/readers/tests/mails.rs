//! Mails with what a person wants to read off each, value by value.

mod by_hand;
mod contest_and_tables;
mod damage;
mod sides;
mod tiobench;

use crate::hints::Hints;
use crate::mail::Plain;
use crate::reading::Reading;

use super::{counts, error, has, labels, remarks, text};
use crate::readers::{AUTO, read, read_plain};

/// A mail, read in a format.
fn mail(format: &str, path: &str) -> Reading {
    read(format, &text(path)).unwrap()
}

/// A mail, read with what the sender knows of it.
fn hinted(format: &str, path: &str, hints: &Hints) -> Reading {
    read_plain(format, &Plain::of(&text(path)), hints).unwrap()
}

/// What is known of a mail whose means are of `n` runs.
fn runs(n: u64) -> Hints {
    Hints { runs: Some(n), ..Hints::default() }
}

/// What `auto` says of a mail that several readers know.
fn candidates(path: &str) -> String {
    read(AUTO, &text(path)).unwrap_err().to_string()
}

/// Fails unless these are all results there are.
fn is(reading: &Reading, wanted: &[impl AsRef<str>]) {
    has(reading, wanted);
    assert_eq!(counts(reading).iter().sum::<usize>(), wanted.len());
}
