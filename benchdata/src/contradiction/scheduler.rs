//! Which I/O scheduler was really active.

use std::collections::BTreeMap;
use std::fmt;

use super::of_disks;
use crate::name::{ENVIRONMENT_PREFIX, Key, Value};

/// A scheduler that was captured, and where.
///
/// Displayed as `env.block.hda.scheduler=cfq`, or `elevator=cfq in env.kernel.cmdline`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Active<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// The disk's fact; `None` where the kernel's command line tells.
    fact: Option<&'a Key>,
}

impl fmt::Display for Active<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fact {
            Some(fact) => write!(f, "{ENVIRONMENT_PREFIX}{fact}={}", self.name),
            None => write!(f, "elevator={} in {ENVIRONMENT_PREFIX}kernel.cmdline", self.name),
        }
    }
}

/// The schedulers of the disks; where none was captured, the one the kernel was booted with.
pub(crate) fn active(facts: &BTreeMap<Key, Value>) -> Vec<Active<'_>> {
    let of_disks = of_disks(facts).filter(|(fact, _)| fact.as_str().ends_with(".scheduler"));
    let of_disks = of_disks.map(|(fact, value)| Active { name: selected(value.as_str()), fact: Some(fact) });
    let of_disks: Vec<Active> = of_disks.collect();
    if of_disks.is_empty() { booted(facts).into_iter().collect() } else { of_disks }
}

/// Of `noop [deadline] cfq`, as the kernel prints it, the one in brackets.
fn selected(value: &str) -> &str {
    value.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(value, |(name, _)| name)
}

/// The scheduler that the kernel's command line asks for.
pub(crate) fn booted(facts: &BTreeMap<Key, Value>) -> Option<Active<'_>> {
    let line = facts.get("kernel.cmdline")?;
    let name = line.as_str().split_whitespace().rev().find_map(|word| word.strip_prefix("elevator="))?;
    Some(Active { name, fact: None })
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
    let plain = |name| match name {
        name if "as".eq_ignore_ascii_case(name) => "anticipatory",
        name if "mq-deadline".eq_ignore_ascii_case(name) => "deadline",
        other => other,
    };
    plain(a).eq_ignore_ascii_case(plain(b))
}
