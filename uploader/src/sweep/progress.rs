//! What is said of a sweep while it goes on.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use benchdata::run::Run;
use benchdata::summary::Summary;

use crate::preview::headlines;
use crate::terminal::say;

/// How far a sweep is.
pub(crate) struct Progress {
    all: usize,
    begin: Instant,
    /// How many runs gave a result since the beginning.
    measured: usize,
    /// What each combination of levels measured so far of its first headline.
    values: BTreeMap<Vec<usize>, Vec<f64>>,
}

impl Progress {
    pub(crate) fn of(all: usize) -> Self {
        Self { all, begin: Instant::now(), measured: 0, values: BTreeMap::new() }
    }

    /// Takes in what a run measured; the value that is shown of it, in words.
    pub(crate) fn add(&mut self, combination: &[usize], runs: &[Run]) -> String {
        self.measured += 1;
        let Some(headline) = runs.first().and_then(|run| headlines(run).into_iter().next()) else {
            return String::new();
        };
        let Some(summary) = headline.values.summary() else { return String::new() };
        let values = self.values.entry(combination.to_vec()).or_default();
        values.push(summary.mean);
        let series = &headline.series;
        let mut words = format!("{} {} {}", series.metric, rounded(summary.mean), series.unit);
        if let ([_, _, ..], Some(all)) = (values.as_slice(), Summary::of(values)) {
            words = format!("{words} (mean of {}: {})", all.n, rounded(all.mean));
        }
        words
    }

    /// Says how a run ended, and how long those that are left may take, as far as those tell that gave
    /// a result.
    pub(crate) fn say_ended(&self, run: usize, levels: &str, how: &str, left: usize) {
        let left = match (left, self.measured) {
            (0, _) => String::new(),
            (left, 0) => format!("; {left} to come"),
            (left, measured) => {
                let mean = self.begin.elapsed().as_secs_f64() / measured as f64;
                format!("; {} left", duration(Duration::from_secs_f64(mean * left as f64)))
            }
        };
        let levels = if levels.is_empty() { String::new() } else { format!(" {levels}") };
        say(format_args!("run {} of {}{levels}: {how}{left}", run + 1, self.all));
    }
}

/// A number in at most six digits, for a glance.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// `2 h 05 min`, `12 min`, `40 s`.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {:02} min", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_short() {
        for (seconds, words) in
            [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (7500, "2 h 05 min")]
        {
            assert_eq!(duration(Duration::from_secs(seconds)), words);
        }
        assert_eq!(rounded(1234.56789), 1234.57);
        assert_eq!(rounded(0.000_123_456_78), 0.000_123_457);
    }
}
