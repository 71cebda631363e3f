//! What a measured command leaves at work, which would run beside the next run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{Duration, Instant};

use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, waitid, waitpid};
use nix::unistd::{Pid, getpid};

use crate::signals::Signals;

/// Whatever ends by itself in this time is not left at work: the last process of a pipe, say.
const LATE: Duration = Duration::from_millis(100);

/// How long it may take to end when it is told to; and then, how long to end it.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is looked whether all have ended.
const LOOK: Duration = Duration::from_millis(20);

/// Tells what a command leaves at work from what was there before, and is meant to stay: a
/// scheduler that the command of a factor has started.
pub(crate) struct Watch {
    before: BTreeSet<Pid>,
}

impl Watch {
    /// Begins to watch, before a command.
    pub(crate) fn begin() -> Self {
        // Who loses its parent becomes our child from now on. Kernels before 3.4 have no such
        // thing: there, nothing is found.
        let _ = set_child_subreaper(true);
        Self { before: children().into_keys().collect() }
    }

    /// Ends what came since then and is still at work. What that was, in words.
    pub(crate) fn end_leftovers(&self, signals: &Signals) -> Option<String> {
        let begin = Instant::now();
        let mut ended = BTreeMap::new();
        loop {
            let left: BTreeMap<Pid, String> =
                children().into_iter().filter(|(child, _)| !self.before.contains(child)).collect();
            let over = begin.elapsed();
            if left.is_empty() || over >= LATE + 2 * PATIENCE {
                return in_words(&ended, &left);
            }
            for (child, name) in left {
                let is_told = over < LATE || ended.insert(child, name).is_some();
                let signal = if over < LATE + PATIENCE { Signal::SIGTERM } else { Signal::SIGKILL };
                if !is_told || signal == Signal::SIGKILL {
                    // It may be another user's, as with sudo.
                    let _ = kill(child, signal);
                }
            }
            signals.sleep(Some(LOOK));
        }
    }
}

/// `left at work by the command, and ended: fio, sleep`
fn in_words(ended: &BTreeMap<Pid, String>, left: &BTreeMap<Pid, String>) -> Option<String> {
    let names = |of: &BTreeMap<Pid, String>| {
        let names: BTreeSet<&str> = of.values().map(String::as_str).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    };
    if !left.is_empty() {
        return Some(format!("left at work by the command, and not to be ended: {}", names(left)));
    }
    (!ended.is_empty()).then(|| format!("left at work by the command, and ended: {}", names(ended)))
}

/// Takes note of the end of those who lost their parent, but not of `command`'s.
pub(crate) fn reap_orphans(command: Pid) {
    let look = WaitPidFlag::WNOHANG | WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
    while let Ok(status) = waitid(Id::All, look)
        && let Some(ended) = status.pid().filter(|ended| *ended != command)
    {
        let _ = waitpid(ended, Some(WaitPidFlag::WNOHANG));
    }
}

/// Our children that are at work, with what they are called.
fn children() -> BTreeMap<Pid, String> {
    // No command is at work now, whose end another waits for.
    reap_orphans(getpid());
    let look = WaitPidFlag::WNOHANG | WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
    if waitid(Id::All, look).is_err() {
        // There are none.
        return BTreeMap::new();
    }
    let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let child = |entry: fs::DirEntry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read(entry.path().join("stat")).ok()?;
        // `42 (name, which may hold anything) S 1 …`
        let stat = String::from_utf8_lossy(&stat);
        let (name, rest) = stat.split_once('(')?.1.rsplit_once(") ")?;
        let parent = rest.split(' ').nth(1)?.parse().ok()?;
        let name = name.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        (Pid::from_raw(parent) == getpid()).then(|| (Pid::from_raw(pid), name))
    };
    processes.filter_map(child).collect()
}
