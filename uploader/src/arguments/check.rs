//! `runoff check`'s options.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use benchdata::comparison::Threshold;
use clap::Args;

use super::measuring::Measuring;

const CHECK_HELP: &str = "\
COMMAND is measured as `runoff run` does it, until the runs decide whether it is worse than the
baseline by more than --worse-than, or the most runs are done. When to look is fixed before the
first run, and the looks share the error: either answer is wrong in at most 5 % of checks
(docs/CHECK.md). FILEs are judged as they are, with one look.

BASELINE is a file or directory of outputs or runs, such as a sweep's; the address of a run, a
comparison or a snapshot; or a query for the server, such as 'label:2.6.31 elevator:cfq'.

Exit codes, as `git bisect run` wants them:
  0    not worse
  1    worse
  125  cannot tell, or COMMAND or --build failed: nothing to judge here
  128  no check can be made: no baseline, wrong options, no room (bisect ends)
  130  a signal ended it

Examples:
  runoff check --against http://runoff.example:7878/c/0123456789abcdef -- hackbench -l 1000
  runoff check --against baseline/ --metric rate --worse-than 3% results/*.out
  git bisect run runoff check --against 'label:v6.1' --build 'make -j8' -- ./bench";

/// Measures until it is clear whether a command is worse than a baseline
#[derive(Debug, Args)]
#[command(after_help = CHECK_HELP, override_usage = "runoff check [OPTIONS] --against <BASELINE> <-- <COMMAND>...|FILE...>")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) judging: Judging,
    /// What is measured against: a path, an address or a query
    #[arg(long, value_name = "BASELINE")]
    pub(crate) against: String,
    /// Which side of a comparison or snapshot [default: its baseline]; of a path or a query, which
    /// label or levels, such as 'elevator=bfq bs=4k'
    #[arg(long, value_name = "NAME")]
    pub(crate) side: Option<String>,
    #[command(flatten)]
    pub(crate) measuring: Measuring,
    /// What COMMAND printed before, to be judged in its place
    #[arg(value_name = "FILE", required_unless_present = "command", conflicts_with = "command")]
    pub(crate) files: Vec<PathBuf>,
    /// What to run, and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// How it is judged, and what comes before.
#[derive(Debug, Args)]
pub(crate) struct Judging {
    /// How much worse is too much
    #[arg(long, value_name = "SHARE", default_value = "5%")]
    pub(crate) worse_than: Threshold,
    /// The metrics that count [default: those that people quote first]
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    pub(crate) metric: Vec<String>,
    /// How many runs: at least..at most
    #[arg(long, value_name = "N..M", default_value = "3..10", value_parser = repeat)]
    pub(crate) repeat: (u32, u32),
    /// Begin no run later than this
    #[arg(long, value_name = "SECONDS")]
    time_budget: Option<u64>,
    /// How often an answer is right
    #[arg(long, value_name = "SHARE", default_value = "95%", value_parser = confidence)]
    pub(crate) confidence: f64,
    /// What `sh` runs before: where it fails, there is nothing to judge
    #[arg(long, value_name = "COMMAND")]
    pub(crate) build: Option<String>,
}

impl Judging {
    /// From when on no run begins.
    pub(crate) fn time_budget(&self) -> Option<Duration> {
        self.time_budget.map(Duration::from_secs)
    }
}

fn repeat(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if (2..=most).contains(&least) => Ok((least, most)),
        _ => Err("give two numbers from 2 on, such as 3..10, or one".to_owned()),
    }
}

fn confidence(text: &str) -> Result<f64, String> {
    let share = text.parse::<Threshold>().map(Threshold::share);
    share.ok().filter(|share| *share >= 0.5).ok_or_else(|| "give a share such as 95% or 0.99".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_a_range_or_a_number() {
        assert_eq!(repeat("3..10"), Ok((3, 10)));
        assert_eq!(repeat("5"), Ok((5, 5)));
        assert!(["1..3", "4..3", "x", "..", "3.."].into_iter().all(|text| repeat(text).is_err()));
    }

    #[test]
    fn confidence_is_a_share() {
        assert_eq!((confidence("95%"), confidence("0.99")), (Ok(0.95), Ok(0.99)));
        assert!(["5%", "100%", "x"].into_iter().all(|text| confidence(text).is_err()));
    }
}
