//! Which I/O scheduler a run was really under.

use crate::run::Run;

/// The names under which schedulers were and are selected. `none` is no word to look for:
/// it means nothing in most labels.
pub(super) const NAMES: [&str; 8] =
    ["anticipatory", "as", "bfq", "cfq", "deadline", "kyber", "mq-deadline", "noop"];

/// A scheduler that was captured, and where: `block.hda.scheduler`, or `elevator=` on the
/// kernel's command line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Active {
    /// Its name.
    pub(super) name: String,
    /// `env.block.hda.scheduler=cfq`
    pub(super) shown: String,
}

/// The schedulers of a run's disks; where none was captured, the one it was booted with.
pub(super) fn active(run: &Run) -> Vec<Active> {
    let of_disks: Vec<Active> = run
        .environment
        .iter()
        .filter(|(fact, _)| fact.as_str().starts_with("block.") && fact.as_str().ends_with(".scheduler"))
        .map(|(fact, value)| {
            let name = selected(value.as_str()).to_owned();
            Active { shown: format!("env.{fact}={name}"), name }
        })
        .collect();
    if of_disks.is_empty() { booted(run).into_iter().collect() } else { of_disks }
}

/// Of `noop [deadline] cfq`, as the kernel prints it, the one in brackets.
fn selected(value: &str) -> &str {
    value.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(value, |(name, _)| name)
}

/// The scheduler that the command line asks for.
pub(super) fn booted(run: &Run) -> Option<Active> {
    let (fact, line) = run.environment.iter().find(|(fact, _)| fact.as_str() == "kernel.cmdline")?;
    let name = line.as_str().split_whitespace().rev().find_map(|word| word.strip_prefix("elevator="))?;
    Some(Active { name: name.to_owned(), shown: format!("elevator={name} in env.{fact}") })
}

/// Whether two names are of one scheduler: `mq-deadline` succeeded `deadline`, and `as` is
/// short for `anticipatory`.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    let plain = |name| match name {
        "as" => "anticipatory",
        "mq-deadline" => "deadline",
        other => other,
    };
    plain(a) == plain(b)
}
