//! What stress-ng prints: messages, a table of rates and, among or behind its rows, metrics
//! of single stressors.

use std::collections::HashMap;

use super::{CPU, CPU_RATE, Gathering, MEMORY, RATE, Row, cyclic, fault, misc, unfit};
use crate::name::NameError;
use crate::readers::text::{case, is_missing, number};
use crate::reading::ReadError;
use crate::run::Case;

/// The level and text of `stress-ng: info:  [7687] text`; `--timestamp` puts the time in
/// front of the level.
pub(super) fn message(line: &str) -> Option<(&str, &str)> {
    let (head, text) = line.trim().strip_prefix("stress-ng: ")?.split_once("] ")?;
    let level = head.split_once('[')?.0.split_whitespace().last()?.strip_suffix(':')?;
    ["info", "metrc", "fail", "error", "warn", "debug", "skip"].contains(&level).then_some((level, text))
}

/// Whether a line is the table's header as `--log-brief` prints it, without the words before.
pub(super) fn is_brief_header(line: &str) -> bool {
    line.starts_with("stressor ") && line.contains("bogo ops real time")
}

/// What an invocation said before its table.
#[derive(Default)]
struct Invocation {
    duration: Option<String>,
    instances: HashMap<String, String>,
    has_table: bool,
    /// The stressors with a row.
    rows: HashMap<String, Case>,
}

impl Invocation {
    fn case(&self, stressor: &str) -> Result<Case, NameError> {
        let stressor_and_instances =
            [("stressor", Some(stressor)), ("instances", self.instances.get(stressor).map(String::as_str))];
        let duration = [("duration", self.duration.as_deref())];
        let known = stressor_and_instances.into_iter().chain(duration);
        case(known.filter_map(|(key, value)| Some((key, value?.to_owned()))))
    }
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let mut invocation = Invocation::default();
    let last = text.lines().count();
    let is_brief = text.lines().any(is_brief_header);
    for (at, raw) in text.lines().enumerate() {
        let (line, is_cut) = (at + 1, at + 1 == last && !text.ends_with('\n'));
        let brief = || is_brief.then(|| ("info", raw.trim()));
        let Some((level, body)) = message(raw).or_else(brief) else { continue };
        if level == "fail" || level == "error" {
            gathering.remark(line, format!("stress-ng failed: {body}"));
        } else if let Some(rest) = body.strip_prefix("setting to a ") {
            invocation = Invocation { duration: duration(rest), ..Invocation::default() };
        } else if let Some(hogs) = body.strip_prefix("dispatching hogs: ") {
            gathering.next_run();
            let duration = invocation.duration.take().filter(|_| !invocation.has_table);
            invocation = Invocation { duration, instances: instances(hogs), ..Invocation::default() };
        } else if let Some(rest) = body.strip_prefix("cyclic: ") {
            let case = invocation.case("cyclic").map_err(unfit(line))?;
            cyclic::take(gathering, line, &case, rest.trim())?;
        } else if body.starts_with("stressor ") && body.contains("bogo ops") {
            invocation.has_table = true;
        } else if invocation.has_table && is_cut {
            gathering.remark(line, "the line is left out: it has no end and may be cut");
        } else if invocation.has_table {
            take(gathering, &mut invocation, line, body)?;
        }
    }
    Ok(())
}

/// `3 second run per stressor`, `1 min, 30.00 secs run per stressor`, `120 second (2 mins,
/// 0.00 secs) run per stressor`
fn duration(rest: &str) -> Option<String> {
    let words: Vec<&str> = rest.split(['(', ' ', ',']).filter(|word| !word.is_empty()).collect();
    let mut seconds = 0.0;
    for pair in words.chunks(2) {
        let [count, unit] = pair else { break };
        let Some(count) = number(count) else { break };
        seconds += count
            * match unit.trim_end_matches('s') {
                "sec" => 1.0,
                "second" => return Some(format!("{count} s")),
                "min" | "minute" => 60.0,
                "hour" => 3600.0,
                "day" => 86400.0,
                _ => return None,
            };
    }
    (seconds > 0.0).then(|| format!("{seconds} s"))
}

/// `2 cpu, 2 switch, 1 pipe`
fn instances(hogs: &str) -> HashMap<String, String> {
    let pairs = hogs.split(", ").filter_map(|hog| hog.trim().split_once(' '));
    pairs.map(|(count, stressor)| (stressor.to_owned(), count.to_owned())).collect()
}

fn take(
    gathering: &mut Gathering,
    invocation: &mut Invocation,
    line: usize,
    body: &str,
) -> Result<(), ReadError> {
    let words: Vec<&str> = body.split_whitespace().collect();
    let [stressor, first, rest @ ..] = words.as_slice() else { return Ok(()) };
    let Some(operations) = number(first) else { return Ok(()) };
    let is_cell = |word: &&str| number(word).is_some() || is_missing(word);
    if rest.len() >= 5 && rest.iter().all(is_cell) {
        let case = invocation.case(stressor).map_err(unfit(line))?;
        let infos = [&RATE, &CPU_RATE, &CPU, &MEMORY];
        let cells = infos.into_iter().zip(&rest[3..]).filter_map(|(info, word)| Some((info, number(word)?)));
        let row = Row { line, case: case.clone(), operations, cells: cells.collect() };
        invocation.rows.insert((*stressor).to_owned(), case);
        return row.add(gathering);
    }
    let Some(case) = invocation.rows.get(*stressor) else { return Ok(()) };
    let description = rest.join(" ");
    if number(&description).is_some() || description.is_empty() {
        return Err(fault(line, body, "a stressor's row of six numbers or more"));
    }
    let means =
        [" (geometic mean", " (geometric mean", " (harmonic mean", " (average per", " (maximum", " (total"];
    let end = means.iter().find_map(|mean| description.rfind(mean)).unwrap_or(description.len());
    misc::add(gathering, line, case, &description[..end], operations)
}
