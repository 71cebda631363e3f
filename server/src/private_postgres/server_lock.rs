//! `server.lock`: which server owns a data directory.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::POLL;
use super::error::{PrivatePostgresError, cannot};

/// How long a server waits for the one before it to leave the directory: a service that is
/// restarted, or a command such as `token create` at work.
const PATIENCE: Duration = Duration::from_secs(3);

/// What an owner writes into the lock file, each on a line.
#[derive(Debug)]
pub(super) struct Owner {
    /// `None` for a moment, while the owner writes.
    pub(super) pid: Option<u32>,
    /// The directory of the cluster's socket.
    pub(super) socket: Option<PathBuf>,
}

/// The right to use a data directory, held by one process at a time. Dropping it removes the
/// socket's directory and gives the right back.
#[derive(Debug)]
pub(super) struct ServerLock {
    file: File,
    path: PathBuf,
    socket: Option<PathBuf>,
}

impl ServerLock {
    /// Takes the lock of the data directory, or says who has it.
    pub(super) fn take(data: &Path) -> Result<Self, PrivatePostgresError> {
        let path = path(data);
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)
            .map_err(cannot("open", &path))?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(POLL),
                Err(TryLockError::WouldBlock) => {
                    return Err(PrivatePostgresError::InUse {
                        data: data.to_owned(),
                        pid: read(&mut file, &path)?.pid,
                    });
                }
                Err(TryLockError::Error(error)) => return Err(cannot("lock", &path)(error)),
            }
        }
        let socket = read(&mut file, &path)?.socket;
        let mut lock = Self { file, path, socket };
        lock.write()?;
        Ok(lock)
    }

    /// The socket's directory: that of the last server if it was killed, until
    /// [`record`](Self::record) sets ours.
    pub(super) fn socket(&self) -> Option<&Path> {
        self.socket.as_deref()
    }

    /// Tells other processes where the socket is.
    pub(super) fn record(&mut self, socket: &Path) -> Result<(), PrivatePostgresError> {
        self.socket = Some(socket.to_owned());
        self.write()
    }

    fn write(&mut self) -> Result<(), PrivatePostgresError> {
        let socket = self.socket.as_deref().unwrap_or(Path::new(""));
        let text = format!("{}\n{}\n", std::process::id(), socket.display());
        self.file
            .set_len(0)
            .and_then(|()| self.file.rewind())
            .and_then(|()| self.file.write_all(text.as_bytes()))
            .map_err(cannot("write", &self.path))
    }
}

impl Drop for ServerLock {
    fn drop(&mut self) {
        if let Some(socket) = &self.socket {
            // It stays if Postgres left something there; the next start clears that.
            let _ = std::fs::remove_dir(socket);
        }
        let _ = self.file.set_len(0);
    }
}

/// Who owns the data directory at present.
pub(super) fn owner(data: &Path) -> Result<Option<Owner>, PrivatePostgresError> {
    let path = path(data);
    let mut file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot("open", &path)(error)),
    };
    // Shared, so that several who ask at once do not take each other for the owner.
    match file.try_lock_shared() {
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => read(&mut file, &path).map(Some),
        Err(TryLockError::Error(error)) => Err(cannot("lock", &path)(error)),
    }
}

fn path(data: &Path) -> PathBuf {
    data.join("server.lock")
}

fn read(file: &mut File, path: &Path) -> Result<Owner, PrivatePostgresError> {
    let mut text = String::new();
    file.rewind().and_then(|()| file.read_to_string(&mut text)).map_err(cannot("read", path))?;
    let mut lines = text.lines();
    Ok(Owner {
        pid: lines.next().and_then(|line| line.parse().ok()),
        socket: lines.next().filter(|line| !line.is_empty()).map(PathBuf::from),
    })
}
