//! The filesystem under test.

use std::path::Path;

use time::macros::format_description;

use super::facts::Notes;
use super::mount::mount_of;

/// Those whose root directory is made with them and keeps when.
const DATED: [&str; 4] = ["btrfs", "ext4", "f2fs", "xfs"];

pub(super) fn note(notes: &mut Notes, target: &Path) {
    let path = notes.root.resolve(target);
    let Some(mount) = path.ok().and_then(|path| mount_of(notes.root, &path)) else { return };
    notes.note("fs.type", &mount.kind);
    notes.note("fs.source", &mount.source);
    notes.note("fs.mount_point", mount.point.to_string_lossy());
    notes.note_list("fs.options", mount.options.iter().map(String::as_str));
    if DATED.contains(&mount.kind.as_str())
        && mount.part == "/"
        && let Some(created) = notes.root.created(&mount.point)
        && let Ok(day) = created.format(format_description!("[year]-[month]-[day]"))
    {
        notes.note("fs.created", day);
    }
}
