//! Patience with what may hang for ever: a driver's file below /sys, a command that waits.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::settings::TOKEN;

/// How often it is looked whether a command has ended.
const LOOK: Duration = Duration::from_millis(5);

/// Does some work, and waits so long for its end. Work that hangs is left to itself, for nothing
/// ends what hangs in the kernel.
///
/// # Errors
/// Where it takes longer, or the system has no means left.
pub(crate) fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<T> {
    let (done, result) = mpsc::channel();
    thread::Builder::new().spawn(move || drop(done.send(work())))?;
    result.recv_timeout(limit).map_err(|_| too_long(limit))
}

/// Waits so long for the end of a command that leads a process group of its own; then the group
/// is killed.
///
/// # Errors
/// Where it takes longer, or cannot be started.
pub(crate) fn ended_within(limit: Duration, command: &mut Command) -> io::Result<ExitStatus> {
    let begin = Instant::now();
    let mut child = command.env_remove(TOKEN).spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if begin.elapsed() >= limit {
            let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
            child.wait()?;
            return Err(too_long(limit));
        }
        thread::sleep(LOOK);
    }
}

fn too_long(limit: Duration) -> io::Error {
    let problem = format!("it takes longer than {} s", limit.as_secs());
    io::Error::new(io::ErrorKind::TimedOut, problem)
}
