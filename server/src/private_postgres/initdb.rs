//! Making a new cluster.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::binaries::Binaries;
use super::error::{PrivatePostgresError, cannot};
use super::launcher::Launcher;
use super::socket::{DATABASE, ROLE};

/// Under this name a cluster grows; it gets its own when it is complete.
const UNFINISHED: &str = "unfinished-";

/// Makes the cluster `pgdata` with its empty database, whole and on disk or not at all. `lock`
/// is that of the cluster.
pub(super) fn run(
    launcher: &Launcher,
    binaries: &Binaries,
    data: &Path,
    pgdata: &Path,
    lock: &File,
) -> Result<(), PrivatePostgresError> {
    remove_unfinished(data);
    let growing = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .permissions(Permissions::from_mode(0o700))
        .tempdir_in(data)
        .map_err(cannot("create a directory in", data))?;
    let path = growing.path();
    launcher.account.give(path)?;

    let initdb = binaries.initdb();
    let run_initdb = |arguments: &[&str]| {
        let mut command = launcher.command(&initdb);
        let stdin = lock.try_clone().map_err(cannot("share", pgdata))?;
        command.arg("-D").arg(path).args(arguments).stdin(stdin);
        let output = command.output().map_err(launcher.cannot_run(&initdb))?;
        check("initdb", &output)
    };
    // Everything goes to disk once, at the end.
    run_initdb(&[
        "--no-sync",
        "--no-locale",
        "--encoding=UTF8",
        "--data-checksums",
        "--auth-local=trust",
        "--auth-host=reject",
        "--username",
        ROLE,
    ])?;
    create_database(launcher, &binaries.postgres(), path)?;
    run_initdb(&["--sync-only"])?;

    fs::rename(growing.keep(), pgdata).map_err(cannot("create", pgdata))?;
    // The new name too must outlast a power cut.
    File::open(data).and_then(|directory| directory.sync_all()).map_err(cannot("write", data))
}

/// Creates the database in a cluster that is not running, in Postgres's single-user mode.
fn create_database(launcher: &Launcher, postgres: &Path, cluster: &Path) -> Result<(), PrivatePostgresError> {
    let mut command = launcher.command(postgres);
    command.arg("--single").arg("-F").arg("-D").arg(cluster);
    command.args(["-c", "exit_on_error=on", "-c", "log_checkpoints=off", "postgres"]);
    let statement = format!("CREATE DATABASE {DATABASE}\n");
    let output = output_of(command, statement.as_bytes()).map_err(launcher.cannot_run(postgres))?;
    check("postgres --single", &output)
}

fn output_of(mut command: Command, input: &[u8]) -> io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ended early says why better than this error would.
        let _ = stdin.write_all(input);
    }
    child.wait_with_output()
}

fn check(program: &'static str, output: &Output) -> Result<(), PrivatePostgresError> {
    if output.status.success() {
        return Ok(());
    }
    Err(PrivatePostgresError::Program {
        program,
        status: output.status,
        output: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Removes what servers left that were killed while they made a cluster.
fn remove_unfinished(data: &Path) {
    let entries = fs::read_dir(data).into_iter().flatten().flatten();
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED)
            && let Err(error) = fs::remove_dir_all(entry.path())
        {
            tracing::warn!(%error, "cannot remove {}", entry.path().display());
        }
    }
}
