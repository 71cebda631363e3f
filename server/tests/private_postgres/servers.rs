//! Several servers and commands on one data directory, and Ctrl-C.

use std::os::unix::process::CommandExt;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use server::private_postgres::{PrivatePostgres, PrivatePostgresError};

use crate::support::{Owner, TestData, query};

#[test]
fn a_second_server_is_refused_and_told_of_the_first() {
    let data = TestData::new();
    let mut first = Owner::spawn(&data);
    let url = first.says();
    let error = PrivatePostgres::start(data.path()).unwrap_err();
    assert!(matches!(error, PrivatePostgresError::InUse { .. }), "{error}");
    let message = error.to_string();
    assert!(message.contains(&format!("(pid {})", first.pid())), "{message}");
    assert_eq!(query(&url, "SELECT 'x'").unwrap(), "x");
}

#[test]
fn of_two_that_start_at_once_one_runs() {
    let data = TestData::new();
    let mut owners = [Owner::spawn(&data), Owner::spawn(&data)];
    let said = owners.each_mut().map(Owner::says);
    let running = said.iter().filter(|said| said.starts_with("postgres:")).count();
    assert_eq!(running, 1, "{said:?}");
    assert_eq!(said.iter().filter(|said| said.contains("another")).count(), 1, "{said:?}");
}

#[test]
fn a_command_attaches_while_the_server_starts_and_runs() {
    let data = TestData::new();
    assert_eq!(PrivatePostgres::attach(data.path()).unwrap(), None);
    let mut owner = Owner::spawn(&data);
    let while_starting = loop {
        if let Some(url) = PrivatePostgres::attach(data.path()).unwrap() {
            break url;
        }
    };
    assert_eq!(query(&while_starting, "SELECT 'x'").unwrap(), "x");
    assert_eq!(owner.says(), while_starting);
    owner.stop();
    assert_eq!(PrivatePostgres::attach(data.path()).unwrap(), None);
}

#[test]
fn a_server_that_was_killed_owns_nothing() {
    let data = TestData::new();
    let mut owner = Owner::spawn(&data);
    owner.says();
    owner.kill();
    assert_eq!(PrivatePostgres::attach(data.path()).unwrap(), None);
}

#[test]
fn pgport_and_its_like_do_not_matter() {
    let data = TestData::new();
    let mut owner = Owner::spawn_with(&data, |command| {
        command.env("PGPORT", "1").env("PGHOST", "nowhere").env("PGDATA", "/nowhere");
        command.env("PGUSER", "nobody").env("PGDATABASE", "none").process_group(0);
    });
    owner.says();
    interrupt(&owner);
    assert_eq!(owner.says(), "drained");
}

#[test]
fn ctrl_c_reaches_the_server_but_not_its_postgres() {
    let data = TestData::new();
    let mut owner = Owner::spawn_with(&data, |command| {
        command.process_group(0);
    });
    owner.says();
    interrupt(&owner);
    assert_eq!(owner.says(), "drained");
    owner.stop();
    assert_eq!(data.postmaster(), None);
}

/// What Ctrl-C at a terminal does.
fn interrupt(owner: &Owner) {
    killpg(Pid::from_raw(owner.pid().cast_signed()), Signal::SIGINT).unwrap();
}
