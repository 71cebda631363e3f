//! Where the cluster's Unix socket is.

use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::error::{PrivatePostgresError, cannot};

/// The name of the database.
pub(super) const DATABASE: &str = "runoff";

/// The name of the role that owns it, a superuser of the cluster.
pub(super) const ROLE: &str = "runoff";

/// No TCP port is opened: the number is a part of the socket's name.
pub(super) const PORT: &str = "5432";

/// The file in the socket's directory that connections go through.
pub(super) const FILE: &str = ".s.PGSQL.5432";

/// The lock file beside it.
pub(super) const LOCK_FILE: &str = ".s.PGSQL.5432.lock";

/// The longest path of a Unix socket in bytes (`sun_path` of unix(7) without its NUL; 104 with
/// it on BSD and macOS).
const LONGEST: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// The connection URL of the database behind the socket in `directory`.
pub(super) fn url(directory: &Path) -> String {
    format!("postgres:///{DATABASE}?host={}&port={PORT}&user={ROLE}", directory.display())
}

/// Makes the socket's directory, which `account` alone may enter, and removes what an earlier
/// Postgres left there. It is in the data directory, unless that makes too long a path:
/// then it is `earlier` (that of the server before, if it was killed) or a new one in /tmp.
pub(super) fn prepare(
    data: &Path,
    earlier: Option<&Path>,
    account: &Account,
) -> Result<PathBuf, PrivatePostgresError> {
    let inside = data.join("socket");
    if is_usable(&inside) {
        if !account.owns_privately(&inside) {
            fs::create_dir_all(&inside).map_err(cannot("create", &inside))?;
            fs::set_permissions(&inside, Permissions::from_mode(0o700))
                .map_err(cannot("set the permissions of", &inside))?;
            account.give(&inside)?;
        }
        return Ok(inside);
    }
    // Anybody can make a directory in /tmp: an earlier one counts only if it is still ours.
    if let Some(earlier) = earlier
        && earlier.starts_with("/tmp")
        && account.owns_privately(earlier)
    {
        return Ok(earlier.to_owned());
    }
    let outside = tempfile::Builder::new()
        .prefix("runoff-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir_in("/tmp")
        .map_err(cannot("create a directory in", Path::new("/tmp")))?;
    account.give(outside.path())?;
    Ok(outside.keep())
}

/// Whether a socket in `directory` has a path that is short enough, and plain: Postgres splits
/// its list of directories at commas, and a URL gives other characters a meaning.
fn is_usable(directory: &Path) -> bool {
    let bytes = directory.as_os_str().as_bytes();
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-".contains(byte);
    bytes.len() + "/".len() + FILE.len() <= LONGEST && bytes.iter().all(plain)
}
