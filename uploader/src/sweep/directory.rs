//! The directory of a sweep, beside its plan: the journal, and each run that is done.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use benchdata::run::Run;
use benchdata::wire::runs_from_json;
use tempfile::NamedTempFile;

use super::journal::sync_directory_of;

/// `contest.sweep` beside `contest.toml`, and `contest.sweep` beside a mere `contest`.
pub(crate) struct Directory(PathBuf);

impl Directory {
    /// The directory of a plan, made if need be.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub(crate) fn of(plan: &Path) -> io::Result<Self> {
        let directory = Self::beside(plan);
        fs::create_dir_all(directory.path())?;
        sync_directory_of(&std::path::absolute(directory.path())?)?;
        Ok(directory)
    }

    /// The same, be it there or not.
    pub(crate) fn beside(plan: &Path) -> Self {
        if plan.extension().is_some_and(|extension| extension == "toml") {
            return Self(plan.with_extension("sweep"));
        }
        let mut path = plan.as_os_str().to_owned();
        path.push(".sweep");
        Self(path.into())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.0.join("journal")
    }

    /// A new file's path, where what a run's command prints is written as it comes. What it
    /// printed before, when it failed, stays.
    pub(crate) fn output(&self, run: usize) -> PathBuf {
        let name = |attempt| match attempt {
            1 => format!("{:04}.out", run + 1),
            attempt => format!("{:04}-{attempt}.out", run + 1),
        };
        let mut path = self.0.join(name(1));
        let mut attempt = 1;
        // One that is empty, as a kill leaves it, has nothing to keep.
        while fs::metadata(&path).is_ok_and(|output| output.len() > 0) {
            attempt += 1;
            path = self.0.join(name(attempt));
        }
        path
    }

    /// The file that commands have as their input, by which they are known.
    pub(crate) fn at_work(&self) -> PathBuf {
        self.0.join("at-work")
    }

    /// Where what the last command before a run printed is.
    pub(crate) fn prepare(&self) -> PathBuf {
        self.0.join("prepare.out")
    }

    /// The same of the last unmeasured run.
    pub(crate) fn warm_up(&self) -> PathBuf {
        self.0.join("warmup.out")
    }

    /// The same of the last command after a run.
    pub(crate) fn cleanup(&self) -> PathBuf {
        self.0.join("cleanup.out")
    }

    fn done(&self, run: usize) -> PathBuf {
        self.0.join(format!("{:04}.json", run + 1))
    }

    /// Whether any run is done.
    pub(crate) fn has_runs(&self) -> bool {
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        entries.filter_map(Result::ok).any(|entry| entry.path().extension().is_some_and(|end| end == "json"))
    }

    /// Keeps a run that is done, in the wire form. When this returns, it survives a crash.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(crate) fn keep(&self, run: usize, body: &[u8]) -> io::Result<()> {
        let mut file = NamedTempFile::with_prefix_in(".", &self.0)?;
        file.write_all(body)?;
        file.as_file().sync_all()?;
        file.persist(self.done(run))?;
        sync_directory_of(&self.done(run))
    }

    /// What a run that is done came to: the wire form and its runs. `None` where it is not done.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn kept(&self, run: usize) -> io::Result<Option<(Vec<u8>, Vec<Run>)>> {
        let body = match fs::read(self.done(run)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            body => body?,
        };
        let runs = runs_from_json(&body).map_err(io::Error::other)?;
        Ok(Some((body, runs)))
    }
}
