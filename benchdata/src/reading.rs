//! What a reader makes of a tool's output, and how that becomes runs.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use time::OffsetDateTime;

use crate::hints::Hints;
use crate::label_pattern::LabelPattern;
use crate::metric::MetricInfo;
use crate::name::{Key, Name, Value};
use crate::run::{MOST_REMARKS, Measurement, Run, RunError, Schema};
use crate::source::Source;

/// A reader: one tool's grammar.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// The format's name, which is the benchmark's: `tiobench`.
    pub name: &'static str,
    /// What it reads, in a line.
    pub about: &'static str,
    /// The glossary, in the order in which tables show the metrics.
    pub metrics: &'static [MetricInfo],
    /// Why a text looks like this tool's output, if it does.
    pub recognise: fn(&str) -> Option<Recognition>,
    /// Reads a text as this tool's output.
    pub read: fn(&str) -> Result<Reading, ReadError>,
}

/// How sure a reader is that a text is its tool's output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognition {
    /// How sure.
    pub sureness: Sureness,
    /// What it saw, and where: `line 14: the header of tiobench's table`.
    pub why: String,
}

/// Degrees of sureness, the lower first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sureness {
    /// Other tools print such a thing too.
    Possible,
    /// Only this tool prints it.
    Certain,
}

/// What a reader understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The benchmark; `None` where the output does not say what printed it.
    pub benchmark: Option<Name>,
    /// The tool's version, where it printed one.
    pub version: Option<Value>,
    /// The runs, in the order of the text.
    pub runs: Vec<ReadRun>,
    /// What was seen and left out, or looks odd, for the sender.
    pub remarks: Vec<Remark>,
}

/// One run, as far as the output tells.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRun {
    /// The label, where the output names one (tiobench's identifier).
    pub label: Option<Name>,
    /// What the output says was varied and the label does not.
    pub factors: BTreeMap<Key, Value>,
    /// What was measured.
    pub results: Vec<Measurement>,
}

/// A remark on a line of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1.
    pub line: usize,
    /// What is remarkable.
    pub text: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// Where and why an output cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: found {found}, expected {expected}")]
pub struct ReadError {
    /// The line at fault, from 1.
    pub line: usize,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

/// What the sender declares beside the output.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// The box it ran on.
    pub box_name: Name,
    /// The benchmark; needed where the output does not say what printed it.
    pub benchmark: Option<Name>,
    /// The label; needed where the output names none.
    pub label: Option<Name>,
    /// What the labels tell of factors.
    pub label_pattern: Option<LabelPattern>,
    /// Factors, `--set factor=level`.
    pub factors: BTreeMap<Key, Value>,
    /// When it started.
    pub started: Option<OffsetDateTime>,
    /// A remark.
    pub note: Option<String>,
    /// How to read a table.
    pub hints: Hints,
}

impl Declaration {
    /// Nothing but the box.
    #[must_use]
    pub fn on(box_name: Name) -> Self {
        Self {
            box_name,
            benchmark: None,
            label: None,
            label_pattern: None,
            factors: BTreeMap::new(),
            started: None,
            note: None,
            hints: Hints::default(),
        }
    }
}

/// Why a reading and a declaration do not make runs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeclareError {
    /// Nothing is declared.
    #[error("no output says on which box it ran: give a box")]
    NoBox,
    /// No benchmark in the output, none declared.
    #[error("the output does not say which benchmark printed it: name the benchmark")]
    NoBenchmark,
    /// Another benchmark is declared than the output is of.
    #[error("the benchmark is declared as {declared}, the output is {found}'s: leave the benchmark out")]
    OtherBenchmark {
        /// As declared.
        declared: Name,
        /// As read.
        found: Name,
    },
    /// No label in the output, none declared.
    #[error("the output does not say what was tested: give a label")]
    NoLabel,
    /// One declared label for runs that name several.
    #[error("the output holds runs of {}, which one label ({label}) would mix: leave the label out", found.join(", "))]
    OneLabelForSeveral {
        /// The declared label.
        label: Name,
        /// The labels in the output.
        found: Vec<String>,
    },
    /// A label that the pattern does not fit.
    #[error("the label {label} does not look like {pattern}")]
    OtherLabel {
        /// The label.
        label: Name,
        /// What labels were said to look like.
        pattern: LabelPattern,
    },
    /// A factor is declared otherwise than the output says.
    #[error("{factor} is declared as {declared}, the output says {found}")]
    Contradiction {
        /// The factor.
        factor: Key,
        /// As declared.
        declared: Value,
        /// As read.
        found: Value,
    },
    /// Each run keeps the whole output, which would multiply it beyond measure.
    #[error(
        "the output has {bytes} bytes and holds {runs} runs, each of which would keep all of it: send it in parts"
    )]
    TooManyRuns {
        /// Runs in the output.
        runs: usize,
        /// Its length.
        bytes: usize,
    },
    /// The runs are not sound.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The most bytes that one output may come to, kept once with each of its runs.
