//! The service as an operator has it: the real program with its private Postgres.

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use server::private_postgres::PrivatePostgres;
use tempfile::TempDir;

use crate::client::Client;
use crate::instance::{Instance, PATIENCE, POLL, make_token};
use crate::pair::{count, is_there};
use crate::uploads::{Form, Upload};

/// A running service in a directory of its own. Dropping it ends all its processes.
pub(crate) struct Service {
    instance: Instance,
    token: String,
    data: PathBuf,
    _directory: TempDir,
}

impl Service {
    /// Starts one; returns once it is ready.
    pub(crate) fn start() -> Self {
        let directory = directory();
        let log = directory.path().join("server.log");
        let data = directory.path().join("data");
        Self::start_in(directory, data, log)
    }

    /// Starts one that writes its log to this file.
    pub(crate) fn logging_to(log: &str) -> Self {
        let directory = directory();
        let data = directory.path().join("data");
        Self::start_in(directory, data, log.into())
    }

    /// Starts one in a data directory somewhere in `directory`.
    pub(crate) fn start_in(directory: TempDir, data: PathBuf, log: PathBuf) -> Self {
        let arguments = ["--data".to_owned(), data.to_str().unwrap().to_owned()];
        let instance = Instance::spawn(&arguments, log);
        let mut service = Self { instance, token: String::new(), data, _directory: directory };
        service.wait_until_ready();
        service.token = make_token(&arguments);
        service.recover_fast();
        service
    }

    /// From its next start on, recovery syncs the file system at once and not, which may take
    /// seconds, file by file.
    fn recover_fast(&self) {
        if cfg!(target_os = "linux") {
            let path = self.pgdata().join("postgresql.conf");
            let mut settings = File::options().append(true).open(path).unwrap();
            writeln!(settings, "recovery_init_sync_method = syncfs").unwrap();
        }
    }

    fn pgdata(&self) -> PathBuf {
        self.data.join("postgres")
    }

    pub(crate) fn url(&self) -> String {
        self.instance.url()
    }

    pub(crate) fn address(&self) -> &str {
        self.instance.address()
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The bytes of a request that sends an upload on a connection of its own.
    pub(crate) fn request(&self, upload: &Upload) -> Vec<u8> {
        let Form::Json(body) = &upload.form else { panic!("no JSON") };
        format!(
            "POST /api/v1/runs HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address(),
            self.token,
            body.len(),
        )
        .into_bytes()
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.url(), &self.token)
    }

    /// What a query of one number gives.
    pub(crate) fn count(&self, sql: &'static str) -> i64 {
        count(&self.database().url().unwrap(), sql)
    }

    /// Ends the server at once (SIGKILL).
    pub(crate) fn kill(&mut self) {
        self.instance.kill();
    }

    /// Restarts the server with a clock that is wrong by so much (`-2d`).
    pub(crate) fn set_clock(&mut self, clock: &'static str) {
        self.instance.set_clock(clock);
        self.kill();
        self.wait_until_ready();
    }

    /// Asks the server to end (SIGTERM).
    pub(crate) fn terminate(&self) {
        self.instance.terminate();
    }

    /// Waits for the server's end; returns whether all went well.
    pub(crate) fn ends_well(&mut self) -> bool {
        self.instance.ends_well()
    }

    /// Sends the postmaster a signal that ends it, as soon as there is one.
    pub(crate) fn signal_postgres(&mut self, signal: Signal) {
        let deadline = Instant::now() + PATIENCE;
        let mut signalled = None;
        while signalled.is_none() || signalled == self.postmaster() {
            assert!(Instant::now() < deadline, "waited for Postgres in vain");
            signalled = signalled.or_else(|| self.postmaster().filter(|&pid| kill(pid, signal).is_ok()));
            self.keep_running();
            thread::sleep(POLL);
        }
    }

    pub(crate) fn database(&self) -> Database {
        Database(self.data.clone())
    }

    /// Starts the server if it does not run, as systemd would.
    pub(crate) fn keep_running(&mut self) {
        self.instance.keep_running();
    }

    /// How long it took until it was ready.
    pub(crate) fn wait_until_ready(&mut self) -> Duration {
        self.instance.wait_until_ready()
    }

    /// The postmaster that runs in our directory.
    fn postmaster(&self) -> Option<Pid> {
        let pgdata = self.pgdata();
        let text = fs::read_to_string(pgdata.join("postmaster.pid")).ok()?;
        let pid: i32 = text.lines().next()?.parse().ok()?;
        let arguments = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        let is_ours = String::from_utf8_lossy(&arguments).contains(pgdata.to_str().unwrap());
        is_ours.then_some(Pid::from_raw(pid))
    }
}

/// The database of a service, with or without it.
pub(crate) struct Database(PathBuf);

impl Database {
    fn url(&self) -> Option<String> {
        PrivatePostgres::attach(&self.0).unwrap()
    }

    pub(crate) fn answers(&self) -> bool {
        self.url().is_some_and(|url| is_there(&url))
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.kill();
        let deadline = Instant::now() + PATIENCE;
        while let Some(pid) = self.postmaster()
            && Instant::now() < deadline
        {
            let _ = kill(pid, Signal::SIGQUIT);
            thread::sleep(POLL);
        }
    }
}

/// Where the account of Postgres may enter.
pub(crate) fn directory() -> TempDir {
    let builder =
        tempfile::Builder::new().prefix("runoff-crash-").permissions(Permissions::from_mode(0o755)).tempdir();
    builder.unwrap()
}
