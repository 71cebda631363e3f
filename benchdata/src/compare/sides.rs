//! Splits selected runs into sides.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;

use super::kinds::{Kinds, Member};
use super::{CompareError, MOST_SIDES, Observed, Selection, Subject, guess, natural, side_order, value_of};
use crate::comparison::{Request, Side};
use crate::content::RunId;
use crate::kernel_version::is_kernel_version;
use crate::key::RunKey;
use crate::query::Query;

/// What a table shows of a run that lacks a key.
const NONE: &str = "(none)";

/// Selected runs, split into sides.
pub(super) struct Split<'a> {
    /// The keys that split; none for `vs`.
    pub(super) by: Vec<RunKey>,
    /// The case parameters that the sides of `vs` name, each another value.
    pub(super) named: Vec<RunKey>,
    /// The sides.
    pub(super) sides: Vec<Side>,
    /// Each side's runs.
    pub(super) runs: Vec<Vec<&'a Subject>>,
    /// Which of the sides is the baseline.
    pub(super) baseline: usize,
    /// Every result with its side.
    pub(super) observed: Vec<Observed<'a>>,
}

impl<'a> Split<'a> {
    /// The request with what was guessed.
    pub(super) fn filled_in(&self, request: &Request) -> Request {
        let base = Some(self.sides[self.baseline].name.clone());
        Request { by: self.by.clone(), base, ..request.clone() }
    }

    /// Puts a side first and makes it the baseline.
    pub(super) fn set_against(&mut self, baseline: usize) {
        self.sides[..=baseline].rotate_right(1);
        self.runs[..=baseline].rotate_right(1);
        for o in &mut self.observed {
            o.side = match o.side {
                side if side == baseline => 0,
                side if side < baseline => side + 1,
                side => side,
            };
        }
        self.observed.sort_by_key(|o| o.side);
    }

    /// Every run of every side.
    pub(super) fn subjects(&self) -> impl Iterator<Item = (usize, &'a Subject)> {
        let sides = self.runs.iter().enumerate();
        sides.flat_map(|(side, runs)| runs.iter().map(move |subject| (side, *subject)))
    }
}

/// The keys that split: those asked for, or guessed; none where `vs` does.
pub(super) fn by(selections: &[Selection], request: &Request) -> Result<Vec<RunKey>, CompareError> {
    if selections.iter().all(|selection| selection.subjects.is_empty()) {
        return Err(CompareError::NothingSelected(request.q.clone()));
    }
    if let Some(side) = selections.iter().find(|selection| selection.subjects.is_empty()) {
        return Err(CompareError::NothingSelected(side.q.clone()));
    }
    match selections {
        [one] if request.by.is_empty() => Ok(guess::by(&one.subjects, &request.rows).into()),
        [_] => Ok(unique(&request.by)),
        _ if request.by.is_empty() => Ok(Vec::new()),
        _ => Err(CompareError::VsAndBy),
    }
}

/// The keys in their order, each once.
fn unique(keys: &[RunKey]) -> Vec<RunKey> {
    let mut seen = BTreeSet::new();
    keys.iter().filter(|key| seen.insert(*key)).cloned().collect()
}

/// Splits by these keys, or by `vs`.
pub(super) fn split<'a>(
    selections: &[Selection],
    kinds: &Kinds<'a>,
    by: Vec<RunKey>,
    request: &Request,
) -> Result<Split<'a>, CompareError> {
    let parameters = named_parameters(selections, kinds)?;
    let mut named = match kinds.members.as_slice() {
        [members] => by_keys(members, &kinds.examples, &by),
        several => by_selection(selections, several),
    };
    if named.len() > MOST_SIDES {
        let by = by.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        return Err(CompareError::TooManySides { by, found: named.len() });
    }
    // The baseline comes first, so that a reader meets it before what is measured against it.
    let baseline = baseline(&named, request)?;
    named[..=baseline].rotate_right(1);
    let (mut sides, mut runs_of_sides) = (Vec::new(), Vec::new());
    let mut observed = Vec::new();
    for (side, Named { name, members, .. }) in named.into_iter().enumerate() {
        let runs = in_order(&members);
        let places: HashMap<RunId, usize> = runs.iter().enumerate().map(|(at, run)| (run.id, at)).collect();
        sides.push(Side { name, runs: runs.iter().map(|subject| subject.id).collect() });
        observed.extend(members.into_iter().map(|Member { subject, measurement, kind }| Observed {
            subject,
            measurement,
            kind,
            side,
            place: places[&subject.id],
        }));
        runs_of_sides.push(runs);
    }
    Ok(Split { by, named: parameters, sides, runs: runs_of_sides, baseline: 0, observed })
}

