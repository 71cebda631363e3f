//! The postmaster: the process that is Postgres.

use std::convert::Infallible;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::POLL;
use super::cluster::Cluster;
use super::cluster_lock;
use super::error::{PrivatePostgresError, cannot};
use super::log::Log;
use super::pid_file::PidFile;
use super::socket;

/// The settings that differ from Postgres's own: no TCP, a socket for our account alone, room
/// for a server or two and some commands, and a log of what goes wrong only.
const SETTINGS: [&str; 6] = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=50",
    // Shows in `ps`, so that one can tell whose Postgres it is.
    "cluster_name=runoff",
    "log_checkpoints=off",
    // Statements can be long, and hold what users sent.
    "log_min_error_statement=panic",
];

/// The steps of a stop: a signal, and how long Postgres may take to follow it. Fast shutdown
/// writes everything out; immediate shutdown leaves that to recovery at the next start.
const STOP: [(Signal, Duration); 3] = [
    (Signal::SIGINT, Duration::from_secs(30)),
    (Signal::SIGQUIT, Duration::from_secs(5)),
    (Signal::SIGKILL, Duration::from_secs(5)),
];

/// A running postmaster. Dropping it stops it and waits for its end.
#[derive(Debug)]
pub(super) struct Postmaster(Child);

/// Why [`Postmaster::watch`] returned.
#[derive(Debug)]
pub(super) enum Event {
    /// The postmaster ended by itself.
    Ended(ExitStatus),
    /// It is to be stopped.
    StopWanted,
}

impl Postmaster {
    /// Starts the postmaster and waits until it accepts connections, however long its recovery
    /// takes, or until the other end of `stop` is dropped.
    pub(super) fn start(
        cluster: &Cluster,
        stop: &Receiver<Infallible>,
    ) -> Result<Self, PrivatePostgresError> {
        let lock = cluster_lock::take(&cluster.data, &cluster.pgdata)?;
        cluster.remove_stale_files()?;
        let mut log = Log::open(&cluster.data)?;
        let program = cluster.binaries.postgres();
        let output = || log.file.try_clone().map_err(cannot("share", &log.path));
        let child = command(cluster)
            .stdin(lock)
            .stdout(output()?)
            .stderr(output()?)
            .spawn()
            .map_err(cluster.launcher.cannot_run(&program))?;
        let mut postmaster = Self(child);
        while !postmaster.is_ready(cluster) {
            match postmaster.watch(stop, POLL)? {
                Some(Event::Ended(status)) => {
                    return Err(PrivatePostgresError::EndedAtStart {
                        status,
                        tail: log.tail(),
                        log: log.path,
                    });
                }
                Some(Event::StopWanted) => break,
                None => {}
            }
        }
        Ok(postmaster)
    }

    /// Waits for `time`, or until something happens.
    pub(super) fn watch(
        &mut self,
        stop: &Receiver<Infallible>,
        time: Duration,
    ) -> Result<Option<Event>, PrivatePostgresError> {
        let ended = self.0.try_wait().map_err(cannot("watch", Path::new("postgres")))?;
        if let Some(status) = ended {
            return Ok(Some(Event::Ended(status)));
        }
        Ok(match stop.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::StopWanted),
        })
    }

    fn is_ready(&self, cluster: &Cluster) -> bool {
        PidFile::read(&cluster.pgdata).is_some_and(|found| found.ready && found.pid == self.pid())
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.0.id().cast_signed())
    }

    /// Whether it ended within `patience`.
    fn ends_within(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            match self.0.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if Instant::now() < deadline => thread::sleep(POLL),
                _ => return false,
            }
        }
    }
}

impl Drop for Postmaster {
    fn drop(&mut self) {
        if self.ends_within(Duration::ZERO) {
            return;
        }
        for (signal, patience) in STOP {
            // It fails only if the postmaster has just ended, which is as well.
            let _ = kill(self.pid(), signal);
            if self.ends_within(patience) {
                return;
            }
            tracing::warn!("Postgres does not end within {patience:?} of {signal}");
        }
    }
}

fn command(cluster: &Cluster) -> Command {
    let mut command = cluster.launcher.command(&cluster.binaries.postgres());
    command.arg("-D").arg(&cluster.pgdata);
    command.arg("-k").arg(&cluster.socket);
    command.args(["-p", socket::PORT]);
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command
}
