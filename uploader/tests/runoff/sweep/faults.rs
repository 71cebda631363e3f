//! One test for each fault that sweeps had.

use super::*;
use crate::testbox::ended;

/// Two plans that set one file took each other's levels for first values.
#[test]
fn two_sweeps_never_set_the_same() {
    let laptop = Laptop::new();
    laptop.plan(&format!("touch began; sleep 3; {HACKBENCH}"), FACTORS);
    let other = fs::read_to_string(laptop.test_box.path("p.toml")).unwrap();
    fs::write(laptop.test_box.path("q.toml"), other).unwrap();
    let mut first = spawn(&laptop.test_box, &laptop.arguments(&[]));
    wait_for(|| laptop.test_box.path("began").exists());
    let arguments: Vec<&str> =
        laptop.arguments(&[]).into_iter().map(|it| if it == "p.toml" { "q.toml" } else { it }).collect();
    let second = laptop.test_box.runoff(&arguments);
    kill(Pid::from_raw(first.id().cast_signed()), Signal::SIGINT).unwrap();
    first.wait().unwrap();
    assert_ne!(second.code, 0);
    assert!(second.stderr.contains("is set by another sweep that is at work"), "{}", second.stderr);
    assert_restored(&laptop);
}

/// The advice to remove the journal threw away the only record of the first values.
#[test]
fn a_plan_that_was_edited_after_a_crash_leaves_nothing_changed() {
    let laptop = Laptop::new();
    for more in [&["--resume"][..], &[]] {
        laptop.write("proc/sys/vm/swappiness", "60");
        let _none_yet = fs::remove_dir_all(laptop.test_box.path("p.sweep"));
        let _none_yet = fs::remove_file(laptop.test_box.path("began"));
        let factor = "[[factor]]\nname = \"swappiness\"\nlevels = [1]\nsysctl = \"vm.swappiness\"\n";
        laptop.plan(&format!("touch began; sleep 5; {HACKBENCH}"), factor);
        let mut killed = spawn(&laptop.test_box, &laptop.arguments(&[]));
        wait_for(|| laptop.test_box.path("began").exists());
        kill(Pid::from_raw(killed.id().cast_signed()), Signal::SIGKILL).unwrap();
        killed.wait().unwrap();
        assert_eq!(laptop.read("proc/sys/vm/swappiness"), "1");
        laptop.plan(HACKBENCH, factor);
        let refused = laptop.sweep(more);
        assert_ne!(refused.code, 0);
        assert_eq!(laptop.read("proc/sys/vm/swappiness"), "60", "{}", refused.stderr);
    }
}

/// Resumed without `--box`, a sweep went on under another.
#[test]
fn a_sweep_is_of_one_box() {
    let laptop = Laptop::new();
    laptop.plan(&format!("[ -e twice ] || {{ touch twice; exit 1; }}; {HACKBENCH}"), "repeats = 2\n");
    assert_eq!(laptop.sweep(&[]).code, 1);
    let resumed: Vec<&str> =
        laptop.arguments(&["--resume"]).into_iter().filter(|it| !["--box", "b"].contains(it)).collect();
    assert_eq!(laptop.test_box.runoff(&resumed).code, 0);
    assert!(spooled_runs(&laptop.test_box).iter().all(|run| run.box_name.as_str() == "b"));
    let refused = laptop.test_box.runoff(&[&resumed[..], &["--box", "c"]].concat());
    assert!(refused.stderr.contains("was begun with the box b, not c"), "{}", refused.stderr);
}

