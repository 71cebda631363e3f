use std::collections::BTreeMap;
use std::fs;

use crate::machine::unpack;
use crate::testbox::{TestBox, ended};

/// The machines under machines/, each with a path on it.
const MACHINES: [(&str, &str); 5] =
    [("laptop", "/home"), ("server", "/srv"), ("virtual", "/"), ("scheduler-lab", "/"), ("bare", "/")];

type Facts = BTreeMap<String, String>;

/// The facts that are captured on a machine for a path on it.
fn facts(machine: &str, target: &str) -> Facts {
    let root = unpack(machine);
    let root = root.path().to_str().unwrap();
    let captured = TestBox::new("").runoff(&["capture", "--root", root, "--target", target, "--json"]);
    assert_eq!((captured.code, captured.stderr.as_str()), (0, ""));
    serde_json::from_str(&captured.stdout).unwrap()
}

fn check(facts: &Facts, expected: &[(&str, &str)]) {
    for (fact, value) in expected {
        assert_eq!(facts.get(*fact).map(String::as_str), Some(*value), "{fact}");
    }
}

/// The facts whose names end so, as `fact=value`.
fn ending(facts: &Facts, end: &str) -> Vec<String> {
    facts
        .iter()
        .filter(|(fact, _)| fact.ends_with(end))
        .map(|(fact, value)| format!("{fact}={value}"))
        .collect()
}

#[test]
fn a_laptop_is_captured() {
    let facts = facts("laptop", "/home/ana/bench");
    check(
        &facts,
        &[
            ("kernel.release", "6.8.0-45-generic"),
            (
                "kernel.cmdline",
                "BOOT_IMAGE=/vmlinuz-6.8.0-45-generic root=/dev/mapper/vg0-root ro rootflags=subvol=@ rd.luks.uuid=[redacted] cryptdevice=UUID=[redacted] resume=UUID=[redacted] quiet splash",
            ),
            (
                "kernel.compiler",
                "x86_64-linux-gnu-gcc-13 (Ubuntu 13.2.0-23ubuntu4) 13.2.0, GNU ld (GNU Binutils for Ubuntu) 2.42",
            ),
            ("os.name", "Ubuntu 24.04.1 LTS"),
            ("machine.model", "21CBCTO1WW"),
            ("cpu.model", "12th Gen Intel(R) Core(TM) i7-1260P"),
            ("cpu.count", "4"),
            ("cpu.cores", "2"),
            ("cpu.sockets", "1"),
            ("cpu.smt", "on"),
            ("cpu.driver", "intel_pstate"),
            ("cpu.governor", "performance, powersave"),
            ("cpu.mitigations.meltdown", "Not affected"),
            ("memory.total", "31.0 GiB"),
            ("memory.swap", "8.00 GiB"),
            ("memory.thp", "madvise"),
            ("numa.nodes", "1"),
            ("sched.autogroup_enabled", "1"),
            ("vm.swappiness", "60"),
            ("load.1m", "0.42"),
            ("cgroup.path", "/user.slice/user-1000.slice/session-*.scope"),
            ("cgroup.pids.max", "81056"),
            ("fs.type", "btrfs"),
            ("fs.mount_point", "/home"),
            ("fs.options", "rw,noatime,ssd,discard=async,space_cache=v2,subvolid=257,subvol=/@home"),
        ],
    );
    assert!(!facts.contains_key("cpu.nohz_full") && !facts.contains_key("cpu.isolated"));
}

#[test]
fn lvm_on_dm_crypt_on_nvme_leads_to_the_disk_and_not_to_another() {
    let facts = facts("laptop", "/home/ana/bench");
    check(
        &facts,
        &[
            ("fs.layers", "dm-1 (lvm), dm-0 (crypt), nvme0n1p3 (partition)"),
            ("fs.disks", "nvme0n1"),
            ("block.nvme0n1.model", "SAMSUNG MZVL21T0HCLR-00BL7"),
            ("block.nvme0n1.firmware", "AL2QGXA7"),
            ("block.nvme0n1.rotational", "0"),
            ("block.nvme0n1.write_cache", "write back"),
            ("block.nvme0n1.size", "954 GiB"),
            ("block.nvme0n1.rq_affinity", "1"),
            ("block.dm-1.read_ahead_kb", "4096"),
        ],
    );
    assert_eq!(ending(&facts, ".scheduler"), ["block.nvme0n1.scheduler=none"]);
}

