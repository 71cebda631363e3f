//! `postmaster.pid` and the socket's lock file of a Postgres that is gone.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::process::Command;

use server::private_postgres::PrivatePostgres;

use crate::support::{TestData, query};

/// Starts, stops, leaves `pid` behind in the files that would hold the postmaster's, and
/// starts again.
fn start_with_stale(data: &TestData, pid: &str) {
    let left = |pid: &str, ready| {
        let pgdata = data.pgdata();
        let pgdata = pgdata.display();
        format!("{pid}\n{pgdata}\n1700000000\n5432\n/nowhere\n\n  1234567  8\n{ready}\n")
    };
    let socket = data.path().join("socket");
    let _ = DirBuilder::new().mode(0o700).create(&socket);
    let account = fs::metadata(data.pgdata()).unwrap();
    chown(&socket, Some(account.uid()), Some(account.gid())).unwrap();
    for (path, ready) in
        [(data.pgdata().join("postmaster.pid"), "ready   "), (socket.join(".s.PGSQL.5432.lock"), "")]
    {
        let text = if pid.is_empty() { String::new() } else { left(pid, ready) };
        fs::write(&path, text).unwrap();
    }
    assert_eq!(PrivatePostgres::attach(data.path()).unwrap(), None);
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x");
}

#[test]
fn lock_file_postmaster_pid_is_empty() {
    let data = TestData::new();
    PrivatePostgres::start(data.path()).unwrap().stop();
    start_with_stale(&data, "");
}

#[test]
fn lock_file_of_a_process_that_is_gone() {
    let data = TestData::new();
    PrivatePostgres::start(data.path()).unwrap().stop();
    let mut gone = Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    start_with_stale(&data, &gone.id().to_string());
}

#[test]
fn lock_file_of_a_pid_that_another_process_has_got_since() {
    let data = TestData::new();
    PrivatePostgres::start(data.path()).unwrap().stop();
    // Postgres takes only processes of its own account for another postmaster.
    let account = fs::metadata(data.pgdata()).unwrap();
    let mut innocent = Command::new("sleep").arg("60").uid(account.uid()).gid(account.gid()).spawn().unwrap();
    start_with_stale(&data, &innocent.id().to_string());
    let alive = innocent.try_wait().unwrap().is_none();
    innocent.kill().unwrap();
    innocent.wait().unwrap();
    assert!(alive, "the innocent process was signalled");
}
