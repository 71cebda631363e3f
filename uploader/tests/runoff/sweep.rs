//! `runoff sweep`, over a copy of a machine's /proc and /sys.

mod faults;
mod resumed;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use benchdata::run::Run;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::machine::unpack;
use crate::run::{spawn, spooled_runs, wait_for};
use crate::server::{Server, nowhere};
use crate::testbox::{Ended, TestBox};

/// What hackbench prints.
pub(crate) const HACKBENCH: &str = "echo Running in process mode with 10 groups using 40 file descriptors each '(== 400 tasks)'; \
     echo Each sender will pass 100 messages of 100 bytes; echo Time: 0.250";

/// Two settings, with first values among their levels.
pub(crate) const FACTORS: &str = "
    [[factor]]
    name = \"swappiness\"
    levels = [1, 60, 100]
    sysctl = \"vm.swappiness\"
    [[factor]]
    name = \"read_ahead_kb\"
    levels = [128, 4096]
    sysfs = \"/sys/block/{disk}/queue/read_ahead_kb\"
";

/// A test box, with a laptop's files whose home lies on LVM on dm-crypt on NVMe.
pub(crate) struct Laptop {
    pub(crate) test_box: TestBox,
    machine: TempDir,
}

impl Laptop {
    pub(crate) fn new() -> Self {
        Self { test_box: TestBox::new(&nowhere()), machine: unpack("laptop") }
    }

    fn write(&self, file: &str, value: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("{value}\n")).unwrap();
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap().trim().to_owned()
    }

    fn path(&self, file: &str) -> PathBuf {
        self.machine.path().join(file)
    }

    /// Writes the plan: a command, and more lines.
    pub(crate) fn plan(&self, command: &str, more: &str) {
        let plan = format!("command = \"\"\"{command}\"\"\"\ntarget = \"/home/ana\"\n{more}");
        fs::write(self.test_box.path("p.toml"), plan).unwrap();
    }

    pub(crate) fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        let root = self.machine.path().to_str().unwrap();
        [&["sweep", "p.toml", "--offline", "--box", "b", "--root", root], more].concat()
    }

    pub(crate) fn sweep(&self, more: &[&str]) -> Ended {
        self.test_box.runoff(&self.arguments(more))
    }

    /// The levels of the runs in the spool, in the order of their starts.
    pub(crate) fn levels(&self) -> Vec<String> {
        let mut runs = spooled_runs(&self.test_box);
        runs.sort_by_key(|run| run.started);
        runs.iter().map(levels).collect()
    }
}

fn levels(run: &Run) -> String {
    run.factors.iter().map(|(factor, level)| format!("{factor}={level}")).collect::<Vec<_>>().join(" ")
}

/// Both settings have their first values.
pub(crate) fn assert_restored(laptop: &Laptop) {
    assert_eq!(laptop.read("proc/sys/vm/swappiness"), "60");
    assert_eq!(laptop.read("sys/class/block/nvme0n1/queue/read_ahead_kb"), "128");
}