#[test]
fn an_overlay_leads_to_the_disk_under_its_uppermost_layer() {
    let machine = unpack("laptop");
    let mountinfo = machine.path().join("proc/self/mountinfo");
    let overlays = "130 31 0:60 / /srv rw shared:60 - overlay overlay rw,lowerdir=/usr,upperdir=/home/ana,workdir=/w\n\
                    131 31 0:61 / /mnt rw - overlay overlay rw,lowerdir=/srv:/usr\n\
                    132 31 0:62 / /var rw - overlay overlay rw,lowerdir=/l,upperdir=/hidden,workdir=/w\n\
                    133 31 0:63 / /opt rw - overlay overlay rw,lowerdir=/opt\n";
    fs::write(&mountinfo, fs::read_to_string(&mountinfo).unwrap() + overlays).unwrap();
    for (target, layers) in [
        ("/srv", Some("dm-1 (lvm), dm-0 (crypt), nvme0n1p3 (partition)")),
        ("/mnt", Some("dm-1 (lvm), dm-0 (crypt), nvme0n1p3 (partition)")),
        ("/var", None),
        ("/opt", None),
    ] {
        fs::create_dir_all(machine.path().join(&target[1..])).unwrap();
        let root = machine.path().to_str().unwrap();
        let captured = TestBox::new("").runoff(&["capture", "--root", root, "--target", target, "--json"]);
        let facts: Facts = serde_json::from_str(&captured.stdout).unwrap();
        assert_eq!(facts.get("fs.layers").map(String::as_str), layers, "{target}");
        assert_eq!(facts["fs.type"], "overlay");
    }
}

#[test]
fn another_filesystem_leads_to_its_own_disk() {
    let boot = facts("laptop", "/boot/grub");
    check(&boot, &[("fs.type", "ext4"), ("fs.layers", "nvme0n1p2 (partition)"), ("fs.disks", "nvme0n1")]);
    let memory = facts("virtual", "/tmp/bench");
    check(&memory, &[("fs.type", "tmpfs")]);
    assert!(!memory.contains_key("fs.disks") && ending(&memory, ".scheduler").is_empty());
}

#[test]
fn an_array_leads_to_its_two_disks() {
    let facts = facts("server", "/srv");
    check(
        &facts,
        &[
            ("fs.type", "ext3"),
            ("fs.layers", "md0 (raid1), sda1 (partition), sdb1 (partition)"),
            ("fs.disks", "sda, sdb"),
            ("block.md0.md.degraded", "0"),
            ("block.md0.read_ahead_kb", "4096"),
            ("block.sda.model", "WDC WD2003FYYS-02W0B0"),
            ("block.sda.firmware", "01.01D01"),
            ("block.sda.rotational", "1"),
            ("block.sda.write_cache", "write back"),
            ("block.sda.device.queue_depth", "31"),
            ("block.sda.iosched.fifo_batch", "16"),
            ("block.sdb.iosched.quantum", "8"),
        ],
    );
    assert_eq!(ending(&facts, ".scheduler"), ["block.sda.scheduler=deadline", "block.sdb.scheduler=cfq"]);
}

#[test]
fn an_old_server_is_captured() {
    let facts = facts("server", "/srv");
    check(
        &facts,
        &[
            ("kernel.compiler", "gcc version 4.8.5 20150623 (Red Hat 4.8.5-44) (GCC)"),
            (
                "kernel.cmdline",
                "BOOT_IMAGE=/vmlinuz-3.10.0-1160.el7.x86_64 root=/dev/md0 ro rd.md.uuid=[redacted] elevator=deadline netconsole=[redacted] ip=[redacted] password=[redacted]",
            ),
            ("cpu.count", "24"),
            ("cpu.cores", "2"),
            ("cpu.sockets", "2"),
            ("cpu.governor", "ondemand"),
            ("memory.swap", "0 B"),
            ("numa.nodes", "2"),
            ("sched.latency_ns", "24000000"),
            ("sched.features", "GENTLE_FAIR_SLEEPERS START_DEBIT NO_NEXT_BUDDY LAST_BUDDY"),
            ("cgroup.cpu.cfs_quota_us", "200000"),
            ("cgroup.blkio.weight", "500"),
        ],
    );
    assert!(!facts.contains_key("sched.domain"));
}

#[test]
fn a_loop_device_leads_to_the_disk_that_its_file_lies_on() {
    let facts = facts("server", "/image");
    check(&facts, &[("fs.layers", "loop0 (loop), sdc1 (partition)"), ("fs.disks", "sdc")]);
    assert_eq!(ending(&facts, ".scheduler"), ["block.sdc.scheduler=noop"]);
}

