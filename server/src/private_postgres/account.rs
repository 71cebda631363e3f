//! As whom Postgres runs.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::unistd::{User, geteuid};

use super::error::{PrivatePostgresError, cannot};

/// The accounts that run a new cluster for a server that is root, the best first. A bare
/// number does not do: Postgres looks up the name of its user.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

/// The account that runs Postgres: never root, which Postgres refuses.
#[derive(Debug)]
pub(super) struct Account(
    /// `None`: the server's own account.
    Option<User>,
);

impl Account {
    /// The owner of the cluster in `pgdata` if there is one, else an account for a new cluster.
    pub(super) fn choose(pgdata: &Path) -> Result<Self, PrivatePostgresError> {
        let ourselves = geteuid();
        let owner = fs::metadata(pgdata).ok().map(|found| found.uid());
        let foreign = |uid: u32, user: Option<User>| PrivatePostgresError::ForeignCluster {
            pgdata: pgdata.to_owned(),
            owner: user.map_or_else(|| uid.to_string(), |user| user.name),
        };
        let named = |uid: u32| User::from_uid(uid.into()).ok().flatten();
        match owner {
            Some(uid) if ourselves.is_root() => match named(uid) {
                Some(user) if !user.uid.is_root() => Ok(Self(Some(user))),
                user => Err(foreign(uid, user)),
            },
            Some(uid) if uid != ourselves.as_raw() => Err(foreign(uid, named(uid))),
            None if ourselves.is_root() => UNPRIVILEGED
                .iter()
                .find_map(|name| User::from_name(name).ok().flatten())
                .map(|user| Self(Some(user)))
                .ok_or(PrivatePostgresError::NoAccount),
            _ => Ok(Self(None)),
        }
    }

    /// Makes `command` run as this account, without supplementary groups.
    pub(super) fn apply(&self, command: &mut Command) {
        if let Some(user) = &self.0 {
            command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
        }
    }

    /// Makes this account the owner of `path`.
    pub(super) fn give(&self, path: &Path) -> Result<(), PrivatePostgresError> {
        match &self.0 {
            Some(user) => chown(path, Some(user.uid.as_raw()), Some(user.gid.as_raw()))
                .map_err(cannot("change the owner of", path)),
            None => Ok(()),
        }
    }

    /// Whether this account owns `path`, a directory that nobody else may enter.
    pub(super) fn owns_privately(&self, path: &Path) -> bool {
        let uid = self.0.as_ref().map_or_else(geteuid, |user| user.uid);
        fs::symlink_metadata(path).is_ok_and(|found| {
            found.is_dir() && found.uid() == uid.as_raw() && found.mode() & 0o7777 == 0o700
        })
    }

    /// The error for a path that this account can't get at, if a directory on the way is
    /// closed to it.
    pub(super) fn closed(&self, path: &Path) -> Option<PrivatePostgresError> {
        let user = self.0.as_ref()?;
        let mut on_the_way: Vec<&Path> = path.ancestors().collect();
        on_the_way.reverse();
        let closed = on_the_way.into_iter().find(|part| is_closed(part, user))?;
        Some(PrivatePostgresError::Closed { account: user.name.clone(), closed: PathBuf::from(closed) })
    }
}

/// Whether `user` may not enter `path`, by its mode.
fn is_closed(path: &Path, user: &User) -> bool {
    fs::metadata(path).is_ok_and(|found| {
        let enter = if found.uid() == user.uid.as_raw() {
            0o100
        } else if found.gid() == user.gid.as_raw() {
            0o010
        } else {
            0o001
        };
        found.is_dir() && found.mode() & enter == 0
    })
}
