//! What a comparison says of corrected and withdrawn runs.

use std::collections::BTreeSet;

use benchdata::comparison::{ComparisonTable, Request, Warning};
use benchdata::content::RunId;
use benchdata::key::RunKey;

use crate::correction::Correction;

/// As many corrections and runs as a warning names; it counts the others.
const MOST_NAMED: usize = 12;

/// Tells of runs that are compared under other words than they were sent with.
pub(crate) fn corrected(corrections: &[(RunId, Correction)]) -> Option<Warning> {
    let told =
        corrections.iter().filter(|(_, correction)| correction.matters() && !correction.is_withdrawal());
    let told: Vec<&(RunId, Correction)> = told.collect();
    let runs: BTreeSet<RunId> = told.iter().map(|(id, _)| *id).collect();
    let sentences = told.iter().map(|(id, correction)| format!("run {id}'s {}", correction.sentence()));
    let are = if runs.len() == 1 { "run is" } else { "runs are" };
    let text = format!("{} {are} compared as corrected: {}", runs.len(), named(sentences, "; "));
    (!told.is_empty()).then(|| Warning::new("corrected", text))
}

/// Tells of withdrawn runs that match and are left out.
pub(crate) fn withdrawn(runs: &BTreeSet<RunId>) -> Option<Warning> {
    let are = if runs.len() == 1 { "withdrawn run is" } else { "withdrawn runs are" };
    let names = named(runs.iter().map(ToString::to_string), ", ");
    let text = format!("{} {are} left out: {names}", runs.len());
    (!runs.is_empty()).then(|| Warning::new("withdrawn", text))
}

/// What happened to a snapshot's runs since it was made, a sentence for each correction.
#[must_use]
pub(crate) fn since(corrections: &[(RunId, Correction)]) -> Vec<String> {
    let told = corrections.iter().filter(|(_, correction)| correction.matters());
    told.map(|(id, correction)| {
        let owner = if correction.is_withdrawal() { format!("run {id}") } else { format!("run {id}'s") };
        format!("{owner} {}", correction.sentence())
    })
    .collect()
}

/// What a snapshot's maker asked for, to be asked again after these corrections of its runs: with
/// the same baseline, by the name that its side has now. None is the baseline where its runs are
/// on several sides now, or withdrawn.
pub(crate) fn request(table: &ComparisonTable, corrections: &[(RunId, Correction)]) -> Request {
    let side = &table.sides[table.baseline];
    let left = side.runs.iter().filter(|run| !is_withdrawn(**run, corrections));
    let names: BTreeSet<String> =
        left.map(|run| name_now(&side.name, *run, &table.request.by, corrections)).collect();
    let base = if names.contains(&side.name) { Some(&side.name) } else { names.first() };
    let is_one_side = names.len() == 1 || names.contains(&side.name);
    Request { base: base.cloned().filter(|_| is_one_side), ..table.request.clone() }
}

fn is_withdrawn(run: RunId, corrections: &[(RunId, Correction)]) -> bool {
    let mut of_run = corrections.iter().filter(|(id, correction)| *id == run && correction.is_withdrawal());
    of_run.next_back().is_some_and(|(_, correction)| correction.edit.new.is_some())
}

/// What a side that a run was on is called after these corrections of it.
fn name_now(side: &str, run: RunId, by: &[RunKey], corrections: &[(RunId, Correction)]) -> String {
    let edits = corrections.iter().filter(|(id, _)| *id == run).map(|(_, correction)| &correction.edit);
    edits.fold(side.to_owned(), |name, edit| {
        let key = edit.field.strip_prefix("factors.").unwrap_or(&edit.field);
        let (Some(old), Some(new)) = (&edit.old, &edit.new) else { return name };
        match by.iter().any(|by| by.to_string() == key) {
            true if name == *old => new.clone(),
            true => name.replace(&format!("{key}={old}"), &format!("{key}={new}")),
            false => name,
        }
    })
}

/// The first of a list, and how many more there are.
fn named(items: impl Iterator<Item = String>, between: &str) -> String {
    let items: Vec<String> = items.collect();
    let more = items.len().saturating_sub(MOST_NAMED);
    let shown = items[..items.len() - more].join(between);
    if more == 0 { shown } else { format!("{shown}{between}and {more} more") }
}
