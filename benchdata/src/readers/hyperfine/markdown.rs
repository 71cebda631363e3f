//! `--export-markdown` and `--export-orgmode`: the unit stands in the header.

use super::{ELAPSED, MAX, MIN, STDDEV, add_cells};
use crate::readers::faults::{fault, unfit};
use crate::readers::gather::Gathering;
use crate::readers::text::{case, number};
use crate::reading::ReadError;

/// The unit that a table's header names.
pub(super) fn unit(line: &str) -> Option<&str> {
    let cells = cells(line)?;
    let [command, mean, min, max, ..] = cells.as_slice() else { return None };
    let is_header = *command == "Command" && min.starts_with("Min [") && max.starts_with("Max [");
    mean.strip_prefix("Mean [")?.strip_suffix(']').filter(|_| is_header)
}

/// The cells between bars; a bar of the command's own is written `\|`.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = Vec::new();
    let mut begin = 0;
    for (at, _) in inner.match_indices('|').filter(|&(at, _)| !inner[..at].ends_with('\\')) {
        cells.push(inner[begin..at].trim());
        begin = at + 1;
    }
    cells.push(inner[begin..].trim());
    Some(cells)
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let mut header: Option<&str> = None;
    for (at, raw) in text.lines().enumerate() {
        let line = raw.trim();
        if let Some(unit) = unit(line) {
            gathering.next_run();
            header = Some(unit);
        } else if line.is_empty() {
            header = None;
        } else if let Some(unit) = header.filter(|_| line.starts_with(['|', ' '])) {
            row(gathering, at + 1, line, unit)?;
        }
    }
    Ok(())
}

fn row(gathering: &mut Gathering, line: usize, text: &str, unit: &str) -> Result<(), ReadError> {
    let expected = "| `command` | mean ± deviation | min | max | relative |";
    if text.trim_start_matches('|').trim_start().starts_with([':', '-']) {
        return Ok(());
    }
    let wrong = || fault(line, text, expected);
    let cells = cells(text).ok_or_else(wrong)?;
    let [command, mean, min, max, ..] = cells.as_slice() else { return Err(wrong()) };
    let command = command.trim_matches(['`', '=']).replace("\\|", "|");
    let case = case([("command", command)]).map_err(unfit(line))?;
    let mut words = mean.split_whitespace();
    let mean = words.next().and_then(number).ok_or_else(wrong)?;
    let deviation = words.nth(1).and_then(number);
    let (min, max) = number(min).zip(number(max)).ok_or_else(wrong)?;
    let cells = [(&ELAPSED, Some(mean)), (&MIN, Some(min)), (&MAX, Some(max)), (&STDDEV, deviation)];
    add_cells(gathering, line, unit, &case, &cells)
}
