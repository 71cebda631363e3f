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
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub(crate) use command::{capture_for, show};
pub(crate) use devices::{Devices, devices_under};
pub(crate) use facts::{Facts, chosen};
pub(crate) use mount::mount_point;
pub(crate) use root::Root;

use crate::patience::within;
use crate::terminal::say;
use facts::Notes;

/// How long the facts of a box may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The facts of the box now, and of the filesystem and the disks under `target`. Where a file
/// hangs, those until then.
pub(crate) fn capture(root: &Root, target: &Path) -> Facts {
    let facts = Arc::<Mutex<Facts>>::default();
    let (root, target, noted) = (root.clone(), target.to_owned(), Arc::clone(&facts));
    if let Err(error) = within(PATIENCE, move || note(&mut Notes::new(&root, noted), &target)) {
        say(format_args!("not all facts of this box are known: {error} to read its files"));
    }
    std::mem::take(&mut *facts.lock().unwrap_or_else(PoisonError::into_inner))
}

fn note(notes: &mut Notes, target: &Path) {
    kernel::note(notes);
    cpu::note(notes);
    memory::note(notes);
    scheduler::note(notes);
    cgroup::note(notes);
    filesystem::note(notes, target);
    block::note(notes, &devices_under(notes.root, target));
}
