//! What the readers of disk and load benchmarks share in tests: a reading as lines of
//! text, and tests over all of them.

use crate::metric::{Better, MetricInfo};
use crate::name::{Key, Name, Value};
use crate::reading::{Declaration, ReadRun, Reading, Sureness};
use crate::run::{Measurement, Values};
use crate::source::{Source, decode};
use crate::unit::Unit;

/// Reads a fixture.
macro_rules! fixture {
    ($path:literal) => {
        crate::readers::io_tests::text(include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/readers/fixtures/",
            $path
        )))
    };
}
pub(super) use fixture;

pub(super) fn text(bytes: &[u8]) -> String {
    decode(bytes).unwrap()
}

/// `load=io_load: elapsed 119 s lower (4)`, the number of runs in brackets where a value
/// is a summary's mean.
pub(super) fn line(result: &Measurement) -> String {
    let case: Vec<String> = result.series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let series = &result.series;
    let better = series.better.map_or("-", Better::as_str);
    let value = match &result.values {
        Values::Samples(samples) => samples.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Values::Summary(summary) => format!("{}({})", summary.mean, summary.n),
    };
    format!("{}: {} {value} {} {better}", case.join(", "), series.metric, series.unit)
}

/// A run's results as lines.
pub(super) fn lines(run: &ReadRun) -> Vec<String> {
    run.results.iter().map(line).collect()
}

/// Fails with all there is where a run lacks one of the lines.
pub(super) fn has(run: &ReadRun, wanted: &[&str]) {
    let lines = lines(run);
    for wanted in wanted {
        assert!(lines.iter().any(|line| line == wanted), "no {wanted:?} among {lines:#?}");
    }
}

pub(super) fn labels(reading: &Reading) -> Vec<&str> {
    reading.runs.iter().map(|run| run.label.as_ref().map_or("", |label| label.as_str())).collect()
}

pub(super) fn counts(reading: &Reading) -> Vec<usize> {
    reading.runs.iter().map(|run| run.results.len()).collect()
}
