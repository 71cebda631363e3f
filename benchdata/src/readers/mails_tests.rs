//! Mails with what a person wants to read off each, value by value.

mod by_hand;
mod contest_and_tables;
mod damage;
mod sides;
mod tiobench;

use std::fs;
use std::path::Path;

use crate::hints::Hints;
use crate::mail::Plain;
use crate::reading::{ReadError, ReadRun, Reading};
use crate::run::{Measurement, Values};
use crate::source::decode;

use super::OutputError;

/// A mail's text.
fn text(name: &str) -> String {
    fixture(&format!("mails/{name}"))
}

fn fixture(path: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/readers/fixtures");
    decode(&fs::read(folder.join(path)).unwrap()).unwrap()
}

/// What is known of a mail whose means are of `n` runs.
fn runs(n: u64) -> Hints {
    Hints { runs: Some(n), ..Hints::default() }
}

/// What `auto` says of a mail that several readers know.
fn candidates(name: &str) -> String {
    read(super::AUTO, &text(name)).unwrap_err().to_string()
}

fn read(format: &str, text: &str) -> Result<Reading, OutputError> {
    super::read(format, text)
}

/// A mail, read in a format.
fn mail(format: &str, name: &str) -> Reading {
    read(format, &text(name)).unwrap()
}

/// A mail, read with what the sender knows of it.
fn hinted(format: &str, name: &str, hints: &Hints) -> Reading {
    super::read_plain(format, &Plain::of(&text(name)), hints).unwrap()
}

/// Why a mail cannot be read.
fn error(format: &str, text: &str) -> ReadError {
    match read(format, text) {
        Err(OutputError::Read { error, .. }) => error,
        other => panic!("{other:?}"),
    }
}

fn labels(reading: &Reading) -> Vec<&str> {
    reading.runs.iter().map(|run| run.label.as_ref().map_or("", |label| label.as_str())).collect()
}

fn remarks(reading: &Reading) -> Vec<String> {
    reading.remarks.iter().map(|remark| format!("{}: {}", remark.line, remark.text)).collect()
}

/// `2.5.60-mm2 elevator=as | threads=4 | rate = 42.07 MiB/s higher`
fn line(run: &ReadRun, Measurement { series, values }: &Measurement) -> String {
    let label = run.label.iter().map(ToString::to_string);
    let factors = run.factors.iter().map(|(factor, level)| format!("{factor}={level}"));
    let case: Vec<String> = series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let values = match values {
        Values::Samples(samples) => samples.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        Values::Summary(summary) => {
            let known = [("min", summary.min), ("max", summary.max), ("sd", summary.stddev)];
            let known = known.iter().filter_map(|(name, value)| Some(format!(", {name} {}", (*value)?)));
            format!("{} (n {}{})", summary.mean, summary.n, known.collect::<String>())
        }
    };
    let better = series.better.map_or("-", |better| better.as_str());
    let head: Vec<String> = label.chain(factors).collect();
    format!(
        "{} | {} | {} = {values} {} {better}",
        head.join(" "),
        case.join(", "),
        series.metric,
        series.unit
    )
}

/// All results of a reading.
fn lines(reading: &Reading) -> Vec<String> {
    reading.runs.iter().flat_map(|run| run.results.iter().map(|result| line(run, result))).collect()
}

/// Fails unless each wanted line is there, and once.
fn has(reading: &Reading, wanted: &[impl AsRef<str>]) {
    let lines = lines(reading);
    for wanted in wanted.iter().map(AsRef::as_ref) {
        let count = lines.iter().filter(|line| *line == wanted).count();
        assert_eq!(count, 1, "of {wanted:?} among {lines:#?}");
    }
}

/// Fails unless these are all results there are.
fn is(reading: &Reading, wanted: &[impl AsRef<str>]) {
    assert_eq!(lines(reading), wanted.iter().map(AsRef::as_ref).collect::<Vec<_>>());
}
