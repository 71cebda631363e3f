//! Captured facts that are other at each start, and say nothing of what is tested.

/// Each with all whose names go on behind a dot.
const VOLATILE: [&str; 2] = ["load", "uptime"];

/// Whether a captured fact is other at each start: no difference between sides, and no change
/// while a benchmark runs.
#[must_use]
pub fn is_volatile(fact: &str) -> bool {
    VOLATILE.contains(&fact.split('.').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_load_is_volatile_and_what_only_begins_alike_is_not() {
        assert!(["load.1m", "load.15m", "uptime"].into_iter().all(is_volatile));
        assert!(!["loader", "block.sda.load", "kernel.release"].into_iter().any(is_volatile));
    }
}
