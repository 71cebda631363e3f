use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// Why the private Postgres does not run. Every message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum PrivatePostgresError {
    /// No PostgreSQL on this machine.
    #[error(
        "no PostgreSQL found on this machine: install it (Debian: `apt-get install postgresql`), \
         or set PG_BIN to the directory of its programs `postgres` and `initdb`, \
         or set DATABASE_URL to a PostgreSQL server to use instead"
    )]
    NoBinaries,

    /// `PG_BIN` names a directory without the programs.
    #[error(
        "PG_BIN={} holds no `postgres` and `initdb`: set it to the directory that does, \
         or unset it to have the usual places searched", .0.display()
    )]
    PgBin(PathBuf),

    /// The cluster was made by a major version that is not installed.
    #[error(
        "{} was made by PostgreSQL {cluster}, and this machine has only {installed}: \
         install version {cluster} beside it (Debian: `apt-get install postgresql-{cluster}`), \
         or set PG_BIN to its programs; the data can then move on by `pg_upgrade`, \
         or by a backup made under {cluster} and restored in a new data directory",
        .pgdata.display()
    )]
    OtherVersion {
        /// The cluster's directory.
        pgdata: PathBuf,
        /// Major version that made it.
        cluster: u32,
        /// Major versions found, separated by commas.
        installed: String,
    },

    /// Another server owns the data directory.
    #[error(
        "another runoff-server{} uses {}: stop it, or give this one a directory of its own \
         with --data", with_pid(*.pid), .data.display()
    )]
    InUse {
        /// The data directory.
        data: PathBuf,
        /// The other server.
        pid: Option<u32>,
    },

    /// The cluster of another server did not get ready.
    #[error(
        "runoff-server{} owns {}, but its Postgres does not answer: see postgres.log there",
        with_pid(*.pid), .data.display()
    )]
    NoAnswer {
        /// The data directory.
        data: PathBuf,
        /// The server that owns it.
        pid: Option<u32>,
    },

    /// The account that runs Postgres for a server that is root can't get at a path.
    #[error(
        "Postgres does not run as root, and the account `{account}`, which runs it instead, \
         may not enter {}: give a data directory elsewhere with --data (such as \
         /var/lib/runoff), or open that one with `chmod o+x`", .closed.display()
    )]
    Closed {
        /// Name of the account.
        account: String,
        /// The directory it may not enter.
        closed: PathBuf,
    },

    /// The server is root, and there is no account to run Postgres.
    #[error(
        "Postgres does not run as root, and there is neither an account `postgres` nor `nobody` \
         to run it instead: create one, or start runoff-server as another user"
    )]
    NoAccount,

    /// The cluster belongs to an account that this server can't use.
    #[error(
        "{} belongs to the account {owner}, as which this server can't run Postgres: \
         start runoff-server as that user, or give the directory to another with `chown -R`",
        .pgdata.display()
    )]
    ForeignCluster {
        /// The cluster's directory.
        pgdata: PathBuf,
        /// Name or number of the account.
        owner: String,
    },

    /// The cluster's directory holds something else.
    #[error(
        "{} is there but is no cluster of PostgreSQL (no readable PG_VERSION): move it away to \
         begin with an empty database, or put a backup in its place", .0.display()
    )]
    NoCluster(PathBuf),

    /// An earlier Postgres does not end.
    #[error(
        "processes of an earlier Postgres still work in {} and do not end: \
         find them with `ps ax | grep 'postgres: runoff'` and end them", .0.display()
    )]
    OrphanLives(PathBuf),

    /// A program of Postgres failed.
    #[error("`{program}` failed ({status}):\n{output}")]
    Program {
        /// Name of the program.
        program: &'static str,
        /// How it ended.
        status: ExitStatus,
        /// What it said.
        output: String,
    },

    /// Postgres ended before it accepted connections.
    #[error("Postgres ended while starting ({status}); {} ends with:\n{tail}", .log.display())]
    EndedAtStart {
        /// How it ended.
        status: ExitStatus,
        /// Its log.
        log: PathBuf,
        /// The last lines of the log.
        tail: String,
    },

    /// The operating system refused something.
    #[error("cannot {action} {}", .path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
}

fn with_pid(pid: Option<u32>) -> String {
    pid.map(|pid| format!(" (pid {pid})")).unwrap_or_default()
}

/// For `map_err`: the [`PrivatePostgresError::Io`] of an action on a path.
pub(super) fn cannot(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> PrivatePostgresError {
    move |source| PrivatePostgresError::Io { action, path: path.to_owned(), source }
}
