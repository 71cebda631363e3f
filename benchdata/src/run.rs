//! A run, as it is sent, stored and compared: Runoff's wire form `runoff/1`.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

pub use crate::case::Case;
use crate::metric::Better;
use crate::name::{Key, Name, Value};
use crate::source::Source;
use crate::summary::Summary;
use crate::unique_keys::unique_keys;
use crate::unit::Unit;

/// The wire form's name and version, which every JSON run carries as `schema`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Schema {
    /// The only version so far.
    #[default]
    #[serde(rename = "runoff/1")]
    V1,
}

/// One execution of one benchmark on one box under one setting. Immutable once stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Run {
    /// The wire form's version.
    pub schema: Schema,
    /// The test machine.
    #[serde(rename = "box")]
    pub box_name: Name,
    /// The tool or script.
    pub benchmark: Name,
    /// The short name of what was tested.
    pub label: Name,
    /// When the run started, where that is known.
    #[serde(default, with = "time::serde::rfc3339::option", skip_serializing_if = "Option::is_none")]
    pub started: Option<OffsetDateTime>,
    /// Which repetition this is, from 2 on, where one source holds several runs that
    /// differ in nothing else that is declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u32>,
    /// What the experimenter varied or declares.
    #[serde(default, deserialize_with = "unique_keys", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, String>))]
    pub factors: BTreeMap<Key, Value>,
    /// Facts captured on the box.
    #[serde(default, deserialize_with = "unique_keys", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, String>))]
    pub environment: BTreeMap<Key, Value>,
    /// What was measured.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<WireMeasurement>))]
    pub results: Vec<Measurement>,
    /// The tool's output, byte for byte.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::source::Wire>))]
    pub sources: Vec<Source>,
    /// A remark in the sender's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What was remarked when the output was read: values that contradict each other, rows left
    /// out, settings that changed while it ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// What can be compared across runs of one benchmark: case, metric and unit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Series {
    /// The benchmark's own parameters.
    pub case: Case,
    /// What was measured.
    pub metric: Name,
    /// The unit of the values, as written.
    pub unit: Unit,
    /// Which way is better, if either.
    pub better: Option<Better>,
}

/// What a run measured of one series, in the series' unit.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Every sample.
    Samples(Vec<f64>),
    /// A source that printed no samples.
    Summary(Box<Summary>),
}

impl Values {
    /// The samples' summary, or the one that was printed.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        match self {
            Self::Samples(samples) => Summary::of(samples),
            Self::Summary(summary) => Some(**summary),
        }
    }

    /// The samples, where there are any.
    #[must_use]
    pub fn samples(&self) -> &[f64] {
        match self {
            Self::Samples(samples) => samples,
            Self::Summary(_) => &[],
        }
    }
}

/// One series of a run with its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WireMeasurement", into = "WireMeasurement")]
pub struct Measurement {
    /// What was measured.
    pub series: Series,
    /// What came out.
    pub values: Values,
}

/// One series of a run with its values: `samples`, or a `summary` where the source printed only
/// that.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Measurement))]
struct WireMeasurement {
    /// The benchmark's own parameters.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, String>))]
    case: Case,
    metric: Name,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    unit: Unit,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    better: Option<Better>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    samples: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
}

impl TryFrom<WireMeasurement> for Measurement {
    type Error = &'static str;

    fn try_from(wire: WireMeasurement) -> Result<Self, Self::Error> {
        let values = match (wire.samples, wire.summary) {
            (Some(samples), None) => Values::Samples(samples),
            (None, Some(summary)) => Values::Summary(summary.into()),
            (Some(_), Some(_)) => return Err("has both `samples` and `summary`: give the samples alone"),
            (None, None) => return Err("has neither `samples` nor `summary`"),
        };
        let series = Series { case: wire.case, metric: wire.metric, unit: wire.unit, better: wire.better };
        Ok(Self { series, values })
    }
}

impl From<Measurement> for WireMeasurement {
    fn from(Measurement { series, values }: Measurement) -> Self {
        let (samples, summary) = match values {
            Values::Samples(samples) => (Some(samples), None),
            Values::Summary(summary) => (None, Some(*summary)),
        };
        let Series { case, metric, unit, better } = series;
        Self { case, metric, unit, better, samples, summary }
    }
}

