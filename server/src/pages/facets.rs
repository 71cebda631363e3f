//! What narrows a list of runs down: its facets, as links.

use std::collections::BTreeSet;

use benchdata::kernel_version::kernel_order;
use benchdata::key::RunKey;
use benchdata::name::ENVIRONMENT_PREFIX;
use benchdata::query::{Pattern, Term, quoted, side_text};

use crate::api::RunsParameters;
use crate::database::facets::{Facet, KERNEL, MOST_COUNTED};
use crate::views::{FacetValue, FacetView, Narrowing};

/// As many values of a key are links.
const MOST_VALUES: usize = 8;

/// The facets of a list, and the terms that it is narrowed by already. Keys with a single value
/// would narrow nothing.
pub(super) fn narrowing(asked: &RunsParameters, facets: Vec<Facet>) -> Narrowing {
    let terms = asked.terms.iter().map(|term| {
        let others: Vec<Term> = asked.terms.iter().filter(|other| *other != term).cloned().collect();
        (term.to_string(), asked.narrowed(&side_text(&others)))
    });
    let counted: i64 = facets.iter().filter(|facet| facet.key == "box").map(|facet| facet.runs).sum();
    let mut keys: Vec<FacetView> = Vec::new();
    for facet in facets {
        let value = FacetValue { url: with(asked, &facet), runs: facet.runs, value: facet.value };
        match keys.iter_mut().find(|view| view.key == facet.key) {
            Some(view) => view.values.push(value),
            None => keys.push(FacetView { key: facet.key, values: vec![value], more: 0 }),
        }
    }
    keys.retain(|view| view.values.len() > 1);
    keys.sort_by_key(|view| rank(&view.key));
    let mut keys = each_once(keys);
    for view in &mut keys {
        view.more = view.values.len().saturating_sub(MOST_VALUES);
        view.values.truncate(MOST_VALUES);
        // The most frequent, in the order in which versions came.
        view.values.sort_by(|a, b| kernel_order(&a.value, &b.value));
    }
    Narrowing { terms: terms.collect(), keys, is_cut: counted >= MOST_COUNTED }
}

/// The keys without those that say the same as one before: a kernel is often its label.
fn each_once(keys: Vec<FacetView>) -> Vec<FacetView> {
    let counts = |view: &FacetView| -> BTreeSet<(String, i64)> {
        view.values.iter().map(|value| (value.value.clone(), value.runs)).collect()
    };
    let mut seen = BTreeSet::new();
    keys.into_iter().filter(|view| seen.insert(counts(view))).collect()
}

/// The keys of every run first, factors behind them by name, as they came.
fn rank(key: &str) -> usize {
    let first = ["box", "benchmark", "label"];
    let kernel = key.strip_prefix(ENVIRONMENT_PREFIX) == Some(KERNEL);
    first.iter().position(|one| *one == key).unwrap_or(first.len() + usize::from(!kernel))
}

/// The list of those of its runs that have a value, in place of any choice of values before.
fn with(asked: &RunsParameters, facet: &Facet) -> String {
    let is_same = |term: &&Term| {
        let is_choice = term.patterns.iter().all(|pattern| matches!(pattern, Pattern::Exact(_)));
        !term.negated && is_choice && RunKey::parse(&facet.key).is_ok_and(|key| key == term.key)
    };
    let mut terms: Vec<String> =
        asked.terms.iter().filter(|term| !is_same(term)).map(ToString::to_string).collect();
    terms.push(format!("{}:{}", facet.key, quoted(&facet.value)));
    asked.narrowed(&terms.join(" "))
}
