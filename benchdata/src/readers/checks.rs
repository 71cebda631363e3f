//! What the readers' tests share.

use crate::reading::Reading;
use crate::run::{Measurement, Values};

/// Every result in a line: run | case | metric value unit direction.
pub(super) fn values(reading: &Reading) -> Vec<String> {
    let numbered = reading.runs.iter().enumerate();
    numbered.flat_map(|(run, read)| read.results.iter().map(move |result| line(run, result))).collect()
}

fn line(run: usize, Measurement { series, values }: &Measurement) -> String {
    let case: Vec<String> = series.case.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let values = match values {
        Values::Samples(samples) => samples.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        Values::Summary(summary) => {
            let stddev = summary.stddev.map(|stddev| format!(" ± {stddev}")).unwrap_or_default();
            format!("{}{stddev} (n {})", summary.mean, summary.n)
        }
    };
    let better = series.better.map_or("", |better| better.as_str());
    format!("{run} | {} | {} {values} {} {better}", case.join(" "), series.metric, series.unit)
        .trim_end()
        .to_owned()
}
