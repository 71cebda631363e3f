//! What stands above a table: whose it is, and what its values are.

use super::TOOLS;
use crate::metric::Better;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct About<'a> {
    pub(super) tool: Option<&'static str>,
    /// The last line that says none of the other things: a machine, a variant of the test.
    pub(super) title: Option<&'a str>,
    /// How many runs each mean sums up.
    pub(super) runs: Option<u64>,
    pub(super) better: Option<Better>,
    /// Whether the values are shares of the first side's.
    pub(super) is_relative: bool,
    /// Whether they are means, and no medians.
    pub(super) is_mean: bool,
}

impl<'a> About<'a> {
    pub(super) fn of(lines: &[&'a str]) -> Self {
        let mut about =
            Self { tool: None, title: None, runs: None, better: None, is_relative: false, is_mean: true };
        for line in lines {
            about.take(line.trim());
        }
        about
    }

    fn take(&mut self, line: &'a str) {
        let lower = line.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        if let Some(tool) = words.find_map(|word| TOOLS.into_iter().find(|tool| *tool == word)) {
            (self.tool, self.runs) = (Some(tool), runs(&lower));
            return;
        }
        match lower.split_once(':').map(|(name, said)| (name.trim(), said.trim())) {
            Some(("test", _)) => self.tool = None,
            Some(("units", said)) => self.is_relative = said.starts_with("normalized"),
            Some(("interpretation", "lower is better")) => self.better = Some(Better::Lower),
            Some(("interpretation", "higher is better")) => self.better = Some(Better::Higher),
            Some(("statistic", said)) => self.is_mean = said == "amean",
            _ if line.contains('%') || line.starts_with("--") || !line.contains(char::is_alphabetic) => {}
            _ => self.title = Some(line.trim_start_matches("- ")),
        }
    }
}

/// `average of 10 runs`
fn runs(lower: &str) -> Option<u64> {
    let (_, behind) = lower.split_once("average of ")?;
    let (n, _) = behind.split_once(" runs")?;
    n.trim().parse().ok().filter(|&n| n > 1)
}
