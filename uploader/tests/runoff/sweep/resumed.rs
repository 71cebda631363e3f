//! One test for each fault that a killed sweep and its `--resume` had.

use std::process::Command;

use super::*;
use crate::run::is_gone;
use crate::testbox::ended;

const SWAPPINESS: &str = "[[factor]]\nname = \"swappiness\"\nlevels = [1]\nsysctl = \"vm.swappiness\"\n";

/// A sweep of a plan, killed while its command is at work, which leaves swappiness at 1.
fn killed(command: &str) -> Laptop {
    let laptop = Laptop::new();
    laptop.write("proc/sys/vm/swappiness", "60");
    laptop.plan(command, SWAPPINESS);
    kill_at_work(&laptop);
    assert_eq!(laptop.read("proc/sys/vm/swappiness"), "1");
    laptop
}

fn kill_at_work(laptop: &Laptop) {
    let mut sweep = spawn(&laptop.test_box, &laptop.arguments(&[]));
    wait_for(|| laptop.test_box.path("began").exists());
    kill(Pid::from_raw(sweep.id().cast_signed()), Signal::SIGKILL).unwrap();
    sweep.wait().unwrap();
}

/// A command that is at work until it is ended, when it runs first.
fn once(at_work: &str) -> String {
    format!("[ -e began ] || {{ {at_work} }}; {HACKBENCH}")
}

const AT_WORK: &str = "touch began; sleep 30;";

/// One machine's first values were written to another, and its runs taken for the other's.
#[test]
fn a_sweep_does_not_go_on_on_another_machine() {
    let laptop = killed(&once(AT_WORK));
    let id = laptop.path("etc/machine-id");
    let first = fs::read_to_string(&id).ok();
    laptop.write("etc/machine-id", "another");
    let copy = Laptop::new();
    copy.write("proc/sys/vm/swappiness", "10");
    let root = copy.path("").display().to_string();
    let elsewhere = [&laptop.arguments(&["--resume"])[..4], &["b", "--root", &root, "--resume"]].concat();
    for arguments in [laptop.arguments(&["--resume"]), laptop.arguments(&[]), elsewhere] {
        let refused = laptop.test_box.runoff(&arguments);
        assert_eq!(refused.code, 1);
        assert!(refused.stderr.contains("was begun on the machine"), "{}", refused.stderr);
        assert_eq!(laptop.read("proc/sys/vm/swappiness"), "1", "what another machine had is not set here");
        assert_eq!(copy.read("proc/sys/vm/swappiness"), "10");
    }
    match first {
        Some(first) => fs::write(&id, first).unwrap(),
        None => fs::remove_file(&id).unwrap(),
    }
    assert_eq!(laptop.sweep(&["--resume"]).code, 0);
    assert_eq!(laptop.read("proc/sys/vm/swappiness"), "60");
}

/// Only `--box` was held to the sweep's box.
#[test]
fn a_sweep_does_not_go_on_under_the_environment_s_other_box() {
    let laptop = killed(&once(AT_WORK));
    let resume: Vec<&str> =
        laptop.arguments(&["--resume"]).into_iter().filter(|it| !["--box", "b"].contains(it)).collect();
    let refused = ended(laptop.test_box.command(&resume).env("RUNOFF_BOX", "c"));
    assert!(refused.stderr.contains("with the box b, not c (of RUNOFF_BOX)"), "{}", refused.stderr);
    assert_eq!(laptop.read("proc/sys/vm/swappiness"), "60");
    assert_eq!(laptop.test_box.runoff(&resume).code, 0);
}

/// Only two of the ways in which a plan is refused put the first values back.
#[test]
fn whatever_is_refused_has_its_first_values_put_back_before() {
    let laptop = killed(&once(AT_WORK));
    let whole = fs::read_to_string(laptop.test_box.path("p.toml")).unwrap();
    let moved = whole.replace("/home/ana", "/nowhere");
    for (plan, limit) in [("command = ", "1 GiB"), (&moved, "1 GiB"), (&whole, "abc")] {
        laptop.write("proc/sys/vm/swappiness", "1");
        let journal = laptop.test_box.path("p.sweep/journal");
        let text = fs::read_to_string(&journal).unwrap();
        fs::write(laptop.test_box.path("p.toml"), plan).unwrap();
        let mut resume = laptop.test_box.command(&laptop.arguments(&["--resume"]));
        let refused = ended(resume.env("RUNOFF_SPOOL_LIMIT", limit));
        assert_ne!(refused.code, 0);
        assert_eq!(laptop.read("proc/sys/vm/swappiness"), "60", "{}", refused.stderr);
        fs::write(&journal, text).unwrap();
    }
}