/// Two runs that differed in it showed no difference.
#[test]
fn a_loop_device_s_own_scheduler_is_captured() {
    let root = unpack("server");
    let file = root.path().join("sys/devices/virtual/block/loop0/queue/scheduler");
    fs::write(file, "none [mq-deadline]\n").unwrap();
    let root = root.path().to_str().unwrap();
    let captured = TestBox::new("").runoff(&["capture", "--root", root, "--target", "/image", "--json"]);
    let facts: Facts = serde_json::from_str(&captured.stdout).unwrap();
    let schedulers = ["block.loop0.scheduler=mq-deadline", "block.sdc.scheduler=noop"];
    assert_eq!(ending(&facts, ".scheduler"), schedulers);
}

#[test]
fn serial_numbers_and_addresses_in_sources_of_mounts_are_redacted() {
    check(
        &facts("server", "/data/bench"),
        &[("fs.source", "/dev/disk/by-id/[redacted]"), ("fs.disks", "sdc")],
    );
    let net = facts("server", "/net");
    check(
        &net,
        &[
            ("fs.source", "[redacted]:/export"),
            ("fs.options", "rw,vers=4.1,proto=tcp,clientaddr=[redacted],addr=[redacted]"),
        ],
    );
    assert!(!net.contains_key("fs.disks"));
}

#[test]
fn a_virtual_machine_is_captured() {
    let facts = facts("virtual", "/");
    check(
        &facts,
        &[
            ("os.name", "Debian GNU/Linux 12 (bookworm)"),
            ("machine.vendor", "Google"),
            ("cpu.smt", "notsupported"),
            ("memory.total", "7.75 GiB"),
            ("cgroup.cpu.max", "50000 100000"),
            ("cgroup.cpu.weight", "200"),
            ("fs.options", "rw,relatime,discard,errors=remount-ro"),
            ("block.vda.scheduler", "mq-deadline"),
            ("block.vda.write_cache", "write through"),
            ("block.vda.size", "10.0 GiB"),
        ],
    );
    assert_eq!(ending(&facts, "governor"), [""; 0]);
}

#[test]
fn sched_ext_and_the_scheduler_s_settings_are_captured() {
    let facts = facts("scheduler-lab", "/");
    check(
        &facts,
        &[
            ("kernel.compiler", "clang version 19.1.0, LLD 19.1.0"),
            ("sched_ext.state", "enabled"),
            ("sched_ext.ops", "rusty_1.0.4_x86_64_unknown_linux_gnu"),
            ("sched.features", "PLACE_LAG PLACE_DEADLINE_INITIAL NO_RUN_TO_PARITY"),
            ("sched.preempt", "full"),
            ("sched.base_slice_ns", "3000000"),
            ("sched.numa_balancing.scan_size_mb", "256"),
            ("numa.balancing", "1"),
            ("numa.nodes", "2"),
            ("cpu.count", "384"),
            ("cpu.energy_preference", "performance"),
            ("cpu.pstate.status", "active"),
        ],
    );
    assert!(!facts.contains_key("sched.debug"));
}

#[test]
fn nvme_s_multipath_leads_to_the_paths_and_the_device_mapper_s_orders_requests_itself() {
    let nvme = facts("scheduler-lab", "/");
    check(&nvme, &[("fs.layers", "nvme0n1p1 (partition), nvme0n1 (multipath)"), ("fs.disks", "nvme0c0n1")]);
    check(&nvme, &[("block.nvme0c0n1.model", "KIOXIA KCM61VUL3T20")]);
    assert_eq!(ending(&nvme, ".scheduler"), ["block.nvme0c0n1.scheduler=kyber"]);
    let san = facts("scheduler-lab", "/san");
    assert_eq!(ending(&san, ".scheduler"), ["block.dm-5.scheduler=mq-deadline"]);
}

#[test]
fn a_slash_in_a_disk_s_name_is_written_as_one() {
    let raid = facts("scheduler-lab", "/raid");
    assert_eq!(ending(&raid, ".scheduler"), ["block.cciss/c0d0.scheduler=deadline"]);
}

#[test]
fn what_cannot_be_read_is_no_fact() {
    let facts = facts("bare", "/");
    let names: Vec<&str> = facts.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["cpu.online", "fs.mount_point", "fs.options", "fs.source", "fs.type", "kernel.release"]
    );
}

