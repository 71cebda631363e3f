//! The control group that we, and what we measure, are in, and its limits.

use std::path::Path;

use super::facts::Notes;

/// What limits a group under the second version of control groups.
const LIMITS: [&str; 9] = [
    "cpu.max",
    "cpu.weight",
    "cpu.idle",
    "cpuset.cpus.effective",
    "cpuset.mems.effective",
    "io.max",
    "memory.high",
    "memory.max",
    "pids.max",
];

/// Controller and file of the first version.
const FIRST_LIMITS: [(&str, &str); 9] = [
    ("cpu", "cpu.cfs_quota_us"),
    ("cpu", "cpu.cfs_period_us"),
    ("cpu", "cpu.shares"),
    ("cpuset", "cpuset.cpus"),
    ("cpuset", "cpuset.mems"),
    ("memory", "memory.limit_in_bytes"),
    ("blkio", "blkio.weight"),
    ("blkio", "blkio.throttle.read_bps_device"),
    ("pids", "pids.max"),
];

pub(super) fn note(notes: &mut Notes) {
    let groups = notes.root.read("proc/self/cgroup").unwrap_or_default();
    // `4:cpu,cpuacct:/path`; the second version's has no controller.
    let groups: Vec<(&str, &str)> =
        groups.lines().filter_map(|line| line.split_once(':')?.1.split_once(':')).collect();
    for (controller, file) in FIRST_LIMITS {
        let group = groups.iter().find(|(controllers, _)| controllers.split(',').any(|c| c == controller));
        if let Some((controllers, path)) = group {
            notes.note_file(&format!("cgroup.{file}"), &format!("sys/fs/cgroup/{controllers}{path}/{file}"));
        }
    }
    if let Some(path) = path(&groups) {
        notes.note("cgroup.path", lasting(path));
    }
    if let Some((_, path)) = groups.iter().find(|(controllers, _)| controllers.is_empty()) {
        for file in LIMITS {
            note_limit(notes, path, file);
        }
    }
}

/// The group of the second version; where that is the root, as it is beside the first version,
/// the one of a controller that limits.
fn path<'a>(groups: &[(&str, &'a str)]) -> Option<&'a str> {
    let of = |controller: &str| {
        let is_its = |(controllers, _): &&(&str, &str)| controllers.split(',').any(|c| c == controller);
        groups.iter().find(is_its).map(|(_, path)| *path)
    };
    let mut paths = ["", "cpu", "memory"].into_iter().filter_map(of);
    let first = paths.next();
    [first].into_iter().flatten().chain(paths).find(|path| *path != "/").or(first)
}

/// Notes a limit of a group. Where it or the groups above it are limited, that is all of them
/// from below, as `200000 100000; 50000 100000`: the tightest counts.
fn note_limit(notes: &mut Notes, path: &str, file: &str) {
    let groups = Path::new(path).ancestors().filter(|group| group.parent().is_some());
    let levels: Vec<String> = groups
        .filter_map(|group| notes.root.read(format!("sys/fs/cgroup{}/{file}", group.display())))
        .collect();
    let is_inherited = file.ends_with(".max") || file == "memory.high";
    let limits: Vec<&str> = levels
        .iter()
        .filter(|_| is_inherited)
        .map(String::as_str)
        .filter(|text| !text.starts_with("max"))
        .collect();
    let own = levels.first().map_or("", String::as_str);
    notes.note(&format!("cgroup.{file}"), if limits.is_empty() { own.to_owned() } else { limits.join("; ") });
}

/// The path without the numbers that each login and each start gives anew:
/// `/user.slice/user-1000.slice/session-*.scope`.
fn lasting(path: &str) -> String {
    let parts = path.split('/').map(|part| {
        if !part.ends_with(".scope") && !part.starts_with("run-") {
            return part.to_owned();
        }
        let chunks = part.split_inclusive(|c: char| !c.is_alphanumeric()).map(|chunk| {
            let word = chunk.trim_end_matches(|c: char| !c.is_alphanumeric());
            let is_number = word.contains(|c: char| c.is_ascii_digit());
            if is_number { format!("*{}", &chunk[word.len()..]) } else { chunk.to_owned() }
        });
        chunks.collect()
    });
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::lasting;

    #[test]
    fn numbers_of_sessions_are_left_out_and_those_of_users_kept() {
        for (path, left) in [
            ("/", "/"),
            ("/user.slice/user-1000.slice/session-12.scope", "/user.slice/user-1000.slice/session-*.scope"),
            ("/system.slice/run-u314.service", "/system.slice/run-*.service"),
            ("/run-r1f2e3d4c5b6a79881f2e3d4c5b6a7988.scope", "/run-*.scope"),
            ("/bench/fio2", "/bench/fio2"),
        ] {
            assert_eq!(lasting(path), left);
        }
    }
}
