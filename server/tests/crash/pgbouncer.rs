//! PgBouncer in transaction mode, before a Postgres.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

use nix::unistd::geteuid;

use crate::instance::{PATIENCE, POLL, free_address};

/// Fewer than the connections of one server, so that sessions are shared.
const SESSIONS: usize = 3;

/// A running PgBouncer. Dropping it ends it.
pub(crate) struct PgBouncer {
    child: Child,
    address: String,
}

impl PgBouncer {
    /// Starts one, with its files in `directory`.
    pub(crate) fn before(postgres: &str, directory: &Path) -> Self {
        let address = free_address();
        let (_, port) = address.split_once(':').unwrap();
        let (_, query) = postgres.split_once('?').unwrap();
        let database = query.replace('&', " ");
        let settings = format!(
            "[databases]\nrunoff = {database} dbname=runoff\n[pgbouncer]\n\
             listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
             pool_mode = transaction\ndefault_pool_size = {SESSIONS}\n\
             ignore_startup_parameters = extra_float_digits\n"
        );
        let file = directory.join("pgbouncer.ini");
        fs::write(&file, settings).unwrap();
        let mut command = Command::new("pgbouncer");
        if geteuid().is_root() {
            command.args(["-u", "postgres"]);
        }
        let child = command.arg(file).stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        let pooler = Self { child: child.expect("pgbouncer is missing: `make tools` installs it"), address };
        let begun = Instant::now();
        while TcpStream::connect(&pooler.address).is_err() {
            assert!(begun.elapsed() < PATIENCE, "waited for PgBouncer in vain");
            thread::sleep(POLL);
        }
        pooler
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://runoff@{}/runoff", self.address)
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}
