//! A comparison as a value: everything that a page, a mail's table or a snapshot shows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::content::RunId;
use crate::key::RunKey;
use crate::metric::Better;
use crate::summary::Summary;

/// The form's name and version, which a snapshot carries for its later readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ComparisonSchema {
    /// The only version so far.
    #[default]
    #[serde(rename = "runoff-comparison/1")]
    V1,
}

/// What is asked for: the words of a comparison's address.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The query that selects the runs.
    #[serde(default)]
    pub q: String,
    /// The keys that split the runs into sides; guessed from what varies if none.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<RunKey>,
    /// The baseline's name; the first side if none.
    #[serde(default, deserialize_with = "named", skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The keys that rows are laid out by first; the case parameters that vary follow.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RunKey>,
    /// The metrics shown; all if none.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    pub metric: Vec<String>,
    /// How the table is laid out.
    #[serde(default)]
    pub layout: Layout,
}

/// A form sends an empty text where nothing was chosen.
fn named<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.filter(|name| !name.is_empty()))
}

/// How a table is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// A row is a case and metric: each side's mean, improvement, p, verdict.
    #[default]
    Delta,
    /// A row is a case and side: min, avg, max, standard deviation, improvement.
    Summary,
    /// A row is a case and side, one column a metric.
    Metrics,
}

impl Layout {
    /// All layouts, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Delta, Self::Summary, Self::Metrics];

    /// The layout's name in addresses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Delta => "delta",
            Self::Summary => "summary",
            Self::Metrics => "metrics",
        }
    }
}

/// Sides set against each other, row by row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComparisonTable {
    /// The form's version.
    pub schema: ComparisonSchema,
    /// What was asked for, with what was guessed filled in.
    pub request: Request,
    /// What was run.
    pub benchmarks: Vec<String>,
    /// The sides.
    pub sides: Vec<Side>,
    /// Which side the others are measured against.
    pub baseline: usize,
    /// The keys whose values tell rows apart.
    pub keys: Vec<String>,
    /// The case parameters that are the same in every row.
    pub constants: BTreeMap<String, String>,
    /// The metrics, in the order of the rows.
    pub metrics: Vec<Metric>,
    /// The rows, those of one metric together.
    pub rows: Vec<Row>,
    /// The captured facts that differ between the sides.
    pub environment: Vec<Difference>,
    /// What a reader must know before believing the numbers.
    pub warnings: Vec<Warning>,
}

/// One of the groups of runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Its name: the values of the keys that split, or the side's own query.
    pub name: String,
    /// Its runs, in the order of their ids.
    pub runs: Vec<RunId>,
}

/// A metric of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// Its name.
    pub name: String,
    /// What it means, where the glossary knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// Whether people quote it first.
    #[serde(default)]
    pub headline: bool,
}

/// One case and metric, on every side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The values of the table's keys; `None` where this row has no such key.
    pub keys: Vec<Option<String>>,
    /// The metric's name.
    pub metric: String,
    /// The unit of all its cells.
    pub unit: String,
    /// The metric's direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// One for each side; `None` where the side has no such result.
    pub cells: Vec<Option<Cell>>,
}

/// What one side has in one row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// How many runs of the side have this result.
    pub runs: u64,
    /// What the summary counts.
    pub basis: Basis,
    /// The observations' summary, in the row's unit.
    pub summary: Summary,
    /// The digits behind the point that the values were written with.
    pub decimals: usize,
    /// How it stands against the baseline; `None` for the baseline itself, and where the
    /// baseline has no such result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
}

/// What the observations of a cell are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Each run's mean: runs are what replicates.
    Runs,
    /// The samples of the side's single run.
    Samples,
}

/// A contender against the baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Against {
    /// Contender ÷ baseline; `None` where the baseline's mean is not above 0.
    pub ratio: Option<f64>,
    /// The change with the metric's direction: positive is better. `None` without a
    /// direction or ratio.
    pub improvement: Option<f64>,
    /// The ratio's 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// Welch's p of equal means.
    pub p: Option<f64>,
    /// p corrected for all rows and contenders that could get a verdict (Holm 1979).
    pub corrected_p: Option<f64>,
    /// Who won; `None` for a metric without direction.
    pub verdict: Option<Verdict>,
}

impl Against {
    /// (contender − baseline) ÷ baseline.
    #[must_use]
    pub fn change(&self) -> Option<f64> {
        self.ratio.map(|ratio| ratio - 1.0)
    }
}

/// What may be said of a contender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The interval excludes no change, and the change is a better one beyond the threshold.
    #[serde(rename = "better")]
    Better,
    /// The same the other way round.
    #[serde(rename = "worse")]
    Worse,
    /// A difference is not shown; that is not "no difference".
    #[serde(rename = "not shown")]
    NotShown,
    /// A side has a single observation.
    #[serde(rename = "too few runs")]
    TooFewRuns,
    /// All samples of both sides are the same.
    #[serde(rename = "identical samples")]
    IdenticalSamples,
    /// The sides differ, but neither varies at all, so that chance cannot be judged.
    #[serde(rename = "no variation")]
    NoVariation,
}

impl Verdict {
    /// In words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NotShown => "not shown",
            Self::TooFewRuns => "too few runs",
            Self::IdenticalSamples => "identical samples",
            Self::NoVariation => "no variation",
        }
    }
}

/// A captured fact that differs between the sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The fact's key, without `env.`.
    pub fact: String,
    /// Each side's values, more than one where its own runs differ.
    pub values: Vec<Vec<String>>,
}

/// What a reader must know before believing the numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// A short name of the kind, for programs: `single-run`.
    pub code: String,
    /// In words.
    pub text: String,
}

impl Warning {
    /// A warning of a kind.
    #[must_use]
    pub fn new(code: &str, text: impl Into<String>) -> Self {
        Self { code: code.to_owned(), text: text.into() }
    }
}

/// Lists in addresses and JSON: `label,box`.
mod commas {
    use std::fmt::Display;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::RunKey;

    pub(super) trait Item: Sized {
        fn parse(text: &str) -> Result<Self, String>;
    }

    impl Item for String {
        fn parse(text: &str) -> Result<Self, String> {
            Ok(text.to_owned())
        }
    }

    impl Item for RunKey {
        fn parse(text: &str) -> Result<Self, String> {
            Self::parse(text).map_err(|error| format!("{text:?} is no key: {error}"))
        }
    }

    pub(super) fn serialize<T: Display, S: Serializer>(items: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&items.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }

    pub(super) fn deserialize<'de, T: Item, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
        let text = String::deserialize(from)?;
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| T::parse(part).map_err(D::Error::custom)).collect()
    }
}