/// The case parameters of which each side of `vs` selects one value by its own query, and not all
/// the same: `threads:1 vs threads:4`. As rows, each would be one side's alone.
fn named_parameters(selections: &[Selection], kinds: &Kinds) -> Result<Vec<RunKey>, CompareError> {
    if selections.len() < 2 {
        return Ok(Vec::new());
    }
    let terms = selections.iter().filter_map(|selection| Query::parse(&selection.q).ok());
    let asked: BTreeSet<RunKey> =
        terms.flat_map(|query| query.sides).flatten().map(|term| term.key).collect();
    let is_parameter = |key: &RunKey| {
        let RunKey::Named(name) = key else { return false };
        kinds.examples.iter().any(|of| of.measurement.series.case.get(name.as_str()).is_some())
    };
    let mut found = Vec::new();
    for key in asked.into_iter().filter(is_parameter) {
        let values = |members: &Vec<Member>| -> BTreeSet<Option<String>> {
            let kinds_there: BTreeSet<usize> = members.iter().map(|member| member.kind).collect();
            kinds_there.into_iter().map(|kind| value_of(&key, &kinds.examples[kind])).collect()
        };
        let sides: Vec<BTreeSet<Option<String>>> = kinds.members.iter().map(values).collect();
        let common = sides.iter().skip(1).fold(sides[0].clone(), |common, side| &common & side);
        match sides.iter().map(BTreeSet::len).max() {
            _ if !common.is_empty() => {}
            Some(0 | 1) | None => found.push(key),
            Some(_) => return Err(CompareError::SeveralLevels(key.to_string())),
        }
    }
    Ok(found)
}

/// The runs in the order of their starts; those without a known start last, by id.
fn in_order<'a>(members: &[Member<'a>]) -> Vec<&'a Subject> {
    let mut runs: Vec<&Subject> = members.iter().map(|member| member.subject).collect();
    // The results of a run stand together.
    runs.dedup_by_key(|subject| subject.id);
    runs.sort_by_key(|subject| (subject.run.started.is_none(), subject.run.started, subject.id));
    runs.dedup_by_key(|subject| subject.id);
    runs
}

/// A side before its runs are in order.
struct Named<'a> {
    name: String,
    /// Its name without the keys' names, by which it may be asked for too.
    bare: String,
    members: Vec<Member<'a>>,
}

fn by_keys<'a>(members: &[Member<'a>], examples: &[Member], by: &[RunKey]) -> Vec<Named<'a>> {
    let values: Vec<Vec<Option<String>>> =
        examples.iter().map(|example| by.iter().map(|key| value_of(key, example)).collect()).collect();
    let distinct = distinct(&values, members, by);
    let places: HashMap<&Vec<Option<String>>, usize> =
        distinct.iter().enumerate().map(|(at, values)| (*values, at)).collect();
    let side_of_kind: Vec<usize> = values.iter().map(|values| places[values]).collect();
    let mut sides: Vec<Vec<Member>> = distinct.iter().map(|_| Vec::new()).collect();
    for member in members {
        sides[side_of_kind[member.kind]].push(*member);
    }
    let named = distinct.iter().zip(sides).map(|(values, members)| {
        let bare: Vec<String> = values.iter().map(|value| shown(value.as_deref(), by.len())).collect();
        let parts = by.iter().zip(*values).map(|(key, value)| part(key, value.as_deref(), by.len()));
        Named { name: parts.collect::<Vec<_>>().join(BETWEEN), bare: bare.join(BETWEEN), members }
    });
    named.collect()
}

