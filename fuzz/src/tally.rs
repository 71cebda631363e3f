//! What all inputs came to, format by format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::trial::Trial;

/// All inputs' sums.
#[derive(Default)]
pub(crate) struct Tally {
    formats: BTreeMap<String, Sums>,
    faults: Vec<String>,
    fault_count: u64,
}

#[derive(Default)]
struct Sums {
    inputs: u64,
    read: u64,
    /// The longest time, and the seed of the input that took it.
    slowest: (Duration, u64),
    /// The most memory, in thousandths of the input's length, of inputs that are no smaller
    /// than a page; and the seed.
    memory: (usize, u64),
}

/// Faults told of; one bad line may cause thousands.
const MOST_FAULTS: usize = 40;

/// Below it, memory says more of what reading takes at all than of the input.
const PAGE: usize = 4096;

impl Tally {
    /// Counts an input.
    pub(crate) fn add(&mut self, format: &str, seed: u64, trial: &Trial) {
        let sums = self.formats.entry(format.to_owned()).or_default();
        sums.inputs += 1;
        sums.read += u64::from(trial.is_read);
        sums.slowest = sums.slowest.max((trial.time, seed));
        if trial.length >= PAGE {
            sums.memory = sums.memory.max((trial.memory * 1000 / trial.length, seed));
        }
        if let Some(fault) = &trial.fault {
            self.fault_count += 1;
            if self.faults.len() < MOST_FAULTS {
                self.faults.push(format!("seed {seed}, {format}: {fault}"));
            }
        }
    }

    /// Whether nothing went wrong.
    pub(crate) fn is_clean(&self) -> bool {
        self.fault_count == 0
    }

    /// All that was seen, as text.
    pub(crate) fn report(&self) -> String {
        let mut text =
            String::from("format              inputs       read  slowest ms (seed)      memory x (seed)\n");
        for (format, sums) in &self.formats {
            let Sums { inputs, read, slowest: (time, slow), memory: (memory, hoard) } = sums;
            let (time, memory) = (time.as_secs_f64() * 1e3, *memory as f64 / 1e3);
            let _ = writeln!(
                text,
                "{format:<15} {inputs:>10} {read:>10} {time:>11.1} ({slow:>8}) {memory:>9.1} ({hoard:>8})"
            );
        }
        let _ = writeln!(text, "{} faults", self.fault_count);
        self.faults.iter().for_each(|fault| {
            let _ = writeln!(text, "{fault}");
        });
        text
    }
}
