//! `runoff compare`: the tables of outputs on disk.

use std::io;
use std::path::PathBuf;

use benchdata::compare::{Selection, compare as set_against};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::readers::glossary;
use benchdata::table::{csv, markdown, text};
use clap::CommandFactory;
use clap::error::ErrorKind;
use time::OffsetDateTime;

use crate::arguments::{Arguments, Compare, Form};
use crate::gather::gather;
use crate::outcome::{CommandError, Outcome};
use crate::settings::Settings;
use crate::terminal::{print, print_json};

/// What stands between the FILEs of two sides.
const VS: &str = "vs";

/// Reads the FILEs, compares their runs and prints the table. `now` is when standard input
/// starts.
pub(crate) fn compare(
    options: &Compare,
    settings: &Settings,
    now: OffsetDateTime,
) -> Result<Outcome, CommandError> {
    let sides: Vec<&[PathBuf]> = options.files.split(|file| file.as_os_str() == VS).collect();
    check(&sides, options)?;
    let names: Vec<String> = sides.iter().map(|files| side_name(files)).collect();
    let subjects = gather(&sides, options, settings, now)?;
    let selections: Vec<Selection> =
        names.iter().cloned().zip(subjects).map(|(q, subjects)| Selection { q, subjects }).collect();
    let mut request = Request {
        q: names.join(" vs "),
        by: options.by.clone(),
        base: options.base.clone(),
        rows: options.rows.clone(),
        metric: options.metric.clone(),
        threshold: options.threshold.unwrap_or_default(),
        layout: options.layout,
    };
    let mut table = set_against(&selections, &request, glossary)?;
    let first = first_side(&table, &selections);
    if request.base.is_none() && first != Some(table.baseline) {
        request.base = first.map(|side| table.sides[side].name.clone());
        table = set_against(&selections, &request, glossary)?;
    }
    show(&table, options)?;
    Ok(Outcome::Done)
}

/// The side of the first FILE, which is what people put first to measure the others against.
fn first_side(table: &ComparisonTable, selections: &[Selection]) -> Option<usize> {
    let first = selections.first()?.subjects.first()?.id;
    table.sides.iter().position(|side| side.runs.contains(&first))
}

fn check(sides: &[&[PathBuf]], options: &Compare) -> Result<(), clap::Error> {
    let problem = if sides.iter().any(|files| files.is_empty()) {
        "`vs` stands between FILEs: there are none on one side of it (./vs is a file of that name)"
    } else if sides.len() > 1 && !options.by.is_empty() {
        "`vs` splits the sides already: leave --by out"
    } else if options.unicode && options.form != Form::Text {
        "--unicode is for the text form: leave it out"
    } else {
        return Ok(());
    };
    Err(Arguments::command().error(ErrorKind::ArgumentConflict, problem))
}

/// A side is called by its FILEs.
fn side_name(files: &[PathBuf]) -> String {
    let names = files.iter().map(|file| {
        let name = file.display().to_string();
        if name.len() > 1 { name.trim_end_matches('/').to_owned() } else { name }
    });
    names.collect::<Vec<_>>().join(" ")
}

fn show(table: &ComparisonTable, options: &Compare) -> io::Result<()> {
    let charset = if options.unicode { text::Charset::Unicode } else { text::Charset::Ascii };
    let written = match options.form {
        Form::Text => text::render(table, None, charset),
        Form::Markdown => markdown::render(table, None),
        Form::Csv => {
            let bytes = csv::render(table).map_err(io::Error::other)?;
            String::from_utf8(bytes).map_err(io::Error::other)?
        }
        Form::Json => return print_json(table),
    };
    print(written.trim_end_matches('\n'))
}