/// The kinds' values, each list once, in the order of the sides.
fn distinct<'v>(
    values: &'v [Vec<Option<String>>],
    members: &[Member],
    by: &[RunKey],
) -> Vec<&'v Vec<Option<String>>> {
    // Of runs that are not known to have started, the order in which they came is what is known.
    let mut first: Vec<_> = vec![None; values.len()];
    for (at, member) in members.iter().enumerate() {
        let started = member.subject.run.started;
        let when = Some((started.is_none(), started, at));
        let first = &mut first[member.kind];
        *first = when.min(first.or(when));
    }
    let places: Vec<HashMap<&str, usize>> = by
        .iter()
        .enumerate()
        .map(|(place, key)| {
            let mut firsts: HashMap<&str, _> = HashMap::new();
            for (values, first) in values.iter().zip(&first) {
                let Some(value) = &values[place] else { continue };
                let known = firsts.entry(value.as_str()).or_insert(*first);
                *known = (*known).min(*first);
            }
            let in_order = side_order::in_order(&key.to_string(), firsts.into_iter().collect());
            in_order.into_iter().enumerate().map(|(place, value)| (value, place)).collect()
        })
        .collect();
    let mut distinct: Vec<&Vec<Option<String>>> = values.iter().collect();
    // A missing value comes first.
    distinct.sort_by_cached_key(|values| -> Vec<Option<usize>> {
        let values = values.iter().zip(&places);
        values.map(|(value, places)| value.as_ref().map(|value| places[value.as_str()])).collect()
    });
    distinct.dedup();
    distinct
}

/// What stands between the parts of a side's name.
const BETWEEN: &str = ", ";

/// What one of so many keys adds to a side's name: `elevator=as`, or the label itself.
fn part(key: &RunKey, value: Option<&str>, of: usize) -> String {
    let value = shown(value, of);
    match key {
        RunKey::Named(_) | RunKey::Environment(_) => format!("{key}={value}"),
        _ => value,
    }
}

/// One of so many values; one that holds a comma itself stands in quotes.
fn shown(value: Option<&str>, of: usize) -> String {
    match value {
        None => NONE.to_owned(),
        Some(value) if of > 1 && value.contains([',', '"']) => format!("{value:?}"),
        Some(value) => value.to_owned(),
    }
}

/// The name of a side, split by these keys, once one of them has another value; as it was where the
/// side does not have the old one.
#[must_use]
pub fn renamed(name: &str, by: &[RunKey], key: &RunKey, old: Option<&str>, new: Option<&str>) -> String {
    let mut parts = parts(name, by.len());
    let old = part(key, old, by.len());
    let at = by.iter().position(|by| by == key).filter(|&at| parts.get(at).is_some_and(|part| *part == old));
    let new = part(key, new, by.len());
    if let Some(at) = at {
        parts[at] = &new;
    }
    parts.join(BETWEEN)
}

/// What each of so many keys added to a side's name.
fn parts(name: &str, of: usize) -> Vec<&str> {
    if of < 2 {
        return vec![name];
    }
    let (mut is_quoted, mut is_escaped, mut from) = (false, false, 0);
    let mut parts = Vec::new();
    for (at, c) in name.char_indices() {
        if at >= from && !is_quoted && name[at..].starts_with(BETWEEN) {
            parts.push(&name[from..at]);
            from = at + BETWEEN.len();
        }
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && is_quoted && !is_escaped;
    }
    parts.push(&name[from..]);
    parts
}

fn by_selection<'a>(selections: &[Selection], members: &[Vec<Member<'a>>]) -> Vec<Named<'a>> {
    let named = |name: &dyn Fn(&Selection, &[Member]) -> String| -> Option<Vec<String>> {
        let names: Vec<String> =
            selections.iter().zip(members).map(|(side, members)| name(side, members)).collect();
        (names.iter().collect::<BTreeSet<_>>().len() == names.len()).then_some(names)
    };
    let names = named(&|side, members| name(side, members)).or_else(|| named(&name_with_days));
    let names = names.unwrap_or_else(|| selections.iter().map(|side| side.q.clone()).collect());
    let sides = selections.iter().zip(members).zip(names);
    let named =
        sides.map(|((side, members), name)| Named { name, bare: side.q.clone(), members: members.clone() });
    named.collect()
}

