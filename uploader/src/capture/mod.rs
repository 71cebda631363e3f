//! `runoff capture`: the facts of a box that say under what a benchmark ran.
//!
//! Each module notes the facts of one thing, by the names that docs/CAPTURE.md lists. A file
//! that is missing or may not be read tells no fact; nothing here fails for it.

mod block;
mod cgroup;
mod command;
mod cpu;
mod devices;
mod facts;
mod filesystem;
mod kernel;
mod memory;
mod mount;
mod redact;
mod root;
mod scheduler;

use std::path::Path;

pub(crate) use command::{capture_for, show};
pub(crate) use devices::{Devices, devices_under};
pub(crate) use facts::{Facts, chosen};
pub(crate) use root::Root;

use facts::Notes;

/// The facts of the box now, and of the filesystem and the disks under `target`.
pub(crate) fn capture(root: &Root, target: &Path) -> Facts {
    let mut notes = Notes::new(root);
    kernel::note(&mut notes);
    cpu::note(&mut notes);
    memory::note(&mut notes);
    scheduler::note(&mut notes);
    cgroup::note(&mut notes);
    filesystem::note(&mut notes, target);
    block::note(&mut notes, &devices_under(root, target));
    notes.into_facts()
}
