//! `runoff status`: whether the server answers, and what waits in the spool.

use std::fs;
use std::path::Path;

use benchdata::wire::runs_from_json;
use time::OffsetDateTime;
use time::macros::format_description;

use crate::client::ping;
use crate::outcome::{CommandError, Outcome};
use crate::settings::Settings;
use crate::spool::{Spool, setback};
use crate::terminal::{counted, print};

/// Prints the server's state and, for every upload in the spool, since when and why.
pub(crate) fn status(settings: &Settings) -> Result<Outcome, CommandError> {
    let server = settings.server();
    match &server {
        Ok(server) => {
            let state =
                ping(&server.value).map_or_else(|why| format!("no answer: {why}"), |()| "answers".to_owned());
            print(format_args!("server  {} ({}): {state}", server.value, server.origin))?;
        }
        Err(error) => print(format_args!("server  {error}"))?,
    }
    match settings.token() {
        Ok(_) => print("token   set")?,
        Err(error) => print(format_args!("token   {error}"))?,
    }
    let files = Spool::new(settings.spool.clone()).files()?;
    print(format_args!("spool   {}: {}", settings.spool.display(), counted(files.len(), "upload")))?;
    for file in &files {
        print_upload(file)?;
    }
    Ok(Outcome::Done)
}

fn print_upload(file: &Path) -> Result<(), CommandError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let Ok(body) = fs::read(file) else {
        // Sent by another process meanwhile.
        return Ok(());
    };
    print(format_args!("  {name}"))?;
    print(format_args!("    {}", what(&body)))?;
    if let Ok(kept) = fs::metadata(file).and_then(|metadata| metadata.modified()) {
        let format = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
        let kept = OffsetDateTime::from(kept).format(format).unwrap_or_default();
        print(format_args!("    since {kept}"))?;
    }
    match setback(file) {
        Some(setback) if setback.refused => print(format_args!("    refused: {}", setback.why))?,
        Some(setback) => print(format_args!("    waits: {}", setback.why))?,
        None => print("    waits: not tried yet")?,
    }
    Ok(())
}

/// `tiobench 2.5.60 on bigbox, and 1 run more`.
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
