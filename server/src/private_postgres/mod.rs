//! The private Postgres: a cluster of the server's own in its data directory.
//!
//! Without `DATABASE_URL` the server keeps its database this way. The cluster listens on a
//! Unix socket alone, is started and stopped with the server, and runs as an account without
//! privileges when the server is root. One server at a time owns a data directory:
//!
//! ```text
//! DIR/server.lock     locked by the server that owns DIR; holds its pid and its socket directory
//! DIR/cluster.lock    locked by every process of Postgres that works in DIR, through its stdin
//! DIR/postgres/       the cluster (PGDATA), complete from the moment it has this name
//! DIR/postgres.log    what Postgres says
//! DIR/socket/         the socket; a directory under /tmp if this path would be too long for one
//! ```

mod account;
mod binaries;
mod cluster;
mod cluster_lock;
mod data_directory;
mod error;
mod initdb;
mod launcher;
mod log;
mod pid_file;
mod postmaster;
mod server_lock;
mod socket;
mod supervisor;

use std::path::Path;
use std::time::{Duration, Instant};

pub use binaries::PLACES;
pub(crate) use binaries::major;
pub use error::PrivatePostgresError;

use cluster::Cluster;
use server_lock::{Owner, ServerLock};
use supervisor::Supervisor;

/// How often the state of a starting or ending Postgres is looked at.
const POLL: Duration = Duration::from_millis(5);

/// How long [`PrivatePostgres::attach`] waits for a cluster that another process is starting.
const ATTACH_PATIENCE: Duration = Duration::from_secs(30);

/// A running private Postgres. Dropping it stops the cluster and waits for its end.
#[derive(Debug)]
pub struct PrivatePostgres {
    url: String,
    // Declared in this order: the cluster ends before the directory is given up.
    _supervisor: Supervisor,
    _lock: ServerLock,
}

impl PrivatePostgres {
    /// Starts the cluster in the data directory `data`, both made if missing, and returns once
    /// it accepts connections. From then on a thread starts it again whenever it dies.
    ///
    /// # Errors
    ///
    /// Every variant of [`PrivatePostgresError`].
    pub fn start(data: &Path) -> Result<Self, PrivatePostgresError> {
        let data = data_directory::open(data)?;
        let mut lock = ServerLock::take(&data)?;
        let cluster = Cluster::open(data, lock.socket())?;
        lock.record(&cluster.socket)?;
        let url = socket::url(&cluster.socket);
        let supervisor = Supervisor::start(cluster)?;
        Ok(Self { url, _supervisor: supervisor, _lock: lock })
    }

    /// The URL of the database that another process keeps running in `data`, or `None` where
    /// nobody does. Waits for a cluster that is just being started.
    ///
    /// # Errors
    ///
    /// [`PrivatePostgresError::NoAnswer`] if that cluster does not get ready, or
    /// [`PrivatePostgresError::Io`].
    pub fn attach(data: &Path) -> Result<Option<String>, PrivatePostgresError> {
        let Ok(data) = data.canonicalize() else {
            return Ok(None);
        };
        let deadline = Instant::now() + ATTACH_PATIENCE;
        loop {
            let Some(Owner { pid, socket }) = server_lock::owner(&data)? else {
                return Ok(None);
            };
            if let Some(socket) = socket
                && cluster::is_ready(&data, &socket)
            {
                return Ok(Some(socket::url(&socket)));
            }
            if Instant::now() > deadline {
                return Err(PrivatePostgresError::NoAnswer { data, pid });
            }
            std::thread::sleep(POLL);
        }
    }

    /// The connection URL of the database, for sqlx and for Postgres's own programs.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Stops the cluster (fast shutdown: open sessions are ended) and waits for its end.
    pub fn stop(self) {
        drop(self);
    }
}
