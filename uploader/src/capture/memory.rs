//! Memory, its nodes, and how the kernel manages it.

use super::facts::{Notes, count, size};

/// The settings of `proc/sys/vm` that benchmarks of disks and schedulers depend on.
const TUNABLES: [&str; 15] = [
    "compaction_proactiveness",
    "dirty_background_bytes",
    "dirty_background_ratio",
    "dirty_bytes",
    "dirty_expire_centisecs",
    "dirty_ratio",
    "dirty_writeback_centisecs",
    "laptop_mode",
    "min_free_kbytes",
    "nr_hugepages",
    "overcommit_memory",
    "page-cluster",
    "swappiness",
    "vfs_cache_pressure",
    "zone_reclaim_mode",
];

pub(super) fn note(notes: &mut Notes) {
    let info = notes.root.read("proc/meminfo").unwrap_or_default();
    for (key, field) in [("memory.total", "MemTotal:"), ("memory.swap", "SwapTotal:")] {
        if let Some(bytes) = bytes(&info, field) {
            notes.note(key, size(bytes));
        }
    }
    for tunable in TUNABLES {
        notes.note_file(&format!("vm.{tunable}"), &format!("proc/sys/vm/{tunable}"));
    }
    notes.note_choice("memory.thp", "sys/kernel/mm/transparent_hugepage/enabled");
    notes.note_choice("memory.thp_defrag", "sys/kernel/mm/transparent_hugepage/defrag");
    notes.note_file("memory.ksm", "sys/kernel/mm/ksm/run");
    notes.note_file("memory.lru_gen", "sys/kernel/mm/lru_gen/enabled");
    notes.note_file("memory.zswap", "sys/module/zswap/parameters/enabled");
    if let Some(nodes) = notes.root.read("sys/devices/system/node/online").as_deref().and_then(count) {
        notes.note("numa.nodes", nodes.to_string());
    }
    notes.note_file("numa.balancing", "proc/sys/kernel/numa_balancing");
}

/// `MemTotal:       32695148 kB`, in bytes.
fn bytes(info: &str, field: &str) -> Option<u64> {
    let value = info.lines().find_map(|line| line.strip_prefix(field))?;
    value.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}
