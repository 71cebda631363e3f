//! A primary and its streaming replica, behind one name that can be led from one to the other.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use server::private_postgres::{PLACES, PrivatePostgres};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;

use crate::instance::{PATIENCE, POLL};
use crate::service::directory;

/// Nothing is acknowledged before the replica has it too.
const SYNCHRONOUS: [&str; 2] =
    ["ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"];
const IS_SYNCHRONOUS: &str = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";

pub(crate) struct Pair {
    primary: Option<PrivatePostgres>,
    replica: Option<PrivatePostgres>,
    /// How many clusters were made.
    clusters: usize,
    directory: TempDir,
}

impl Pair {
    pub(crate) fn start() -> Self {
        let directory = directory();
        let primary = PrivatePostgres::start(&directory.path().join("0")).unwrap();
        let mut pair = Self { primary: Some(primary), replica: None, clusters: 1, directory };
        pair.lead_to(&pair.primary_url());
        pair
    }

    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// The address of whichever is the primary.
    pub(crate) fn url(&self) -> String {
        format!("postgres:///runoff?host={}&user=runoff", self.name().display())
    }

    pub(crate) fn primary_url(&self) -> String {
        self.primary.as_ref().unwrap().url().to_owned()
    }

    pub(crate) fn replica_url(&self) -> String {
        self.replica.as_ref().unwrap().url().to_owned()
    }

    /// Makes the replica, from now on with all that is acknowledged.
    pub(crate) fn replicate(&mut self) {
        let [from, to] = [self.clusters - 1, self.clusters].map(|n| self.directory().join(n.to_string()));
        fs::create_dir(&to).unwrap();
        let copy = Command::new(program("pg_basebackup"))
            .args([
                "--dbname",
                &self.primary_url(),
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync",
            ])
            .arg("--pgdata")
            .arg(to.join("postgres"))
            .output()
            .unwrap();
        assert!(copy.status.success(), "{}", String::from_utf8_lossy(&copy.stderr));
        give(&to.join("postgres"), &from.join("postgres"));
        self.replica = Some(PrivatePostgres::start(&to).unwrap());
        self.clusters += 1;
        execute(&self.primary_url(), &SYNCHRONOUS);
        let begun = Instant::now();
        while count(&self.primary_url(), IS_SYNCHRONOUS) == 0 {
            assert!(begun.elapsed() < PATIENCE, "waited for the replica in vain");
            thread::sleep(POLL);
        }
    }

    /// Kills the primary and promotes the replica, to which the name leads then.
    pub(crate) fn fail_over(&mut self) {
        fs::remove_file(self.name()).unwrap();
        let lost = self.directory().join((self.clusters - 2).to_string());
        let pid: i32 = fs::read_to_string(lost.join("postgres/postmaster.pid"))
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .parse()
            .unwrap();
        kill(Pid::from_raw(pid), Signal::SIGKILL).unwrap();
        self.stop_primary();
        fs::remove_dir_all(lost).unwrap();
        let promoted = self.replica.take().unwrap();
        execute(promoted.url(), &["SELECT pg_promote()"]);
        self.primary = Some(promoted);
        self.lead_to(&self.primary_url());
    }

    pub(crate) fn stop_primary(&mut self) {
        self.primary.take().unwrap().stop();
    }

    /// A directory whose name stands in `url`; it leads to the socket's.
    fn name(&self) -> PathBuf {
        self.directory.path().join("primary")
    }

    fn lead_to(&mut self, url: &str) {
        let (_, rest) = url.split_once("host=").unwrap();
        let (socket, _) = rest.split_once('&').unwrap();
        symlink(socket, self.name()).unwrap();
    }
}

/// Gives a cluster to who owns another: Postgres does not run as root.
fn give(cluster: &Path, like: &Path) {
    let owner = fs::metadata(like).unwrap();
    for path in [cluster.to_owned()].into_iter().chain(everything_in(cluster)) {
        chown(path, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
}

fn everything_in(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            let inside = if path.is_dir() { everything_in(&path) } else { Vec::new() };
            [vec![path], inside].concat()
        })
        .collect()
}

/// A program of Postgres.
pub(crate) fn program(name: &str) -> PathBuf {
    let found = PLACES.iter().flat_map(|place| glob::glob(&format!("{place}/{name}")).unwrap());
    found.last().unwrap().unwrap()
}

pub(crate) fn execute(url: &str, statements: &[&str]) {
    runtime().block_on(async {
        let mut connection = PgConnection::connect(url).await.unwrap();
        for statement in statements {
            sqlx::query(AssertSqlSafe(*statement)).execute(&mut connection).await.unwrap();
        }
    });
}

/// What a query of one number gives.
pub(crate) fn count(url: &str, sql: &'static str) -> i64 {
    runtime().block_on(async {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    })
}

/// Whether a Postgres answers there.
pub(crate) fn is_there(url: &str) -> bool {
    runtime().block_on(async {
        let Ok(mut connection) = PgConnection::connect(url).await else { return false };
        sqlx::query("SELECT 1").execute(&mut connection).await.is_ok()
    })
}

pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}
