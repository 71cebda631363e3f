//! `runoff status`: whether the server answers, and what waits in the spool.

use std::fs;
use std::path::{Path, PathBuf};

use benchdata::wire::runs_from_json;
use serde::Serialize;
use time::OffsetDateTime;
use time::macros::format_description;
use time::serde::rfc3339;

use crate::arguments::Status;
use crate::client::ping;
use crate::outcome::{CommandError, Outcome};
use crate::report::print_report;
use crate::settings::Settings;
use crate::spool::{Setback, Spool, setback};
use crate::terminal::{counted, print};

/// What `--json` prints.
#[derive(Serialize)]
struct State {
    server: Option<String>,
    /// Why the server does not answer, where it does not.
    server_problem: Option<String>,
    /// Why there is no token, where there is none.
    token_problem: Option<String>,
    spool: PathBuf,
    /// Why it cannot be used, where it cannot.
    spool_problem: Option<String>,
    uploads: Vec<Waiting>,
}

/// An upload in the spool.
#[derive(Serialize)]
struct Waiting {
    file: String,
    /// `tiobench 2.5.60 on bigbox, and 1 more run`
    what: String,
    #[serde(with = "rfc3339::option")]
    since: Option<OffsetDateTime>,
    /// Why it was not taken the last time, where it was tried.
    setback: Option<Setback>,
}

/// Prints the server's state and, for every upload in the spool, since when and why.
pub(crate) fn status(options: &Status, settings: &Settings) -> Result<Outcome, CommandError> {
    let server = settings.server();
    let server_problem = match &server {
        Ok(server) => ping(&server.value).err(),
        Err(error) => Some(error.to_string()),
    };
    let (files, spool_problem) = match Spool::of(settings)?.files() {
        Ok(files) => (files, None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    let state = State {
        server: server.as_ref().ok().map(|server| server.value.clone()),
        server_problem,
        token_problem: settings.token().err().map(|error| error.to_string()),
        spool: settings.spool.clone(),
        spool_problem,
        uploads: files.iter().filter_map(|file| waiting(file)).collect(),
    };
    let outcome = state.outcome();
    if options.json {
        print_report(outcome, &state.problems(), &state)?;
        return Ok(outcome);
    }
    match (&server, &state.server_problem) {
        (Ok(server), None) => print(format_args!("server  {} ({}): answers", server.value, server.origin))?,
        (Ok(server), Some(why)) => {
            print(format_args!("server  {} ({}): no answer: {why}", server.value, server.origin))?;
        }
        (Err(error), _) => print(format_args!("server  {error}"))?,
    }
    print(format_args!("token   {}", state.token_problem.as_deref().unwrap_or("set")))?;
    match &state.spool_problem {
        Some(problem) => print(format_args!("spool   {problem}"))?,
        None => {
            let uploads = counted(state.uploads.len(), "upload");
            print(format_args!("spool   {}: {uploads}", state.spool.display()))?;
        }
    }
    state.uploads.iter().try_for_each(print_upload)?;
    Ok(outcome)
}

impl State {
    fn problems(&self) -> Vec<String> {
        let problems = [&self.server_problem, &self.token_problem, &self.spool_problem];
        problems.into_iter().flatten().cloned().collect()
    }

    /// What is not set is a setting's matter; what does not work is not.
    fn outcome(&self) -> Outcome {
        if self.server.is_some() && self.server_problem.is_some() || self.spool_problem.is_some() {
            return Outcome::Failed;
        }
        if self.problems().is_empty() { Outcome::Done } else { Outcome::Usage }
    }
}

/// `None` where another process sent it meanwhile.
fn waiting(file: &Path) -> Option<Waiting> {
    let body = fs::read(file).ok()?;
    let since = fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
    Some(Waiting {
        file: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        what: what(&body),
        since: since.map(OffsetDateTime::from),
        setback: setback(file),
    })
}

fn print_upload(upload: &Waiting) -> Result<(), CommandError> {
    print(format_args!("  {}", upload.file))?;
    print(format_args!("    {}", upload.what))?;
    if let Some(since) = upload.since {
        let format = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
        print(format_args!("    since {}", since.format(format).unwrap_or_default()))?;
    }
    match &upload.setback {
        Some(setback) if setback.refused => print(format_args!("    refused: {}", setback.why))?,
        Some(setback) => print(format_args!("    waits: {}", setback.why))?,
        None => print("    waits: not tried yet")?,
    }
    Ok(())
}

/// `tiobench 2.5.60 on bigbox, and 1 more run`.
fn what(body: &[u8]) -> String {
    match runs_from_json(body).as_deref() {
        Ok([run]) => format!("{} {} on {}", run.benchmark, run.label, run.box_name),
        Ok([run, more @ ..]) => {
            let more = counted(more.len(), "more run");
            format!("{} {} on {}, and {more}", run.benchmark, run.label, run.box_name)
        }
        Ok([]) => "no run".to_owned(),
        Err(error) => format!("not understood: {error}"),
    }
}
