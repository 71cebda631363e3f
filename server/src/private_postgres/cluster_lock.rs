//! `cluster.lock`: whether a process of Postgres works in a data directory.

use std::fs::{File, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};

use super::POLL;
use super::error::{PrivatePostgresError, cannot};
use super::pid_file::living_postmaster;

/// How long an orphan may take to shut down (it writes out what it has in memory) before it is
/// told to leave that to recovery.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long processes of an earlier Postgres may take to end altogether.
const LIMIT: Duration = Duration::from_secs(30);

/// Takes the lock that says that no process of Postgres works in the data directory. A process
/// that gets the file as its stdin holds the lock for as long as it or a child of it lives,
/// whatever becomes of the server: so an orphan is seen, and is stopped here first.
pub(super) fn take(data: &Path, pgdata: &Path) -> Result<File, PrivatePostgresError> {
    let path = data.join("cluster.lock");
    let file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(&path)
        .map_err(cannot("open", &path))?;
    let began = Instant::now();
    let mut told = None;
    while began.elapsed() < LIMIT {
        if let Some(pid) = living_postmaster(pgdata) {
            let signal = if began.elapsed() < PATIENCE { Signal::SIGINT } else { Signal::SIGQUIT };
            if told != Some((pid, signal)) {
                tracing::warn!(%pid, %signal, "stopping the Postgres of a server that was killed");
                told = kill(pid, signal).ok().map(|()| (pid, signal));
            }
        } else {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(cannot("lock", &path)(error)),
            }
        }
        thread::sleep(POLL);
    }
    Err(PrivatePostgresError::OrphanLives(pgdata.to_owned()))
}
