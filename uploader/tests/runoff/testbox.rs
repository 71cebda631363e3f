//! A test box: a home of its own, files of runs, and the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use tempfile::TempDir;

pub(crate) struct TestBox {
    home: TempDir,
    server: String,
}

/// What a command did.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl TestBox {
    pub(crate) fn new(server: &str) -> Self {
        Self { home: tempfile::tempdir().unwrap(), server: server.to_owned() }
    }

    /// The command with server and token set, and nothing else of the caller's environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.bare_command(arguments);
        command.env("RUNOFF_SERVER", &self.server).env("RUNOFF_TOKEN", "secret");
        command
    }

    /// The command without any setting.
    pub(crate) fn bare_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(cargo_bin("runoff"));
        command.args(arguments).env_clear().env("HOME", self.home.path()).current_dir(self.home.path());
        command
    }

    pub(crate) fn runoff(&self, arguments: &[&str]) -> Ended {
        ended(&mut self.command(arguments))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes a file that was last changed so many seconds after 2026 began.
    pub(crate) fn file(&self, name: &str, text: impl AsRef<[u8]>, seconds: u64) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
        let modified = UNIX_EPOCH + Duration::from_secs(1_767_225_600 + seconds);
        fs::File::options().append(true).open(self.path(name)).unwrap().set_modified(modified).unwrap();
    }

    /// The spool's uploads, by name.
    pub(crate) fn spooled(&self) -> Vec<PathBuf> {
        files(&self.path(".local/state/runoff/spool"))
            .into_iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .collect()
    }

    /// All that is in the spool.
    pub(crate) fn in_spool(&self) -> Vec<PathBuf> {
        files(&self.path(".local/state/runoff/spool"))
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = match fs::read_dir(directory) {
        Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
        Err(_) => Vec::new(),
    };
    files.sort();
    files
}

pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.output().unwrap();
    Ended {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A run in the wire form.
pub(crate) fn run(label: &str) -> String {
    format!(
        r#"{{"schema": "runoff/1", "box": "bigbox", "benchmark": "tiobench", "label": "{label}",
            "results": [{{"case": {{"threads": "1"}}, "metric": "rate", "unit": "MiB/s", "better": "higher",
                         "samples": [42.07]}}],
            "sources": [{{"name": "out", "text": "as printed\n"}}]}}"#
    )
}
