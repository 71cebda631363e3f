//! Programs of another version, or none.

use std::fs;

use server::private_postgres::PrivatePostgres;

use crate::support::{Owner, TestData};

#[test]
fn database_files_are_incompatible_with_server() {
    let data = TestData::new();
    PrivatePostgres::start(data.path()).unwrap().stop();
    // No machine that can run these tests has version 8 too.
    fs::write(data.pgdata().join("PG_VERSION"), "8\n").unwrap();
    let message = PrivatePostgres::start(data.path()).unwrap_err().to_string();
    assert!(message.contains("was made by PostgreSQL 8, and this machine has only"), "{message}");
    assert!(message.contains("postgresql-8"), "{message}");
    assert!(message.contains("pg_upgrade"), "{message}");
}

#[test]
fn pg_bin_without_programs() {
    let data = TestData::new();
    let empty = data.beside("empty");
    let mut owner = Owner::spawn_with(&data, |command| {
        command.env("PG_BIN", &empty);
    });
    let message = owner.says();
    assert!(message.contains(&format!("PG_BIN={}", empty.display())), "{message}");
    assert!(message.contains("no `postgres` and `initdb`"), "{message}");
}
