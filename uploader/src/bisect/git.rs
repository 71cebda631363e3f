//! The git repository that is bisected.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use serde::Serialize;

use crate::settings::TOKEN;
use crate::terminal::say;

/// What git could not do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GitError {
    #[error("git cannot be started: {0}")]
    Io(#[from] io::Error),
    #[error("`git {command}`: {said}")]
    Failed { command: String, said: String },
    #[error("the repository has changes: commit or stash them, since other revisions are checked out")]
    Changed,
    #[error("a bisection is under way: `git bisect reset` ends it")]
    UnderWay,
}

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Commit {
    pub(crate) id: String,
    pub(crate) subject: String,
}

/// How far a bisection is.
pub(crate) enum Progress {
    /// HEAD is to be judged.
    Open,
    /// The first bad commit.
    Found(Commit),
    /// All that is left was skipped; one of these is the first bad commit.
    Skipped(Vec<Commit>),
}

/// A bisection in the working directory's repository. HEAD goes back where it was when it is
/// dropped.
pub(crate) struct Bisection {
    /// A branch's name or a commit.
    head: String,
}

impl Bisection {
    /// Looks whether other revisions can be checked out.
    ///
    /// # Errors
    /// Where there is no repository, or it has changes.
    pub(crate) fn prepare() -> Result<Self, GitError> {
        let is_changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
        if git(&["bisect", "log"]).is_ok() {
            return Err(GitError::UnderWay);
        }
        if is_changed {
            return Err(GitError::Changed);
        }
        let head = git(&["symbolic-ref", "--short", "HEAD"]).or_else(|_| git(&["rev-parse", "HEAD"]))?;
        say(format_args!(
            "HEAD goes back to {head} in the end; if this is killed, by `git bisect reset; git checkout {head}`"
        ));
        Ok(Self { head })
    }

    /// Checks a revision out.
    ///
    /// # Errors
    /// Where there is none such.
    pub(crate) fn visit(&self, revision: &str) -> Result<(), GitError> {
        git(&["checkout", "--quiet", "--detach", revision]).map(drop)
    }

    /// Begins to bisect.
    ///
    /// # Errors
    /// Where the one does not lead to the other.
    pub(crate) fn start(&self, good: &str, bad: &str) -> Result<Progress, GitError> {
        // Which is where `git bisect reset` goes.
        git(&["checkout", "--quiet", &self.head])?;
        git(&["bisect", "start", bad, good])?;
        progress()
    }

    /// Tells git that HEAD is `good`, `bad` or to `skip`.
    ///
    /// # Errors
    /// Where git cannot go on.
    pub(crate) fn mark(&self, how: &str) -> Result<Progress, GitError> {
        // It fails where only skipped commits are left, which its log says too.
        let marked = git(&["bisect", how]);
        match progress()? {
            Progress::Open => marked.map(|_| Progress::Open),
            done => Ok(done),
        }
    }
}

impl Drop for Bisection {
    fn drop(&mut self) {
        let _ = git(&["bisect", "reset"]);
        if let Err(error) = git(&["checkout", "--quiet", &self.head]) {
            // The changes may be somebody's work, not only the build's.
            let back = format!("`git checkout --force {}` does so, and throws changes away", self.head);
            say(format_args!("HEAD was not put back to {}: {error}\n{back}", self.head));
        }
    }
}

/// The commit that is checked out.
///
/// # Errors
/// Where git does not say.
pub(crate) fn head() -> Result<Commit, GitError> {
    Ok(Commit { id: git(&["rev-parse", "HEAD"])?, subject: git(&["log", "-1", "--format=%s"])? })
}

/// A revision's commit.
///
/// # Errors
/// Where there is none such.
pub(crate) fn commit(revision: &str) -> Result<String, GitError> {
    git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")]).map_err(
        |_| GitError::Failed {
            command: format!("rev-parse {revision}"),
            said: "no such revision".to_owned(),
        },
    )
}

/// How many commits lead from one to another.
///
/// # Errors
/// Where git does not say.
pub(crate) fn distance(good: &str, bad: &str) -> Result<u32, GitError> {
    let count = git(&["rev-list", "--count", &format!("{good}..{bad}")])?;
    Ok(count.parse().unwrap_or(u32::MAX))
}

fn progress() -> Result<Progress, GitError> {
    let log = git(&["bisect", "log"])?;
    // `# first bad commit: [4f9a…] Subject`
    let commits = |what: &str| -> Vec<Commit> {
        let lines = log.lines().filter_map(|line| line.strip_prefix(what)?.strip_prefix('['));
        let commits = lines.filter_map(|line| line.split_once("] "));
        commits.map(|(id, subject)| Commit { id: id.to_owned(), subject: subject.to_owned() }).collect()
    };
    let (found, possible) = (commits("# first bad commit: "), commits("# possible first bad commit: "));
    Ok(match found.into_iter().next() {
        Some(commit) => Progress::Found(commit),
        None if possible.is_empty() => Progress::Open,
        None => Progress::Skipped(possible),
    })
}

/// What git prints.
fn git(arguments: &[&str]) -> Result<String, GitError> {
    let mut command = Command::new("git");
    // A group of its own, so that Ctrl-C does not end it half done.
    command.args(arguments).env_remove(TOKEN).stdin(Stdio::null()).process_group(0);
    let output = command.output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(GitError::Failed { command: arguments.join(" "), said })
}
