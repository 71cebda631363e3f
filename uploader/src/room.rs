//! Room for what is measured: looked for before, since nothing measured may be lost.

use std::path::{Path, PathBuf};
use std::{fs, io};

use bytesize::ByteSize;
use nix::sys::statvfs::statvfs;

/// An output, its facts and a line in a journal fit into this.
const LEAST_FREE: ByteSize = ByteSize::mib(16);

/// Why nothing more is measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoRoom {
    #[error(
        "the spool {} holds {held}, and its limit is {limit}: no run is begun. `runoff flush` sends what waits in \
         it; RUNOFF_SPOOL_LIMIT sets another limit",
        spool.display()
    )]
    Spool { spool: PathBuf, held: ByteSize, limit: ByteSize },
    #[error("the spool {} cannot be written to: {error}: no run is begun", spool.display())]
    Unwritable { spool: PathBuf, error: io::Error },
    #[error("{free} are free on the disk of {}, less than {least}: no run is begun", path.display())]
    Disk { path: PathBuf, free: ByteSize, least: ByteSize },
}

/// Looks whether a spool can be written to and holds less than its limit, and its disk has room.
///
/// # Errors
/// Where not.
pub(crate) fn in_spool(spool: &Path, limit: ByteSize) -> Result<(), NoRoom> {
    // No other process sees the file.
    fs::create_dir_all(spool)
        .and_then(|()| tempfile::tempfile_in(spool).map(drop))
        .map_err(|error| NoRoom::Unwritable { spool: spool.to_owned(), error })?;
    let entries = fs::read_dir(spool).into_iter().flatten();
    let held = entries.filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len())).sum();
    let held = ByteSize(held);
    if held >= limit {
        return Err(NoRoom::Spool { spool: spool.to_owned(), held, limit });
    }
    on_disk_of(spool)
}

/// Looks whether the disk that a path is on, or will be, has room.
///
/// # Errors
/// Where it has none.
pub(crate) fn on_disk_of(path: &Path) -> Result<(), NoRoom> {
    at_least(LEAST_FREE, path)
}

fn at_least(least: ByteSize, path: &Path) -> Result<(), NoRoom> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let Some(disk) = path.ancestors().find_map(|path| statvfs(path).ok()) else { return Ok(()) };
    let free = ByteSize(disk.blocks_available().saturating_mul(disk.fragment_size()));
    // Some network filesystems do not say how large they are.
    if disk.blocks() == 0 || free >= least { Ok(()) } else { Err(NoRoom::Disk { path, free, least }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spool_at_its_limit_is_full() {
        let directory = tempfile::tempdir().unwrap();
        let unmade = tempfile::tempdir().unwrap();
        assert!(in_spool(&unmade.path().join("not/made/yet"), ByteSize(1)).is_ok());
        fs::write(directory.path().join("a.json"), "12345").unwrap();
        fs::write(directory.path().join("b.out"), "67890").unwrap();
        assert!(in_spool(directory.path(), ByteSize(11)).is_ok());
        assert!(matches!(
            in_spool(directory.path(), ByteSize(10)),
            Err(NoRoom::Spool { held: ByteSize(10), .. })
        ));
    }

    #[test]
    fn a_disk_with_too_little_left_is_full() {
        let path = Path::new("not/made/yet");
        assert!(at_least(ByteSize(1), path).is_ok());
        let full = at_least(ByteSize(u64::MAX), path).unwrap_err();
        assert!(full.to_string().contains("are free on the disk of"), "{full}");
    }
}
