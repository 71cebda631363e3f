//! Commands at work: known by a mark, they are found again by whoever goes on with a killed sweep.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpid};

use super::directory::Directory;
use crate::signals::Signals;
use crate::terminal::say;

/// The variable of which commands, and all that they start, have the mark as its value.
const VARIABLE: &str = "RUNOFF_SWEEP";

/// How often it is looked whether an earlier command has ended.
const LOOK: Duration = Duration::from_millis(50);

/// The mark of a sweep's commands: an open file, and its device and number in their environment.
pub(super) struct AtWork {
    file: File,
    mark: String,
}

impl AtWork {
    /// Ends what an earlier life of this sweep has left at work: one that was killed could not. What
    /// holds the file and may not be ended, as another user's, is waited for.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub(super) fn begin(directory: &Directory, signals: &Signals) -> io::Result<Self> {
        let path = directory.at_work();
        let file = File::options().create(true).append(true).read(true).open(&path)?;
        let mark = mark(&file.metadata()?);
        let at_work = Self { file, mark };
        let mut is_said = false;
        while !signals.is_caught() {
            let left = at_work.left();
            // A lock belongs to the open file, which the commands inherit.
            let is_held = matches!(at_work.file.try_lock(), Err(TryLockError::WouldBlock));
            if left.is_empty() && !is_held {
                break;
            }
            if !is_said {
                let names: Vec<&str> = left.values().map(String::as_str).collect();
                say(format_args!(
                    "ending what an earlier command of this sweep left at work (`fuser {}` names it): {}",
                    path.display(),
                    names.join(", ")
                ));
                is_said = true;
            }
            for process in left.into_keys() {
                let _ = kill(process, Signal::SIGKILL);
            }
            signals.sleep(Some(LOOK));
        }
        Ok(at_work)
    }

    /// Marks a command.
    ///
    /// # Errors
    /// Where the system has no means left.
    pub(super) fn mark(&self, command: &mut Command) -> io::Result<()> {
        command.env(VARIABLE, &self.mark).stdin(self.file.try_clone()?);
        Ok(())
    }

    /// The processes that bear the mark, with what they are called.
    fn left(&self) -> BTreeMap<Pid, String> {
        let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let marked = |entry: fs::DirEntry| {
            let process = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?);
            let is_left = process != getpid() && self.is_marked(&entry.path());
            let name = fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            is_left.then(|| (process, name.trim().to_owned()))
        };
        processes.filter_map(marked).collect()
    }

    fn is_marked(&self, process: &Path) -> bool {
        let variable = format!("{VARIABLE}={}", self.mark);
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|word| word == variable.as_bytes())
            || fs::metadata(process.join("fd/0")).is_ok_and(|input| mark(&input) == self.mark)
    }
}

/// `64768:1310733`: what no other file on this machine is.
fn mark(file: &Metadata) -> String {
    format!("{}:{}", file.dev(), file.ino())
}
