//! What was remarked when the outputs were read.

use std::collections::{BTreeMap, BTreeSet};

use super::Evidence;
use crate::comparison::Warning;
use crate::content::RunId;

/// As many remarks are told; a tool that prints one a line would else bury the table.
const MOST: usize = 6;

/// As many of a remark's lines are named.
const MOST_LINES: usize = 3;

/// The lines and the runs that a remark is on.
#[derive(Default)]
struct Place {
    lines: BTreeSet<usize>,
    runs: BTreeSet<RunId>,
}

/// Each remark once, however many lines and runs it was made on, in the order of the lines.
pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let mut remarked: BTreeMap<&str, Place> = BTreeMap::new();
    let mut all_runs = BTreeSet::new();
    for (_, subject) in evidence.split.subjects() {
        all_runs.insert(subject.id);
        for (line, text) in subject.run.remarks.iter().map(|remark| parts(remark)) {
            let place = remarked.entry(text).or_default();
            place.lines.extend(line);
            place.runs.insert(subject.id);
        }
    }
    let mut remarked: Vec<(&str, Place)> = remarked.into_iter().collect();
    remarked.sort_by_key(|(_, place)| place.lines.first().copied());
    let more = remarked.len().saturating_sub(MOST);
    let told = remarked.iter().take(MOST).map(|(text, place)| place.words(all_runs.len(), text));
    let rest = (more > 0).then(|| format!("{more} more remarks stand on the runs' pages"));
    told.chain(rest).map(|text| Warning::new("remarked", text)).collect()
}

/// `line 4: text` in its parts.
fn parts(remark: &str) -> (Option<usize>, &str) {
    let line = remark.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    let numbered = line.and_then(|(line, text)| Some((line.parse().ok()?, text)));
    numbered.map_or((None, remark), |(line, text)| (Some(line), text))
}

impl Place {
    fn words(&self, all_runs: usize, text: &str) -> String {
        let outputs = match self.runs.len() {
            1 if all_runs == 1 => "the output".to_owned(),
            runs if runs == all_runs => "the outputs".to_owned(),
            runs => format!("{runs} of {all_runs} outputs"),
        };
        let named: Vec<String> = self.lines.iter().take(MOST_LINES).map(ToString::to_string).collect();
        let lines = match self.lines.len() {
            0 => String::new(),
            1 => format!(", line {}", named.join("")),
            2..=MOST_LINES => format!(", lines {}", named.join(", ")),
            all => format!(", lines {} and {} more", named.join(", "), all - MOST_LINES),
        };
        format!("remarked of {outputs}{lines}: {text}")
    }
}
