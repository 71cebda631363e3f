//! What a reader's result is put together from: cases and results with the line they
//! stand on, a reading that holds something.

use crate::metric::MetricInfo;
use crate::name::{Name, Value};
use crate::readers::faults::fault;
use crate::readers::text::{case, result};
use crate::reading::{ReadError, ReadRun, Reading, Remark};
use crate::run::{Case, Measurement};

/// A case out of what stands on a line.
pub(super) fn case_on<'a>(
    line: usize,
    parameters: impl IntoIterator<Item = (&'a str, String)>,
) -> Result<Case, ReadError> {
    case(parameters)
        .map_err(|error| fault(line, "a parameter", format!("one that can be stored: it {error}")))
}

/// A label that stands on a line.
pub(super) fn label_on(line: usize, label: &str) -> Result<Name, ReadError> {
    Name::new(label).map_err(|error| fault(line, format!("{label:?}"), format!("a label: it {error}")))
}

/// One value of a metric, in the glossary's unit, as it stands on a line.
pub(super) fn value_on(
    line: usize,
    info: &MetricInfo,
    case: &Case,
    value: f64,
) -> Result<Measurement, ReadError> {
    value_in(line, info, info.unit, case, value)
}

/// One value of a metric in the unit that the tool chose for it.
pub(super) fn value_in(
    line: usize,
    info: &MetricInfo,
    unit: &str,
    case: &Case,
    value: f64,
) -> Result<Measurement, ReadError> {
    result(info, unit, case, vec![value]).map_err(|error| fault(line, format!("{unit:?}"), error.to_string()))
}

/// A run that nothing but its results tells apart.
pub(super) fn unnamed_run(results: Vec<Measurement>) -> ReadRun {
    ReadRun { label: None, factors: std::collections::BTreeMap::new(), results }
}

/// A remark on a line.
pub(super) fn remark(line: usize, text: impl Into<String>) -> Remark {
    Remark { line, text: text.into() }
}

/// What a reader understood, which must be something.
///
/// # Errors
/// Where there is no result, at the first remark or the end: `expected` says
/// what none was found of.
pub(super) fn reading(
    benchmark: &str,
    version: Option<&str>,
    (runs, remarks): (Vec<ReadRun>, Vec<Remark>),
    (text, expected): (&str, &str),
) -> Result<Reading, ReadError> {
    let runs: Vec<ReadRun> = runs.into_iter().filter(|run| !run.results.is_empty()).collect();
    if runs.is_empty() {
        let mut reasons: Vec<&str> = remarks.iter().map(|remark| remark.text.as_str()).collect();
        reasons.dedup();
        reasons.truncate(3);
        let (line, found) = match remarks.first() {
            Some(first) => (first.line, format!("no result ({})", reasons.join("; "))),
            None => (text.lines().count().max(1), "the end of the text and no result".to_owned()),
        };
        return Err(fault(line, found, expected));
    }
    let benchmark = Some(label_on(1, benchmark)?);
    Ok(Reading { benchmark, version: version.and_then(|version| Value::new(version).ok()), runs, remarks })
}
