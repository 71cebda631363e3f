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

/// Whether two names are of one scheduler: `mq-deadline` succeeded `deadline`, and `as` is
/// short for `anticipatory`.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    let plain = |name| match name {
        "as" => "anticipatory",
        "mq-deadline" => "deadline",
        other => other,
    };
    plain(a) == plain(b)
}
