//! Servers killed while they make a cluster or start it.

use std::fs;
use std::thread;
use std::time::Duration;

use server::private_postgres::PrivatePostgres;

use crate::support::{Owner, TestData, query, wait_until, without_pdeathsig};

#[test]
fn killed_during_initdb_and_restarted_at_once() {
    for file in ["PG_VERSION", "global/pg_control", "base/5"] {
        let data = TestData::new();
        let mut owner = Owner::spawn_with(&data, |command| without_pdeathsig(&data, command));
        wait_until("initdb has written a file", || {
            let growing = data.entries("unfinished-");
            growing.iter().any(|name| data.path().join(name).join(file).exists())
        });
        owner.kill();
        let postgres = PrivatePostgres::start(data.path()).unwrap();
        assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x");
        assert_eq!(data.entries("unfinished-"), Vec::<String>::new());
    }
}

#[test]
fn killed_at_20_moments_of_a_start_and_restarted_at_once() {
    let data = TestData::new();
    for round in 0..20 {
        // A first start takes a second or so, every other a few hundredths of one.
        let wait = if round % 3 == 0 {
            let _ = fs::remove_dir_all(data.pgdata());
            60 * round
        } else {
            5 * round
        };
        let mut owner = Owner::spawn(&data);
        thread::sleep(Duration::from_millis(wait));
        owner.kill();
        let postgres = PrivatePostgres::start(data.path()).unwrap();
        assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x", "round {round}");
    }
}
