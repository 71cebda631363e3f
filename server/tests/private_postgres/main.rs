//! The private Postgres against everything that is known to go wrong with one, on the real
//! thing. A test is named after what went wrong.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail as tests do"
)]

mod accounts;
mod directories;
mod initdb;
mod orphans;
mod servers;
mod stale_files;
mod supervision;
mod support;
mod versions;

use server::private_postgres::PrivatePostgres;
use support::{TestData, execute, query};

#[test]
fn what_was_committed_is_there_after_a_stop() {
    let data = TestData::new();
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    execute(postgres.url(), "CREATE TABLE kept AS SELECT 'x' AS word").unwrap();
    postgres.stop();
    assert_eq!(data.postmaster(), None, "Postgres still runs after the stop");

    let postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_eq!(query(postgres.url(), "SELECT word FROM kept").unwrap(), "x");
}

#[test]
fn it_is_utf8_with_checksums_and_fsync_and_without_tcp() {
    let data = TestData::new();
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    let settings = "SELECT concat_ws(' ', current_database(), current_setting('server_encoding'),
        current_setting('data_checksums'), current_setting('fsync'),
        current_setting('synchronous_commit'), '[' || current_setting('listen_addresses') || ']')";
    assert_eq!(query(postgres.url(), settings).unwrap(), "runoff UTF8 on on on []");
}
