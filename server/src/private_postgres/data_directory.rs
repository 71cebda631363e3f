//! The data directory.

use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::unistd::geteuid;

use super::error::{PrivatePostgresError, cannot};

/// Makes the data directory if it is missing, and gives its absolute path.
pub(super) fn open(data: &Path) -> Result<PathBuf, PrivatePostgresError> {
    // Root's Postgres, which is not root, must be able to pass through to the cluster.
    let for_others = if geteuid().is_root() { 0o011 } else { 0 };
    DirBuilder::new()
        .recursive(true)
        .mode(0o700 | for_others)
        .create(data)
        .map_err(cannot("create", data))?;
    let data = data.canonicalize().map_err(cannot("find", data))?;
    // An empty directory is ours to open. Any other may hold what its owner closed on purpose.
    let mut entries = fs::read_dir(&data).map_err(cannot("read", &data))?;
    if for_others != 0 && entries.next().is_none() {
        let mode = mode(&data)? | for_others;
        fs::set_permissions(&data, Permissions::from_mode(mode))
            .map_err(cannot("set the permissions of", &data))?;
    }
    Ok(data)
}

/// The permissions of a file or directory.
pub(super) fn mode(path: &Path) -> Result<u32, PrivatePostgresError> {
    let found = fs::metadata(path).map_err(cannot("look at", path))?;
    Ok(found.mode() & 0o7777)
}
