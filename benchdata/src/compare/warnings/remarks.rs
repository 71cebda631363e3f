//! What was remarked when the outputs were read.

use std::collections::{BTreeMap, BTreeSet};

use super::Evidence;
use crate::comparison::Warning;
use crate::content::RunId;

/// As many remarks are told; a tool that prints one a line would else bury the table.
const MOST: usize = 6;

/// Each remark once, however many runs it was made on.
pub(super) fn of(evidence: &Evidence) -> Vec<Warning> {
    let mut remarked: BTreeMap<&str, BTreeSet<RunId>> = BTreeMap::new();
    let subjects: Vec<_> = evidence.split.subjects().map(|(_, subject)| subject).collect();
    let runs = subjects.iter().map(|subject| subject.id).collect::<BTreeSet<_>>().len();
    for subject in subjects {
        for remark in &subject.run.remarks {
            remarked.entry(remark).or_default().insert(subject.id);
        }
    }
    let text = |(remark, of): (&&str, &BTreeSet<RunId>)| match of.len() {
        all if all == runs => format!("remarked of the output: {remark}"),
        some => format!("remarked of {some} of {runs} outputs: {remark}"),
    };
    let mut texts: Vec<String> = remarked.iter().take(MOST).map(text).collect();
    if remarked.len() > MOST {
        texts.push(format!("{} more remarks stand on the runs' pages", remarked.len() - MOST));
    }
    texts.into_iter().map(|text| Warning::new("remarked", text)).collect()
}
