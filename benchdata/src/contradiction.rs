//! Declared factors that the captured environment contradicts.
//!
//! It happened on the list: a kernel said to be under the anticipatory scheduler had been
//! booted with `elevator=cfq`.

pub(crate) mod kernel;
pub(crate) mod scheduler;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;

use crate::name::{ENVIRONMENT_PREFIX, Key, Value};
use kernel::is_another;
use scheduler::{active, is_known, is_same};

/// With what the facts of disks begin.
const DISKS: &str = "block.";

/// A factor whose declared level was not active.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The factor.
    pub factor: Key,
    /// The level declared.
    pub declared: Value,
    /// The facts that say otherwise, several where there are several disks:
    /// `env.block.sda.scheduler=cfq`.
    pub found: Vec<String>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { factor, declared, found } = self;
        write!(f, "{factor}={declared} is declared, but {} was active", found.join(", "))
    }
}

/// The factors that name an I/O scheduler.
const SCHEDULER_FACTORS: [&str; 3] = ["elevator", "iosched", "scheduler"];

/// The factors that facts contradict. A factor of which no fact speaks is none of them; one of
/// which several disks speak is, where none of the disks has its level.
#[must_use]
pub fn contradictions(factors: &BTreeMap<Key, Value>, facts: &BTreeMap<Key, Value>) -> Vec<Contradiction> {
    let contradiction = |(factor, declared): (&Key, &Value)| {
        let told = match factor.as_str() {
            name if SCHEDULER_FACTORS.contains(&name) => told_of_scheduler(name, declared.as_str(), facts),
            "kernel" | "kernel.release" => told_of_kernel(declared.as_str(), facts),
            name if name.starts_with("block.") && name.ends_with(".scheduler") => {
                let own = facts.get_key_value(name).map(|(fact, found)| (fact.clone(), found.clone()));
                told_of_scheduler("elevator", declared.as_str(), &own.into_iter().collect())
            }
            name => told_of_setting(name, declared.as_str(), facts),
        };
        let is_contradicted = !told.is_empty() && told.iter().all(|told| !told.fits);
        is_contradicted.then(|| Contradiction {
            factor: factor.clone(),
            declared: declared.clone(),
            found: told.into_iter().map(|told| told.shown).collect(),
        })
    };
    factors.iter().filter_map(contradiction).collect()
}

/// What a fact tells of a factor.
struct Told {
    shown: String,
    fits: bool,
}

impl Told {
    fn new((fact, found): (&Key, &Value), fits: bool) -> Self {
        Self { shown: format!("{ENVIRONMENT_PREFIX}{fact}={found}"), fits }
    }
}

/// A `scheduler` may be the CPU's: only a level that is an I/O scheduler's name is held to the
/// disks'.
fn told_of_scheduler(factor: &str, declared: &str, facts: &BTreeMap<Key, Value>) -> Vec<Told> {
    if factor == "scheduler" && !is_known(declared) {
        return Vec::new();
    }
    let active = active(facts).into_iter();
    active.map(|active| Told { fits: is_same(declared, active.name), shown: active.to_string() }).collect()
}

/// What was captured of disks and their queues.
fn of_disks(facts: &BTreeMap<Key, Value>) -> impl Iterator<Item = (&Key, &Value)> {
    let from_first = facts.range::<str, _>((Bound::Included(DISKS), Bound::Unbounded));
    from_first.take_while(|(fact, _)| fact.as_str().starts_with(DISKS))
}

/// Only a version can be held to the one that runs; `patched` cannot.
fn told_of_kernel(declared: &str, facts: &BTreeMap<Key, Value>) -> Vec<Told> {
    let release = facts.get_key_value("kernel.release");
    release.map(|fact| Told::new(fact, !is_another(declared, fact.1.as_str()))).into_iter().collect()
}

/// What facts tell of a setting under its own name (`vm.swappiness`), or of one of the system's
/// or of a disk's queue under its last (`swappiness`, `fifo_batch`). Under the latter only numbers
/// contradict each other: `write_cache=on` may be `write back` in other words.
fn told_of_setting(factor: &str, declared: &str, facts: &BTreeMap<Key, Value>) -> Vec<Told> {
    let number = |text: &str| text.parse::<i64>().ok();
    let is_number = number(declared).is_some();
    let own = facts.get_key_value(factor).map(|fact| {
        let found = fact.1.as_str();
        let fits = match (number(declared), number(found)) {
            (Some(declared), Some(found)) => declared == found,
            _ => declared.eq_ignore_ascii_case(found),
        };
        Told::new(fact, fits)
    });
    let of_system = ["vm.", "sched."].iter().filter_map(|prefix| {
        let name = is_number.then(|| format!("{prefix}{factor}"))?;
        facts.get_key_value(name.as_str())
    });
    // The device's name may have points itself, and no setting of a queue has.
    let is_of_queue =
        |fact: &str| fact[DISKS.len()..].rsplit_once('.').is_some_and(|(_, name)| name == factor);
    let of_queues = of_disks(facts).filter(|(fact, _)| is_number && is_of_queue(fact.as_str()));
    let of_others = of_system.chain(of_queues).filter_map(|fact| {
        let found = number(fact.1.as_str())?;
        Some(Told::new(fact, number(declared) == Some(found)))
    });
    own.into_iter().chain(of_others).collect()
}

