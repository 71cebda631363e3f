//! What a comparison says of corrected and withdrawn runs.

use std::collections::BTreeSet;

use benchdata::comparison::{ComparisonTable, Request, Warning};
use benchdata::content::RunId;

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

/// What a snapshot's maker asked for, to be asked again after these corrections of its runs: where
/// every run of the baseline was corrected, no side may have its name any more.
pub(crate) fn request(table: &ComparisonTable, corrections: &[(RunId, Correction)]) -> Request {
    let is_corrected =
        |run: &RunId| corrections.iter().any(|(id, correction)| id == run && correction.matters());
    let keeps_name = !table.sides[table.baseline].runs.iter().all(is_corrected);
    Request { base: table.request.base.clone().filter(|_| keeps_name), ..table.request.clone() }
}

/// The first of a list, and how many more there are.
fn named(items: impl Iterator<Item = String>, between: &str) -> String {
    let items: Vec<String> = items.collect();
    let more = items.len().saturating_sub(MOST_NAMED);
    let shown = items[..items.len() - more].join(between);
    if more == 0 { shown } else { format!("{shown}{between}and {more} more") }
}