#[test]
fn every_combination_runs_as_often_as_planned_under_its_levels_and_first_values_come_back() {
    let laptop = Laptop::new();
    let root = laptop.machine.path().display();
    let seen = format!("cat {root}/proc/sys/vm/swappiness >> seen; {HACKBENCH}");
    laptop.plan(&seen, &format!("repeats = 2\nseed = 1\n{FACTORS}"));
    let swept = laptop.sweep(&[]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    let runs = laptop.levels();
    let planned: BTreeSet<String> = ["1", "60", "100"]
        .iter()
        .flat_map(|s| ["128", "4096"].map(|r| format!("read_ahead_kb={r} swappiness={s}")))
        .collect();
    for block in runs.chunks(6) {
        assert_eq!(block.iter().cloned().collect::<BTreeSet<_>>(), planned);
    }
    assert_eq!(runs.len(), 12);
    let seen = fs::read_to_string(laptop.test_box.path("seen")).unwrap();
    assert!(runs.iter().zip(seen.lines()).all(|(run, seen)| run.ends_with(&format!("swappiness={seen}"))));
    assert_restored(&laptop);
    let run = &spooled_runs(&laptop.test_box)[0];
    assert_eq!(run.environment["vm.swappiness"], run.factors["swappiness"], "captured under the level");
    assert!(swept.stdout.contains("hackbench: "), "{}", swept.stdout);
    assert!(swept.stderr.contains("run 12 of 12 "), "{}", swept.stderr);
}

#[test]
fn a_seed_decides_the_order() {
    let orders = ["seed = 5", "seed = 5", "seed = 6"].map(|seed| {
        let laptop = Laptop::new();
        laptop.plan(HACKBENCH, &format!("repeats = 2\n{seed}\n{FACTORS}"));
        assert_eq!(laptop.sweep(&[]).code, 0);
        laptop.levels()
    });
    assert_eq!(orders[0], orders[1]);
    assert_ne!(orders[0], orders[2]);
}

#[test]
fn a_sweep_that_was_begun_is_only_gone_on_with_and_only_by_its_plan() {
    let laptop = Laptop::new();
    laptop.plan(HACKBENCH, FACTORS);
    assert_eq!(laptop.sweep(&[]).code, 0);
    let again = laptop.sweep(&[]);
    assert!(again.code == 1 && again.stderr.contains("`--resume` goes on with it"), "{}", again.stderr);
    let resumed = laptop.sweep(&["--resume"]);
    assert_eq!((resumed.code, laptop.test_box.spooled().len()), (0, 6), "nothing was left to do");
    laptop.plan(HACKBENCH, &format!("repeats = 2\n{FACTORS}"));
    let other = laptop.sweep(&["--resume"]);
    assert!(other.code == 1 && other.stderr.contains("not the one that was begun"), "{}", other.stderr);
}

#[test]
fn signals_end_the_command_keep_what_was_measured_and_put_everything_back() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let laptop = Laptop::new();
        laptop.plan(
            &format!("[ $(ls p.sweep/*.json | wc -l) = 2 ] && touch here && sleep 60; {HACKBENCH}"),
            FACTORS,
        );
        let mut runoff = spawn(&laptop.test_box, &laptop.arguments(&[]));
        wait_for(|| laptop.test_box.path("here").exists());
        kill(Pid::from_raw(runoff.id().cast_signed()), signal).unwrap();
        assert_eq!(runoff.wait().unwrap().code(), Some(130));
        assert_eq!(laptop.test_box.spooled().len(), 2);
        assert_restored(&laptop);
    }
}

