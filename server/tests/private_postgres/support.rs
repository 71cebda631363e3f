//! What the tests share: data directories that clean up after themselves, server processes
//! that can be killed, and queries.

use std::env;
use std::fs::{self, Permissions};
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use server::private_postgres::PrivatePostgres;
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};

/// Names the data directory to [`owner_process`].
const DATA: &str = "RUNOFF_TEST_DATA";

/// A data directory, in a directory that every account may enter. Dropping it ends the Postgres
/// that runs there, if one does, and removes everything.
pub(crate) struct TestData {
    outer: TempDir,
    data: PathBuf,
}

impl TestData {
    pub(crate) fn new() -> Self {
        Self::named("data")
    }

    /// A data directory of a given name, which may have several parts.
    pub(crate) fn named(name: &str) -> Self {
        let outer = tempfile::Builder::new()
            .prefix("private-postgres-")
            .permissions(Permissions::from_mode(0o755))
            .tempdir()
            .unwrap();
        let data = outer.path().canonicalize().unwrap().join(name);
        Self { outer, data }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.data
    }

    /// A new directory beside the data.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        let path = self.outer.path().join(name);
        fs::create_dir(&path).unwrap();
        path
    }

    pub(crate) fn pgdata(&self) -> PathBuf {
        self.data.join("postgres")
    }

    /// The names in the data directory that begin with `prefix`.
    pub(crate) fn entries(&self, prefix: &str) -> Vec<String> {
        let entries = fs::read_dir(&self.data).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        names.filter(|name| name.starts_with(prefix)).collect()
    }

    /// The pid of the postmaster that runs in this directory.
    pub(crate) fn postmaster(&self) -> Option<Pid> {
        let text = fs::read_to_string(self.pgdata().join("postmaster.pid")).ok()?;
        let pid: i32 = text.lines().next()?.parse().ok()?;
        let arguments = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        String::from_utf8_lossy(&arguments)
            .contains(self.pgdata().to_str().unwrap())
            .then_some(Pid::from_raw(pid))
    }
}

impl Drop for TestData {
    fn drop(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while let Some(pid) = self.postmaster()
            && Instant::now() < deadline
        {
            let _ = kill(pid, Signal::SIGQUIT);
            thread::sleep(Duration::from_millis(20));
        }
        let record = fs::read_to_string(self.data.join("server.lock")).unwrap_or_default();
        if let Some(socket) = record.lines().nth(1)
            && socket.starts_with("/tmp/runoff-")
        {
            let _ = fs::remove_dir_all(socket);
        }
    }
}

/// A server process that owns a data directory. Dropping it kills it.
pub(crate) struct Owner {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Owner {
    pub(crate) fn spawn(data: &TestData) -> Self {
        Self::spawn_with(data, |_| {})
    }

    /// Starts the process as changed by `change`.
    pub(crate) fn spawn_with(data: &TestData, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args(["support::owner_process", "--exact", "--nocapture"])
            .env(DATA, data.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        change(&mut command);
        let mut child = command.spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        Self { child, said }
    }

    /// The next thing that [`owner_process`] says: a URL, an error, or the answer to a query.
    pub(crate) fn says(&mut self) -> String {
        let mut line = String::new();
        while self.said.read_line(&mut line).unwrap() > 0 {
            if let Some((_, said)) = line.split_once('@') {
                return said.trim_end().to_owned();
            }
            line.clear();
        }
        panic!("the server process ended without saying anything");
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    /// Lets the process end as a server does that is told to.
    pub(crate) fn stop(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The process behind [`Owner`]: says the URL or the error of its start. At the end of its
/// input it stops; an interrupt it answers with a query, as a server that drains.
#[test]
fn owner_process() {
    match env::var_os(DATA) {
        Some(data) => own(Path::new(&data)),
        // Among the tests it is one: a server's own process can start, ask and stop.
        None => {
            let data = TestData::new();
            let postgres = PrivatePostgres::start(data.path()).unwrap();
            let answer = runtime().block_on(query_soon(postgres.url(), "SELECT 'answered'"));
            assert_eq!(answer.unwrap(), "answered");
        }
    }
}

fn own(data: &Path) {
    let runtime = runtime();
    let _guard = runtime.enter();
    let mut interrupt = signal(SignalKind::interrupt()).unwrap();
    let postgres = match PrivatePostgres::start(data) {
        Ok(postgres) => postgres,
        Err(error) => return println!("@{}", error.to_string().replace('\n', " ")),
    };
    println!("@{}", postgres.url());
    runtime.block_on(async {
        tokio::select! {
            _ = interrupt.recv() => {
                let answer = query_soon(postgres.url(), "SELECT 'drained'").await;
                println!("@{}", answer.unwrap_or_else(|error| error.to_string()));
            }
            _ = tokio::task::spawn_blocking(|| io::read_to_string(io::stdin())) => {}
        }
    });
}

/// Makes `command` find a `setpriv` that can't end programs with their parent, like busybox's.
pub(crate) fn without_pdeathsig(data: &TestData, command: &mut Command) {
    let bin = data.beside("bin");
    let setpriv = bin.join("setpriv");
    fs::write(&setpriv, "#!/bin/sh\nexit 1\n").unwrap();
    fs::set_permissions(&setpriv, Permissions::from_mode(0o755)).unwrap();
    let path = env::var_os("PATH").unwrap();
    let directories = [bin].into_iter().chain(env::split_paths(&path));
    command.env("PATH", env::join_paths(directories).unwrap());
}

/// Waits for something that comes about by itself, and fails after a minute.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "waited for a minute until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The text that a query gives.
pub(crate) fn query(url: &str, sql: &'static str) -> Result<String, sqlx::Error> {
    runtime().block_on(query_soon(url, sql))
}

async fn query_soon(url: &str, sql: &'static str) -> Result<String, sqlx::Error> {
    let mut connection = PgConnection::connect(url).await?;
    sqlx::query_scalar(sql).fetch_one(&mut connection).await
}

pub(crate) fn execute(url: &str, sql: &'static str) -> Result<(), sqlx::Error> {
    runtime().block_on(async {
        let mut connection = PgConnection::connect(url).await?;
        sqlx::raw_sql(sql).execute(&mut connection).await.map(drop)
    })
}

/// Keeps a backend computing for seconds, and gives its pid. A backend that computes does not
/// see that its postmaster is gone.
pub(crate) fn compute(url: &str) -> Pid {
    let busy_url = url.to_owned();
    thread::spawn(move || {
        // It fails where Postgres is stopped meanwhile.
        let _ = query(&busy_url, "SELECT sum(n)::text FROM generate_series(1, 10000000) AS n");
    });
    let mut pid = String::new();
    wait_until("the backend computes", || {
        let computing = "SELECT coalesce(max(pid), 0)::text FROM pg_stat_activity
            WHERE state = 'active' AND query LIKE '%sum(n)%' AND pid <> pg_backend_pid()";
        pid = query(url, computing).unwrap();
        pid != "0"
    });
    Pid::from_raw(pid.parse().unwrap())
}

/// Whether a process `pid` works. One that has ended but that init has not seen yet does not.
pub(crate) fn lives(pid: Pid) -> bool {
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|arguments| !arguments.is_empty())
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}
