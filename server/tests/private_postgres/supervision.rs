//! A Postgres that dies while the server runs.

use std::fs;

use nix::sys::signal::{Signal, kill};
use server::private_postgres::PrivatePostgres;

use crate::support::{TestData, compute, execute, lives, query, wait_until};

#[test]
fn a_postmaster_that_is_killed_comes_back() {
    let data = TestData::new();
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    execute(postgres.url(), "CREATE TABLE kept AS SELECT 'x' AS word").unwrap();
    for _ in 0..3 {
        let killed = data.postmaster().unwrap();
        kill(killed, Signal::SIGKILL).unwrap();
        wait_until("Postgres is back", || {
            data.postmaster() != Some(killed)
                && query(postgres.url(), "SELECT word FROM kept").is_ok_and(|word| word == "x")
        });
    }
    postgres.stop();
    assert_eq!(data.postmaster(), None);
}

#[test]
fn a_postmaster_that_is_killed_comes_back_after_its_busy_backends() {
    let data = TestData::new();
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    let busy = compute(postgres.url());
    kill(data.postmaster().unwrap(), Signal::SIGKILL).unwrap();
    wait_until("Postgres is back", || query(postgres.url(), "SELECT 'x'").is_ok());
    assert!(!lives(busy), "two Postgres in one directory");
}

#[test]
fn a_stop_while_postgres_is_down_leaves_nothing_running() {
    let data = TestData::new();
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    kill(data.postmaster().unwrap(), Signal::SIGKILL).unwrap();
    postgres.stop();
    assert_eq!(data.postmaster(), None);
    PrivatePostgres::start(data.path()).unwrap();
}

#[test]
fn a_start_that_fails_is_tried_again() {
    let data = TestData::new();
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    let control = data.pgdata().join("global/pg_control");
    let away = data.path().join("pg_control");
    let killed = data.postmaster().unwrap();
    fs::rename(&control, &away).unwrap();
    kill(killed, Signal::SIGKILL).unwrap();
    wait_until("a start has failed", || {
        let log = fs::read_to_string(data.path().join("postgres.log")).unwrap();
        log.contains("could not find the database system")
    });
    fs::rename(&away, &control).unwrap();
    wait_until("Postgres is back", || query(postgres.url(), "SELECT 'x'").is_ok());
}
