//! The cluster in a data directory, ready to be started.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::binaries::Binaries;
use super::cluster_lock;
use super::data_directory::mode;
use super::error::{PrivatePostgresError, cannot};
use super::initdb;
use super::launcher::Launcher;
use super::pid_file::PidFile;
use super::socket;

/// A complete cluster and all that it takes to start it.
#[derive(Debug)]
pub(super) struct Cluster {
    pub(super) data: PathBuf,
    pub(super) pgdata: PathBuf,
    /// The directory of its socket.
    pub(super) socket: PathBuf,
    pub(super) launcher: Launcher,
    pub(super) binaries: Binaries,
}

impl Cluster {
    /// Finds the cluster of a data directory, or makes it. `earlier_socket` is where the socket
    /// of the server before was, if that was killed.
    pub(super) fn open(data: PathBuf, earlier_socket: Option<&Path>) -> Result<Self, PrivatePostgresError> {
        let pgdata = pgdata(&data);
        let launcher = Launcher::new(Account::choose(&pgdata)?, &data);
        let version = version(&pgdata)?;
        let binaries = Binaries::find(&launcher, &pgdata, version)?;
        if version.is_none() {
            let lock = cluster_lock::take(&data, &pgdata)?;
            initdb::run(&launcher, &binaries, &data, &pgdata, &lock)?;
        }
        close(&pgdata)?;
        let socket = socket::prepare(&data, earlier_socket, &launcher.account)?;
        Ok(Self { data, pgdata, socket, launcher, binaries })
    }

    /// Removes the files that tell of a running postmaster. To be called with the cluster's lock
    /// held: then there is none, and what the files say (nothing, a dead pid, or one that another
    /// process has got since) would only keep a new one from starting.
    pub(super) fn remove_stale_files(&self) -> Result<(), PrivatePostgresError> {
        let stale = [
            self.pgdata.join("postmaster.pid"),
            self.socket.join(socket::FILE),
            self.socket.join(socket::LOCK_FILE),
        ];
        for path in stale {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(cannot("remove", &path)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Whether the cluster of a data directory accepts connections on the socket in `socket`.
pub(super) fn is_ready(data: &Path, socket: &Path) -> bool {
    // The pid file may be stale, but then nobody listens.
    PidFile::read(&pgdata(data)).is_some_and(|found| found.ready)
        && UnixStream::connect(socket.join(socket::FILE)).is_ok()
}

/// The cluster's directory.
fn pgdata(data: &Path) -> PathBuf {
    data.join("postgres")
}

/// The major version that made the cluster; `None` where there is no cluster yet.
fn version(pgdata: &Path) -> Result<Option<u32>, PrivatePostgresError> {
    if !pgdata.exists() {
        return Ok(None);
    }
    fs::read_to_string(pgdata.join("PG_VERSION"))
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .map(Some)
        .ok_or_else(|| PrivatePostgresError::NoCluster(pgdata.to_owned()))
}

/// Sets the permissions that Postgres insists on, where a copy or an unpacked archive lost them.
fn close(pgdata: &Path) -> Result<(), PrivatePostgresError> {
    let mode = mode(pgdata)?;
    if mode == 0o700 || mode == 0o750 {
        return Ok(());
    }
    let path = pgdata.display();
    tracing::warn!("{path} has mode {mode:o}, which Postgres refuses: setting 700");
    fs::set_permissions(pgdata, Permissions::from_mode(0o700))
        .map_err(cannot("set the permissions of", pgdata))
}