/// A misspelt factor was measured as text, without a word.
#[test]
fn braces_that_name_no_factor_are_told() {
    let laptop = Laptop::new();
    let factor = "[[factor]]\nname = \"g\"\nlevels = [1]\n";
    laptop.plan(&format!("x=1; : {{g}} {{gg}} ${{x}}; {HACKBENCH}"), factor);
    let swept = laptop.sweep(&[]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    assert!(swept.stderr.contains("{gg} in the command is no factor"), "{}", swept.stderr);
    assert!(!swept.stderr.contains("{x} in"), "{}", swept.stderr);
}

/// Nothing told what a signal had left behind.
#[test]
fn a_sweep_that_is_stopped_says_how_far_it_is_and_that_all_is_put_back() {
    let laptop = Laptop::new();
    laptop.plan(&format!("[ -e p.sweep/0001.json ] && kill -INT $PPID && sleep 5; {HACKBENCH}"), FACTORS);
    let stopped = laptop.sweep(&[]);
    assert_eq!(stopped.code, 130, "{}", stopped.stderr);
    let said =
        "stopped: 1 of 6 runs are done, and all settings have their first values again; --resume goes on\n";
    assert!(stopped.stderr.ends_with(said), "{}", stopped.stderr);
}

/// The kernel was blamed.
#[test]
fn what_changes_a_setting_while_it_is_measured_is_not_the_kernel() {
    let laptop = Laptop::new();
    let file = laptop.path("proc/sys/vm/swappiness").display().to_string();
    let factor = "[[factor]]\nname = \"swappiness\"\nlevels = [1]\nsysctl = \"vm.swappiness\"\n";
    laptop.write("proc/sys/vm/swappiness", "60");
    laptop.plan(&format!("echo 77 > {file}; {HACKBENCH}"), factor);
    let swept = laptop.sweep(&[]);
    let said = "while it ran, something else changed /proc/sys/vm/swappiness from 1 to 77";
    assert!(swept.code == 1 && swept.stderr.contains(said), "{}", swept.stderr);
}

/// A level that is wrong was called an error of the parser, and a misspelt name one of writing.
#[test]
fn what_is_wrong_with_a_factor_is_told_as_that() {
    let laptop = Laptop::new();
    laptop.plan(HACKBENCH, "[[factor]]\nname = \"g\"\nlevels = []\n");
    let empty = laptop.sweep(&[]);
    assert!(empty.stderr.starts_with("runoff: p.toml: line 3, column 1"), "{}", empty.stderr);
    assert!(empty.stderr.contains("the factor g has no levels"), "{}", empty.stderr);
    laptop.plan(HACKBENCH, "[[factor]]\nname = \"g\"\nlevels = [1]\nsysctl = \"vm.swapiness\"\n");
    let misspelt = laptop.sweep(&[]);
    assert!(
        misspelt.stderr.contains("there is no /proc/sys/vm/swapiness: is it spelt right?"),
        "{}",
        misspelt.stderr
    );
}

/// The first in the alphabet was.
#[test]
fn the_plan_s_first_level_is_the_baseline_here_and_on_the_server() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    let factor = "[[factor]]\nname = \"g\"\nlevels = [\"zz\", \"aa\"]\nenv = \"G\"\n";
    test_box.file("p.toml", format!("command = \"\"\"{HACKBENCH}\"\"\"\nrepeats = 3\n{factor}"), 0);
    let swept = test_box.runoff(&["sweep", "p.toml", "--box", "b", "--json"]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    let results: serde_json::Value = serde_json::from_str(&swept.stdout).unwrap();
    assert_eq!(results["comparison"]["sides"][0]["name"], "g=zz");
    let frozen = server.requests().into_iter().find(|request| request.line.contains("snapshots")).unwrap();
    let asked: serde_json::Value = serde_json::from_slice(&frozen.body).unwrap();
    assert_eq!(asked["base"], "zz");
}

/// A number in place of a name hid the device.
#[test]
fn another_disk_s_setting_is_refused_under_whatever_path() {
    let laptop = Laptop::new();
    laptop.write("sys/devices/pci0/0:0:0:0/block/sda/queue/scheduler", "none");
    laptop.write("sys/devices/pci0/0:0:0:0/queue_depth", "32");
    laptop.write("sys/devices/virtual/bdi/8:0/read_ahead_kb", "128");
    let link = |to: &str, from: &str| {
        let _none_yet = fs::remove_file(laptop.path(from));
        fs::create_dir_all(laptop.path(from).parent().unwrap()).unwrap();
        symlink(laptop.path(to), laptop.path(from)).unwrap();
    };
    for from in ["sys/class/block/sda", "sys/dev/block/8:0"] {
        let _none_yet = fs::remove_dir_all(laptop.path(from));
        link("sys/devices/pci0/0:0:0:0/block/sda", from);
    }
    link("sys/devices/virtual/bdi/8:0", "sys/class/bdi/8:0");
    link("sys/devices/pci0/0:0:0:0", "sys/bus/scsi/devices/0:0:0:0");
    for file in [
        "dev/block/8:0/queue/scheduler",
        "class/bdi/8:0/read_ahead_kb",
        "bus/scsi/devices/0:0:0:0/queue_depth",
    ] {
        let factor = format!("[[factor]]\nname = \"f\"\nlevels = [1]\nsysfs = \"/sys/{file}\"\n");
        laptop.plan(HACKBENCH, &factor);
        let refused = laptop.sweep(&[]);
        let said = format!("/sys/{file} is of sda, but /home/ana lies on nvme0n1");
        assert!(refused.code == 1 && refused.stderr.contains(&said), "{}", refused.stderr);
    }
}

/// A single upload that was refused, whosever, took the permalink of every sweep.
#[test]
fn only_its_own_runs_decide_on_a_sweep_s_end() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file(".local/state/runoff/spool/20200101T000000.000000Z-0000-abc.json", "{}", 0);
    let other = crate::testbox::run("other");
    test_box.file(".local/state/runoff/spool/20200102T000000.000000Z-0000-def.json", other, 0);
    test_box.file("p.toml", format!("command = \"\"\"{HACKBENCH}\"\"\"\nrepeats = 3\n"), 0);
    let swept = test_box.runoff(&["sweep", "p.toml", "--box", "b", "--json"]);
    assert_eq!(swept.code, 0, "{}", swept.stderr);
    let results: serde_json::Value = serde_json::from_str(&swept.stdout).unwrap();
    assert_eq!(results["url"], "http://runoff.example/c/ef1bf170");
    assert_eq!((results["runs"].as_array().unwrap().len(), server.stored()), (3, 4));
    assert_eq!(results["kept"], serde_json::json!([]));
}

