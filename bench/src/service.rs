//! The service under load: the real binary, with a private Postgres.

use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use server::private_postgres::PrivatePostgres;

/// The running service; ended when dropped.
pub(crate) struct Service {
    child: Child,
    base: String,
    token: String,
    agent: ureq::Agent,
    data: PathBuf,
    /// From the start to the first good `/readyz`.
    pub(crate) start_up: Duration,
}

/// A port that is free now.
pub(crate) fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

pub(crate) fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().max_idle_connections_per_host(16);
    config.timeout_global(Some(Duration::from_secs(60))).build().into()
}

/// Waits until `url` answers well.
pub(crate) fn wait_for(agent: &ureq::Agent, url: &str) -> anyhow::Result<()> {
    let deadline = Instant::now() + Duration::from_secs(60);
    while agent.get(url).call().is_err() {
        if Instant::now() > deadline {
            bail!("{url} does not answer");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

impl Service {
    /// Starts it on a data directory, with a token.
    pub(crate) fn start(server: &str, data: &Path) -> anyhow::Result<Self> {
        let base = format!("http://127.0.0.1:{}", free_port()?);
        let (agent, name) = (agent(), format!("bench-{}", base.rsplit(':').next().unwrap_or_default()));
        let begun = Instant::now();
        let child = Command::new(server)
            .args(["--listen", &base["http://".len()..], "--data"])
            .arg(data)
            .env("RUST_LOG", "warn")
            .env_remove("DATABASE_URL")
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("starting {server}"))?;
        wait_for(&agent, &format!("{base}/readyz"))?;
        let start_up = begun.elapsed();
        let token = Command::new(server).args(["token", "create", &name, "--data"]).arg(data).output()?;
        anyhow::ensure!(token.status.success(), "{}", String::from_utf8_lossy(&token.stderr));
        let token = String::from_utf8(token.stdout)?.trim().to_owned();
        Ok(Self { child, base, token, agent, data: data.to_owned(), start_up })
    }

    /// The URL of its private Postgres.
    pub(crate) fn database_url(&self) -> anyhow::Result<String> {
        PrivatePostgres::attach(&self.data)?.context("the private Postgres does not run")
    }

    /// Posts JSON; gives the answer.
    pub(crate) fn post(&self, path: &str, body: &str) -> anyhow::Result<String> {
        let request = self.agent.post(format!("{}{path}", self.base));
        let request = request.header("authorization", format!("Bearer {}", self.token));
        Ok(request.content_type("application/json").send(body)?.body_mut().read_to_string()?)
    }

    /// Gets a page; gives its size in bytes.
    pub(crate) fn get(&self, path: &str) -> anyhow::Result<usize> {
        // Packing is left out: the bare page does none.
        let request = self.agent.get(format!("{}{path}", self.base));
        let request = request.header("accept", "text/html").header("accept-encoding", "identity");
        Ok(request.call()?.body_mut().read_to_vec()?.len())
    }

    /// Resident memory of the service, Postgres apart, in MiB.
    pub(crate) fn memory(&self) -> anyhow::Result<f64> {
        let mut status = String::new();
        std::fs::File::open(format!("/proc/{}/status", self.child.id()))?.read_to_string(&mut status)?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        let kib: f64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kib / 1024.0)
    }
}

/// Asks a process to end, and waits.
fn terminate(child: &mut Child) -> anyhow::Result<()> {
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id())?);
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM)?;
    child.wait()?;
    Ok(())
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ended_anyway = terminate(&mut self.child);
    }
}
