//! Where facts are read: the box's own /proc, /sys and /etc, or a copy of them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use nix::fcntl::OFlag;
use time::OffsetDateTime;

use crate::patience::within;

/// A longer file is none that facts are read from.
const MOST_BYTES: u64 = 1 << 20;

/// How much of a file that may be endless is looked at.
const HEAD_BYTES: u64 = 16 << 10;

/// More entries of a directory are not looked at.
const MOST_ENTRIES: usize = 8192;

/// How long a file may take to be read or written where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// The directory that stands for `/`. Paths below it are written without their first slash.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    directory: PathBuf,
    /// How long a setting may take to be read or written.
    pub(crate) patience: Duration,
}

/// Another process holds a file's lock.
#[derive(Debug)]
pub(crate) struct HeldByOther;

impl Root {
    /// `/` itself, or where a copy of it lies.
    pub(crate) fn at(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), patience: PATIENCE }
    }

    /// Where the copy lies, if it is one.
    pub(crate) fn copy(&self) -> Option<PathBuf> {
        self.directory.canonicalize().ok().filter(|directory| directory != Path::new("/"))
    }

    /// Where a path below this root really is.
    fn inside(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.directory.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// A file's text without the blanks around it. `None` where it is missing, unreadable,
    /// empty or too long: then it tells no fact.
    pub(crate) fn read(&self, path: impl AsRef<Path>) -> Option<String> {
        let bytes = self.bytes(path, MOST_BYTES + 1)?;
        (bytes.len() as u64 <= MOST_BYTES).then(|| text(&bytes)).flatten()
    }

    /// A file's text, where it has to be there.
    ///
    /// # Errors
    /// Where it cannot be read, or is too long.
    pub(crate) fn text(&self, path: impl AsRef<Path>) -> io::Result<String> {
        let path = self.inside(path);
        let read = move || {
            let mut text = String::new();
            File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
            Ok::<_, io::Error>(text)
        };
        let text = within(self.patience, read)??;
        if text.len() as u64 > MOST_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        Ok(text)
    }

    /// Writes a value to a file that is there, as `echo` does.
    ///
    /// # Errors
    /// Where there is none, or the kernel refuses the value.
    pub(crate) fn write(&self, path: impl AsRef<Path>, value: &str) -> io::Result<()> {
        let (path, line) = (self.inside(path), format!("{value}\n"));
        let write = move || {
            let mut file = File::options().write(true).truncate(true).open(path)?;
            // In one piece, which is how the kernel takes it.
            file.write_all(line.as_bytes())
        };
        within(self.patience, write)?
    }

    /// A lock on a file, which nobody else here holds while it lives. `None` where there can be none,
    /// as of a file that is not there, or on a file system without locks.
    ///
    /// # Errors
    /// Where somebody else holds it.
    pub(crate) fn lock(&self, path: impl AsRef<Path>) -> Result<Option<File>, HeldByOther> {
        // A named pipe must not be waited for.
        let opened =
            File::options().read(true).custom_flags(OFlag::O_NONBLOCK.bits()).open(self.inside(path));
        let Ok(file) = opened else { return Ok(None) };
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(HeldByOther),
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }

    /// The whole lines with which a file begins.
    pub(crate) fn head(&self, path: impl AsRef<Path>) -> Option<String> {
        let mut bytes = self.bytes(path, HEAD_BYTES)?;
        if bytes.len() as u64 == HEAD_BYTES {
            bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').unwrap_or(0));
        }
        text(&bytes)
    }

    fn bytes(&self, path: impl AsRef<Path>, most: u64) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.inside(path)).ok()?.take(most).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The names in a directory, sorted; none where it cannot be read.
    pub(crate) fn names(&self, directory: impl AsRef<Path>) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.inside(directory)) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .take(MOST_ENTRIES)
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    /// Whether there is such a file or directory.
    pub(crate) fn exists(&self, path: impl AsRef<Path>) -> bool {
        self.inside(path).exists()
    }

    /// What a symbolic link holds.
    pub(crate) fn link(&self, path: impl AsRef<Path>) -> Option<PathBuf> {
        fs::read_link(self.inside(path)).ok()
    }

    /// The path, from this root on, that `path` leads to through symbolic links.
    ///
    /// # Errors
    /// Where there is no such path.
    pub(crate) fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let found = self.inside(std::path::absolute(path)?).canonicalize()?;
        let root = self.directory.canonicalize()?;
        Ok(Path::new("/").join(found.strip_prefix(root).unwrap_or(&found)))
    }

    /// When a file was made, where its filesystem keeps that.
    pub(crate) fn created(&self, path: impl AsRef<Path>) -> Option<OffsetDateTime> {
        let created = fs::metadata(self.inside(path)).ok()?.created().ok()?;
        // Filesystems made without a clock say 1970.
        let is_known = created.duration_since(UNIX_EPOCH).ok()? > Duration::from_hours(24);
        is_known.then(|| created.into())
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    // The device tree's strings end with a NUL.
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    (!text.is_empty()).then(|| text.to_owned())
}
