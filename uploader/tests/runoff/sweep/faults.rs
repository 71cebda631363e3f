//! One test for each fault that sweeps had.

use super::*;

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
