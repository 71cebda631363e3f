//! hyperfine: whole commands, run several times. Its exports (JSON, CSV, Markdown, Org, AsciiDoc) and
//! what it prints.

mod csv;
mod json;
mod markdown;
mod printed;

use super::gather::Gathering;
use super::glossary::{LOWER, headline, metric};
use super::lines::sign;
use super::text::result;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::Case;

pub(super) const READER: Reader = Reader {
    name: "hyperfine",
    about: "hyperfine's JSON, CSV, Markdown, Org and AsciiDoc exports, and what it prints",
    metrics: &[ELAPSED, MEDIAN, MIN, MAX, STDDEV, USER, SYSTEM, MEMORY],
    recognise,
    read,
};

const ELAPSED: MetricInfo =
    headline(metric("elapsed", "s", LOWER, None, "time from start to end of the command"));
const MEDIAN: MetricInfo =
    metric("elapsed_median", "s", LOWER, None, "median time, where the times are not told");
const MIN: MetricInfo =
    metric("elapsed_min", "s", LOWER, None, "shortest time, where the times are not told");
const MAX: MetricInfo = metric("elapsed_max", "s", LOWER, None, "longest time, where the times are not told");
const STDDEV: MetricInfo =
    metric("elapsed_stddev", "s", LOWER, None, "deviation of the times, of an unknown number");
const USER: MetricInfo = metric("user", "s", LOWER, None, "mean CPU time in user space");
const SYSTEM: MetricInfo = metric("system", "s", LOWER, None, "mean CPU time in the kernel");
const MEMORY: MetricInfo = metric("memory_max", "B", LOWER, None, "largest memory use of one execution");

/// The shapes that hyperfine prints, each with what only it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Json,
    Csv,
    Markdown,
    Printed,
}

fn shape_of(line: &str) -> Option<(Shape, &'static str)> {
    let line = line.trim_start_matches(['>', ' ', '\t']);
    if line.starts_with("command,mean,stddev,") {
        return Some((Shape::Csv, "the header of hyperfine's CSV"));
    }
    if markdown::unit(line).is_some() || markdown::is_asciidoc(line) {
        return Some((Shape::Markdown, "the header of hyperfine's table"));
    }
    let is_time = line.starts_with("Time (mean ") || line.starts_with("Time (abs ");
    is_time.then_some((Shape::Printed, "hyperfine's line of times"))
}

fn shape(text: &str) -> Option<(Shape, usize, &'static str)> {
    // hyperfine writes a command's name and mean before anything else.
    let head = text.get(..400).unwrap_or(text);
    if text.trim_start().starts_with('{')
        && ["\"results\"", "\"command\"", "\"mean\""].iter().all(|key| head.contains(key))
    {
        return Some((Shape::Json, 1, "the JSON of hyperfine"));
    }
    text.lines().enumerate().find_map(|(at, line)| shape_of(line).map(|(shape, what)| (shape, at + 1, what)))
}

fn recognise(text: &str) -> Option<Recognition> {
    shape(text).map(|(_, line, what)| sign(line, Sureness::Certain, what))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    match shape(text) {
        None if text.trim_start().starts_with('{') => json::read(text, &mut gathering)?,
        None => {}
        Some((Shape::Json, ..)) => json::read(text, &mut gathering)?,
        Some((Shape::Csv, ..)) => csv::read(text, &mut gathering)?,
        Some((Shape::Markdown, ..)) => markdown::read(text, &mut gathering)?,
        Some((Shape::Printed, ..)) => printed::read(text, &mut gathering)?,
    }
    gathering.finish(text, "a command's times, as hyperfine prints or exports them")
}

/// Adds what a table says of a command: it does not tell the number of times.
fn add_cells(
    gathering: &mut Gathering,
    line: usize,
    unit: &str,
    case: &Case,
    cells: &[(&MetricInfo, Option<f64>)],
) -> Result<(), ReadError> {
    for &(info, value) in cells {
        if let Some(value) = value {
            gathering.add(line, result(info, unit, case, vec![value]))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
