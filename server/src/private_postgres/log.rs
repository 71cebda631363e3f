//! `postgres.log`: what Postgres says.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::{PrivatePostgresError, cannot};

/// A log larger than this many bytes is set aside when Postgres starts.
const LARGE: u64 = 16 << 20;

/// How many lines of the log an error quotes.
const TAIL_LINES: usize = 20;

/// The log, and where in it the present run begins.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) path: PathBuf,
    pub(super) file: File,
    begin: u64,
}

impl Log {
    pub(super) fn open(data: &Path) -> Result<Self, PrivatePostgresError> {
        let path = data.join("postgres.log");
        if fs::metadata(&path).is_ok_and(|found| found.len() > LARGE) {
            let old = data.join("postgres.log.old");
            fs::rename(&path, &old).map_err(cannot("create", &old))?;
        }
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&path)
            .map_err(cannot("open", &path))?;
        let begin = file.metadata().map_err(cannot("look at", &path))?.len();
        Ok(Self { path, file, begin })
    }

    /// The last lines of the present run.
    pub(super) fn tail(&mut self) -> String {
        let mut bytes = Vec::new();
        let read: io::Result<usize> =
            self.file.seek(SeekFrom::Start(self.begin)).and_then(|_| self.file.read_to_end(&mut bytes));
        if let Err(error) = read {
            return format!("(cannot read it: {error})");
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n")
    }
}
