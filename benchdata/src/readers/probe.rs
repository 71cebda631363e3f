//! What tests of readers look at: results as lines of text.

use crate::metric::Better;
use crate::reading::{ReadRun, Reading};
use crate::run::{Measurement, Values};

/// `threads=4 | rate = 1.5 2 MiB/s higher`
fn line(result: &Measurement) -> String {
    let series = &result.series;
    let case: Vec<String> = series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let values = match &result.values {
        Values::Samples(samples) => samples.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        Values::Summary(s) => {
            format!("{} of {} ({:?} to {:?}, sd {:?})", s.mean, s.n, s.min, s.max, s.stddev)
        }
    };
    let better = series.better.map_or("-", Better::as_str);
    format!("{} | {} = {values} {} {better}", case.join(", "), series.metric, series.unit)
}

pub(super) fn lines(run: &ReadRun) -> Vec<String> {
    run.results.iter().map(line).collect()
}

/// The one line of a run that begins so: `threads=4 | rate`.
pub(super) fn value(reading: &Reading, run: usize, begin: &str) -> String {
    let begin = format!("{begin} = ");
    let found: Vec<String> =
        lines(&reading.runs[run]).into_iter().filter(|line| line.starts_with(&begin)).collect();
    match found.as_slice() {
        [line] => line[begin.len()..].to_owned(),
        _ => panic!("{found:?} for {begin} in {:#?}", lines(&reading.runs[run])),
    }
}

pub(super) fn labels(reading: &Reading) -> Vec<Option<&str>> {
    reading.runs.iter().map(|run| run.label.as_ref().map(|label| label.as_str())).collect()
}

/// A fixture of a tool.
macro_rules! fixture {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/readers/fixtures/", $name))
    };
}
pub(super) use fixture;
