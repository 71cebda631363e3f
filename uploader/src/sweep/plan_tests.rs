use benchdata::name::Value;

use super::*;

const WHOLE: &str = r#"
command = "fio --bs={bs} --directory=/mnt/test job.fio"
label = "6.8-test"
target = "/mnt/test"
repeats = 5
warmup = 1
seed = 42
time_limit = 600
prepare = ["sync", "echo 3 > /proc/sys/vm/drop_caches"]
cleanup = ["rm -f /mnt/test/*"]

[[factor]]
name = "elevator"
levels = ["mq-deadline", "bfq"]
sysfs = "/sys/block/{disk}/queue/scheduler"

[[factor]]
name = "bs"
levels = ["4k", 65536]

[[factor]]
name = "swappiness"
levels = [1, 60]
sysctl = "vm.swappiness"

[[factor]]
name = "governor"
levels = ["performance"]
command = "cpupower frequency-set -g {level}"
read = "cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"

[[factor]]
name = "arenas"
levels = [1, 2]
env = "MALLOC_ARENA_MAX"

[[factor]]
name = "kernel"
levels = ["6.8.0", "6.9.0"]
boot = true
"#;

#[test]
fn a_whole_plan_is_read() {
    let plan = Plan::parse(WHOLE).unwrap();
    assert_eq!((plan.repeats, plan.warmup, plan.seed), (5, 1, Some(42)));
    assert_eq!(plan.time_limit(), Some(Duration::from_secs(600)));
    let means: Vec<&Means> = plan.factors.iter().map(|factor| &factor.means).collect();
    assert_eq!(*means[0], Means::File("/sys/block/{disk}/queue/scheduler".into()));
    assert_eq!(*means[1], Means::Placeholder);
    assert_eq!(*means[2], Means::File("/proc/sys/vm/swappiness".into()));
    assert!(matches!(means[3], Means::Command { .. }));
    assert_eq!(*means[4], Means::Environment("MALLOC_ARENA_MAX".into()));
    assert_eq!(plan.booted(), Some(5));
    let levels: Vec<&str> = plan.factors[1].levels.iter().map(Value::as_str).collect();
    assert_eq!(levels, ["4k", "65536"]);
    assert_eq!(plan.runs(1).len(), 2 * 2 * 2 * 2 * 2 * 5);
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    let factor = |lines: &str| format!("command = \"x {{a}}\"\n[[factor]]\nname = \"a\"\n{lines}\n");
    for (text, said) in [
        ("comand = \"x\"".to_owned(), "unknown field `comand`"),
        ("command = \"x\"\nrepeats = 0".to_owned(), "`repeats` must be at least 1"),
        ("command = \"x\"\nformat = \"foo\"".to_owned(), "no format is called \"foo\""),
        ("command = \"x\"\ntime = true".to_owned(), "name the `benchmark`"),
        (factor("levels = []"), "has no levels"),
        (factor("levels = [1, \"1\"]"), "has the level 1 twice"),
        (factor("levels = [1]\nsysfs = \"/etc/passwd\""), "neither below /sys nor /proc"),
        (factor("levels = [1]\nsysfs = \"/sys/../etc/passwd\""), "neither below /sys nor /proc"),
        (factor("levels = [1]\nenv = \"A\"\nboot = true"), "set in more than one way"),
        (factor("levels = [1]\ncommand = \"x\""), "needs both `command`"),
        (factor("levels = [1]\n[[factor]]\nname = \"a\"\nlevels = [2]"), "the factor a is given twice"),
        (factor("levels = [1]\n[[factor]]\nname = \"b\"\nlevels = [2]"), "the factor b is set by nothing"),
        (
            factor("levels = [1]\nboot = true\n[[factor]]\nname = \"b\"\nlevels = [2]\nboot = true"),
            "no more than one factor can be booted",
        ),
    ] {
        let error = Plan::parse(&text).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

/// A fault: four billion repeats took all the memory of the machine before anything was measured.
#[test]
fn a_plan_of_more_runs_than_anyone_waits_for_is_refused() {
    let plan = |repeats: u32| Plan::parse(&format!("command = \"true\"\nrepeats = {repeats}"));
    assert_eq!(plan(100_001).unwrap_err(), PlanError::TooManyRuns);
    assert_eq!(plan(u32::MAX).unwrap_err(), PlanError::TooManyRuns);
    assert_eq!(plan(100_000).unwrap().repeats, 100_000);
}

#[test]
fn a_variable_has_a_name_that_a_shell_would_take() {
    for name in ["A=B", "1A", "A B", ""] {
        let plan = format!("command = \"true\"\n[[factor]]\nname = \"g\"\nlevels = [1]\nenv = \"{name}\"");
        let error = Plan::parse(&plan).unwrap_err().to_string();
        assert!(error.contains("a variable whose name is none"), "{error}");
    }
}
