//! No space left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::sys::statvfs::statvfs;
use nix::unistd::geteuid;

use crate::rarely;
use crate::service::{Service, directory};
use crate::uploads::{Upload, run};

/// Enough for a new cluster and some uploads.
const MEBIBYTES: u64 = 128;

/// At most so many bytes are left for uploads.
const LEFT: u64 = 8 << 20;

const MOST_UPLOADS: u64 = 5000;

/// Each of its lines once ended a request, or the whole service, with a panic.
#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    let service = Service::logging_to("/dev/full");
    assert_eq!(service.client().send(&Upload::of_json(&run(0))).unwrap().status, 201);
    assert_eq!(service.client().stored().len(), 1);
}

/// A small disk. Dropping it unmounts it.
struct Disk(PathBuf);

impl Disk {
    fn mount(at: &Path) -> Self {
        fs::create_dir(at).unwrap();
        as_root(&[
            "mount",
            "-t",
            "tmpfs",
            "-o",
            &format!("size={MEBIBYTES}m,mode=755"),
            "tmpfs",
            &at.to_string_lossy(),
        ]);
        Self(at.to_owned())
    }

    /// Takes all space but this many bytes; returns the file that has it.
    fn fill(&self, left: u64) -> PathBuf {
        let disk = statvfs(&self.0).unwrap();
        let free = disk.blocks_available() * disk.fragment_size();
        let filler = self.0.join("filler");
        fs::write(&filler, vec![0; usize::try_from(free.saturating_sub(left)).unwrap()]).unwrap();
        filler
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        as_root(&["umount", "--lazy", &self.0.to_string_lossy()]);
    }
}

fn as_root(command: &[&str]) {
    let sudo: &[&str] = if geteuid().is_root() { &[] } else { &["sudo"] };
    let [program, arguments @ ..] = &*[sudo, command].concat() else { panic!("no command") };
    assert!(Command::new(program).args(arguments).status().unwrap().success(), "{command:?}");
}

#[test]
#[ignore = "mounts a file system: `make faults` runs it"]
fn a_full_disk_loses_no_acknowledged_run_and_leaves_none_half() {
    for _ in 0..rarely(1) {
        fill_up();
    }
}

fn fill_up() {
    let directory = directory();
    let log = directory.path().join("server.log");
    let disk = Disk::mount(&directory.path().join("disk"));
    let mut service = Service::start_in(directory, disk.0.join("data"), log);
    let client = service.client();

    let first = Upload::of_json(&run(0));
    client.send(&first).unwrap();
    let frozen = client.freeze();
    let filler = disk.fill(fastrand::u64(0..LEFT));
    let full = (1..MOST_UPLOADS).find(|&number| client.send(&Upload::of_json(&run(number))).is_err());
    let full = full.expect("the disk never filled");
    fs::remove_file(filler).unwrap();
    service.wait_until_ready();
    for number in 0..=full {
        client.insist(&Upload::of_json(&run(number)));
    }
    assert_eq!(client.stored().len() as u64, full + 1);
    assert!((0..=full).all(|number| client.has(&Upload::of_json(&run(number)))));
    assert!(client.is_as_frozen(&frozen), "a snapshot has changed");
}
