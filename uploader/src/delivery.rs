//! Brings uploads from the spool to the server, and tells what became of them.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use benchdata::run::Run;
use benchdata::wire::runs_from_json;
use serde::Serialize;

use crate::client::{Answer, Client, Failure, FailureKind, Patience};
use crate::outcome::Outcome;
use crate::settings::Settings;
use crate::spool::{self, Setback, SpoolError, Upload};
use crate::terminal::{counted, print, say};

/// What became of some uploads.
#[derive(Debug, Default)]
pub(crate) struct Delivery {
    /// Uploads that wait for a better time.
    pub(crate) waiting: usize,
    /// Uploads that the server refused.
    pub(crate) refused: usize,
}

/// What became of a command's runs, for `--json`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Sent {
    /// What the server answered.
    #[serde(flatten)]
    pub(crate) answer: Answer,
    /// What is in the spool still.
    pub(crate) kept: Vec<Kept>,
}

impl Sent {
    /// What became of these runs alone, of all that a command sent and a spool has.
    pub(crate) fn of_runs(mut self, runs: &[Run], spooled: Vec<PathBuf>) -> Self {
        let ids: BTreeSet<String> = runs.iter().map(|run| run.content_id().run_id().to_string()).collect();
        // They are named after their runs (see `Spool::keep_as`).
        let is_of_runs = |file: &PathBuf| {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            name.rsplit('-').next().is_some_and(|id| ids.contains(id))
        };
        self.answer.runs.retain(|run| ids.contains(&run.id));
        self.kept = Kept::of(spooled.into_iter().filter(is_of_runs));
        self
    }

    /// How the command that sent them ends.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.kept.as_slice() {
            [] => Outcome::Done,
            kept if kept.iter().any(|kept| kept.setback.refused) => Outcome::Refused,
            _ => Outcome::Kept,
        }
    }
}

/// An upload that is in the spool still.
#[derive(Debug, Serialize)]
pub(crate) struct Kept {
    file: PathBuf,
    #[serde(flatten)]
    setback: Setback,
}

impl Kept {
    /// Those of some files that are in the spool still.
    pub(crate) fn of(files: impl IntoIterator<Item = PathBuf>) -> Vec<Self> {
        let kept = files.into_iter().filter(|file| file.exists());
        let untried = || Setback { refused: false, why: "not tried yet".to_owned() };
        kept.map(|file| Self { setback: spool::setback(&file).unwrap_or_else(untried), file }).collect()
    }
}

/// Sends uploads one after the other. `received` is told every answer. Once the server
/// cannot be reached, or does not let us in, the rest is not tried.
///
/// # Errors
/// Where `received` fails; never for the server's or one upload's sake.
pub(crate) fn deliver(
    uploads: impl IntoIterator<Item = Result<Upload, SpoolError>>,
    settings: &Settings,
    patience: Patience,
    mut received: impl FnMut(&Answer) -> io::Result<()>,
) -> io::Result<Delivery> {
    let client = Client::new(settings, patience);
    let mut delivery = Delivery::default();
    let mut stopped: Option<Failure> = None;
    for upload in uploads {
        let upload = match upload {
            Ok(upload) => upload,
            Err(error) => {
                delivery.waiting += 1;
                say(error);
                continue;
            }
        };
        let answer = match (runs_from_json(&upload.body), &stopped, &client) {
            (Err(error), _, _) => Err(Failure::no_run(&error)),
            (Ok(_), Some(failure), _) => Err(failure.clone()),
            (Ok(_), None, Err(error)) => Err(Failure::from(error)),
            (Ok(_), None, Ok(client)) => client.post(&upload.body),
        };
        match answer {
            Ok(answer) => {
                upload.acknowledged().unwrap_or_else(|error| {
                    say(format_args!("sent, but it cannot be taken out of {error}"));
                });
                received(&answer)?;
            }
            Err(failure) => {
                delivery.fail(&upload, &failure, stopped.is_none());
                if matches!(failure.kind, FailureKind::Unavailable | FailureKind::Denied) {
                    stopped = Some(failure);
                }
            }
        }
    }
    Ok(delivery)
}

impl Delivery {
    fn fail(&mut self, upload: &Upload, failure: &Failure, is_news: bool) {
        let refused = failure.kind == FailureKind::Refused;
        if refused {
            self.refused += 1;
        } else {
            self.waiting += 1;
        }
        if refused {
            say(format_args!("{}: {}", upload.path().display(), failure.why));
        } else if is_news {
            say(&failure.why);
        }
        upload.set_back(&Setback { refused, why: failure.why.clone() });
    }

    /// Says what is left in the spool and what to do about it.
    pub(crate) fn say_what_is_left(&self) {
        if self.waiting > 0 {
            say(format_args!(
                "{} kept in the spool: nothing is lost, `runoff flush` sends what is there",
                counted(self.waiting, "upload")
            ));
        }
        if self.refused > 0 {
            say(format_args!(
                "{} refused and kept in the spool: `runoff status` names it, `runoff flush --all` tries it again",
                counted(self.refused, "upload")
            ));
        }
    }

    /// How the command that delivered ends.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self { waiting: 0, refused: 0 } => Outcome::Done,
            Self { refused: 0, .. } => Outcome::Kept,
            Self { .. } => Outcome::Refused,
        }
    }
}

/// Prints the runs' addresses, one a line.
pub(crate) fn print_addresses(answer: &Answer) -> io::Result<()> {
    answer.runs.iter().try_for_each(|run| print(&run.url))
}

/// Says what a person wants to know of an answer beside the addresses.
pub(crate) fn say_remarks(answer: &Answer) {
    for remark in &answer.remarks {
        say(format_args!("the server remarks: {remark}"));
    }
    let known = answer.runs.iter().filter(|run| !run.created).count();
    if known > 0 {
        say(format_args!("{} stored before", counted(known, "run")));
    }
}
