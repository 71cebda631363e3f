//! The devices that a path's filesystem lies on, down to the disks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::mount::{Mount, mount_of};
use super::root::Root;

/// The block devices under a path, by the names that /sys/block knows them by.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Devices {
    /// What lies between the filesystem and the disks, from above: partitions, logical
    /// volumes, encryption, RAID, loop devices.
    pub(crate) layers: Vec<Layer>,
    /// The disks, whose schedulers order the requests.
    pub(crate) disks: Vec<String>,
}

/// A device that passes requests on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    /// `dm-0`
    pub(crate) name: String,
    /// `crypt`
    pub(crate) kind: String,
}

/// More devices than this are not walked through.
const MOST_DEVICES: usize = 256;

/// Overlays lie on one another, but not on more than this.
const MOST_OVERLAYS: usize = 8;

/// The devices under a path; none where its filesystem lies on none (tmpfs, NFS) or does not
/// say on which (ZFS).
pub(crate) fn devices_under(root: &Root, target: &Path) -> Devices {
    let mut devices = Devices::default();
    let mut seen = BTreeSet::new();
    let mut next: Vec<String> = devices_of(root, target);
    next.reverse();
    while let Some(name) = next.pop() {
        if seen.len() == MOST_DEVICES || !seen.insert(name.clone()) {
            continue;
        }
        match below(root, &name) {
            Some((kind, below)) => {
                next.extend(below.into_iter().rev());
                devices.layers.push(Layer { name, kind });
            }
            None => devices.disks.push(name),
        }
    }
    devices
}

/// The devices that a path's filesystem names itself.
fn devices_of(root: &Root, path: &Path) -> Vec<String> {
    let Some(mount) = below_overlays(root, path) else { return Vec::new() };
    let Some(device) = device_of(root, &mount) else { return Vec::new() };
    if mount.kind == "btrfs" { btrfs_devices(root, device) } else { vec![device] }
}

/// What a path is mounted from; of an overlay, what is written to it lies on: the directory that is
/// its uppermost layer. Where a container hides that, the overlay itself.
fn below_overlays(root: &Root, path: &Path) -> Option<Mount> {
    let mount = |path: &Path| root.resolve(path).ok().and_then(|path| mount_of(root, &path));
    let upper = |mount: &Mount| {
        let layer = |name: &str| mount.options.iter().find_map(|option| option.strip_prefix(name));
        layer("upperdir=").or_else(|| layer("lowerdir=")?.split(':').next()).map(PathBuf::from)
    };
    let below = |mount_point: &Mount| {
        let is_overlay = mount_point.kind == "overlay";
        is_overlay.then(|| upper(mount_point)).flatten().and_then(|layer| mount(&layer))
    };
    std::iter::successors(mount(path), below).take(MOST_OVERLAYS).last()
}

fn device_of(root: &Root, mount: &Mount) -> Option<String> {
    if let Some(link) = root.link(format!("sys/dev/block/{}", mount.device)) {
        return Some(link.file_name()?.to_str()?.to_owned());
    }
    // btrfs has a number of its own, and tells its device by path.
    let path = mount.source.strip_prefix("/dev/")?;
    let name = path.replace('/', "!");
    if root.exists(format!("sys/class/block/{name}")) {
        return Some(name);
    }
    let mapped = path.strip_prefix("mapper/").and_then(|mapped| {
        let is_it = |name: &String| {
            root.read(format!("sys/block/{name}/dm/name")).is_some_and(|dm_name| dm_name == mapped)
        };
        root.names("sys/block").into_iter().filter(|name| name.starts_with("dm-")).find(is_it)
    });
    mapped.or_else(|| {
        let node = root.resolve(Path::new(&mount.source)).ok()?;
        let name = node.file_name()?.to_str()?.to_owned();
        root.exists(format!("sys/class/block/{name}")).then_some(name)
    })
}

/// All devices of the btrfs that has this one.
fn btrfs_devices(root: &Root, device: String) -> Vec<String> {
    let filesystems = root.names("sys/fs/btrfs").into_iter();
    filesystems
        .map(|uuid| root.names(format!("sys/fs/btrfs/{uuid}/devices")))
        .find(|devices| devices.contains(&device))
        .unwrap_or_else(|| vec![device])
}

/// What kind of layer a device is, and the devices it passes requests on to. `None` for a
/// disk: one that orders requests itself.
fn below(root: &Root, name: &str) -> Option<(String, Vec<String>)> {
    let device = format!("sys/class/block/{name}");
    if root.exists(format!("{device}/partition")) {
        // …/block/sda/sda1
        let link = root.link(&device)?;
        let disk = link.parent()?.file_name()?.to_str()?.to_owned();
        return Some(("partition".to_owned(), vec![disk]));
    }
    if let Some(file) = root.read(format!("{device}/loop/backing_file")) {
        return Some(("loop".to_owned(), devices_of(root, Path::new(&file))));
    }
    let paths = nvme_paths(root, name);
    if !paths.is_empty() {
        return Some(("multipath".to_owned(), paths));
    }
    let slaves = root.names(format!("{device}/slaves"));
    let kind = kind(root, &device);
    // The device mapper's multipath orders the requests, and its paths take them as they come.
    (!slaves.is_empty() && kind != "mpath").then_some((kind, slaves))
}

/// `crypt` of device mapper's `CRYPT-LUKS2-…`, `raid1` of md.
fn kind(root: &Root, device: &str) -> String {
    let mapper = root.read(format!("{device}/dm/uuid"));
    let mapper = mapper.as_deref().and_then(|uuid| uuid.split('-').next()).map(str::to_lowercase);
    let raid = || root.read(format!("{device}/md/level"));
    let other = if root.exists(format!("{device}/dm")) { "dm" } else { "stacked" };
    mapper.or_else(raid).unwrap_or_else(|| other.to_owned())
}

/// The paths `nvme0c0n1`, `nvme0c1n1` that NVMe's own multipath hides behind `nvme0n1`.
fn nvme_paths(root: &Root, name: &str) -> Vec<String> {
    let Some((subsystem, namespace)) = name.strip_prefix("nvme").and_then(|name| name.split_once('n')) else {
        return Vec::new();
    };
    let is_path = |other: &String| {
        let rest = other.strip_prefix("nvme").and_then(|other| other.strip_prefix(subsystem));
        let controller = rest.and_then(|rest| rest.strip_prefix('c'));
        controller.and_then(|rest| rest.split_once('n')).is_some_and(|(_, last)| last == namespace)
    };
    root.names("sys/block").into_iter().filter(is_path).collect()
}
