//! A Postgres that lets in who comes over TLS alone, as those of providers do.

use std::fs::{self, Permissions};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Instant;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use server::private_postgres::PrivatePostgres;
use tempfile::TempDir;

use crate::client::Client;
use crate::instance::{Instance, PATIENCE, POLL, free_address, make_token, prepared};
use crate::pair::{count, execute, program};
use crate::service::directory;
use crate::uploads::{Upload, run};

/// Whom the server's certificate is for.
const NAME: &str = "localhost";
const PASSWORD: &str = "hush-hush";

const OPEN: &str = "SELECT count(*) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
    WHERE application_name = 'runoff-server' AND ssl";

/// A running Postgres. Dropping it ends it.
struct TlsPostgres {
    child: Child,
    port: String,
    directory: TempDir,
}

impl TlsPostgres {
    fn start() -> Self {
        let directory = directory();
        let cluster = PrivatePostgres::start(&directory.path().join("0")).unwrap();
        execute(cluster.url(), &[&format!("ALTER ROLE runoff PASSWORD '{PASSWORD}'")]);
        cluster.stop();
        certify(directory.path());
        let pgdata = directory.path().join("0/postgres");
        fs::write(pgdata.join("pg_hba.conf"), "hostssl all all all scram-sha-256\n").unwrap();
        hand_over(directory.path(), &pgdata);
        let address = free_address();
        let port = address.rsplit_once(':').unwrap().1.to_owned();
        let started = Self { child: spawn(&pgdata, &port), port, directory };
        let begun = Instant::now();
        while TcpStream::connect(format!("{NAME}:{}", started.port)).is_err() {
            assert!(begun.elapsed() < PATIENCE, "waited for Postgres in vain");
            thread::sleep(POLL);
        }
        started
    }

    /// Its address by a name, with what is said of TLS.
    fn url(&self, host: &str, tls: &str) -> String {
        format!("postgres://runoff:{PASSWORD}@{host}:{}/runoff?{tls}", self.port)
    }

    /// Its address for a client that trusts this authority.
    fn verified(&self, host: &str, authority: &str) -> String {
        let authority = self.directory.path().join(authority);
        self.url(host, &format!("sslmode=verify-full&sslrootcert={}", authority.display()))
    }
}

impl Drop for TlsPostgres {
    fn drop(&mut self) {
        let _ = kill(Pid::from_raw(self.child.id().cast_signed()), Signal::SIGINT);
        self.child.wait().unwrap();
    }
}

fn spawn(pgdata: &Path, port: &str) -> Child {
    let owner = fs::metadata(pgdata).unwrap();
    Command::new(program("postgres"))
        .arg("-D")
        .arg(pgdata)
        .args([
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "ssl=on",
            "-p",
            port,
        ])
        .current_dir(pgdata)
        .uid(owner.uid())
        .gid(owner.gid())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Gives the certificate and its key to the cluster, whose owner alone may read the key.
fn hand_over(directory: &Path, pgdata: &Path) {
    let owner = fs::metadata(pgdata).unwrap();
    for (from, to) in [("server.pem", "server.crt"), ("server.key", "server.key")] {
        let to = pgdata.join(to);
        fs::copy(directory.join(from), &to).unwrap();
        fs::set_permissions(&to, Permissions::from_mode(0o600)).unwrap();
        chown(&to, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
}

/// Makes an authority and a certificate that it has signed: the files NAME.pem and NAME.key.
fn certify(directory: &Path) {
    openssl(directory, "authority", &[]);
    let alternative = format!("subjectAltName=DNS:{NAME}");
    let by_authority = [
        "-CA",
        "authority.pem",
        "-CAkey",
        "authority.key",
        "-addext",
        "basicConstraints=CA:FALSE",
        "-addext",
        &alternative,
    ];
    openssl(directory, "server", &by_authority);
}

/// Makes a certificate, one that signs itself where `more` says nothing else.
fn openssl(directory: &Path, name: &str, more: &[&str]) {
    let [certificate, key] = ["pem", "key"].map(|kind| format!("{name}.{kind}"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
        .args(["-days", "2", "-subj", &format!("/CN={name}"), "-out", &certificate, "-keyout", &key])
        .args(more)
        .current_dir(directory)
        .output()
        .expect("openssl is missing: Debian's postgresql brings it");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

fn on(url: &str) -> Vec<String> {
    vec!["--database-url".to_owned(), url.to_owned()]
}

fn run_program(command: &[&str], url: &str) -> Output {
    prepared().args(command).args(on(url)).output().unwrap()
}

#[test]
fn a_postgres_with_a_certificate_is_served_and_backed_up_over_tls() {
    let postgres = TlsPostgres::start();
    let url = postgres.verified(NAME, "authority.pem");
    let mut server = Instance::spawn(&on(&url), postgres.directory.path().join("server.log"));
    server.wait_until_ready();
    let client = Client::new(server.url(), &make_token(&on(&url)));
    let upload = Upload::of_json(&run(0));
    client.send(&upload).unwrap();
    assert!(client.has(&upload));
    assert!(count(&url, OPEN) > 0, "the server is connected without TLS");

    let file: PathBuf = postgres.directory.path().join("runoff.backup");
    let backed_up = run_program(&["backup", file.to_str().unwrap()], &url);
    assert!(backed_up.status.success(), "{}", String::from_utf8_lossy(&backed_up.stderr));
    // Encrypted, but to whom is not asked.
    assert!(run_program(&["token", "list"], &postgres.url(NAME, "sslmode=require")).status.success());
}

#[test]
fn a_postgres_that_is_not_who_it_should_be_is_not_spoken_to() {
    let postgres = TlsPostgres::start();
    openssl(postgres.directory.path(), "stranger", &[]);
    let refused = [
        (postgres.verified(NAME, "stranger.pem"), "UnknownIssuer"),
        (postgres.verified("127.0.0.1", "authority.pem"), "not valid for name"),
        (postgres.url(NAME, "sslmode=disable"), "no encryption"),
    ];
    for (url, why) in refused {
        let output = run_program(&["token", "list"], &url);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.matches(why).count() == 1, "{url}: {said}");
        assert!(!said.contains(PASSWORD), "{said}");
    }
}
