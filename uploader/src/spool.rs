//! The spool: uploads on disk, from before they are sent until the server has them.
//!
//! An upload is a file of the wire form, readable JSON, whose name begins with the time it
//! was kept, so that names sort by age. Beside it, `NAME.why` says why it was not taken.
//! Files whose names begin with a dot are not whole: a process died while it wrote them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use benchdata::content::RunId;
use bytesize::ByteSize;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use time::OffsetDateTime;
use time::macros::format_description;

use crate::room::{self, NoRoom};
use crate::settings::{Settings, SettingsError};

/// A folder of uploads.
pub(crate) struct Spool {
    directory: PathBuf,
    /// From this size on nothing more is measured.
    limit: ByteSize,
}

/// An upload that this process alone sends: it holds the file's lock.
pub(crate) struct Upload {
    path: PathBuf,
    /// The request's body, in the wire form.
    pub(crate) body: Vec<u8>,
    /// Held as long as the upload is at work.
    _lock: File,
}

/// Why an upload was not taken the last time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Setback {
    /// Whether the server refused it, so that to send it again is no use.
    pub(crate) refused: bool,
    /// The reason, in words.
    pub(crate) why: String,
}

/// What the spool cannot do, and with which file.
#[derive(Debug, thiserror::Error)]
#[error("the spool {}: {error} (RUNOFF_SPOOL names another folder)", path.display())]
pub(crate) struct SpoolError {
    path: PathBuf,
    error: io::Error,
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> SpoolError {
    let path = path.to_owned();
    move |error| SpoolError { path, error }
}

impl Spool {
    /// The spool of the settings.
    ///
    /// # Errors
    /// Where its limit is no size.
    pub(crate) fn of(settings: &Settings) -> Result<Self, SettingsError> {
        Ok(Self { directory: settings.spool.clone(), limit: settings.spool_limit()? })
    }

    /// Looks whether there is room for what is about to be measured.
    ///
    /// # Errors
    /// Where there is none.
    pub(crate) fn check_room(&self) -> Result<(), NoRoom> {
        room::in_spool(&self.directory, self.limit)
    }

    /// Keeps an upload: when this returns, it survives a crash. `now` and `order`, its
    /// place among those of one command, decide its place in the spool.
    pub(crate) fn keep(
        &self,
        now: OffsetDateTime,
        order: usize,
        body: Vec<u8>,
    ) -> Result<Upload, SpoolError> {
        let beginning = format!("{}-{order:04}-", stamp(now));
        let (path, lock) = self.write(&beginning, ".json", &body)?;
        Ok(Upload { path, body, _lock: lock })
    }

    /// Keeps an upload under the name that its run's id gives it: kept again, it is still one.
    pub(crate) fn keep_as(
        &self,
        now: OffsetDateTime,
        order: usize,
        id: RunId,
        body: Vec<u8>,
    ) -> Result<Upload, SpoolError> {
        let (hidden, lock) = self.write(&format!(".{}-{order:04}-", stamp(now)), "", &body)?;
        let path = self.directory.join(format!("{}-{order:04}-{id}.json", stamp(now)));
        let rename = || {
            fs::rename(&hidden, &path)?;
            File::open(&self.directory)?.sync_all()
        };
        rename().map_err(at(&path))?;
        Ok(Upload { path, body, _lock: lock })
    }

    /// Where the output of a command, the `order`th from `now` on, is written as it comes. It
    /// is never sent.
    pub(crate) fn output(&self, now: OffsetDateTime, order: usize) -> Result<PathBuf, SpoolError> {
        let (path, _) = self.write(&format!("{}-{order:04}-", stamp(now)), ".out", b"")?;
        Ok(path)
    }

    /// Keeps bytes that are not understood and stand nowhere else. They are never sent.
    pub(crate) fn rescue(&self, now: OffsetDateTime, bytes: &[u8]) -> Result<PathBuf, SpoolError> {
        let (path, _) = self.write(&format!("{}-", stamp(now)), ".out", bytes)?;
        Ok(path)
    }

    /// Writes a file whole or not at all, and returns it locked.
    fn write(&self, beginning: &str, ending: &str, bytes: &[u8]) -> Result<(PathBuf, File), SpoolError> {
        let directory = &self.directory;
        let write = || {
            fs::create_dir_all(directory)?;
            let mut file = NamedTempFile::with_prefix_in(format!(".{beginning}"), directory)?;
            // Locked before it has its name, so that no other process sends it meanwhile.
            let _ = file.as_file().try_lock();
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            let name = file.path().file_name().map(|name| name.to_string_lossy().into_owned());
            let name = name.unwrap_or_default();
            let path = directory.join(format!("{}{ending}", name.trim_start_matches('.')));
            let file = file.persist_noclobber(&path)?;
            File::open(directory)?.sync_all()?;
            Ok((path, file))
        };
        write().map_err(at(directory))
    }

    /// The uploads' files, the oldest first.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, SpoolError> {
        // Where there can be none, nothing could be kept.
        let entries = fs::create_dir_all(&self.directory).and_then(|()| fs::read_dir(&self.directory));
        let entries = entries.map_err(at(&self.directory))?;
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(at(&self.directory))?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            // Anything else of that name, such as a named pipe, would be waited for.
            let is_upload = path.extension().is_some_and(|extension| extension == "json") && path.is_file();
            if !is_hidden && is_upload {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Those of the files that only wait.
    pub(crate) fn waiting(&self) -> Result<Vec<PathBuf>, SpoolError> {
        let mut files = self.files()?;
        files.retain(|file| is_waiting(file));
        Ok(files)
    }
}

/// When an upload was kept, as its name says it: `20260102T030405.000006Z`.
fn stamp(at: OffsetDateTime) -> String {
    let format = format_description!("[year][month][day]T[hour][minute][second].[subsecond digits:6]Z");
    at.format(format).unwrap_or_default()
}

/// Takes an upload to send it; `None` where another process is sending it or just has.
pub(crate) fn take(path: &Path) -> Result<Option<Upload>, SpoolError> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(at(path))?,
    };
    // Some network file systems have no locks: sending twice does no harm, not sending would.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Ok(None);
    }
    let mut body = Vec::new();
    file.read_to_end(&mut body).map_err(at(path))?;
    let is_gone = file.metadata().map_err(at(path))?.nlink() == 0;
    Ok((!is_gone).then(|| Upload { path: path.to_owned(), body, _lock: file }))
}

/// Whether the upload in a file only waits: the server has not refused it.
pub(crate) fn is_waiting(path: &Path) -> bool {
    !setback(path).is_some_and(|setback| setback.refused)
}

/// Why the upload in a file was not taken, where that is known.
pub(crate) fn setback(path: &Path) -> Option<Setback> {
    serde_json::from_slice(&fs::read(why_file(path)).ok()?).ok()
}

fn why_file(path: &Path) -> PathBuf {
    path.with_extension("why")
}

impl Upload {
    /// The upload's file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Forgets the upload: the server has it.
    pub(crate) fn acknowledged(self) -> Result<(), SpoolError> {
        for path in [why_file(&self.path), self.path] {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(&path)(error)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes why the upload was not taken. The note is for `runoff status`: where it
    /// cannot be written, the upload is still safe.
    pub(crate) fn set_back(&self, setback: &Setback) {
        let _ = serde_json::to_vec(setback)
            .map_err(io::Error::from)
            .and_then(|note| fs::write(why_file(&self.path), note));
    }
}

#[cfg(test)]
#[path = "spool_tests.rs"]
mod tests;
