//! A setting of the box: set, read back, and proved to be on the target's disks.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use benchdata::name::Key;

use super::factor::{Factor, Means};
use crate::capture::{Devices, Root, chosen};
use crate::patience::ended_within;

/// What stands for each disk under the target.
const DISK: &str = "{disk}";

/// Where a value is set and read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Setting {
    /// A file below /sys or /proc.
    File(String),
    /// A factor's commands.
    Commands { factor: Key, set: String, read: String },
}

/// Why a level is not active.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingError {
    #[error("{setting} cannot be read: {error}")]
    Read { setting: String, error: io::Error },
    #[error("{0} is set by another sweep that is at work: wait for its end")]
    AtWork(String),
    #[error("there is no {0}: is it spelt right? (It may come with a module or a scheduler)")]
    Missing(String),
    #[error("{setting} cannot be set to {level}: {error}")]
    Write { setting: String, level: String, error: io::Error },
    #[error(
        "{setting} was set to {level} and is {found}: the kernel took it otherwise, so it is not what would be measured"
    )]
    Other { setting: String, level: String, found: String },
    #[error(
        "{setting} is of {device}, but {target} lies on {}: set that one, or write {{disk}} for the disks under the target",
        under.join(", ")
    )]
    OtherDevice { setting: String, device: String, target: String, under: Vec<String> },
    #[error(
        "{target} lies on no disk that is known (see `runoff capture --target {target}`), so no disk's setting can be proved active: give the `target` of the files under test"
    )]
    NoDisk { target: String },
}

impl Setting {
    /// What a factor sets, on all disks under the target.
    ///
    /// # Errors
    /// Where the files under test lie on other disks than those that it would set.
    pub(crate) fn of(factor: &Factor, devices: &Devices, target: &str) -> Result<Vec<Self>, SettingError> {
        match &factor.means {
            Means::File(path) if path.contains(DISK) => {
                if devices.disks.is_empty() {
                    return Err(SettingError::NoDisk { target: target.to_owned() });
                }
                Ok(devices.disks.iter().map(|disk| Self::File(path.replace(DISK, disk))).collect())
            }
            Means::File(path) => Ok(vec![Self::File(path.clone())]),
            _ => Ok(Self::of_commands(factor).into_iter().collect()),
        }
    }

    /// What a factor's commands set.
    pub(crate) fn of_commands(factor: &Factor) -> Option<Self> {
        let Means::Command { set, read } = &factor.means else { return None };
        Some(Self::Commands { factor: factor.name.clone(), set: set.clone(), read: read.clone() })
    }

    /// Refuses settings of a disk that together are not those of the disks under the target.
    ///
    /// # Errors
    /// Where one is another disk's, or a disk under the target has none.
    pub(crate) fn prove_devices(
        settings: &[Self],
        root: &Root,
        devices: &Devices,
        target: &str,
    ) -> Result<(), SettingError> {
        for setting in settings {
            let Self::File(path) = setting else { continue };
            let Some(device) = device_of(root, path) else { continue };
            let is_layer = devices.layers.iter().any(|layer| layer.name == device) && !is_scheduling(path);
            let is_same = |other: &str| other.rsplit('/').next() == path.rsplit('/').next();
            let covers = |disk: &String| {
                settings.iter().any(|other| match other {
                    Self::File(other) => is_same(other) && device_of(root, other).as_ref() == Some(disk),
                    Self::Commands { .. } => false,
                })
            };
            if is_layer || (devices.disks.contains(&device) && devices.disks.iter().all(covers)) {
                continue;
            }
            if devices.disks.is_empty() {
                return Err(SettingError::NoDisk { target: target.to_owned() });
            }
            return Err(SettingError::OtherDevice {
                setting: path.clone(),
                device,
                target: target.to_owned(),
                under: devices.disks.clone(),
            });
        }
        Ok(())
    }

