//! The real uploader on a test box: a home with a spool.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use benchdata::reading::Declaration;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::service::Service;
use crate::uploads::{Form, Upload};

pub(crate) struct Uploader {
    home: TempDir,
    url: String,
    token: String,
    /// The command that [`Uploader::kill`] would end.
    at_work: Mutex<Option<Pid>>,
}

/// What a command did.
#[derive(Debug)]
pub(crate) struct Ended {
    /// `None` if it was killed.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Uploader {
    pub(crate) fn of(service: &Service) -> Self {
        let home = tempfile::tempdir().unwrap();
        Self { home, url: service.url(), token: service.token().to_owned(), at_work: Mutex::default() }
    }

    /// `runoff` with these arguments, for the service.
    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(program());
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.home.path())
            .env("RUNOFF_SERVER", &self.url)
            .env("RUNOFF_TOKEN", &self.token)
            .current_dir(self.home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn runoff(&self, arguments: &[impl AsRef<OsStr>]) -> Ended {
        self.command(arguments).output().unwrap().into()
    }

    /// The same, for a command that says little and that [`Uploader::kill`] may end.
    pub(crate) fn mortal(&self, arguments: &[impl AsRef<OsStr>]) -> Ended {
        let child = self.command(arguments).spawn().unwrap();
        let pid = Pid::from_raw(child.id().cast_signed());
        *self.at_work.lock().unwrap() = Some(pid);
        // It ends, and its pid is not yet free for another process.
        waitid(Id::Pid(pid), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT).unwrap();
        *self.at_work.lock().unwrap() = None;
        child.wait_with_output().unwrap().into()
    }

    pub(crate) fn is_at_work(&self) -> bool {
        self.at_work.lock().unwrap().is_some()
    }

    /// Kills the command at work; returns whether there was one.
    pub(crate) fn kill(&self) -> bool {
        self.at_work.lock().unwrap().is_some_and(|pid| kill(pid, Signal::SIGKILL).is_ok())
    }

    /// Writes the upload as a file, an output as one that was last changed when the run
    /// started; returns the arguments that send it.
    pub(crate) fn prepare(&self, upload: &Upload) -> Vec<String> {
        let path = |name: &str| self.home.path().join(name);
        let output = match &upload.form {
            Form::Json(json) => {
                fs::write(path("runs.json"), json).unwrap();
                return vec!["send".to_owned(), "runs.json".to_owned()];
            }
            Form::Output(output) => output,
        };
        let Declaration { box_name, label, factors, started, .. } = &output.declared;
        let file = path(&output.source.name);
        fs::write(&file, &output.source.bytes).unwrap();
        File::options().append(true).open(file).unwrap().set_modified(started.unwrap().into()).unwrap();
        let mut arguments = vec!["send".to_owned(), output.source.name.clone(), format!("--box={box_name}")];
        arguments.extend(label.iter().map(|label| format!("--label={label}")));
        arguments.extend(factors.iter().map(|(factor, level)| format!("--set={factor}={level}")));
        arguments
    }

    /// The uploads that wait in the spool.
    pub(crate) fn spooled(&self) -> BTreeSet<PathBuf> {
        let entries = fs::read_dir(self.home.path().join(".local/state/runoff/spool"));
        let files = entries.into_iter().flatten().map(|entry| entry.unwrap().path());
        files.filter(|path| is_upload(path)).collect()
    }
}

fn is_upload(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

fn program() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_runoff-server")).with_file_name("runoff");
    let profile = if cfg!(debug_assertions) { "" } else { " --release" };
    assert!(
        program.exists(),
        "{} is missing: `cargo test --workspace` makes it, and `cargo build -p uploader{profile}`",
        program.display()
    );
    program
}