const MOST_KEPT: usize = 256 << 20;

impl Reading {
    /// The runs that this reading and the sender's words make together, each with the
    /// whole source. Runs that nothing else tells apart are numbered by `repeat`.
    ///
    /// # Errors
    /// Where label or factors are missing or contradict the output.
    pub fn into_runs(self, declared: &Declaration, source: &Source) -> Result<Vec<Run>, DeclareError> {
        let (runs, bytes) = (self.runs.len(), source.bytes.len());
        if runs.saturating_mul(bytes) > MOST_KEPT {
            return Err(DeclareError::TooManyRuns { runs, bytes });
        }
        let mut labels: Vec<String> =
            self.runs.iter().flat_map(|run| &run.label).map(ToString::to_string).collect();
        labels.sort();
        labels.dedup();
        if let Some(label) = &declared.label
            && labels.len() > 1
        {
            return Err(DeclareError::OneLabelForSeveral { label: label.clone(), found: labels });
        }
        let benchmark = declared.benchmark(self.benchmark)?;
        let version = Key::new("tool.version").ok().zip(self.version);
        let remarks: Vec<String> = self.remarks.iter().take(MOST_REMARKS).map(ToString::to_string).collect();
        let mut repeats: HashMap<(Name, BTreeMap<Key, Value>), u32> = HashMap::new();
        let mut runs = Vec::with_capacity(self.runs.len());
        for read in self.runs {
            let label = declared.label.clone().or(read.label).ok_or(DeclareError::NoLabel)?;
            let factors = merge(&declared.factors, read.factors)?;
            let factors = merge(&factors, declared.factors_in(&label)?)?;
            let repeat = repeats.entry((label.clone(), factors.clone())).or_default();
            *repeat += 1;
            let run = Run {
                schema: Schema::V1,
                box_name: declared.box_name.clone(),
                benchmark: benchmark.clone(),
                label,
                started: declared.started,
                repeat: (*repeat > 1).then_some(*repeat),
                factors,
                environment: version.clone().into_iter().collect(),
                results: read.results,
                sources: vec![source.clone()],
                note: declared.note.clone(),
                remarks: remarks.clone(),
            };
            run.check()?;
            runs.push(run);
        }
        Ok(runs)
    }
}

impl Declaration {
    /// The benchmark, given what the output says.
    fn benchmark(&self, found: Option<Name>) -> Result<Name, DeclareError> {
        match (self.benchmark.clone(), found) {
            (Some(declared), Some(found)) if declared != found => {
                Err(DeclareError::OtherBenchmark { declared, found })
            }
            (declared, found) => found.or(declared).ok_or(DeclareError::NoBenchmark),
        }
    }

    /// What a label tells of factors.
    fn factors_in(&self, label: &Name) -> Result<BTreeMap<Key, Value>, DeclareError> {
        let Some(pattern) = &self.label_pattern else { return Ok(BTreeMap::new()) };
        let other = || DeclareError::OtherLabel { label: label.clone(), pattern: pattern.clone() };
        pattern.factors(label).ok_or_else(other)
    }
}

fn merge(
    declared: &BTreeMap<Key, Value>,
    read: BTreeMap<Key, Value>,
) -> Result<BTreeMap<Key, Value>, DeclareError> {
    let mut factors = declared.clone();
    for (factor, found) in read {
        match factors.get(&factor) {
            Some(declared) if *declared != found => {
                return Err(DeclareError::Contradiction { factor, declared: declared.clone(), found });
            }
            _ => factors.insert(factor, found),
        };
    }
    Ok(factors)
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
