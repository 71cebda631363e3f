//! Where a path is mounted from.

use std::path::{Path, PathBuf};

use super::root::Root;

/// A mounted filesystem, as a line of `proc/self/mountinfo` says it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mount {
    /// `259:3`: its device; `0:…` where it has none of its own.
    pub(super) device: String,
    /// Which part of the filesystem is mounted: `/` for all of it.
    pub(super) part: String,
    /// Where.
    pub(super) point: PathBuf,
    /// The options of the mount and of the filesystem, each once.
    pub(super) options: Vec<String>,
    /// `ext4`
    pub(super) kind: String,
    /// `/dev/mapper/vg0-root`
    pub(super) source: String,
}

/// Where the filesystem of a path is mounted, where that is known.
pub(crate) fn mount_point(root: &Root, path: &Path) -> Option<PathBuf> {
    Some(mount_of(root, &root.resolve(path).ok()?)?.point)
}

/// The filesystem that a path, which no symbolic link is in, lies on.
pub(super) fn mount_of(root: &Root, path: &Path) -> Option<Mount> {
    let mounts = root.read("proc/self/mountinfo")?;
    // Of two at one point the later hides the earlier.
    mounts
        .lines()
        .filter_map(parse)
        .filter(|mount| path.starts_with(&mount.point))
        .max_by_key(|mount| mount.point.components().count())
}

/// `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`
fn parse(line: &str) -> Option<Mount> {
    let (mount, filesystem) = line.split_once(" - ")?;
    let mut mount = mount.split(' ').skip(2);
    let (device, part, point, options) = (mount.next()?, mount.next()?, mount.next()?, mount.next()?);
    let mut filesystem = filesystem.split(' ');
    let (kind, source, more) = (filesystem.next()?, filesystem.next()?, filesystem.next()?);
    let mut all: Vec<String> = Vec::new();
    // The filesystem's `rw` is no news of a mount that is `ro`.
    let more = more.split(',').filter(|option| *option != "rw");
    for option in options.split(',').chain(more).map(unescape) {
        if !all.contains(&option) {
            all.push(option);
        }
    }
    Some(Mount {
        device: device.to_owned(),
        part: unescape(part),
        point: unescape(point).into(),
        options: all,
        kind: kind.to_owned(),
        source: unescape(source),
    })
}

/// The kernel writes a blank as `\040`.
fn unescape(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                plain.push(code.into());
                plain.push_str(&part[3..]);
            }
            None => {
                plain.push('\\');
                plain.push_str(part);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_mountinfo_is_understood() {
        let line = r"36 35 98:0 /a\040b /mnt/c\134d rw,noatime shared:1 master:2 - ext3 /dev/root rw,errors=continue";
        let mount = parse(line).unwrap();
        assert_eq!((mount.part.as_str(), mount.point.to_str().unwrap()), ("/a b", r"/mnt/c\d"));
        assert_eq!(mount.options, ["rw", "noatime", "errors=continue"]);
        assert_eq!((mount.kind.as_str(), mount.source.as_str()), ("ext3", "/dev/root"));
        assert_eq!(parse("36 35 98:0 / /mnt"), None);
        let read_only = parse("1 0 8:1 / / ro,relatime - ext4 /dev/sda1 rw").unwrap();
        assert_eq!(read_only.options, ["ro", "relatime"]);
    }
}
