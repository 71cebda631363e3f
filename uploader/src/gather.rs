//! Gathers the runs that `runoff compare` sets against each other, from files and directories.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use benchdata::compare::Subject;
use benchdata::content::RunId;
use benchdata::name::Name;
use benchdata::readers::{Output, OutputError, WIRE, runs_from_output};
use benchdata::reading::{Declaration, DeclareError};
use time::OffsetDateTime;

use crate::arguments::Reading;
use crate::outcome::CommandError;
use crate::outputs::{self, FileError, Input};
use crate::settings::Settings;
use crate::terminal::say;

/// A file to read.
struct Found {
    /// Which side it is of.
    side: usize,
    path: PathBuf,
    /// What its runs are named after if nothing else names them: the directory that it was
    /// found in, or itself.
    origin: PathBuf,
    /// Whether it was found in a directory, which may hold files of other kinds.
    is_by_chance: bool,
}

/// The runs of each side's FILEs. What readers remark, and what is left out, is said.
///
/// # Errors
/// Where a file cannot be read or, though it is a tool's, not be understood.
pub(crate) fn gather(
    sides: &[&[PathBuf]],
    reading: &Reading,
    settings: &Settings,
    now: OffsetDateTime,
) -> Result<Vec<Vec<Subject>>, CommandError> {
    let mut files = Vec::new();
    for (side, given) in sides.iter().enumerate() {
        given.iter().try_for_each(|file| find(side, file, &mut files))?;
    }
    let mut seen = HashSet::new();
    files.retain(|found| seen.insert((found.side, full(&found.path))));
    let paths: Vec<PathBuf> = files.iter().map(|found| found.path.clone()).collect();
    let inputs = outputs::read(&paths, now)?;
    let names = names(&files);
    // The box that `runoff send` takes too, so that a file and its upload in the spool are one run.
    let box_name = settings.box_here()?;
    let mut gathered = Gathered::of(sides.len());
    for (found, input) in files.iter().zip(&inputs) {
        let name = reading.label.as_ref().map_or(names[&found.origin].as_str(), |label| label.as_str());
        let said = reading.declaration(box_name.clone());
        let declared = Declaration { started: Some(input.started), label: None, ..said };
        match understood(input, &reading.format, declared, name) {
            Ok((output, is_wire)) => gathered.add(found.side, &input.name(), output, is_wire),
            Err(OutputError::NotRecognised | OutputError::NotText(_)) if found.is_by_chance => {
                gathered.remark(&input.name(), "left out: no known tool printed it".to_owned());
            }
            Err(error) => gathered.refuse(FileError::Output { file: input.name(), error }),
        }
    }
    gathered.finish(inputs.len(), sides)
}

/// The files that a FILE stands for: itself, or those in and below a directory, by name.
/// Neither hidden ones nor the spool's and a sweep's own notes are meant, and links to directories, which
/// may go round in circles, are not followed.
fn find(side: usize, file: &Path, files: &mut Vec<Found>) -> Result<(), FileError> {
    let named = |error| FileError::Io { file: file.display().to_string(), error };
    if !file.is_dir() {
        let (path, origin) = (file.to_owned(), file.to_owned());
        files.push(Found { side, path, origin, is_by_chance: false });
        return Ok(());
    }
    let mut entries = fs::read_dir(file).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(named)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let has_ending = |path: &Path, ending: &str| path.extension().is_some_and(|found| found == ending);
        let is_note = has_ending(&path, "why") || (has_ending(file, "sweep") && !has_ending(&path, "json"));
        if is_hidden || is_note {
            continue;
        }
        if entry.file_type().map_err(named)?.is_dir() {
            find(side, &path, files)?;
        } else if path.is_file() {
            files.push(Found { side, path, origin: file.to_owned(), is_by_chance: true });
        }
    }
    Ok(())
}

