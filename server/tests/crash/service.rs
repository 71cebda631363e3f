//! The service as an operator has it: the real program with its private Postgres.

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use server::private_postgres::PrivatePostgres;
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;

use crate::client::Client;

/// How long anything may take that comes about by itself.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(5);

/// A running service in a directory of its own. Dropping it ends all its processes.
pub(crate) struct Service {
    child: Child,
    address: String,
    token: String,
    log: PathBuf,
    directory: TempDir,
}

impl Service {
    /// Starts one; returns once it is ready.
    pub(crate) fn start() -> Self {
        let directory = directory();
        let log = directory.path().join("server.log");
        Self::start_in(directory, log)
    }

    /// Starts one that writes its log to this file.
    pub(crate) fn logging_to(log: &str) -> Self {
        Self::start_in(directory(), log.into())
    }

    fn start_in(directory: TempDir, log: PathBuf) -> Self {
        let address = free_address();
        let child = spawn(directory.path(), &log, &address);
        let mut service = Self { child, address, token: String::new(), log, directory };
        service.wait_until_ready();
        service.token = make_token(service.directory.path());
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
        data(self.directory.path()).join("postgres")
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.url(), &self.token)
    }

    /// What a query of one number gives.
    pub(crate) fn count(&self, sql: &'static str) -> i64 {
        let url = PrivatePostgres::attach(&data(self.directory.path())).unwrap().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut connection = PgConnection::connect(&url).await.unwrap();
            sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
        })
    }

    /// Ends the server at once (SIGKILL).
    pub(crate) fn kill(&mut self) {
        // An error means that it has ended already.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    /// Asks the server to end (SIGTERM).
    pub(crate) fn terminate(&self) {
        kill(Pid::from_raw(self.child.id().cast_signed()), Signal::SIGTERM).unwrap();
    }

    /// Waits for the server's end; returns whether all went well.
    pub(crate) fn ends_well(&mut self) -> bool {
        self.child.wait().unwrap().success()
    }

    /// Ends the postmaster at once, as soon as there is one.
    pub(crate) fn kill_postgres(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while self.postmaster().is_none_or(|pid| kill(pid, Signal::SIGKILL).is_err()) {
            assert!(Instant::now() < deadline, "waited for Postgres in vain");
            self.keep_running();
            thread::sleep(POLL);
        }
    }

    /// Starts the server if it does not run, as systemd would.
    pub(crate) fn keep_running(&mut self) {
        if self.child.try_wait().unwrap().is_some() {
            self.child = spawn(self.directory.path(), &self.log, &self.address);
        }
    }

    pub(crate) fn wait_until_ready(&mut self) {
        let client = self.client();
        let deadline = Instant::now() + PATIENCE;
        while !client.is_ready() {
            assert!(Instant::now() < deadline, "waited for the service in vain");
            self.keep_running();
            thread::sleep(POLL);
        }
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
        if thread::panicking() && self.log.is_file() {
            let log = fs::read_to_string(&self.log).unwrap_or_default();
            println!("the log of the server:\n{log}");
        }
    }
}

fn data(directory: &Path) -> PathBuf {
    directory.join("data")
}

/// Where the account of Postgres may enter.
fn directory() -> TempDir {
    let builder =
        tempfile::Builder::new().prefix("runoff-crash-").permissions(Permissions::from_mode(0o755)).tempdir();
    builder.unwrap()
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_runoff-server"));
    command.env_remove("DATABASE_URL").env_remove("RUST_LOG");
    command
}

fn spawn(directory: &Path, log: &Path, address: &str) -> Child {
    let log = File::options().append(true).create(true).open(log).unwrap();
    program()
        .args(["--listen", address, "--data"])
        .arg(data(directory))
        .stdin(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap()
}

fn make_token(directory: &Path) -> String {
    let output = program().args(["token", "create", "test", "--data"]).arg(data(directory)).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// An address that stays free while the service is down: its port is none of those that the
/// kernel gives to clients.
fn free_address() -> String {
    let addresses = std::iter::repeat_with(|| format!("127.0.0.1:{}", fastrand::u16(10_000..30_000)));
    addresses.take(1000).find(|address| TcpListener::bind(address).is_ok()).expect("no port is free")
}
