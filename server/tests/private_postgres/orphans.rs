//! What a server that is killed leaves running.

use nix::sys::signal::{Signal, kill};
use server::private_postgres::PrivatePostgres;

use crate::support::{Owner, TestData, compute, execute, lives, query, wait_until, without_pdeathsig};

#[cfg(target_os = "linux")]
#[test]
fn postgres_ends_with_a_server_that_is_killed() {
    let data = TestData::new();
    let mut owner = Owner::spawn(&data);
    owner.says();
    assert!(data.postmaster().is_some());
    owner.kill();
    wait_until("the kernel has ended Postgres", || data.postmaster().is_none());
}

#[test]
fn an_orphan_is_stopped_at_the_next_start() {
    let data = TestData::new();
    let mut owner = Owner::spawn_with(&data, |command| without_pdeathsig(&data, command));
    let url = owner.says();
    execute(&url, "CREATE TABLE kept AS SELECT 'x' AS word").unwrap();
    owner.kill();
    let orphan = data.postmaster().expect("an orphan, for lack of setpriv");

    let postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_ne!(data.postmaster(), Some(orphan));
    assert_eq!(query(postgres.url(), "SELECT word FROM kept").unwrap(), "x");
}

#[test]
fn busy_backends_of_an_orphan_end_before_the_next_start() {
    let data = TestData::new();
    let mut owner = Owner::spawn_with(&data, |command| without_pdeathsig(&data, command));
    let busy = compute(&owner.says());
    owner.kill();
    kill(data.postmaster().unwrap(), Signal::SIGKILL).unwrap();
    assert!(lives(busy), "the backend was to outlive its postmaster");
    let _postgres = PrivatePostgres::start(data.path()).unwrap();
    assert!(!lives(busy), "two Postgres in one directory");
}

#[test]
fn the_thread_that_started_postgres_may_end() {
    let data = TestData::new();
    let path = data.path().to_owned();
    let starter = std::thread::spawn(move || PrivatePostgres::start(&path).unwrap());
    let postgres = starter.join().unwrap();
    let before = data.postmaster();
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x");
    assert_eq!(data.postmaster(), before);
}
