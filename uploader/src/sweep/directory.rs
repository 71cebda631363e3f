//! The directory of a sweep, beside its plan: the journal, and each run that is done.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use benchdata::run::Run;
use benchdata::wire::runs_from_json;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tempfile::NamedTempFile;

use super::journal::sync_directory_of;
use crate::signals::Signals;
use crate::terminal::say;

/// How often it is looked whether an earlier command has ended.
const LOOK: Duration = Duration::from_millis(50);

/// `contest.sweep` beside `contest.toml`.
pub(crate) struct Directory(PathBuf);

impl Directory {
    /// The directory of a plan, made if need be.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub(crate) fn of(plan: &Path) -> io::Result<Self> {
        let directory = plan.with_extension("sweep");
        fs::create_dir_all(&directory)?;
        sync_directory_of(&std::path::absolute(&directory)?)?;
        Ok(Self(directory))
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
        while path.exists() {
            attempt += 1;
            path = self.0.join(name(attempt));
        }
        path
    }

    /// Where what the last command around the runs printed is.
    pub(crate) fn aside(&self) -> PathBuf {
        self.0.join("aside.out")
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

    /// Waits until nothing of an earlier life of this sweep is at work any more: a process that
    /// was killed could not end its command. What is known of that, `group`, is ended. Gives
    /// the file that commands hold open as their input, by which they are known.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub(crate) fn wait_for_leftovers(&self, group: Option<i32>, signals: &Signals) -> io::Result<File> {
        let path = self.0.join("at-work");
        let file = File::options().create(true).append(true).read(true).open(&path)?;
        let mut is_first = true;
        // A lock belongs to the open file, which the commands inherit.
        while let Err(TryLockError::WouldBlock) = file.try_lock() {
            if let Some(group) = group {
                let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
            }
            if signals.is_caught() {
                break;
            }
            if !is_first {
                signals.sleep(Some(LOOK));
            }
            if is_first {
                say(format_args!(
                    "waiting for what an earlier command of this sweep left at work (`fuser {}` names it)",
                    path.display()
                ));
            }
            is_first = false;
        }
        Ok(file)
    }
}