/// What is wrong with a run, and where in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {problem}")]
pub struct RunError {
    /// The field at fault: `results[3].samples[0]`.
    pub path: String,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl RunError {
    pub(crate) fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { path: path.into(), problem: problem.into() }
    }
}

/// More results than any tool prints are a mistake, and would make one request's cost
/// unbounded.
const MOST_RESULTS: usize = 100_000;

/// More remarks say no more than that the output was not understood.
pub(crate) const MOST_REMARKS: usize = 100;

impl Run {
    /// Checks what single fields cannot: values are finite and consistent, no series
    /// stands twice.
    ///
    /// # Errors
    /// The first field at fault.
    pub fn check(&self) -> Result<(), RunError> {
        if self.results.is_empty() {
            return Err(RunError::new("results", "holds no result: there is nothing to store"));
        }
        if self.results.len() > MOST_RESULTS {
            let problem = format!("holds {} results, at most {MOST_RESULTS} are taken", self.results.len());
            return Err(RunError::new("results", problem));
        }
        self.check_words()?;
        self.check_started()?;
        self.check_factors()?;
        if self.repeat.is_some_and(|repeat| repeat < 2) {
            let problem = "counts from 2: the first run of several has none";
            return Err(RunError::new("repeat", problem));
        }
        let mut seen = HashMap::new();
        for (at, result) in self.results.iter().enumerate() {
            check_values(&result.values)
                .map_err(|(field, problem)| RunError::new(format!("results[{at}].{field}"), problem))?;
            if let Some(first) = seen.insert((&result.series.case, &result.series.metric), at) {
                let problem = format!(
                    "repeats the case and metric of results[{first}]: several samples of one series belong in its `samples`, several executions in runs of their own"
                );
                return Err(RunError::new(format!("results[{at}]"), problem));
            }
        }
        Ok(())
    }

    /// Checks what the database could not store.
    fn check_words(&self) -> Result<(), RunError> {
        if self.note.as_ref().is_some_and(|note| note.contains('\0')) {
            return Err(RunError::new("note", "holds a NUL character"));
        }
        if let Some(at) = self.remarks.iter().position(|remark| remark.contains('\0')) {
            return Err(RunError::new(format!("remarks[{at}]"), "holds a NUL character"));
        }
        if self.remarks.len() > MOST_REMARKS {
            let problem = format!("holds {} remarks, at most {MOST_REMARKS} are taken", self.remarks.len());
            return Err(RunError::new("remarks", problem));
        }
        Ok(())
    }

    /// Checks that the start can be written as RFC 3339 has it, in UTC too.
    fn check_started(&self) -> Result<(), RunError> {
        let year = self.started.map(|at| at.checked_to_utc().map(|at| at.year()));
        if year.is_some_and(|year| year.is_none_or(|year| !(1..=9999).contains(&year))) {
            return Err(RunError::new("started", "is not between the years 1 and 9999, in UTC"));
        }
        Ok(())
    }

    /// A factor may be a parameter of the cases too, but then both say the same: a factor
    /// that hid several cases would make one row of them.
    fn check_factors(&self) -> Result<(), RunError> {
        for (factor, level) in &self.factors {
            let parameters = self.results.iter().map(|result| result.series.case.get(factor.as_str()));
            if let Some(value) = parameters.flatten().find(|value| *value != level) {
                let problem = format!(
                    "is declared as {level}, but a result has {factor}={value}: leave it out, or call it otherwise"
                );
                return Err(RunError::new(format!("factors.{factor}"), problem));
            }
        }
        Ok(())
    }
}

fn check_values(values: &Values) -> Result<(), (String, String)> {
    match values {
        Values::Samples(samples) if samples.is_empty() => {
            Err(("samples".into(), "is empty: leave a missing result out".into()))
        }
        Values::Samples(samples) => {
            let wrong = samples.iter().enumerate().find_map(|(at, x)| Some((at, number_problem(*x)?)));
            wrong.map_or(Ok(()), |(at, problem)| Err((format!("samples[{at}]"), problem)))
        }
        Values::Summary(summary) => {
            check_summary(summary).map_err(|(field, problem)| (format!("summary.{field}"), problem))
        }
    }
}

