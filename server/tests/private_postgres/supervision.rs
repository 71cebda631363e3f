//! A Postgres that dies while the server runs.

use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use server::private_postgres::PrivatePostgres;

use crate::support::{TestData, execute, query, wait_until};

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
    let url = postgres.url().to_owned();
    // A backend that computes does not see that its postmaster is gone.
    let busy =
        thread::spawn(move || query(&url, "SELECT sum(n)::text FROM generate_series(1, 10000000) AS n"));
    wait_until("the backend computes", || {
        let computing = "SELECT count(*)::text FROM pg_stat_activity
            WHERE state = 'active' AND query LIKE '%sum(n)%' AND pid <> pg_backend_pid()";
        query(postgres.url(), computing).unwrap() == "1"
    });
    thread::sleep(Duration::from_millis(100));
    kill(data.postmaster().unwrap(), Signal::SIGKILL).unwrap();
    wait_until("Postgres is back", || query(postgres.url(), "SELECT 'x'").is_ok());
    assert!(busy.is_finished(), "two Postgres in one directory");
    busy.join().unwrap().ok();
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
