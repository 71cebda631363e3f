//! `runoff compare`: the tables of outputs on disk.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use benchdata::compare::{Selection, Subject, compare as set_against};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::key::RunKey;
use benchdata::readers::glossary;
use benchdata::run::Run;
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
    let names = side_names(&sides);
    let subjects = gather(&sides, &options.reading, settings, now)?;
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
    if let ([], [all]) = (request.by.as_slice(), selections.as_slice())
        && are_repeats(&all.subjects)
    {
        request.by = vec![RunKey::Label];
    }
    let mut table = set_against(&selections, &request, glossary)?;
    // Of a directory nobody chose the order.
    let is_chosen = options.files.len() > 1 || !options.files.iter().any(|file| file.is_dir());
    let first = first_side(&table, &selections).filter(|_| is_chosen);
    if request.base.is_none() && first.is_some_and(|first| first != table.baseline) {
        request.base = first.map(|side| table.sides[side].name.clone());
        table = set_against(&selections, &request, glossary)?;
    }
    show(&table, options)?;
    Ok(Outcome::Done)
}

/// Whether nothing declared tells runs apart: they are one side, not a side each.
fn are_repeats(subjects: &[Subject]) -> bool {
    let is_like = |a: &Run, b: &Run| a.label == b.label && a.factors == b.factors && a.box_name == b.box_name;
    subjects.windows(2).all(|pair| is_like(&pair[0].run, &pair[1].run))
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

/// Sides are called by the directory that all their FILEs are in, where no two are the same;
/// else by their first FILE.
fn side_names(sides: &[&[PathBuf]]) -> Vec<String> {
    let names: Vec<String> =
        sides.iter().map(|files| directory(files).unwrap_or_else(|| first_of(files))).collect();
    let distinct: BTreeSet<&String> = names.iter().collect();
    if distinct.len() == names.len() { names } else { sides.iter().map(|files| first_of(files)).collect() }
}

/// What several FILEs have in common.
fn directory(files: &[PathBuf]) -> Option<String> {
    let (first, others) = files.split_first()?;
    let parent = first.parent().filter(|parent| !parent.as_os_str().is_empty() && !others.is_empty())?;
    others.iter().all(|file| file.parent() == Some(parent)).then(|| parent.display().to_string())
}

fn first_of(files: &[PathBuf]) -> String {
    let first = files.first().map(|file| file.display().to_string()).unwrap_or_default();
    // All but the root itself.
    let first = if first.len() > 1 { first.trim_end_matches('/') } else { &first };
    match files.len() {
        0 | 1 => first.to_owned(),
        all => format!("{first} and {} more", all - 1),
    }
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