/// Whether a word stands in a text by itself: `as` in `2.5.62-mm2-as`, not in `fast`.
pub(crate) fn says(text: &str, word: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        is_edge(text[..at].chars().next_back()) && is_edge(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> BTreeMap<Key, Value> {
        text.split("; ")
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (Key::new(key).unwrap(), Value::new(value).unwrap()))
            .collect()
    }

    fn told(factors: &str, facts: &str) -> Vec<String> {
        contradictions(&pairs(factors), &pairs(facts)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_scheduler_that_was_not_active_is_named_with_the_one_that_was() {
        assert_eq!(
            told("elevator=as", "block.hda.scheduler=cfq; block.hda.nr_requests=128"),
            ["elevator=as is declared, but env.block.hda.scheduler=cfq was active"]
        );
        assert_eq!(
            told("iosched=noop", "block.sda.scheduler=cfq; block.sdb.scheduler=deadline"),
            [
                "iosched=noop is declared, but env.block.sda.scheduler=cfq, env.block.sdb.scheduler=deadline was active"
            ]
        );
    }

    #[test]
    fn where_no_disk_was_captured_the_command_line_tells() {
        let booted = "kernel.cmdline=ro elevator=noop root=/dev/hda1 elevator=cfq";
        let said = "elevator=as is declared, but elevator=cfq in env.kernel.cmdline was active";
        assert_eq!(told("elevator=as", booted), [said]);
        assert_eq!(told("elevator=cfq", booted), [""; 0]);
    }

    #[test]
    fn what_was_active_is_no_contradiction() {
        for (factors, facts) in [
            ("elevator=as", "block.hda.scheduler=anticipatory"),
            ("elevator=deadline", "block.sda.scheduler=none [mq-deadline] kyber"),
            ("elevator=cfq", "block.sda.scheduler=noop; block.sdb.scheduler=cfq"),
            ("elevator=as", "kernel.release=2.5.60"),
            ("elevator=as", "block.hda.scheduler=as; kernel.cmdline=ro elevator=cfq"),
            ("kernel=6.5", "kernel.release=6.5.0-14-generic"),
            ("kernel=patched", "kernel.release=6.5.0-14-generic"),
            ("kernel=2539mm1", "kernel.release=2.5.39-mm1"),
            ("kernel=2.5.39-mm1-smp", "kernel.release=2.5.39-mm1"),
            ("fifo_batch=16", "block.sda.iosched.fifo_batch=16"),
            ("threads=4; size=4", "block.sda.size=477 GiB; cpu.count=8"),
            ("write_cache=on", "block.sda.write_cache=write back"),
            ("elevator=CFQ", "block.sda.scheduler=cfq"),
            ("block.sda.scheduler=deadline", "block.sda.scheduler=mq-deadline"),
            ("cpu.governor=Performance", "cpu.governor=performance"),
            // The CPU's.
            ("scheduler=eevdf", "block.vda.scheduler=none"),
        ] {
            assert_eq!(told(factors, facts), [""; 0], "{factors}: {facts}");
        }
    }

    #[test]
    fn kernels_and_numeric_settings_are_held_to_what_was_captured() {
        for (factors, facts, said) in [
            (
                "kernel=2.5.62",
                "kernel.release=2.5.61-mm1",
                "kernel=2.5.62 is declared, but env.kernel.release=2.5.61-mm1 was active",
            ),
            (
                "fifo_batch=16",
                "block.sda.iosched.fifo_batch=8",
                "fifo_batch=16 is declared, but env.block.sda.iosched.fifo_batch=8 was active",
            ),
            (
                "rq_affinity=1",
                "block.cciss/c0d0.rq_affinity=2",
                "rq_affinity=1 is declared, but env.block.cciss/c0d0.rq_affinity=2 was active",
            ),
            (
                "swappiness=1",
                "vm.swappiness=60",
                "swappiness=1 is declared, but env.vm.swappiness=60 was active",
            ),
            (
                "vm.swappiness=1",
                "vm.swappiness=60",
                "vm.swappiness=1 is declared, but env.vm.swappiness=60 was active",
            ),
            // Words, where the factor is the fact itself.
            (
                "cpu.smt=on",
                "cpu.smt=notsupported",
                "cpu.smt=on is declared, but env.cpu.smt=notsupported was active",
            ),
            (
                "block.vda.scheduler=bfq",
                "block.vda.scheduler=none [mq-deadline]; block.vdb.scheduler=bfq",
                "block.vda.scheduler=bfq is declared, but env.block.vda.scheduler=mq-deadline was active",
            ),
        ] {
            assert_eq!(told(factors, facts), [said]);
        }
    }
}
