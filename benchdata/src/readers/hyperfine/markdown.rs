//! `--export-markdown`, `--export-orgmode` and `--export-asciidoc`, which has a line for each
//! cell: the unit stands in the header.

use std::borrow::Cow;

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

/// Whether a line is the cell of AsciiDoc's header that names the unit, `| Mean [ms]`.
pub(super) fn is_asciidoc(line: &str) -> bool {
    line.strip_prefix("| Mean [").is_some_and(|rest| rest.trim_end().ends_with(']') && !rest.contains('|'))
}

/// The rows with the lines that they begin on, and where the text ends within a row of
/// AsciiDoc, whose frame begins and ends all rows, and a blank line each.
fn rows(text: &str) -> (Vec<(usize, Cow<'_, str>)>, Option<usize>) {
    let (mut rows, mut is_framed, mut open) = (Vec::new(), false, None::<(usize, String)>);
    for (line, raw) in (1..).zip(text.lines()) {
        let body = raw.trim();
        let is_frame = body == "|===";
        if is_framed && !is_frame && !body.is_empty() {
            open.get_or_insert((line, String::new())).1.push_str(body);
        } else if is_framed {
            rows.extend(open.take().map(|(line, cells)| (line, Cow::Owned(cells + "|"))));
        } else if !is_frame {
            rows.push((line, Cow::Borrowed(body)));
        }
        if is_frame {
            rows.push((line, Cow::Borrowed("")));
            is_framed = !is_framed;
        }
    }
    (rows, open.map(|(line, _)| line))
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let (rows, cut) = rows(text);
    let mut header: Option<&str> = None;
    for (line, body) in &rows {
        if let Some(unit) = unit(body) {
            gathering.next_run();
            header = Some(unit);
        } else if body.is_empty() {
            header = None;
        } else if let Some(unit) = header.filter(|_| body.starts_with(['|', ' '])) {
            row(gathering, *line, body, unit)?;
        }
    }
    if let Some(line) = cut {
        gathering.remark(line, "the row is left out: its end is missing");
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
