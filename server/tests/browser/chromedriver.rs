//! Chromedriver as a process of its own, and what it tells Chromium to be.

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel};

/// Nothing but the pages: no graphics card, no sandbox (which root cannot have), no calls home.
const FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// Chromedriver on a free port. Dropping it ends it.
pub(crate) struct Chromedriver {
    url: String,
    process: Child,
    // It may go on to print, so the pipe stays open.
    _said: BufReader<ChildStdout>,
    profile: TempDir,
}

impl Chromedriver {
    pub(crate) fn start() -> Self {
        // It takes one port for both IPs, and ends where another process has it on one of them.
        (0..5).find_map(|_| Self::start_once()).unwrap()
    }

    fn start_once() -> Option<Self> {
        let mut process =
            Command::new(program("chromedriver")).arg("--port=0").stdout(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(process.stdout.take().unwrap());
        let Some(port) = said.by_ref().lines().find_map(|line| port(&line.unwrap())) else {
            process.wait().unwrap();
            return None;
        };
        let url = format!("http://127.0.0.1:{port}");
        Some(Self { url, process, _said: said, profile: tempfile::tempdir().unwrap() })
    }

    /// A Chromium that keeps its console and its requests for us.
    pub(crate) async fn session(&self) -> WebDriverResult<WebDriver> {
        let mut wanted = DesiredCapabilities::chrome();
        wanted.set_binary(program("chromium").to_str().unwrap())?;
        for flag in FLAGS {
            wanted.add_arg(flag)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", self.profile.path().display()))?;
        wanted.set_logging_prefs("browser", LoggingPrefsLogLevel::All)?;
        wanted.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
        WebDriver::new(&self.url, wanted).await
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn program(name: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|directory| directory.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("this machine lacks {name}: `make tools` installs it"))
}

/// The port in "ChromeDriver was started successfully on port 40123."
fn port(line: &str) -> Option<u16> {
    line.strip_prefix("ChromeDriver was started successfully on port ")?.strip_suffix('.')?.parse().ok()
}
