//! No space left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use nix::unistd::geteuid;

use crate::service::{Service, directory};
use crate::uploads::{Upload, run};

/// Enough for a new cluster and some uploads.
const MEBIBYTES: u64 = 128;

/// Freed when the disk is full, as an operator would.
const BALLAST: usize = 40 << 20;

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
    let directory = directory();
    let log = directory.path().join("server.log");
    let disk = Disk::mount(&directory.path().join("disk"));
    let ballast = disk.0.join("ballast");
    let zeros = vec![0; BALLAST];
    fs::write(&ballast, zeros).unwrap();
    let mut service = Service::start_in(directory, disk.0.join("data"), log);
    let client = service.client();

    let first = Upload::of_json(&run(0));
    client.send(&first).unwrap();
    let frozen = client.freeze();
    let full = (1..MOST_UPLOADS).find(|&number| client.send(&Upload::of_json(&run(number))).is_err());
    let full = full.expect("the disk never filled");
    fs::remove_file(ballast).unwrap();
    service.wait_until_ready();
    for number in 0..=full {
        client.insist(&Upload::of_json(&run(number)));
    }
    assert_eq!(client.stored().len() as u64, full + 1);
    assert!((0..=full).all(|number| client.has(&Upload::of_json(&run(number)))));
    assert!(client.is_as_frozen(&frozen), "a snapshot has changed");
}