/// In docs/CAPTURE.md what is in capitals stands for any name.
#[test]
fn every_fact_is_documented() {
    let docs = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/CAPTURE.md")).unwrap();
    let rows = docs.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let documented: Vec<Vec<&str>> = rows
        .flat_map(|row| row.split("`, `"))
        .map(|fact| fact.trim_matches('`').split('.').collect())
        .collect();
    let is = |documented: &[&str], fact: &[&str]| {
        let is_any = |part: &str| part.chars().all(|c| c.is_ascii_uppercase());
        let last = documented.len() - 1;
        (documented.len() == fact.len() || is_any(documented[last]) && fact.len() > last)
            && documented.iter().zip(fact).all(|(part, fact)| is_any(part) || part == fact)
    };
    for (machine, target) in MACHINES {
        for fact in facts(machine, target).keys() {
            let parts: Vec<&str> = fact.split('.').collect();
            assert!(documented.iter().any(|documented| is(documented, &parts)), "{fact}");
        }
    }
}

/// Whatever a machine is called by stays on it.
#[test]
fn no_serial_number_is_read() {
    for (machine, target) in
        [("laptop", "/home"), ("server", "/srv"), ("virtual", "/"), ("scheduler-lab", "/")]
    {
        let facts = facts(machine, target);
        let values: Vec<&str> = facts.values().map(String::as_str).collect();
        for secret in [
            "PF3XYZ12",
            "S64XNX0T123456",
            "002538b421a1b2c3",
            "persistent-disk",
            "6f3cae5b",
            "hunter2",
            "10.1.2.3",
        ] {
            assert!(!values.iter().any(|value| value.contains(secret)), "{machine}: {secret}");
        }
    }
}

/// Every Linux has these.
#[test]
fn this_machine_is_captured() {
    let captured = TestBox::new("").runoff(&["capture"]);
    assert_eq!((captured.code, captured.stderr.as_str()), (0, ""));
    let facts: Facts = captured
        .stdout
        .lines()
        .map(|line| line.split_once(": ").unwrap())
        .map(|(fact, value)| (fact.to_owned(), value.to_owned()))
        .collect();
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    check(&facts, &[("kernel.release", release.trim())]);
    for fact in ["kernel.version", "memory.total", "load.1m", "fs.type", "fs.options", "vm.swappiness"] {
        assert!(facts.contains_key(fact), "{fact}: {}", captured.stdout);
    }
    let lines: Vec<&str> = captured.stdout.lines().collect();
    assert!(lines.is_sorted_by_key(|line| line.split_once(": ").unwrap().0), "{}", captured.stdout);
}

#[test]
fn a_target_that_is_not_there_is_named() {
    let captured = TestBox::new("").runoff(&["capture", "--target", "nonesuch"]);
    assert_eq!((captured.code, captured.stdout.as_str()), (1, ""));
    assert_eq!(captured.stderr, "runoff: nonesuch: No such file or directory (os error 2)\n");
}

#[test]
fn sent_runs_have_this_box_s_facts_only_where_that_is_asked_for() {
    let test_box = TestBox::new("");
    test_box.file("hackbench.out", "Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)\nEach sender will pass 100 messages of 100 bytes\nTime: 0.123\n", 0);
    let send = |more: &[&str]| {
        let options = ["send", "--dry-run", "--json", "--label", "a", "--set", "kernel=1.0.1"];
        ended(&mut test_box.command(&[&options, more, &["hackbench.out"]].concat()))
    };
    let environment = |json: &str| {
        let runs: serde_json::Value = serde_json::from_str(json).unwrap();
        runs["environment"].as_object().cloned().unwrap_or_default()
    };
    let plain = send(&[]);
    assert_eq!(plain.code, 0, "{}", plain.stderr);
    assert!(!environment(&plain.stdout).contains_key("kernel.release"));
    let captured = send(&["--capture"]);
    assert!(environment(&captured.stdout).contains_key("kernel.release"), "{}", captured.stderr);
    let said = "hackbench.out: kernel=1.0.1 is declared, but env.kernel.release=";
    assert!(captured.stderr.contains(said), "{}", captured.stderr);
    let elsewhere = send(&["--capture=/nonesuch"]);
    assert!(
        elsewhere.code == 1 && elsewhere.stdout.contains("\"outcome\": \"failed\""),
        "{}",
        elsewhere.stdout
    );
    assert_eq!(elsewhere.stderr, "runoff: /nonesuch: No such file or directory (os error 2)\n");
}
