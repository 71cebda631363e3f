//! What a check says in the end.

use benchdata::check::{Evidence, Finding, Rule};
use benchdata::comparison::ComparisonTable;
use benchdata::number::tidied;
use serde::Serialize;

use crate::delivery::Kept;
use crate::outcome::Outcome;
use crate::terminal::counted;

/// The end of a check.
#[derive(Debug, Serialize)]
pub(crate) struct Verdict {
    /// In a word or two.
    pub(crate) verdict: Word,
    /// In a line.
    pub(crate) reason: String,
    /// How many runs were judged.
    runs: u64,
    /// The row that decided: the metric and its case.
    row: Option<String>,
    /// Its change, a share, positive is better.
    improvement: Option<f64>,
    /// Lowest and highest improvement that the runs allow.
    interval: Option<(f64, f64)>,
    /// How often such an interval holds.
    confidence: Option<f64>,
    /// Runs that are in the spool still.
    kept: Vec<Kept>,
    /// What makes it doubtful, and why there are no runs.
    #[serde(skip)]
    pub(crate) problems: Vec<String>,
}

/// A verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) enum Word {
    #[serde(rename = "worse")]
    Worse,
    #[serde(rename = "not worse")]
    NotWorse,
    #[serde(rename = "cannot tell")]
    CannotTell,
}

impl Word {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::NotWorse => "not worse",
            Self::CannotTell => "cannot tell",
        }
    }
}

impl Verdict {
    /// Nothing can be judged.
    pub(crate) fn none(reason: String) -> Self {
        let (row, improvement, interval, confidence) = (None, None, None, None);
        Self {
            verdict: Word::CannotTell,
            reason,
            runs: 0,
            row,
            improvement,
            interval,
            confidence,
            kept: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// With what became of its runs.
    pub(crate) fn with_kept(self, kept: Vec<Kept>, failed: Vec<String>) -> Self {
        Self { kept, problems: [self.problems, failed].concat(), ..self }
    }

    /// What the runs say. `None` where there is nothing to judge.
    pub(crate) fn of(finding: &Finding, rule: &Rule, table: &ComparisonTable) -> Option<Self> {
        let (verdict, evidence) = match finding {
            Finding::Worse(evidence) => (Word::Worse, evidence),
            Finding::NotWorse(evidence) => (Word::NotWorse, evidence),
            Finding::CannotTell(evidence) => (Word::CannotTell, evidence),
            Finding::Nothing => return None,
        };
        let row = row_name(table, evidence.row);
        let cells = table.rows.get(evidence.row).map_or(&[][..], |row| row.cells.as_slice());
        let runs = |side: usize| cells.get(side).and_then(Option::as_ref).map_or(0, |cell| cell.runs);
        let reason = format!(
            "{}: {row} {}, allowed is {}; {} against {}",
            verdict.as_str(),
            change(evidence),
            percent(-rule.worse_than.share()),
            counted(runs(1) as usize, "run"),
            runs(0),
        );
        Some(Self {
            verdict,
            reason,
            runs: runs(1),
            row: Some(row),
            improvement: evidence.improvement,
            interval: evidence.interval,
            confidence: Some(evidence.confidence),
            kept: Vec::new(),
            problems: Vec::new(),
        })
    }

    /// How the command ends.
    pub(crate) fn outcome(&self) -> Outcome {
        match self.verdict {
            Word::Worse => Outcome::Worse,
            Word::NotWorse => Outcome::Done,
            Word::CannotTell => Outcome::CannotTell,
        }
    }
}

/// `-12.0 % [-15.1 %, -9.0 %] at 98.75 %`
fn change(evidence: &Evidence) -> String {
    let at = tidied(100.0 * evidence.confidence);
    let improvement = evidence.improvement.map_or_else(|| "n/a".to_owned(), percent);
    match evidence.interval {
        Some((low, high)) => format!("{improvement} [{}, {}] at {at:.2} %", percent(low), percent(high)),
        None => format!("{improvement}, without bounds"),
    }
}

fn percent(share: f64) -> String {
    format!("{:+.1} %", 100.0 * share)
}

/// `rate (threads=4)`
fn row_name(table: &ComparisonTable, row: usize) -> String {
    let Some(row) = table.rows.get(row) else { return String::new() };
    let keys = table.keys.iter().zip(&row.keys);
    let pairs: Vec<String> =
        keys.filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?))).collect();
    if pairs.is_empty() { row.metric.clone() } else { format!("{} ({})", row.metric, pairs.join(", ")) }
}
