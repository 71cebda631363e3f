//! The readers of tools' outputs, one file each, and the choice among them.

mod aim7;
mod aim9;
mod auto;
mod blktests;
mod bonnie;
mod contest;
mod cyclictest;
mod dbench;
mod dd;
mod ebizzy;
mod executions;
mod faults;
mod fio;
mod fs_mark;
mod gather;
mod glossary;
mod gobench;
mod hackbench;
mod hyperfine;
mod interbench;
mod ioping;
mod iozone;
mod iperf3;
mod irman;
mod json;
mod kept;
mod kernbench;
mod lines;
mod lmbench;
mod mmtests;
mod netperf;
mod parts;
mod perf_bench;
mod pgbench;
mod phoronix;
mod printed;
mod rt_app;
mod schbench;
mod sdet;
mod sides;
mod stress_ng;
mod sysbench;
mod table;
mod text;
mod time;
mod tiobench;
mod unixbench;
mod will_it_scale;

use self::auto::{GLANCE, renumbered, surest};
use crate::hints::Hints;
use crate::mail::Plain;
use crate::metric::MetricInfo;
use crate::reading::{Declaration, DeclareError, ReadError, Reader, Reading};
use crate::run::{Run, RunError};
use crate::source::{NotText, Source, decode};
use crate::wire::runs_from_json;

pub use kept::{KeptLine, KeptNumber, kept};

/// All readers, by name.
#[rustfmt::skip]
pub const READERS: &[Reader] = &[
    aim7::READER,
    aim9::READER,
    blktests::READER,
    bonnie::READER,
    contest::READER,
    cyclictest::READER,
    dbench::READER,
    dbench::TBENCH,
    dd::READER,
    ebizzy::READER,
    fio::READER,
    fs_mark::READER,
    gobench::READER,
    hackbench::READER,
    hyperfine::READER,
    interbench::READER,
    ioping::READER,
    iozone::READER,
    iperf3::READER,
    irman::READER,
    kernbench::READER,
    lmbench::READER,
    mmtests::READER,
    netperf::READER,
    perf_bench::READER,
    pgbench::READER,
    phoronix::READER,
    rt_app::READER,
    schbench::READER,
    sdet::READER,
    stress_ng::READER,
    sysbench::READER,
    table::READER,
    time::READER,
    tiobench::READER,
    unixbench::READER,
    will_it_scale::READER,
];

/// The format that finds out by itself which reader to take.
pub const AUTO: &str = "auto";

/// Runoff's own wire form, as a format.
pub const WIRE: &str = "runoff";

/// Why an output cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutputError {
    /// Not a text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// No such format.
    #[error("no format is called {0:?}; there are {known}", known = format_names())]
    NoSuchFormat(String),
    /// No reader knows the text.
    #[error(
        "no known tool prints this; the formats are {known}. If it is one of them, name it (--format, or format= in the address)",
        known = format_names()
    )]
    NotRecognised,
    /// Several readers know it, equally well.
    #[error("it may be {}: name the one it is (--format, or format= in the address)", .0.join(" or "))]
    Ambiguous(Vec<String>),
    /// The reader gave up.
    #[error("as {format}: {error}")]
    Read {
        /// The format it was read as.
        format: &'static str,
        /// Where and why.
        error: ReadError,
    },
    /// A wire form with a mistake.
    #[error("as {WIRE}: {0}")]
    Wire(#[from] RunError),
    /// A wire form says all itself.
    #[error("a {WIRE} file names its own box, label and factors: send it without them")]
    WireIsDeclared,
    /// Only tables that people made are read by hints.
    #[error(
        "columns and runs say how to read a table that somebody made, which {0} has none of: leave them out"
    )]
    HintsBesideTable(&'static str),
    /// The sender's words are missing or contradict the output.
    #[error(transparent)]
    Declare(#[from] DeclareError),
}

/// `auto, runoff, tiobench, …`
fn format_names() -> String {
    let readers = READERS.iter().map(|reader| reader.name);
    [AUTO, WIRE].into_iter().chain(readers).collect::<Vec<_>>().join(", ")
}

/// The reader of a format.
#[must_use]
pub fn reader(format: &str) -> Option<&'static Reader> {
    READERS.iter().find(|reader| reader.name == format)
}

