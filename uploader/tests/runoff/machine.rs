//! A machine's /proc and /sys, unpacked from one file.
//!
//! `[proc]` is the directory of what follows; `a/b = text` a file in it; after `a/b =` alone
//! the lines that begin with `| ` are the file; `a/b/` is an empty directory; `a -> b` is a
//! symbolic link. What begins with `#` is a comment.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use tempfile::TempDir;

/// Writes the files of a machine below a new directory.
pub(crate) fn unpack(machine: &str) -> TempDir {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/runoff/machines/{machine}.txt"));
    let root = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(file).unwrap();
    let mut directory = root.path().to_owned();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            directory = root.path().join(name.strip_suffix(']').unwrap());
        } else if let Some((link, target)) = line.split_once(" -> ") {
            symlink(target, ready(&directory.join(link))).unwrap();
        } else if let Some((name, text)) = line.split_once(" =") {
            let mut text = format!("{}\n", text.trim_start());
            while let Some(more) = lines.next_if(|line| line.starts_with('|')) {
                text = format!("{}{}\n", text.trim_start(), more[1..].trim_start());
            }
            fs::write(ready(&directory.join(name)), text).unwrap();
        } else {
            assert!(line.ends_with('/'), "{machine}: {line}");
            fs::create_dir_all(directory.join(line)).unwrap();
        }
    }
    root
}

/// The path, in a directory that is there.
fn ready(path: &Path) -> &Path {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}
