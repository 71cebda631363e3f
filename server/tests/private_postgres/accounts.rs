//! Root, and the accounts that run Postgres in its stead.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

use nix::unistd::{User, geteuid};
use server::private_postgres::PrivatePostgres;

use crate::support::{TestData, query};

/// The account that a process runs as.
fn account_of(pid: nix::unistd::Pid) -> u32 {
    fs::metadata(format!("/proc/{pid}")).unwrap().uid()
}

#[test]
fn root_execution_is_not_permitted() {
    let data = TestData::new();
    let _postgres = PrivatePostgres::start(data.path()).unwrap();
    let account = account_of(data.postmaster().unwrap());
    let pgdata = fs::metadata(data.pgdata()).unwrap();
    assert_eq!((pgdata.uid(), pgdata.mode() & 0o7777), (account, 0o700));
    if geteuid().is_root() {
        let postgres = User::from_name("postgres").unwrap();
        let nobody = User::from_name("nobody").unwrap();
        assert_eq!(account, postgres.or(nobody).unwrap().uid.as_raw());
    } else {
        assert_eq!(account, geteuid().as_raw());
    }
}

#[test]
fn a_cluster_of_another_account_runs_as_that_account() {
    let data = TestData::new();
    PrivatePostgres::start(data.path()).unwrap().stop();
    if geteuid().is_root() {
        let mut chown = Command::new("chown");
        let status = chown.args(["-R", "nobody"]).arg(data.pgdata()).status();
        assert!(status.unwrap().success());
    }
    let owner = fs::metadata(data.pgdata()).unwrap().uid();

    let postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_eq!(account_of(data.postmaster().unwrap()), owner);
    assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x");
}

#[test]
fn a_closed_directory_on_the_way_is_named_to_root() {
    let data = TestData::named("home/data");
    let home = data.beside("home");
    fs::set_permissions(&home, Permissions::from_mode(0o700)).unwrap();
    fs::write(home.join("letter"), "").unwrap();
    match PrivatePostgres::start(data.path()) {
        Ok(_) => assert!(!geteuid().is_root(), "an account that is not root got into 0700"),
        Err(error) => {
            let home = home.canonicalize().unwrap();
            let message = error.to_string();
            assert!(message.contains(&format!("may not enter {}:", home.display())), "{message}");
            assert!(message.contains("--data"), "{message}");
        }
    }
}

#[test]
fn an_empty_directory_of_mode_0700_does_for_root() {
    let data = TestData::new();
    let empty = data.beside("data");
    fs::set_permissions(&empty, Permissions::from_mode(0o700)).unwrap();
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x");
}
