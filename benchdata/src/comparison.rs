//! A comparison as a value: everything that a page, a mail's table or a snapshot shows.

pub(crate) mod commas;
mod mean_ratio;
mod order;
mod standing;
mod threshold;
mod warning;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::choice::chosen;
use crate::content::RunId;
use crate::drift::Drift;
use crate::key::RunKey;
use crate::metric::Better;
use crate::summary::Summary;

pub use mean_ratio::{MeanRatio, MeanRatios};
pub use order::{Order, OrderKind};
pub use standing::{Against, Verdict};
pub use threshold::{Threshold, ThresholdError};
pub use warning::{Difference, Warning};

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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Request {
    /// The query that selects the runs.
    #[serde(default)]
    pub q: String,
    /// The keys that split the runs into sides; guessed from what varies if none.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub by: Vec<RunKey>,
    /// The baseline's name; if none, the first of the sides that have the most rows in common with
    /// the others, with `vs` the first.
    #[serde(default, deserialize_with = "named", skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The keys that rows are laid out by first; the case parameters that vary follow. A sweep
    /// goes over the first; guessed from what varies if none.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub rows: Vec<RunKey>,
    /// The metrics shown; all if none.
    #[serde(default, with = "commas", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub metric: Vec<String>,
    /// How small a change is of no interest: `2%` or `0.02`; 1 % if none.
    #[serde(default, skip_serializing_if = "Threshold::is_default")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub threshold: Threshold,
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
#[serde(rename_all = "lowercase", try_from = "String")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Layout {
    /// A row is a case and metric: each side's mean, improvement, p, verdict.
    #[default]
    Delta,
    /// A row is a case and side: min, avg, max, standard deviation, improvement.
    Summary,
    /// A row is a case and side, one column a metric.
    Metrics,
    /// A row is a case and side: every sample, their mean, its ratio to the baseline's.
    Samples,
    /// A row is a level of a numeric key: each side's mean and its interval.
    Sweep,
}

impl Layout {
    /// All layouts, in the order of menus.
    pub const ALL: [Self; 5] = [Self::Delta, Self::Summary, Self::Metrics, Self::Samples, Self::Sweep];

    /// The layout's name in addresses.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Delta => "delta",
            Self::Summary => "summary",
            Self::Metrics => "metrics",
            Self::Samples => "samples",
            Self::Sweep => "sweep",
        }
    }
}

impl TryFrom<String> for Layout {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        chosen("layout", Self::ALL, Self::as_str, &name)
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
    /// Where; not known of comparisons from before this was kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<String>,
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
    /// Metrics with a direction over all their rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mean_ratios: Vec<MeanRatios>,
    /// The order in which the runs were started, where that is known and a side repeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
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
    /// Its runs, in the order of their starts; those without a known start last, by id.
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
    /// Whether the runs' values go with time, all sides taken together; `None` where the
    /// starts are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
}

/// What one side has in one row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// How many runs of the side have this result.
    pub runs: u64,
    /// Which of the side's runs these are, from 0; none where all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<usize>,
    /// What the summary counts.
    pub basis: Basis,
    /// The observations' summary, in the row's unit.
    pub summary: Summary,
    /// The digits behind the point that the values were written with.
    pub decimals: usize,
    /// The observations in the row's unit: each run's mean in the order of the side's runs,
    /// or the samples of a single run as it printed them. None where that run has only a
    /// summary, or more samples than anyone reads (1000).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observations: Vec<f64>,
    /// Which of the observations are far from the others. They stay in the summary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outliers: Vec<usize>,
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
    /// What the source of the side's single run sums up, and does not print: runs of its own in
    /// many mails, samples in most tools' outputs.
    Summary,
}