/// A benchmark's metrics with their meanings; none of one that no reader knows.
#[must_use]
pub fn glossary(benchmark: &str) -> &'static [MetricInfo] {
    reader(benchmark).map_or(&[], |reader| reader.metrics)
}

/// Reads a text in a format, or finds the format out: the surest reader takes it, and a
/// tie is an error rather than a guess by order. What mails did to the text is undone before.
///
/// # Errors
/// Where no reader, or more than one, knows the text, or the one that does gives up.
pub fn read(format: &str, text: &str) -> Result<Reading, OutputError> {
    read_plain(format, &Plain::of(text), &Hints::default())
}

/// Lines are numbered as in the text that came.
fn read_plain(format: &str, plain: &Plain, hints: &Hints) -> Result<Reading, OutputError> {
    match read_with(reader_for(format, plain, hints)?, &plain.text, hints) {
        Ok(mut reading) => {
            reading.remarks.iter_mut().for_each(|remark| remark.line = plain.line(remark.line));
            Ok(reading)
        }
        Err(OutputError::Read { format, error }) => {
            let error = ReadError { line: plain.line(error.line), ..error };
            Err(OutputError::Read { format, error })
        }
        Err(error) => Err(error),
    }
}

/// The reader that a format names, or that knows the text best.
fn reader_for(format: &str, plain: &Plain, hints: &Hints) -> Result<&'static Reader, OutputError> {
    match reader(format) {
        Some(reader) => Ok(reader),
        None if format != AUTO => Err(OutputError::NoSuchFormat(format.to_owned())),
        None if hints.columns.is_some() => Ok(&table::READER),
        None => surest(&plain.text, GLANCE).map_err(|error| renumbered(error, |line| plain.line(line))),
    }
}

/// Lines are numbered as in this text.
fn read_with(reader: &Reader, text: &str, hints: &Hints) -> Result<Reading, OutputError> {
    let reading = match hinted(reader, hints) {
        _ if hints.is_empty() => (reader.read)(text),
        Some(read) => read(text, hints),
        None => return Err(OutputError::HintsBesideTable(reader.name)),
    };
    reading.map_err(|error| OutputError::Read { format: reader.name, error })
}

/// Reads a text with what the sender knows of its tables.
type Hinted = fn(&str, &Hints) -> Result<Reading, ReadError>;

/// How tables that people made by hand are read, where a reader knows any.
fn hinted(reader: &Reader, hints: &Hints) -> Option<Hinted> {
    Some(match reader.name {
        "table" => table::read,
        _ if hints.columns.is_some() => return None,
        "dbench" => dbench::read_hinted,
        "hackbench" => hackbench::read_hinted,
        "schbench" => schbench::read_hinted,
        "sysbench" => sysbench::read_hinted,
        "tbench" => dbench::read_hinted_tbench,
        "will-it-scale" => will_it_scale::read_hinted,
        _ => return None,
    })
}

/// What an output and the sender's words about it come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The runs.
    pub runs: Vec<Run>,
    /// What the reader remarks, as `line N: …`.
    pub remarks: Vec<String>,
}

/// The runs in a tool's output, or in a file of the wire form.
///
/// # Errors
/// As [`OutputError`] says; nothing is taken by half.
pub fn runs_from_output(
    format: &str,
    source: &Source,
    declared: Option<&Declaration>,
) -> Result<Output, OutputError> {
    let text = decode(&source.bytes)?;
    let plain = Plain::of(&text);
    // The wire form holds sources, which stay as they are; only its quoting may go.
    let wire = if text.trim_start().starts_with(['{', '[']) { &text } else { plain.text.as_ref() };
    if format == WIRE || (format == AUTO && is_wire(wire)) {
        return match declared {
            Some(_) => Err(OutputError::WireIsDeclared),
            None => Ok(Output { runs: runs_from_json(wire.as_bytes())?, remarks: Vec::new() }),
        };
    }
    let hints = declared.map(|declared| declared.hints.clone()).unwrap_or_default();
    let reading = read_plain(format, &plain, &hints)?;
    let remarks = reading.remarks.iter().map(ToString::to_string).collect();
    let declared = declared.ok_or(DeclareError::NoBox)?;
    Ok(Output { runs: reading.into_runs(declared, source)?, remarks })
}

/// Whether a text is meant as the wire form: JSON that names its schema.
fn is_wire(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && text.contains("\"runoff/")
}

#[cfg(test)]
mod tests;