/// Far beyond any quantity, and so far within a double that squares and sums of such numbers are
/// too.
const LARGEST: f64 = 1e100;

/// What is wrong with a number, if anything.
fn number_problem(x: f64) -> Option<String> {
    if !x.is_finite() {
        return Some("is not a finite number".into());
    }
    (x.abs() > LARGEST).then(|| format!("is beyond {LARGEST:e}, as no quantity is: is its unit right?"))
}

/// Above it a double, which statistics need, no longer tells one count from the next.
const MOST_SAMPLES: u64 = 1 << 53;

fn check_summary(summary: &Summary) -> Result<(), (&'static str, String)> {
    if summary.n == 0 {
        return Err(("n", "is 0: a summary of nothing is no result".into()));
    }
    if summary.n > MOST_SAMPLES {
        return Err(("n", format!("is above {MOST_SAMPLES}")));
    }
    let named = [
        ("min", summary.min),
        ("mean", Some(summary.mean)),
        ("max", summary.max),
        ("stddev", summary.stddev),
    ];
    for (field, value) in named {
        if let Some(problem) = value.and_then(number_problem) {
            return Err((field, problem));
        }
    }
    if summary.stddev.is_some_and(|s| s < 0.0) {
        return Err(("stddev", "is negative".into()));
    }
    check_summary_range(summary)?;
    check_summary_spread(summary)
}

/// Tools round each printed figure by itself, so that 1.005 may stand under a mean of 1.00,
/// and a deviation of 0.6 beside values from 0.6 to 1.4 be 0.566: half a unit of the last
/// digit that any figure shows, if that is more.
fn rounding(summary: &Summary) -> f64 {
    let decimals = |figure: f64| figure.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let figures = [Some(summary.mean), summary.min, summary.max, summary.stddev];
    let most = figures.into_iter().flatten().map(decimals).max().unwrap_or(0);
    0.005 * summary.mean.abs() + 0.005_f64.max(0.5 * 0.1_f64.powi(most as i32))
}

fn check_summary_range(summary: &Summary) -> Result<(), (&'static str, String)> {
    let slack = rounding(summary);
    if summary.min.is_some_and(|min| min > summary.mean + slack) {
        return Err(("min", format!("is above the mean, {}", summary.mean)));
    }
    if summary.max.is_some_and(|max| max < summary.mean - slack) {
        return Err(("max", format!("is below the mean, {}", summary.mean)));
    }
    Ok(())
}

/// The spread that `n` values may have: none for one; for more, a deviation of at most half
/// their range (Popoviciu 1935), which n−1 makes larger, and at least what the two ends alone make.
fn check_summary_spread(summary: &Summary) -> Result<(), (&'static str, String)> {
    let slack = rounding(summary);
    if summary.n == 1 {
        let is_other = |value: Option<f64>| value.is_some_and(|x| (x - summary.mean).abs() > slack);
        if summary.stddev.is_some_and(|stddev| stddev != 0.0) {
            return Err(("stddev", "is not 0, yet a single sample deviates from nothing".into()));
        }
        return match (is_other(summary.min), is_other(summary.max)) {
            (true, _) => Err(("min", "is not the mean, yet there is a single sample".into())),
            (_, true) => Err(("max", "is not the mean, yet there is a single sample".into())),
            _ => Ok(()),
        };
    }
    let Some(((min, max), stddev)) = summary.min.zip(summary.max).zip(summary.stddev) else { return Ok(()) };
    let n = summary.n as f64;
    let most = (max - min + 2.0 * slack) / 2.0 * (n / (n - 1.0)).sqrt() + slack;
    if stddev > most {
        let problem = format!("is larger than {n} values from {min} to {max} can have");
        return Err(("stddev", problem));
    }
    let least = (max - min - 2.0 * slack) / (2.0 * (n - 1.0)).sqrt() - slack;
    if stddev < least {
        let problem = format!("is smaller than {n} values from {min} to {max} can have");
        return Err(("stddev", problem));
    }
    Ok(())
}
