//! How the programs of Postgres are run.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::account::Account;
use super::error::{PrivatePostgresError, cannot};

/// Runs the programs of Postgres: as its account, in the data directory, in a process group of
/// their own (so that Ctrl-C at a terminal reaches the server alone, which stops Postgres last),
/// and, where `setpriv` can arrange it, ended by the kernel when the server is killed.
#[derive(Debug)]
pub(super) struct Launcher {
    pub(super) account: Account,
    data: PathBuf,
    dies_with_us: bool,
}

impl Launcher {
    pub(super) fn new(account: Account, data: &Path) -> Self {
        Self { account, data: data.to_owned(), dies_with_us: has_setpriv() }
    }

    /// A command for `program`. The thread that spawns it must live as long as the program may
    /// run: its end, too, would end the program.
    pub(super) fn command(&self, program: &Path) -> Command {
        if !self.dies_with_us {
            return self.short_command(program);
        }
        // setpriv arranges it after the change of account (which would undo it), and then
        // becomes the program: the pid stays.
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "INT"]).arg(program);
        self.prepare(command)
    }

    /// A command for a `program` that ends at once.
    pub(super) fn short_command(&self, program: &Path) -> Command {
        self.prepare(Command::new(program))
    }

    fn prepare(&self, mut command: Command) -> Command {
        self.account.apply(&mut command);
        command.current_dir(&self.data).process_group(0).stdin(Stdio::null()).env("LC_ALL", "C");
        command
    }

    /// For `map_err`: the error of a `program` that could not be run.
    pub(super) fn cannot_run(&self, program: &Path) -> impl FnOnce(io::Error) -> PrivatePostgresError {
        move |error| {
            let closed = (error.kind() == io::ErrorKind::PermissionDenied)
                .then(|| {
                    let closed = |path| self.account.closed(path);
                    closed(&self.data).or_else(|| closed(program))
                })
                .flatten();
            closed.unwrap_or_else(|| cannot("run", program)(error))
        }
    }
}

/// Whether this machine has a `setpriv` that can end a program with its parent (that of
/// util-linux can, on Linux).
fn has_setpriv() -> bool {
    Command::new("setpriv")
        .args(["--pdeathsig", "INT", "true"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
