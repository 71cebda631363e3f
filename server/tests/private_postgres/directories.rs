//! Paths, permissions and what lies about in the data directory.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::PathBuf;

use nix::unistd::{User, geteuid};
use server::private_postgres::{PrivatePostgres, PrivatePostgresError};

use crate::support::{Owner, TestData, query};

/// The socket's directory, as `server.lock` names it.
fn socket(data: &TestData) -> PathBuf {
    let record = fs::read_to_string(data.path().join("server.lock")).unwrap();
    PathBuf::from(record.lines().nth(1).unwrap())
}

#[test]
fn a_socket_path_of_more_than_107_bytes() {
    let data = TestData::named(&format!("{}/data", "long".repeat(30)));
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x");

    let socket = socket(&data);
    let found = fs::metadata(&socket).unwrap();
    assert!(socket.starts_with("/tmp"), "{}", socket.display());
    assert_eq!(found.mode() & 0o7777, 0o700);
    assert_eq!(found.uid(), fs::metadata(data.pgdata()).unwrap().uid());

    let attached = PrivatePostgres::attach(data.path()).unwrap();
    assert_eq!(attached.as_deref(), Some(postgres.url()));
    postgres.stop();
    assert!(!socket.exists(), "{} is left", socket.display());
}

#[test]
fn a_long_socket_path_after_kill_9_leaves_one_directory() {
    let data = TestData::named(&"long".repeat(30));
    let mut owner = Owner::spawn(&data);
    owner.says();
    let first = socket(&data);
    owner.kill();
    let _postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_eq!(socket(&data), first);
}

#[test]
fn a_socket_directory_that_others_own_or_may_enter_is_not_used() {
    let data = TestData::named(&"long".repeat(30));
    PrivatePostgres::start(data.path()).unwrap().stop();
    let account = fs::metadata(data.pgdata()).unwrap().uid();
    let mut cases = vec![(account, 0o755)];
    if geteuid().is_root() {
        cases.push((0, 0o700));
    }
    for (uid, mode) in cases {
        let planted = tempfile::Builder::new().prefix("runoff-").tempdir_in("/tmp").unwrap();
        fs::set_permissions(planted.path(), Permissions::from_mode(mode)).unwrap();
        chown(planted.path(), Some(uid), None).unwrap();
        let record = format!("1\n{}\n", planted.path().display());
        fs::write(data.path().join("server.lock"), record).unwrap();
        let _postgres = PrivatePostgres::start(data.path()).unwrap();
        assert_ne!(socket(&data), planted.path());
    }
}

#[test]
fn a_path_with_commas_spaces_and_percent_signs() {
    let data = TestData::named("my data, 100% + ünsafe?&'");
    let postgres = PrivatePostgres::start(data.path()).unwrap();
    assert_eq!(query(postgres.url(), "SELECT 'x'").unwrap(), "x");
}

#[test]
fn a_link_to_the_data_directory() {
    let data = TestData::new();
    let link = data.beside("links").join("link");
    symlink(data.path(), &link).unwrap();
    fs::create_dir(data.path()).unwrap();
    let postgres = PrivatePostgres::start(&link).unwrap();
    let attached = PrivatePostgres::attach(data.path()).unwrap();
    assert_eq!(attached.as_deref(), Some(postgres.url()));
}

#[test]
fn data_directory_has_invalid_permissions() {
    let data = TestData::new();
    PrivatePostgres::start(data.path()).unwrap().stop();
    for (given, expected) in [(0o755, 0o700), (0o700, 0o700), (0o750, 0o750)] {
        fs::set_permissions(data.pgdata(), Permissions::from_mode(given)).unwrap();
        PrivatePostgres::start(data.path()).unwrap().stop();
        assert_eq!(fs::metadata(data.pgdata()).unwrap().mode() & 0o7777, expected);
    }
}

#[test]
fn something_else_in_the_place_of_the_cluster_is_left_alone() {
    let data = TestData::new();
    fs::create_dir_all(data.pgdata()).unwrap();
    fs::write(data.pgdata().join("letter"), "dear").unwrap();
    if geteuid().is_root() {
        let nobody = User::from_name("nobody").unwrap().unwrap();
        chown(data.pgdata(), Some(nobody.uid.as_raw()), None).unwrap();
    }
    let error = PrivatePostgres::start(data.path()).unwrap_err();
    assert!(matches!(error, PrivatePostgresError::NoCluster(_)), "{error}");
    assert_eq!(fs::read(data.pgdata().join("letter")).unwrap(), b"dear");
}

#[test]
fn the_log_of_a_failed_start_is_quoted() {
    let data = TestData::new();
    PrivatePostgres::start(data.path()).unwrap().stop();
    fs::write(data.pgdata().join("global/pg_control"), "").unwrap();
    let message = PrivatePostgres::start(data.path()).unwrap_err().to_string();
    assert!(message.contains("postgres.log"), "{message}");
    assert!(message.contains("could not read file \"global/pg_control\""), "{message}");
}