/// A side of `vs` is called as its query. Where that lists several runs by id, which tells nobody
/// anything, by their labels: `10 runs, 2.5.51 .. 2.5.60`.
fn name(side: &Selection, members: &[Member]) -> String {
    if !lists_runs(&side.q) {
        return side.q.clone();
    }
    let mut labels: Vec<&str> = in_order(members).iter().map(|subject| subject.run.label.as_str()).collect();
    // Kernels may have run in another order than theirs.
    if labels.iter().all(|label| is_kernel_version(label)) {
        labels.sort_by(|a, b| natural::versions(a, b));
    }
    match labels.as_slice() {
        [first, .., last] => format!("{} runs, {}", labels.len(), span(first, last)),
        _ => side.q.clone(),
    }
}

/// The same with the days on which the runs were started, where the labels tell no sides apart.
fn name_with_days(side: &Selection, members: &[Member]) -> String {
    let name = name(side, members);
    let runs = in_order(members);
    let day = |run: Option<&&Subject>| Some(run?.run.started?.date().to_string());
    match (day(runs.first()), day(runs.last())) {
        (Some(first), Some(last)) if name != side.q => format!("{name}, {}", span(&first, &last)),
        _ => name,
    }
}

fn span<T: Display + PartialEq>(first: &T, last: &T) -> String {
    if first == last { first.to_string() } else { format!("{first} .. {last}") }
}

/// Whether a query names runs one by one.
pub(super) fn lists_runs(query: &str) -> bool {
    let mut terms = Query::parse(query).into_iter().flat_map(|query| query.sides).flatten();
    terms.any(|term| term.key == RunKey::Run && !term.negated)
}

fn baseline(named: &[Named], request: &Request) -> Result<usize, CompareError> {
    let Some(base) = &request.base else { return Ok(0) };
    let is_called = |side: &Named| side.name == *base || side.bare == *base;
    named.iter().position(is_called).ok_or_else(|| CompareError::NoSuchBaseline {
        base: base.clone(),
        sides: named.iter().map(|side| side.name.clone()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::Key;

    fn named(name: &str) -> RunKey {
        RunKey::Named(Key::new(name).unwrap())
    }

    #[test]
    fn a_side_is_renamed_in_the_part_of_the_key_alone() {
        let by = [named("xrq"), named("rq"), RunKey::Label];
        let rename = |name: &str, key: &RunKey, old, new| renamed(name, &by, key, old, new);
        // A fault: `rq=1` was looked for anywhere.
        assert_eq!(rename("xrq=1, rq=1, a", &by[1], Some("1"), Some("2")), "xrq=1, rq=2, a");
        assert_eq!(rename("xrq=1, rq=1, a", &by[1], Some("1"), None), "xrq=1, rq=(none), a");
        assert_eq!(rename("xrq=1, rq=(none), a", &by[1], None, Some("2")), "xrq=1, rq=2, a");
        assert_eq!(rename("xrq=1, rq=1, a", &by[2], Some("a"), Some("b, c")), r#"xrq=1, rq=1, "b, c""#);
        // Levels that look like the parts of a name.
        let odd = r#"xrq="1\", rq=1, a", rq=1, a"#;
        assert_eq!(rename(odd, &by[1], Some("1"), Some("2")), r#"xrq="1\", rq=1, a", rq=2, a"#);
        assert_eq!(renamed("rq=1, a", &[named("rq")], &named("rq"), Some("1, a"), None), "rq=(none)");
        // Another level, and a key that does not split.
        assert_eq!(rename("xrq=1, rq=1, a", &by[1], Some("3"), Some("2")), "xrq=1, rq=1, a");
        assert_eq!(rename("xrq=1, rq=1, a", &RunKey::Box, Some("a"), Some("b")), "xrq=1, rq=1, a");
    }
}
