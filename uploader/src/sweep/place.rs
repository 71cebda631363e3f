//! Where a sweep was begun, which is where it goes on.

use std::path::{Path, PathBuf};
use std::{env, io};

use nix::unistd::gethostname;
use serde::{Deserialize, Serialize};

use super::SweepError;
use crate::capture::{Root, mount_point};

/// The place of a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Its name, and a hash of its id, which itself is not for others to know.
    machine: String,
    /// The working directory, from which the plan's paths are.
    directory: PathBuf,
    /// Where the filesystem under test is mounted.
    mount_point: Option<PathBuf>,
}

impl Place {
    /// This place.
    ///
    /// # Errors
    /// Where the working directory is gone.
    pub(super) fn here(root: &Root, target: &Path) -> io::Result<Self> {
        Ok(Self {
            machine: machine(root),
            directory: env::current_dir()?,
            mount_point: mount_point(root, target),
        })
    }

    /// Refuses another machine: the first values are not its own.
    ///
    /// # Errors
    /// Where this is one.
    pub(super) fn check_machine(&self, root: &Root) -> Result<(), SweepError> {
        let (begun, here) = (self.machine.clone(), machine(root));
        if begun == here { Ok(()) } else { Err(SweepError::OtherMachine { begun, here }) }
    }

    /// Refuses to go on where other files would be under test.
    ///
    /// # Errors
    /// Where another place is meant.
    pub(super) fn check(&self, here: Self) -> Result<(), SweepError> {
        if self.directory != here.directory {
            return Err(SweepError::OtherDirectory(self.directory.clone()));
        }
        if self.mount_point != here.mount_point {
            let [begun, here] = [self.mount_point.clone(), here.mount_point].map(Option::unwrap_or_default);
            return Err(SweepError::OtherMount { begun, here });
        }
        Ok(())
    }
}

/// `bigbox 3f9a1c2e77b0d3e1`, and where a copy stands for its files, that.
fn machine(root: &Root) -> String {
    let name = gethostname().map(|name| name.to_string_lossy().into_owned());
    let id = root.read("etc/machine-id").map(|id| blake3::hash(id.as_bytes()).to_hex()[..16].to_owned());
    let copy = root.copy().map(|copy| copy.display().to_string());
    [name.ok(), id, copy].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
