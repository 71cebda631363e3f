//! What a comparison says of corrected and withdrawn runs.

use std::collections::BTreeSet;

use benchdata::compare::renamed;
use benchdata::comparison::{ComparisonTable, Request, Warning};
use benchdata::content::RunId;
use benchdata::key::RunKey;
use benchdata::name::Key;
use benchdata::query::{Pattern, Query, Span, Term};

use crate::correction::Correction;

/// As many corrections and runs as a warning names; it counts the others.
const MOST_NAMED: usize = 12;

/// Tells of runs that are compared under other words than they were sent with.
pub(crate) fn corrected(corrections: &[(RunId, Correction)]) -> Option<Warning> {
    let is_told = |(id, correction): &&(RunId, Correction)| {
        correction.matters()
            && !correction.is_withdrawal()
            && !is_undone(*id, &correction.edit.field, corrections)
    };
    let told: Vec<&(RunId, Correction)> = corrections.iter().filter(is_told).collect();
    let runs: BTreeSet<RunId> = told.iter().map(|(id, _)| *id).collect();
    let sentences = told.iter().map(|(id, correction)| format!("run {id}'s {}", correction.sentence()));
    let are = if runs.len() == 1 { "run is" } else { "runs are" };
    let text = format!("{} {are} compared as corrected: {}", runs.len(), named(sentences, "; "));
    (!told.is_empty()).then(|| Warning::new("corrected", text))
}

