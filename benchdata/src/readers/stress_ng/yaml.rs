//! `--yaml`: a flat list of stressors. Only what stress-ng writes is read: `key: value` lines.

use super::{CPU, CPU_RATE, Gathering, MEMORY, RATE, Row, fault, misc, unfit};
use crate::metric::MetricInfo;
use crate::readers::text::{case, is_missing, number};
use crate::reading::ReadError;

pub(super) fn version(line: &str) -> Option<&str> {
    line.trim().strip_prefix("stress-ng-version: ").map(|version| version.trim_matches(['\'', '"']))
}

const COLUMNS: [(&str, &MetricInfo); 4] = [
    ("bogo-ops-per-second-real-time", &RATE),
    ("bogo-ops-per-second-usr-sys-time", &CPU_RATE),
    ("cpu-usage-per-instance", &CPU),
    ("max-rss", &MEMORY),
];

/// A stressor's lines.
struct Open {
    row: Row,
    others: Vec<(usize, String, f64)>,
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let mut is_metrics = false;
    let mut open: Option<Open> = None;
    let last = text.lines().count();
    for (at, raw) in text.lines().enumerate() {
        let (line, body) = (at + 1, raw.trim());
        if body == "---" {
            close(gathering, open.take())?;
            gathering.next_run();
        } else if let Some(version) = version(raw) {
            gathering.version(version);
        }
        let Some((key, value)) = body.split_once(':') else { continue };
        if !raw.starts_with([' ', '\t', '-']) {
            is_metrics = key == "metrics";
        } else if !is_metrics {
            continue;
        } else if let Some("stressor") = key.strip_prefix('-').map(str::trim) {
            close(gathering, open.take())?;
            let stressor = value.trim().trim_matches(['\'', '"']).to_owned();
            let case = case([("stressor", stressor)]).map_err(unfit(line))?;
            let row = Row { line, case, operations: 0.0, cells: Vec::new() };
            open = Some(Open { row, others: Vec::new() });
        } else if line == last && !text.ends_with('\n') {
            gathering.remark(line, "the line is left out: it has no end and may be cut");
        } else if let Some(open) = &mut open {
            open.take(line, key, value.trim())?;
        }
    }
    close(gathering, open)
}

impl Open {
    fn take(&mut self, line: usize, key: &str, value: &str) -> Result<(), ReadError> {
        if ["wall-clock-time", "user-time", "system-time", "instances"].contains(&key) || is_missing(value) {
            return Ok(());
        }
        let number =
            number(value).ok_or_else(|| fault(line, format!("{value:?}"), format!("a number for {key}")))?;
        match COLUMNS.iter().find(|(column, _)| *column == key) {
            Some((_, info)) => self.row.cells.push((*info, number)),
            None if key == "bogo-ops" => self.row.operations = number,
            None => self.others.push((line, key.to_owned(), number)),
        }
        Ok(())
    }
}

fn close(gathering: &mut Gathering, open: Option<Open>) -> Result<(), ReadError> {
    let Some(Open { row, others }) = open else { return Ok(()) };
    let case = row.case.clone();
    row.add(gathering)?;
    for (line, description, value) in others {
        misc::add(gathering, line, &case, &description, value)?;
    }
    Ok(())
}