#[test]
fn the_end_of_a_sweep_is_one_json_value_where_that_is_asked_for() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("p.toml", format!("command = \"\"\"{HACKBENCH}\"\"\"\nrepeats = 3\n"), 0);
    let ended = test_box.runoff(&["sweep", "p.toml", "--box", "b", "--json"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let results: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(results["runs"].as_array().unwrap().len(), 3);
    assert_eq!(results["url"], "http://runoff.example/c/ef1bf170");
    assert_eq!(results["comparison"]["rows"][0]["cells"][0]["runs"], 3);
}

/// A level that is not active would be measured under the name of another one.
#[test]
fn a_level_that_the_kernel_refuses_or_takes_otherwise_is_refused_and_the_first_values_come_back() {
    // What is written to the first is lost; nothing can be written to the second.
    for (device, said) in [("/dev/null", "was set to 1 and is :"), ("/dev/full", "cannot be set to 1: ")] {
        let laptop = Laptop::new();
        let file = laptop.path("proc/sys/vm/dirty_ratio");
        let _ = fs::remove_file(&file);
        symlink(device, &file).unwrap();
        let ratio = "[[factor]]\nname = \"dirty_ratio\"\nlevels = [1]\nsysctl = \"vm.dirty_ratio\"\n";
        laptop.plan(HACKBENCH, &format!("{FACTORS}{ratio}"));
        let swept = laptop.sweep(&[]);
        assert!(swept.code == 1 && swept.stderr.contains(said), "{}", swept.stderr);
        assert!(laptop.test_box.spooled().is_empty());
        assert_restored(&laptop);
    }
    let laptop = Laptop::new();
    laptop.plan(HACKBENCH, "[[factor]]\nname = \"a\"\nlevels = [7]\ncommand = \"true\"\nread = \"echo 8\"");
    let rounded = laptop.sweep(&[]);
    assert!(rounded.stderr.contains("a was set to 7 and is 8"), "{}", rounded.stderr);
}

/// A driver's file may hang for ever, and so may a command that waits for a device.
#[test]
fn a_setting_that_hangs_ends_the_sweep_and_the_first_values_come_back() {
    let laptop = Laptop::new();
    laptop.write("proc/sys/vm/swappiness", "60");
    nix::unistd::mkfifo(&laptop.path("sys/stuck"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let swappiness = "[[factor]]\nname = \"swappiness\"\nlevels = [1]\nsysctl = \"vm.swappiness\"\n";
    for (stuck, said) in [
        ("sysfs = \"/sys/stuck\"", "/sys/stuck cannot be read: it takes longer than 1 s"),
        (
            "command = \"sleep 60 & sleep 60\"\nread = \"echo 0\"",
            "`sleep 60 & sleep 60`: it takes longer than 1 s",
        ),
    ] {
        let plan = format!(
            "setting_time_limit = 1\n{swappiness}[[factor]]\nname = \"stuck\"\nlevels = [1]\n{stuck}\n"
        );
        laptop.plan(HACKBENCH, &plan);
        let ended = laptop.sweep(&[]);
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        assert!(ended.stderr.contains(said), "{}", ended.stderr);
        assert_eq!(laptop.read("proc/sys/vm/swappiness"), "60");
        fs::remove_dir_all(laptop.test_box.path("p.sweep")).unwrap();
    }
}

#[test]
fn through_lvm_on_dm_crypt_the_nvme_s_setting_is_taken_and_another_disk_s_or_layer_s_refused() {
    let laptop = Laptop::new();
    laptop.write("sys/class/block/sda/queue/scheduler", "none [mq-deadline]");
    let plan = |path: &str| {
        let factor = format!("[[factor]]\nname = \"elevator\"\nlevels = [\"none\"]\nsysfs = \"{path}\"");
        laptop.plan(HACKBENCH, &factor);
        laptop.sweep(&[])
    };
    for other in ["sda", "dm-0"] {
        let refused = plan(&format!("/sys/class/block/{other}/queue/scheduler"));
        let said = format!("queue/scheduler is of {other}, but /home/ana lies on nvme0n1: set that one");
        assert!(refused.code == 1 && refused.stderr.contains(&said), "{}", refused.stderr);
    }
    assert!(!laptop.test_box.path("p.sweep").exists(), "refused before anything is begun");
    let swept = plan("/sys/block/nvme0n1/queue/scheduler");
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    assert_eq!(laptop.levels(), ["elevator=none"]);
}

#[test]
fn a_scheduler_comes_back_with_the_tunables_that_it_had() {
    let laptop = Laptop::new();
    let queue = "sys/class/block/nvme0n1/queue";
    laptop.write(&format!("{queue}/scheduler"), "mq-deadline");
    laptop.write(&format!("{queue}/iosched/fifo_batch"), "32");
    // As the kernel does when the scheduler changes.
    let forget =
        format!("echo 16 > {}; {HACKBENCH}", laptop.path(&format!("{queue}/iosched/fifo_batch")).display());
    laptop.plan(
        &forget,
        "[[factor]]\nname = \"elevator\"\nlevels = [\"none\", \"bfq\"]\nsysfs = \"/sys/block/{disk}/queue/scheduler\"",
    );
    let swept = laptop.sweep(&[]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    assert_eq!(laptop.read(&format!("{queue}/scheduler")), "mq-deadline");
    assert_eq!(laptop.read(&format!("{queue}/iosched/fifo_batch")), "32");
}

#[test]
fn variables_placeholders_and_commands_set_levels_too() {
    let laptop = Laptop::new();
    fs::write(laptop.test_box.path("state"), "first").unwrap();
    laptop.plan(
        &format!("echo $ARENAS {{page}} $(cat state) >> seen; {HACKBENCH}"),
        "order = \"sequential\"
         prepare = [\"echo before {page} >> seen\"]
         cleanup = [\"echo after >> seen\"]
         warmup = 1
         [[factor]]
         name = \"arenas\"
         levels = [1, 2]
         env = \"ARENAS\"
         [[factor]]
         name = \"page\"
         levels = [\"4k\"]
         [[factor]]
         name = \"state\"
         levels = [\"set\"]
         command = \"echo {level} > state\"
         read = \"cat state\"",
    );
    let swept = laptop.sweep(&[]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    let once = |arenas| format!("before 4k\n{arenas} 4k set\n");
    let run = |arenas| format!("{}{}after\n", once(arenas), once(arenas));
    assert_eq!(fs::read_to_string(laptop.test_box.path("seen")).unwrap(), run(1) + &run(2));
    assert_eq!(fs::read_to_string(laptop.test_box.path("state")).unwrap(), "first\n");
}

#[test]
fn a_run_that_fails_is_told_and_tried_again_by_resume_and_three_in_a_row_end_the_sweep() {
    let laptop = Laptop::new();
    laptop.plan(&format!("mkdir first && exit 9; {HACKBENCH}"), FACTORS);
    let swept = laptop.sweep(&[]);
    assert_eq!((swept.code, laptop.test_box.spooled().len()), (1, 5), "{}", swept.stderr);
    assert!(swept.stderr.contains("no result: the command failed with exit status: 9"), "{}", swept.stderr);
    assert!(swept.stderr.contains("1 of the runs gave no result: --resume tries them again"));
    let resumed = laptop.sweep(&["--resume"]);
    assert_eq!((resumed.code, laptop.test_box.spooled().len()), (0, 6), "{}", resumed.stderr);

    let laptop = Laptop::new();
    laptop.plan("echo >> tries; sleep 60", &format!("time_limit = 1\nrepeats = 2\n{FACTORS}"));
    let hopeless = laptop.sweep(&[]);
    assert!(hopeless.code == 1 && hopeless.stderr.contains("3 runs in a row"), "{}", hopeless.stderr);
    assert!(hopeless.stderr.contains("the command took longer than 1 s"), "{}", hopeless.stderr);
    assert_eq!(fs::read_to_string(laptop.test_box.path("tries")).unwrap(), "\n\n\n");
    assert_restored(&laptop);
}

#[test]
fn kernels_are_handed_over_to_the_next_boot() {
    let laptop = Laptop::new();
    let boot = |kernel: &str| laptop.write("proc/sys/kernel/osrelease", kernel);
    boot("6.8.0");
    let kernels = "order = \"sequential\"\nrepeats = 2\n[[factor]]\nname = \"kernel\"\nlevels = [\"6.8.0\", \"6.9.0\"]\nboot = true\n";
    laptop.plan(HACKBENCH, &format!("{kernels}{FACTORS}"));
    let handed = laptop.sweep(&[]);
    assert_eq!((handed.code, laptop.test_box.spooled().len()), (5, 12), "{}", handed.stderr);
    assert!(handed.stderr.contains("the next run is for the kernel 6.9.0: boot it"), "{}", handed.stderr);
    let unit = fs::read_to_string(laptop.test_box.path("p.sweep/runoff-sweep.service")).unwrap();
    assert!(unit.contains(" sweep --resume --offline --box \"b\" \"") && !unit.contains("secret"), "{unit}");
    assert!(unit.contains("\nSuccessExitStatus=5\n"), "{unit}");
    let mode =
        fs::metadata(laptop.test_box.path("p.sweep/runoff-sweep.service")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "the server's address may hold a password");
    assert_restored(&laptop);
    boot("6.9.0");
    let resumed = laptop.sweep(&["--resume"]);
    assert_eq!((resumed.code, laptop.test_box.spooled().len()), (0, 24), "{}", resumed.stderr);
    let runs = spooled_runs(&laptop.test_box);
    assert!(runs.iter().all(|run| run.factors["kernel"] == run.environment["kernel.release"]));
}