/// A path as the file system has it: `.` has a name, and a file has one path.
fn full(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// What each origin is called: by its last part, where no other is called so; else in full.
fn names(files: &[Found]) -> BTreeMap<PathBuf, String> {
    let origins: BTreeSet<&Path> = files.iter().map(|found| found.origin.as_path()).collect();
    let last =
        |path: &Path| full(path).file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut by_last: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    for origin in origins {
        by_last.entry(last(origin)).or_default().push(origin);
    }
    let named = by_last.into_iter().flat_map(|(last, origins)| {
        let is_only = origins.len() == 1;
        origins.into_iter().map(move |origin| {
            let name = if is_only { last.clone() } else { origin.display().to_string() };
            (origin.to_owned(), name)
        })
    });
    named.collect()
}

/// Reads an output with what it says itself, and with a name for its label if it says none;
/// and whether it is of the wire form, whose runs say all, and which no tool's format is asked of.
fn understood(
    input: &Input,
    format: &str,
    declared: Declaration,
    name: &str,
) -> Result<(Output, bool), OutputError> {
    if let Ok(output) = runs_from_output(WIRE, &input.source, None) {
        return Ok((output, true));
    }
    let output = match runs_from_output(format, &input.source, Some(&declared)) {
        Err(OutputError::WireIsDeclared) => {
            return Ok((runs_from_output(format, &input.source, None)?, true));
        }
        Err(OutputError::Declare(DeclareError::NoLabel)) if let Ok(label) = Name::new(name) => {
            let declared = Declaration { label: Some(label), ..declared };
            runs_from_output(format, &input.source, Some(&declared))
        }
        result => result,
    };
    Ok((output?, false))
}

/// The box of runs of which nothing tells where they were measured: a mail's on others than this.
pub(crate) const UNKNOWN_BOX: &str = "unknown box";

/// What has been read so far.
struct Gathered {
    sides: Vec<Vec<Subject>>,
    /// Whether some file told its box.
    is_box_told: bool,
    seen: HashSet<(usize, RunId)>,
    /// Each with the files that it is on.
    remarks: Vec<(String, Vec<String>)>,
    bad: usize,
}

impl Gathered {
    fn of(sides: usize) -> Self {
        let sides = (0..sides).map(|_| Vec::new()).collect();
        Self { sides, is_box_told: false, seen: HashSet::new(), remarks: Vec::new(), bad: 0 }
    }

    /// A run of the wire form is itself wherever it stands. Outputs are of different runs,
    /// though they may read alike and have been copied at one instant: `repeat` tells them apart.
    fn add(&mut self, side: usize, file: &str, output: Output, is_wire: bool) {
        output.remarks.into_iter().for_each(|remark| self.remark(file, remark));
        self.is_box_told |= is_wire;
        for mut run in output.runs {
            let mut id = run.content_id().run_id();
            while !is_wire && self.seen.contains(&(side, id)) {
                run.repeat = Some(run.repeat.unwrap_or(1) + 1);
                id = run.content_id().run_id();
            }
            if self.seen.insert((side, id)) {
                self.sides[side].push(Subject { id, run });
            } else {
                self.remark(file, format!("run {id} was read before: it counts once"));
            }
        }
    }

    fn remark(&mut self, file: &str, remark: String) {
        match self.remarks.iter_mut().find(|(known, _)| *known == remark) {
            Some((_, files)) => files.push(file.to_owned()),
            None => self.remarks.push((remark, vec![file.to_owned()])),
        }
    }

    fn refuse(&mut self, error: FileError) {
        say(error);
        self.bad += 1;
    }

    /// Says the remarks, each once, and gives the runs.
    fn finish(mut self, all: usize, sides: &[&[PathBuf]]) -> Result<Vec<Vec<Subject>>, CommandError> {
        for (remark, files) in &self.remarks {
            match files.as_slice() {
                [file] => say(format_args!("{file}: {remark}")),
                [file, others @ ..] => say(format_args!("{file} and {} more: {remark}", others.len())),
                [] => {}
            }
        }
        if self.bad > 0 {
            return Err(CommandError::NotUnderstood { undone: "compared", bad: self.bad, all });
        }
        if !self.is_box_told
            && let Ok(unknown) = Name::new(UNKNOWN_BOX)
        {
            let subjects = self.sides.iter_mut().flatten();
            subjects.for_each(|subject| subject.run.box_name = unknown.clone());
        }
        match self.sides.iter().position(Vec::is_empty) {
            Some(side) => {
                let files = sides[side].iter().map(|file| file.display().to_string());
                Err(FileError::NoRun(files.collect::<Vec<_>>().join(" ")).into())
            }
            None => Ok(self.sides),
        }
    }
}
