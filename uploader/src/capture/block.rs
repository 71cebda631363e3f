//! The disks under the filesystem, and what lies between.

use super::devices::Devices;
use super::facts::{Notes, chosen, size};

/// What md says of an array, beside its level.
const ARRAY: [&str; 6] =
    ["array_state", "chunk_size", "degraded", "raid_disks", "stripe_cache_size", "sync_action"];

pub(super) fn note(notes: &mut Notes, devices: &Devices) {
    let layers = devices.layers.iter().map(|layer| format!("{} ({})", layer.name, layer.kind));
    notes.note("fs.layers", layers.collect::<Vec<_>>().join(", "));
    notes.note("fs.disks", devices.disks.join(", "));
    for layer in &devices.layers {
        note_layer(notes, &layer.name);
        if layer.kind == "loop" {
            note_loop(notes, &layer.name);
        }
    }
    for disk in &devices.disks {
        note_disk(notes, disk);
    }
}

/// Of a layer's own queue only the read-ahead counts, and that of the uppermost layer.
fn note_layer(notes: &mut Notes, name: &str) {
    let (key, directory) = (format!("block.{name}"), format!("sys/class/block/{name}"));
    notes.note_file(&format!("{key}.read_ahead_kb"), &format!("{directory}/queue/read_ahead_kb"));
    for file in ARRAY {
        notes.note_file(&format!("{key}.md.{file}"), &format!("{directory}/md/{file}"));
    }
}

/// A loop device may have a scheduler beside the disk's. That it has none must not speak for the
/// disk, of which `elevator=none` is declared.
fn note_loop(notes: &mut Notes, name: &str) {
    let listed = notes.root.read(format!("sys/class/block/{name}/queue/scheduler"));
    if let Some(own) = listed.as_deref().map(chosen).filter(|own| *own != "none") {
        notes.note(&format!("block.{name}.scheduler"), own);
    }
}

fn note_disk(notes: &mut Notes, name: &str) {
    let (key, directory) = (format!("block.{name}"), format!("sys/class/block/{name}"));
    note_cache(notes, &key, &directory);
    notes.note_directory(&format!("{key}."), &format!("{directory}/queue"));
    notes.note_directory(&format!("{key}.iosched."), &format!("{directory}/queue/iosched"));
    notes.note_choice(&format!("{key}.scheduler"), &format!("{directory}/queue/scheduler"));
    for (fact, file) in [
        ("vendor", "device/vendor"),
        // SCSI's and NVMe's, then that of memory cards.
        ("model", "device/name"),
        ("model", "device/model"),
        ("firmware", "device/fwrev"),
        ("firmware", "device/rev"),
        ("firmware", "device/firmware_rev"),
        ("device.queue_depth", "device/queue_depth"),
    ] {
        notes.note_file(&format!("{key}.{fact}"), &format!("{directory}/{file}"));
    }
    let sectors =
        notes.root.read(format!("{directory}/size")).and_then(|sectors| sectors.parse::<u64>().ok());
    // Of 512 bytes each, whatever the disk's own are.
    if let Some(bytes) = sectors.and_then(|sectors| sectors.checked_mul(512)) {
        notes.note(&format!("{key}.size"), size(bytes));
    }
}

/// Before Linux 4.7 no queue told of the write cache, but SCSI's disks did.
fn note_cache(notes: &mut Notes, key: &str, directory: &str) {
    let disks = format!("{directory}/device/scsi_disk");
    for disk in notes.root.names(&disks) {
        notes.note_file(&format!("{key}.write_cache"), &format!("{disks}/{disk}/cache_type"));
    }
}
