//! `runoff sweep`, killed at random moments and resumed.

use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::run::spawn;
use crate::server::Server;
use crate::sweep::{FACTORS, HACKBENCH, Laptop, assert_restored};
use crate::testbox::TestBox;

/// Starts a sweep fifty times, and kills it each time, at a random moment.
fn kill_at_fifty_moments(seed: u64, test_box: &TestBox, arguments: &[&str]) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut at_work = 0;
    for _ in 0..50 {
        let mut runoff = spawn(test_box, arguments);
        thread::sleep(Duration::from_micros(random.u64(0..60_000)));
        let _ = kill(Pid::from_raw(runoff.id().cast_signed()), Signal::SIGKILL);
        at_work += usize::from(runoff.wait().unwrap().code().is_none());
    }
    assert!(at_work > 25, "most moments were before its end: {at_work}");
}

/// Killed and resumed, a sweep is the one that it would have been.
#[test]
fn killed_at_fifty_moments_each_planned_run_is_there_once_in_the_order_of_the_seed() {
    let whole = Laptop::new();
    let plan = format!("repeats = 10\nseed = 11\nwarmup = 0\n{FACTORS}");
    whole.plan(HACKBENCH, &plan);
    assert_eq!(whole.sweep(&[]).code, 0);

    let laptop = Laptop::new();
    laptop.plan(HACKBENCH, &plan);
    let seed = fastrand::u64(..);
    println!("moments from seed {seed}");
    kill_at_fifty_moments(seed, &laptop.test_box, &laptop.arguments(&["--resume"]));
    let ended = laptop.sweep(&["--resume"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_eq!(laptop.levels(), whole.levels());
    assert_eq!(laptop.test_box.spooled().len(), 60);
    assert_restored(&laptop);
}

/// The same with the kernel's own file: a setting of a process, which anybody may change.
#[test]
fn killed_at_fifty_moments_a_real_tunable_comes_back_and_the_server_has_each_run_once() {
    let server = Server::storing();
    let test_box = TestBox::new(&server.url);
    test_box.file("token", "secret", 0);
    let mut changed = Command::new("sleep").arg("600").spawn().unwrap();
    let file = format!("/proc/{}/oom_score_adj", changed.id());
    let first = fs::read_to_string(&file).unwrap();
    let factor = format!("[[factor]]\nname = \"oom_score_adj\"\nlevels = [700, 900]\nsysctl = \"{file}\"\n");
    let plan = format!("command = \"\"\"cat {file} >> seen; {HACKBENCH}\"\"\"\nrepeats = 20\n{factor}");
    test_box.file("p.toml", plan, 0);
    let connection = ["--server", &server.url, "--token-file", "token"];
    let arguments = [&["sweep", "p.toml", "--box", "b", "--resume"][..], &connection].concat();
    let seed = fastrand::u64(..);
    println!("moments from seed {seed}");
    kill_at_fifty_moments(seed, &test_box, &arguments);
    let ended = test_box.runoff(&arguments);
    let (last, seen) = (fs::read_to_string(&file), fs::read_to_string(test_box.path("seen")));
    changed.kill().unwrap();
    changed.wait().unwrap();
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("\nPermalink: http://runoff.example/c/ef1bf170\n"), "{}", ended.stdout);
    assert_eq!((server.stored(), test_box.spooled().len()), (40, 0));
    assert_eq!(last.unwrap(), first);
    assert!(seen.unwrap().lines().all(|level| ["700", "900"].contains(&level)));
}