    /// The name under which the journal knows it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.clone(),
            Self::Commands { factor, .. } => factor.to_string(),
        }
    }

    /// What changes with this setting by itself: another scheduler brings tunables of its own,
    /// and forgets those of the one before; a limit in bytes takes the place of one in percent.
    pub(crate) fn companions(&self, root: &Root) -> Vec<Self> {
        let Self::File(path) = self else { return Vec::new() };
        for (this, other) in [("_bytes", "_ratio"), ("_ratio", "_bytes")] {
            let limit = path.strip_suffix(this).filter(|limit| limit.starts_with("/proc/sys/vm/dirty"));
            if let Some(limit) = limit {
                return vec![Self::File(format!("{limit}{other}"))];
            }
        }
        let Some(queue) = path.strip_suffix("/scheduler").filter(|queue| queue.ends_with("/queue")) else {
            return Vec::new();
        };
        let tunables = root.names(format!("{queue}/iosched")).into_iter();
        let tunables = tunables.map(|name| Self::File(format!("{queue}/iosched/{name}")));
        tunables.chain([Self::File(format!("{queue}/nr_requests"))]).collect()
    }

    /// Locks the file, so that two sweeps never take each other's levels for first values. A
    /// factor's commands cannot be locked.
    ///
    /// # Errors
    /// Where another sweep has it.
    pub(crate) fn lock(&self, root: &Root) -> Result<Option<File>, SettingError> {
        match self {
            Self::File(path) => root.lock(path).map_err(|_| SettingError::AtWork(path.clone())),
            Self::Commands { .. } => Ok(None),
        }
    }

    /// The value that is set.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn read(&self, root: &Root) -> Result<String, SettingError> {
        let failed = |error| SettingError::Read { setting: self.name(), error };
        match self {
            Self::File(path) => match root.text(path) {
                Ok(text) => Ok(words(chosen(text.trim()))),
                Err(error) => Err(failed(error)),
            },
            Self::Commands { read, .. } => Ok(words(&shell(read, root.patience).map_err(failed)?)),
        }
    }

    /// Sets a level, unless it is set, and reads it back.
    ///
    /// # Errors
    /// Where it is refused, or something else is set then.
    pub(crate) fn set(&self, root: &Root, level: &str) -> Result<(), SettingError> {
        if self.read(root).is_ok_and(|found| found == words(level)) {
            return Ok(());
        }
        let failed = |error| SettingError::Write { setting: self.name(), level: level.to_owned(), error };
        match self {
            Self::File(path) => root.write(path, level).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => SettingError::Missing(path.clone()),
                _ => failed(error),
            })?,
            Self::Commands { set, .. } => {
                shell(&set.replace("{level}", level), root.patience).map_err(failed)?;
            }
        }
        self.prove(root, level)
    }

    /// Whether a level is set.
    ///
    /// # Errors
    /// Where it is not.
    pub(crate) fn prove(&self, root: &Root, level: &str) -> Result<(), SettingError> {
        let found = self.read(root)?;
        if found == words(level) {
            return Ok(());
        }
        Err(SettingError::Other { setting: self.name(), level: level.to_owned(), found })
    }
}

/// Sets values in their order, and proves that all are active then: one may change another. Where
/// one is refused or changed, such as a limit that must not exceed another, it goes round again,
/// turned about, as long as that helps. The values that are not set in the end.
pub(crate) fn set_together<'a>(values: &[(&Setting, &'a str)], root: &Root) -> Vec<(&'a str, SettingError)> {
    let mut values = values.to_vec();
    let mut least = usize::MAX;
    loop {
        let mut refused: Vec<Option<SettingError>> =
            values.iter().map(|(setting, value)| setting.set(root, value).err()).collect();
        let unset = values.iter().zip(&mut refused).filter_map(|((setting, value), refused)| {
            let changed = setting.prove(root, value).err()?;
            Some((*value, refused.take().unwrap_or(changed)))
        });
        let unset: Vec<_> = unset.collect();
        if unset.is_empty() || unset.len() >= least {
            return unset;
        }
        least = unset.len();
        values.reverse();
    }
}

/// The block device that a file below /sys is of: the one that its path names, or that this leads
/// to, be it by its number (`/sys/dev/block/8:0`) or as a device of a bus.
fn device_of(root: &Root, path: &str) -> Option<String> {
    let led_to = || root.resolve(Path::new(path)).ok()?.to_str().and_then(|path| device_in(root, path));
    device_in(root, path).or_else(led_to)
}

fn device_in(root: &Root, path: &str) -> Option<String> {
    // What drives a bus's device has its disks below `block`; elsewhere that is a list of all.
    let is_on_bus = path.starts_with("/sys/devices/") && !path.starts_with("/sys/devices/virtual/");
    let device = |path: &Path| {
        let name = path.file_name()?.to_str()?;
        if root.exists(format!("sys/class/block/{name}")) {
            return Some(name.to_owned());
        }
        let numbered = root.link(format!("sys/dev/block/{name}"));
        let numbered = numbered.and_then(|link| Some(link.file_name()?.to_str()?.to_owned()));
        let driven = || root.names(path.join("block")).into_iter().next().filter(|_| is_on_bus);
        numbered.or_else(driven)
    };
    path.starts_with("/sys/").then(|| Path::new(path).ancestors().find_map(device)).flatten()
}

/// Whether a setting is the scheduler's, which only a disk has.
fn is_scheduling(path: &str) -> bool {
    path.ends_with("/queue/scheduler") || path.contains("/queue/iosched/")
}

/// The words of a text, with single blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a shell's command prints.
fn shell(command: &str, limit: Duration) -> io::Result<String> {
    // No pipes, which a process that it leaves behind would hold open.
    let (printed, said) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).stdin(Stdio::null()).stdout(printed.try_clone()?).stderr(said.try_clone()?);
    // A group of its own, so that Ctrl-C does not end it half done.
    let status = ended_within(limit, shell.process_group(0))
        .map_err(|error| io::Error::new(error.kind(), format!("`{command}`: {error}")))?;
    if status.success() {
        return text(printed);
    }
    let said = words(&text(said)?);
    Err(io::Error::other(format!("`{command}` failed with {status}: {said}")))
}

fn text(mut file: File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
