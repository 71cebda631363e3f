//! Declared factors that the captured environment contradicts.
//!
//! It happened on the list: a kernel said to be under the anticipatory scheduler had been
//! booted with `elevator=cfq`.

use std::collections::BTreeMap;
use std::fmt;

use crate::name::{ENVIRONMENT_PREFIX, Key, Value};

/// A factor whose declared level was not active.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The factor.
    pub factor: Key,
    /// The level declared.
    pub declared: Value,
    /// The facts that say otherwise, with what they say: several where there are several disks.
    pub found: Vec<(Key, Value)>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { factor, declared, found } = self;
        let found: Vec<String> =
            found.iter().map(|(fact, value)| format!("{ENVIRONMENT_PREFIX}{fact}={value}")).collect();
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
        let told: Vec<(Told, (&Key, &Value))> =
            facts.iter().filter_map(|fact| Some((told(factor, fact.0)?, fact))).collect();
        let fits = told.iter().any(|(told, (_, found))| told.fits(declared.as_str(), found.as_str()));
        (!told.is_empty() && !fits).then(|| Contradiction {
            factor: factor.clone(),
            declared: declared.clone(),
            found: told.into_iter().map(|(_, (fact, value))| (fact.clone(), value.clone())).collect(),
        })
    };
    factors.iter().filter_map(contradiction).collect()
}

/// What a fact tells of a factor.
enum Told {
    Scheduler,
    Kernel,
    Setting,
}

/// What a fact tells of a factor, if anything.
fn told(factor: &Key, fact: &Key) -> Option<Told> {
    let (factor, fact) = (factor.as_str(), fact.as_str());
    // The device's name may have points itself, and no setting of a queue has.
    let of_queue = fact.strip_prefix("block.").and_then(|rest| rest.rsplit_once('.')).map(|(_, name)| name);
    if SCHEDULER_FACTORS.contains(&factor) {
        return (of_queue == Some("scheduler")).then_some(Told::Scheduler);
    }
    if factor == "kernel" {
        return (fact == "kernel.release").then_some(Told::Kernel);
    }
    let of_system = ["vm.", "sched."].into_iter().find_map(|prefix| fact.strip_prefix(prefix));
    (fact == factor || [of_queue, of_system].contains(&Some(factor))).then_some(Told::Setting)
}

impl Told {
    fn fits(&self, declared: &str, found: &str) -> bool {
        match self {
            Self::Scheduler => is_same_scheduler(declared, selected(found)),
            Self::Kernel => says(found, declared) || says(declared, found),
            // Others, such as `write_cache=on`, may say the same in other words.
            Self::Setting => match (declared.parse::<i64>(), found.parse::<i64>()) {
                (Ok(declared), Ok(found)) => declared == found,
                _ => true,
            },
        }
    }
}

/// Of `noop [deadline] cfq`, as the kernel prints it, the one in brackets.
fn selected(value: &str) -> &str {
    value.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(value, |(name, _)| name)
}

/// Whether two names are of one scheduler: `mq-deadline` succeeded `deadline`, and `as` is
/// short for `anticipatory`.
fn is_same_scheduler(a: &str, b: &str) -> bool {
    let plain = |name| match name {
        "as" => "anticipatory",
        "mq-deadline" => "deadline",
        other => other,
    };
    plain(a) == plain(b)
}

/// Whether a word stands in a text by itself: `as` in `2.5.62-mm2-as`, not in `fast`.
fn says(text: &str, word: &str) -> bool {
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
    fn what_was_active_is_no_contradiction() {
        for (factors, facts) in [
            ("elevator=as", "block.hda.scheduler=anticipatory"),
            ("elevator=deadline", "block.sda.scheduler=none [mq-deadline] kyber"),
            ("elevator=cfq", "block.sda.scheduler=noop; block.sdb.scheduler=cfq"),
            ("elevator=as", "kernel.release=2.5.60"),
            ("kernel=6.5", "kernel.release=6.5.0-14-generic"),
            ("kernel=2.5.39-mm1-smp", "kernel.release=2.5.39-mm1"),
            ("fifo_batch=16", "block.sda.iosched.fifo_batch=16"),
            ("threads=4; size=4", "block.sda.size=477 GiB; cpu.count=8"),
            ("write_cache=on", "block.sda.write_cache=write back"),
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
        ] {
            assert_eq!(told(factors, facts), [said]);
        }
    }
}