/// Another directory's files were measured under one name.
#[test]
fn a_sweep_does_not_go_on_in_another_directory_or_on_another_filesystem() {
    let laptop = killed(&once(AT_WORK));
    fs::create_dir(laptop.test_box.path("else")).unwrap();
    let plan = laptop.test_box.path("p.toml").display().to_string();
    let resume: Vec<&str> = laptop.arguments(&["--resume"]);
    let resume: Vec<&str> = resume.into_iter().map(|it| if it == "p.toml" { &plan } else { it }).collect();
    let elsewhere = ended(laptop.test_box.command(&resume).current_dir(laptop.test_box.path("else")));
    assert!(elsewhere.code == 1 && elsewhere.stderr.contains("was begun in "), "{}", elsewhere.stderr);
    let mounts = laptop.read("proc/self/mountinfo");
    let other = mounts.lines().filter(|line| !line.contains(" /home ")).collect::<Vec<_>>().join("\n");
    laptop.write("proc/self/mountinfo", &other);
    let unmounted = laptop.sweep(&["--resume"]);
    let said = "the files under test lay on the filesystem at /home, and lie on that at / now";
    assert!(unmounted.code == 1 && unmounted.stderr.contains(said), "{}", unmounted.stderr);
    laptop.write("proc/self/mountinfo", &mounts);
    assert_eq!(laptop.sweep(&["--resume"]).code, 0);
}

/// What is in the background has another input, by which it was not known.
#[test]
fn what_a_killed_sweep_left_in_the_background_is_ended_first() {
    let laptop = killed(&once(
        "sleep 60 & echo $! > left; setsid sleep 61 & echo $! > daemon; touch began; sleep 30;",
    ));
    let resumed = laptop.sweep(&["--resume"]);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(is_gone(&laptop.test_box, "left") && is_gone(&laptop.test_box, "daemon"));
    assert!(resumed.stderr.contains("ending what an earlier command"), "{}", resumed.stderr);
}

/// The process group of a run that had ended was killed in its place, whosever it was by then.
#[test]
fn a_preparation_that_a_killed_sweep_left_is_ended_and_nothing_else() {
    let laptop = Laptop::new();
    let prepare = "prepare = [\"[ -e began ] || [ ! -e p.sweep/0001.json ] || { echo $$ > left; touch began; sleep 60; }\"]";
    laptop.plan(HACKBENCH, &format!("repeats = 2\n{prepare}\n{SWAPPINESS}"));
    kill_at_work(&laptop);
    let mut stranger = Command::new("sleep").arg("60").spawn().unwrap();
    let resumed = laptop.sweep(&["--resume"]);
    assert_eq!((resumed.code, laptop.test_box.spooled().len()), (0, 2), "{}", resumed.stderr);
    assert!(is_gone(&laptop.test_box, "left"));
    assert!(stranger.try_wait().unwrap().is_none());
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}

/// The period could only go down after the run time did, and the run time up after the period.
#[test]
fn settings_that_bound_each_other_are_set_and_put_back_in_whatever_order_goes() {
    let laptop = Laptop::new();
    let factor = |name: &str, levels: &str, refuse: &str| {
        format!(
            "[[factor]]\nname = \"{name}\"\nlevels = {levels}\n\
             command = \"{refuse} && exit 1; echo {{level}} > {name}\"\nread = \"cat {name}\"\n"
        )
    };
    fs::write(laptop.test_box.path("period"), "1000").unwrap();
    fs::write(laptop.test_box.path("runtime"), "950").unwrap();
    let period = factor("period", "[2000, 500]", "[ {level} -lt $(cat runtime) ]");
    let runtime = factor("runtime", "[1900, 450]", "[ {level} -gt $(cat period) ]");
    let valid = "[ $(cat runtime) -le $(cat period) ] || exit 9";
    laptop.plan(&format!("{valid}; {HACKBENCH}"), &format!("order = \"sequential\"\n{period}{runtime}"));
    let swept = laptop.sweep(&[]);
    // Only 1900 of 500 cannot be, which ends the sweep.
    assert_eq!(laptop.test_box.spooled().len(), 2, "{}", swept.stderr);
    assert!(!swept.stderr.contains("not put back"), "{}", swept.stderr);
    let read = |name: &str| fs::read_to_string(laptop.test_box.path(name)).unwrap();
    assert_eq!((read("period").trim(), read("runtime").trim()), ("1000", "950"));
}