/// Whether a word of a run is again what it was first.
fn is_undone(run: RunId, field: &str, corrections: &[(RunId, Correction)]) -> bool {
    let of_field = corrections.iter().filter(|(id, correction)| *id == run && correction.edit.field == field);
    let edits: Vec<_> = of_field.map(|(_, correction)| &correction.edit).collect();
    edits.first().map(|edit| &edit.old) == edits.last().map(|edit| &edit.new)
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

/// What a snapshot's maker asked for, to be asked again.
pub(crate) struct Again {
    /// Of today's runs; without a baseline where it may be no side any more.
    pub(crate) today: Request,
    /// Of the snapshot's runs, those that were selected by words that are no more by their ids; `None`
    /// where a side has none left.
    pub(crate) corrected: Option<Request>,
    /// Why none of both has a certain baseline.
    pub(crate) lost: Option<String>,
}

/// More runs are not picked by their ids, which would make an address that nobody takes.
const MOST_PICKED: usize = 200;

/// What a snapshot's maker asked for, after these corrections of its runs.
pub(crate) fn again(table: &ComparisonTable, corrections: &[(RunId, Correction)]) -> Again {
    let request = &table.request;
    let side = &table.sides[table.baseline];
    let names: BTreeSet<String> = left(&side.runs, corrections)
        .map(|run| name_now(&side.name, run, &request.by, corrections))
        .collect();
    let q = query_now(table, corrections);
    let names_corrected = q.as_ref().is_some_and(|q| *q != request.q);
    // Sides that the query tells apart are called by its words.
    let is_called_otherwise = request.by.is_empty() && names_corrected;
    let is_same = names.contains(&side.name);
    let (base, lost) = match names.len() {
        0 => (None, Some(format!("all runs of the baseline {} were withdrawn", side.name))),
        _ if is_same => (Some(side.name.clone()), None),
        1 => (names.into_iter().next(), None),
        _ => (None, Some(format!("the runs of the baseline {} are on several sides now", side.name))),
    };
    let of_runs = base.clone().filter(|_| !is_called_otherwise);
    let corrected = q.map(|q| Request { q, base: of_runs, ..request.clone() });
    // The query as it was asked may no longer select a baseline that was renamed.
    let of_today = base.filter(|_| is_same || !names_corrected);
    Again { today: Request { base: of_today, ..request.clone() }, corrected, lost }
}

/// A snapshot's query, with the ids of the runs in place of the words that were corrected.
fn query_now(table: &ComparisonTable, corrections: &[(RunId, Correction)]) -> Option<String> {
    let keys: Vec<RunKey> = corrections.iter().filter_map(|(_, made)| key_of(&made.edit.field)).collect();
    let mut query = Query::parse(&table.request.q).ok()?;
    let sides_left = table.sides.iter().filter(|side| left(&side.runs, corrections).next().is_some()).count();
    if sides_left < table.sides.len().min(2) {
        return None;
    }
    let is_one = query.sides.len() == 1;
    for (terms, side) in query.sides.iter_mut().zip(&table.sides) {
        let all = table.sides.iter().filter(|other| is_one || other.name == side.name);
        let runs: BTreeSet<RunId> = all.flat_map(|side| left(&side.runs, corrections)).collect();
        if runs.is_empty() {
            return None;
        }
        if terms.iter().any(|term| keys.contains(&term.key)) && runs.len() <= MOST_PICKED {
            terms.retain(|term| !keys.contains(&term.key) && term.key != RunKey::Run);
            let patterns = runs.iter().map(|run| Pattern::Exact(run.to_string())).collect();
            terms.push(Term { key: RunKey::Run, negated: false, patterns, at: Span { start: 0, end: 0 } });
        }
    }
    Some(query.to_string())
}

/// Those of some runs that were not withdrawn.
fn left(runs: &[RunId], corrections: &[(RunId, Correction)]) -> impl Iterator<Item = RunId> {
    runs.iter().copied().filter(|run| !is_withdrawn(*run, corrections))
}

fn is_withdrawn(run: RunId, corrections: &[(RunId, Correction)]) -> bool {
    let mut of_run = corrections.iter().filter(|(id, correction)| *id == run && correction.is_withdrawal());
    of_run.next_back().is_some_and(|(_, correction)| correction.edit.new.is_some())
}

/// What a side that a run was on is called after these corrections of it.
fn name_now(side: &str, run: RunId, by: &[RunKey], corrections: &[(RunId, Correction)]) -> String {
    let edits = corrections.iter().filter(|(id, _)| *id == run).map(|(_, correction)| &correction.edit);
    edits.fold(side.to_owned(), |name, edit| match key_of(&edit.field) {
        Some(key) => renamed(&name, by, &key, edit.old.as_deref(), edit.new.as_deref()),
        None => name,
    })
}

/// The key whose value a corrected word is.
fn key_of(field: &str) -> Option<RunKey> {
    match (field, field.strip_prefix("factors.")) {
        ("label", _) => Some(RunKey::Label),
        ("box", _) => Some(RunKey::Box),
        (_, Some(factor)) => Key::new(factor).ok().map(RunKey::Named),
        _ => None,
    }
}

/// The first of a list, and how many more there are.
fn named(items: impl Iterator<Item = String>, between: &str) -> String {
    let items: Vec<String> = items.collect();
    let more = items.len().saturating_sub(MOST_NAMED);
    let shown = items[..items.len() - more].join(between);
    if more == 0 { shown } else { format!("{shown}{between}and {more} more") }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;
    use crate::correction::Edit;

    fn edited(field: &str, old: Option<&str>, new: Option<&str>) -> Correction {
        let [old, new] = [old, new].map(|word| word.map(str::to_owned));
        let edit = Edit { field: field.to_owned(), old, new };
        let made_at = datetime!(2003-02-14 01:31:44 UTC);
        Correction { edit, reason: "typo".to_owned(), made_by: "me".to_owned(), made_at }
    }

    /// What was taken back was warned of for ever.
    #[test]
    fn what_is_as_it_was_first_is_not_told() {
        let run = RunId(1);
        let edits = |edits: &[Correction]| edits.iter().map(|edit| (run, edit.clone())).collect::<Vec<_>>();
        let wrong = edited("label", Some("a"), Some("b"));
        let taken_back = edits(&[wrong.clone(), edited("label", Some("b"), Some("a"))]);
        assert_eq!(corrected(&taken_back), None);
        assert!(corrected(&edits(&[wrong])).is_some());
    }

    /// A factor that was taken away left the name as it was, which no side has then.
    #[test]
    fn a_side_is_called_by_what_was_corrected_last() {
        let run = RunId(1);
        let name = |edits: &[Correction]| {
            let corrections: Vec<_> = edits.iter().map(|edit| (run, edit.clone())).collect();
            name_now("el=a", run, &[key_of("factors.el").unwrap()], &corrections)
        };
        assert_eq!(name(&[edited("factors.el", Some("a"), None)]), "el=(none)");
        let twice = [edited("factors.el", Some("a"), None), edited("factors.el", None, Some("b"))];
        assert_eq!(name(&twice), "el=b");
        assert_eq!(
            name(&[edited("label", Some("el=a"), Some("b")), edited("note", None, Some("a"))]),
            "el=a"
        );
    }
}
