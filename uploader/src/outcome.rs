//! How a command ends, as its exit code says it.

use std::io;
use std::process::ExitCode;

use benchdata::compare::CompareError;
use benchdata::contradiction::Contradiction;
use serde::Serialize;

use crate::bisect::BisectError;
use crate::check::BaselineError;
use crate::login::LoginError;
use crate::outputs::FileError;
use crate::room::NoRoom;
use crate::settings::SettingsError;
use crate::spool::SpoolError;
use crate::sweep::SweepError;
use crate::terminal::counted;

/// How a command ended. The codes are part of the interface, in `runoff --help`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    /// It did what it said.
    Done,
    /// An output was not understood and so nothing sent, or something else went wrong.
    Failed,
    /// Wrong options or settings; clap's code too.
    Usage,
    /// Not sent, and kept in the spool.
    Kept,
    /// The server refused an upload, which stays in the spool.
    Refused,
    /// A sweep goes on after a boot of another kernel.
    Boot,
    /// A signal ended it; what was measured until then is kept.
    Signalled,
    /// A check found the runs worse than the baseline.
    Worse,
    /// A check cannot tell, or has nothing to judge: `git bisect run` skips the revision.
    CannotTell,
    /// A check cannot be made at all: `git bisect run` ends.
    Aborted,
}

impl Outcome {
    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed | Self::Worse => 1,
            Self::Usage => 2,
            Self::Kept => 3,
            Self::Refused => 4,
            Self::Boot => 5,
            Self::CannotTell => 125,
            Self::Aborted => 128,
            Self::Signalled => 130,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        outcome.code().into()
    }
}

/// What keeps a command from its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// Options that do not go together.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// A setting is missing or wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A FILE cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Some FILEs were read and not understood; each was reported.
    #[error("nothing was {undone}: {bad} of {} not understood", counted(*all, "file"))]
    NotUnderstood { undone: &'static str, bad: usize, all: usize },
    /// A factor is declared that the box contradicts; nothing was measured.
    #[error(
        "{0}: nothing was measured. Set the level that is meant, or declare the one that is active; --force measures all the same"
    )]
    Contradicted(Contradiction),
    /// Runs that cannot be compared as asked.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// A sweep that cannot be, or not go on.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A check has no baseline.
    #[error(transparent)]
    Baseline(#[from] BaselineError),
    /// A check has nothing to judge by.
    #[error(
        "nothing to judge: the checked runs have no metric with a direction in common with two runs or more of the \
         baseline (`runoff compare` shows what each has)"
    )]
    NothingToJudge,
    /// A bisection that cannot be, or not go on.
    #[error(transparent)]
    Bisect(#[from] BisectError),
    /// A login that is not kept.
    #[error(transparent)]
    Login(#[from] LoginError),
    /// What would be measured could not be kept.
    #[error(transparent)]
    Room(#[from] NoRoom),
    /// The spool cannot keep or give.
    #[error(transparent)]
    Spool(#[from] SpoolError),
    /// Standard output is closed or full.
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
}

impl CommandError {
    /// How the command ends.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Usage(_) | Self::Settings(_) | Self::Compare(_) | Self::Contradicted(_) => Outcome::Usage,
            Self::Sweep(error) => error.outcome(),
            Self::Bisect(BisectError::Good(_) | BisectError::Bad(_)) => Outcome::CannotTell,
            _ => Outcome::Failed,
        }
    }

    /// Whether whoever read our results has had enough, as in `runoff formats | head -1`.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
