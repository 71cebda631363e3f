//! The process scheduler: its features and tunables, and the one that sched_ext loaded.

use super::facts::Notes;

/// The state of every task, which is long and different each time, and how much is logged.
const NO_SETTINGS: [&str; 2] = ["debug", "verbose"];

pub(super) fn note(notes: &mut Notes) {
    note_sysctls(notes);
    // Readable for root, where debugfs is mounted. The file moved with Linux 5.13.
    notes.note_file("sched.features", "sys/kernel/debug/sched_features");
    let debug = "sys/kernel/debug/sched";
    for name in notes.root.names(debug).iter().filter(|name| !NO_SETTINGS.contains(&name.as_str())) {
        notes.note_choice(&format!("sched.{name}"), &format!("{debug}/{name}"));
    }
    notes.note_directory("sched.numa_balancing.", &format!("{debug}/numa_balancing"));
    notes.note_file("sched_ext.state", "sys/kernel/sched_ext/state");
    notes.note_file("sched_ext.switch_all", "sys/kernel/sched_ext/switch_all");
    notes.note_file("sched_ext.ops", "sys/kernel/sched_ext/root/ops");
}

/// `proc/sys/kernel/sched_latency_ns` as `sched.latency_ns`, as debugfs calls it now.
fn note_sysctls(notes: &mut Notes) {
    for name in notes.root.names("proc/sys/kernel") {
        if let Some(tunable) = name.strip_prefix("sched_") {
            notes.note_file(&format!("sched.{tunable}"), &format!("proc/sys/kernel/{name}"));
        }
    }
}
