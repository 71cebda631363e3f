//! Reads the FILEs of a command line and makes runs of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use benchdata::name::{Key, Value};
use benchdata::readers::{Output, OutputError, runs_from_output};
use benchdata::reading::DeclareError;
use benchdata::run::Run;
use benchdata::source::Source;
use time::OffsetDateTime;

use crate::arguments::Send;
use crate::settings::{Origin, Settings, SettingsError};

/// A FILE as read, before anyone knows what it is.
pub(crate) struct Input {
    /// The file as given; `None` is standard input.
    pub(crate) path: Option<PathBuf>,
    /// Its bytes and its name.
    pub(crate) source: Source,
    /// When the runs in it started.
    pub(crate) started: OffsetDateTime,
}

/// A FILE as understood: its runs, which go to the server together.
pub(crate) struct Batch {
    /// The file as given.
    pub(crate) file: String,
    /// Its runs.
    pub(crate) runs: Vec<Run>,
    /// What the reader remarks, as `line N: …`.
    pub(crate) remarks: Vec<String>,
    /// Where the box's name comes from; `None` where the file says it itself.
    pub(crate) box_origin: Option<Origin>,
}

/// Why a FILE cannot be taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("{file}: {error}")]
    Io { file: String, error: io::Error },
    #[error("standard input: {0}")]
    Stdin(&'static str),
    #[error("{}", in_file(file, error))]
    Output { file: String, error: OutputError },
    #[error("{0}: holds nothing that a known tool printed")]
    NoRun(String),
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// `file:line: found …, expected …`, as compilers have it.
fn in_file(file: &str, error: &OutputError) -> String {
    match error {
        OutputError::Read { format, error } => {
            format!(
                "{file}:{}: found {}, expected {} (read as {format})",
                error.line, error.found, error.expected
            )
        }
        OutputError::Declare(DeclareError::NoLabel) => format!("{file}: {error} (--label L)"),
        OutputError::Declare(DeclareError::NoBenchmark) => format!("{file}: {error} (--benchmark NAME)"),
        _ => format!("{file}: {error}"),
    }
}

/// Reads every FILE's bytes; no FILE at all is standard input.
///
/// # Errors
/// The first that cannot be read.
pub(crate) fn read(files: &[PathBuf], now: OffsetDateTime) -> Result<Vec<Input>, FileError> {
    let is_stdin = |path: &&PathBuf| path.as_os_str() == "-";
    if files.iter().filter(is_stdin).count() > 1 {
        return Err(FileError::Stdin("- is given twice, and can be read once"));
    }
    if files.is_empty() {
        return Ok(vec![read_stdin(now)?]);
    }
    files.iter().map(|path| if is_stdin(&path) { read_stdin(now) } else { read_file(path) }).collect()
}

fn read_stdin(now: OffsetDateTime) -> Result<Input, FileError> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return Err(FileError::Stdin("it is the terminal: name a FILE, or pipe an output in"));
    }
    let mut bytes = Vec::new();
    stdin
        .read_to_end(&mut bytes)
        .map_err(|error| FileError::Io { file: "standard input".to_owned(), error })?;
    Ok(Input {
        path: None,
        source: Source { name: "stdin".to_owned(), bytes: bytes.into() },
        started: whole_microseconds(now),
    })
}

fn read_file(path: &Path) -> Result<Input, FileError> {
    let in_file = |error| FileError::Io { file: path.display().to_string(), error };
    let mut file = File::open(path).map_err(in_file)?;
    let modified = file.metadata().and_then(|metadata| metadata.modified()).map_err(in_file)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(in_file)?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    // What a source may be called.
    let name = name.chars().map(|c| if c.is_control() { '_' } else { c }).take(200).collect();
    Ok(Input {
        path: Some(path.to_owned()),
        source: Source { name, bytes: bytes.into() },
        started: whole_microseconds(modified.into()),
    })
}

/// Databases keep microseconds: a start with more digits would not be the same run once
/// it came back from one.
pub(crate) fn whole_microseconds(at: OffsetDateTime) -> OffsetDateTime {
    at.replace_nanosecond(at.microsecond() * 1000).unwrap_or(at)
}

impl Input {
    /// The file as given, for people.
    pub(crate) fn name(&self) -> String {
        self.path.as_ref().map_or_else(|| "standard input".to_owned(), |path| path.display().to_string())
    }

    /// Understands the file, with what the sender declares beside it. A file of the wire
    /// form says all itself: options that declare more are refused, settings do not count.
    ///
    /// # Errors
    /// Where it is not understood, or does not fit what is declared.
    pub(crate) fn understand(
        &self,
        options: &Send,
        factors: &BTreeMap<Key, Value>,
        settings: &Settings,
    ) -> Result<Batch, FileError> {
        let in_file = |error| FileError::Output { file: self.name(), error };
        let batch = |output: Output, box_origin| Batch {
            file: self.name(),
            runs: output.runs,
            remarks: output.remarks,
            box_origin,
        };
        if !options.declares_anything() {
            match runs_from_output(&options.declared.reading.format, &self.source, None) {
                Ok(output) => return Ok(batch(output, None)),
                Err(error @ OutputError::Wire(_)) => return Err(in_file(error)),
                // Not the wire form, which alone needs no declaration.
                Err(_) => {}
            }
        }
        let box_name = settings.box_name()?;
        let declared = options.declared.declaration(box_name.value, factors.clone(), Some(self.started));
        let output = runs_from_output(&options.declared.reading.format, &self.source, Some(&declared))
            .map_err(in_file)?;
        Ok(batch(output, Some(box_name.origin)))
    }
}
