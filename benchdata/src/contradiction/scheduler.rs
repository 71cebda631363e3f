//! Which I/O scheduler was really active.

use std::collections::BTreeMap;

use crate::name::{ENVIRONMENT_PREFIX, Key, Value};

/// A scheduler that was captured, and where: `block.hda.scheduler`, or `elevator=` on the
/// kernel's command line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Active {
    /// Its name.
    pub(crate) name: String,
    /// `env.block.hda.scheduler=cfq`
    pub(crate) shown: String,
}

/// The schedulers of the disks; where none was captured, the one the kernel was booted with.
pub(crate) fn active(facts: &BTreeMap<Key, Value>) -> Vec<Active> {
    let of_disks: Vec<Active> = facts
        .iter()
        .filter(|(fact, _)| fact.as_str().starts_with("block.") && fact.as_str().ends_with(".scheduler"))
        .map(|(fact, value)| {
            let name = selected(value.as_str()).to_owned();
            Active { shown: format!("{ENVIRONMENT_PREFIX}{fact}={name}"), name }
        })
        .collect();
    if of_disks.is_empty() { booted(facts).into_iter().collect() } else { of_disks }
}

/// Of `noop [deadline] cfq`, as the kernel prints it, the one in brackets.
fn selected(value: &str) -> &str {
    value.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(value, |(name, _)| name)
}

/// The scheduler that the kernel's command line asks for.
pub(crate) fn booted(facts: &BTreeMap<Key, Value>) -> Option<Active> {
    let line = facts.get("kernel.cmdline")?;
    let name = line.as_str().split_whitespace().rev().find_map(|word| word.strip_prefix("elevator="))?;
    let shown = format!("elevator={name} in {ENVIRONMENT_PREFIX}kernel.cmdline");
    Some(Active { name: name.to_owned(), shown })
}

/// The names under which I/O schedulers were and are selected.
const NAMES: [&str; 9] =
    ["anticipatory", "as", "bfq", "cfq", "deadline", "kyber", "mq-deadline", "none", "noop"];

/// Whether a name is an I/O scheduler's.
pub(crate) fn is_known(name: &str) -> bool {
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The scheduler that a label ends in, as `2.5.62-mm2-as` does. `none` is one only to somebody
/// who looks for it: it means nothing in most labels.
pub(crate) fn named_by(label: &str) -> Option<&'static str> {
    let ends_in = |name: &&&str| {
        let at = label.len().checked_sub(name.len());
        let end = at.and_then(|at| label.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(name));
        end && at.and_then(|at| label[..at].chars().next_back()).is_none_or(|c| !c.is_alphanumeric())
    };
    NAMES.iter().filter(ends_in).max_by_key(|name| name.len()).copied()
}

/// Whether two names are of one scheduler: `mq-deadline` succeeded `deadline`, and `as` is
/// short for `anticipatory`.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    let plain = |name: &str| match name.to_ascii_lowercase().as_str() {
        "as" => "anticipatory".to_owned(),
        "mq-deadline" => "deadline".to_owned(),
        other => other.to_owned(),
    };
    plain(a) == plain(b)
}
