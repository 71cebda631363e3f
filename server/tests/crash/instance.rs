//! One server process, wherever its Postgres is.

use std::fs::File;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::client::Client;

/// How long anything may take that comes about by itself.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
pub(crate) const POLL: Duration = Duration::from_millis(5);

const SERVER: &str = env!("CARGO_BIN_EXE_runoff-server");

/// A clock that is right.
const RIGHT: &str = "";

/// A server process. Dropping it kills it.
pub(crate) struct Instance {
    child: Child,
    address: String,
    arguments: Vec<String>,
    log: PathBuf,
    /// By how much its clock is wrong, in the words of faketime.
    clock: &'static str,
}

impl Instance {
    /// Starts one, with these arguments about its database, that writes its log to this file.
    pub(crate) fn spawn(arguments: &[String], log: PathBuf) -> Self {
        let address = free_address();
        let arguments = [&["--listen".to_owned(), address.clone()], arguments].concat();
        Self { child: child(&arguments, &log, RIGHT), address, arguments, log, clock: RIGHT }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends the process at once (SIGKILL).
    pub(crate) fn kill(&mut self) {
        // An error means that it has ended already.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    /// From its next start on, the process has a clock that is wrong by so much.
    pub(crate) fn set_clock(&mut self, clock: &'static str) {
        self.clock = clock;
    }

    /// Asks the process to end (SIGTERM).
    pub(crate) fn terminate(&self) {
        kill(Pid::from_raw(self.child.id().cast_signed()), Signal::SIGTERM).unwrap();
    }

    /// Waits for the end of the process; returns whether all went well.
    pub(crate) fn ends_well(&mut self) -> bool {
        self.child.wait().unwrap().success()
    }

    /// Starts the server if it does not run, as systemd would.
    pub(crate) fn keep_running(&mut self) {
        if self.child.try_wait().unwrap().is_some() {
            self.child = child(&self.arguments, &self.log, self.clock);
        }
    }

    /// How long it took until it was ready.
    pub(crate) fn wait_until_ready(&mut self) -> Duration {
        let client = Client::new(self.url(), "");
        let begun = Instant::now();
        while !client.is_ready() {
            assert!(begun.elapsed() < PATIENCE, "waited for the service in vain");
            self.keep_running();
            thread::sleep(POLL);
        }
        begun.elapsed()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.kill();
        if thread::panicking() && self.log.is_file() {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            println!("the log of the server:\n{log}");
        }
    }
}

/// The server's program.
pub(crate) fn prepared() -> Command {
    let mut command = Command::new(SERVER);
    command.env_remove("DATABASE_URL").env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn child(arguments: &[String], log: &PathBuf, clock: &str) -> Child {
    let log = File::options().append(true).create(true).open(log).unwrap();
    let mut command = prepared();
    if clock != RIGHT {
        // What the command of this name does, which would be another process. glibc knows $LIB.
        command.env("LD_PRELOAD", "/usr/$LIB/faketime/libfaketime.so.1");
        command.env("FAKETIME", clock).env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
    command.args(arguments).stderr(log).spawn().unwrap()
}

/// A new token of the database that these arguments name.
pub(crate) fn make_token(arguments: &[String]) -> String {
    let output = prepared().args(["token", "create", "test"]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// An address that stays free while the service is down: its port is none of those that the
/// kernel gives to clients.
pub(crate) fn free_address() -> String {
    let addresses = std::iter::repeat_with(|| format!("127.0.0.1:{}", fastrand::u16(10_000..30_000)));
    addresses.take(1000).find(|address| TcpListener::bind(address).is_ok()).expect("no port is free")
}