/// The name of another factor in a level was replaced by that one's level.
#[test]
fn a_level_may_have_braces() {
    let laptop = Laptop::new();
    let factors = "[[factor]]\nname = \"a\"\nlevels = [\"{b}\"]\n[[factor]]\nname = \"b\"\nlevels = [7]\n";
    laptop.plan(&format!("echo '{{a}} {{b}} {{' > seen; {HACKBENCH}"), factors);
    assert_eq!(laptop.sweep(&[]).code, 0);
    assert_eq!(fs::read_to_string(laptop.test_box.path("seen")).unwrap(), "{b} 7 {\n");
}

/// It was told as the measured run's failure, without its output, and with "0 s left".
#[test]
fn a_warm_up_that_fails_is_told_as_that() {
    let laptop = Laptop::new();
    laptop.plan("echo why; exit 3", "warmup = 1\nrepeats = 2\ncleanup = [\"echo clean\"]\n");
    let swept = laptop.sweep(&[]);
    let said = "the warm-up: the command failed with exit status: 3; what it printed is in p.sweep/warmup.out; 1 to come";
    assert!(swept.stderr.contains(said), "{}", swept.stderr);
    assert_eq!(fs::read_to_string(laptop.test_box.path("p.sweep/warmup.out")).unwrap(), "why\n");
}

/// The first run was measured before.
#[test]
fn a_spool_that_cannot_be_written_is_told_before_anything_is_measured() {
    let laptop = Laptop::new();
    laptop.plan(&format!("touch measured; {HACKBENCH}"), FACTORS);
    let mut sweep = laptop.test_box.command(&laptop.arguments(&[]));
    let swept = ended(sweep.env("RUNOFF_SPOOL", "/dev/null/spool"));
    assert_eq!(swept.code, 1);
    assert!(swept.stderr.contains("/dev/null/spool cannot be written to"), "{}", swept.stderr);
    assert!(!laptop.test_box.path("measured").exists());
    assert_restored(&laptop);
}

/// A wrong plan was 1 here and 2 in `run`; two plans had one directory; a level that is neither was
/// one of no variant of an enum.
#[test]
fn a_wrong_plan_is_wrong_usage_and_each_plan_has_its_directory() {
    let laptop = Laptop::new();
    laptop.plan(HACKBENCH, "[[factor]]\nname = \"g\"\nlevels = [true]\n");
    let wrong = laptop.sweep(&[]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("a level is a number or a text"), "{}", wrong.stderr);
    laptop.plan(HACKBENCH, "");
    for name in ["p.tml", "q.sweep"] {
        fs::copy(laptop.test_box.path("p.toml"), laptop.test_box.path(name)).unwrap();
        let arguments = laptop.arguments(&[]).into_iter();
        let arguments: Vec<&str> = arguments.map(|it| if it == "p.toml" { name } else { it }).collect();
        assert_eq!(laptop.test_box.runoff(&arguments).code, 0);
        assert!(laptop.test_box.path(&format!("{name}.sweep/0001.json")).exists());
    }
    assert!(!laptop.test_box.path("p.sweep").exists());
}

/// The address of a comparison was given that had none of the runs.
#[test]
fn a_sweep_without_a_server_names_none() {
    let laptop = Laptop::new();
    laptop.plan(HACKBENCH, FACTORS);
    let swept = laptop.sweep(&["--json"]);
    let results: serde_json::Value = serde_json::from_str(&swept.stdout).unwrap();
    assert_eq!(results["url"], serde_json::Value::Null);
}
