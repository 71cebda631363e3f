//! What two readings of one output differ in.

use std::collections::BTreeMap;
use std::fmt;

use benchdata::name::Name;
use benchdata::run::{Case, Measurement, Series, Values};

/// More samples are shown by their number and mean.
const MOST_SAMPLES: usize = 5;

/// A result that one reading has and the other has not, or has otherwise.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Difference {
    /// It is stored, and would not be read today.
    Gone(Measurement),
    /// It would be read today, and is not stored.
    New(Measurement),
    /// As stored, and as read today.
    Other(Measurement, Measurement),
}

type Results<'a> = BTreeMap<(&'a Case, &'a Name), &'a Measurement>;

/// The differences, in the order of cases and metrics.
pub(super) fn differences(stored: &[Measurement], read: &[Measurement]) -> Vec<Difference> {
    let (stored, read) = (by_series(stored), by_series(read));
    let known = stored.iter().filter_map(|(series, &was)| match read.get(series) {
        None => Some((series, Difference::Gone(was.clone()))),
        Some(&now) if now != was => Some((series, Difference::Other(was.clone(), now.clone()))),
        Some(_) => None,
    });
    let new = read.iter().filter(|(series, _)| !stored.contains_key(series));
    let new = new.map(|(series, &now)| (series, Difference::New(now.clone())));
    known.chain(new).collect::<BTreeMap<_, _>>().into_values().collect()
}

fn by_series(results: &[Measurement]) -> Results<'_> {
    results.iter().map(|result| ((&result.series.case, &result.series.metric), result)).collect()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(was) => write!(f, "{}: {}, no more read", name(&was.series), value(was)),
            Self::New(now) => write!(f, "{}: {}, not stored", name(&now.series), value(now)),
            Self::Other(was, now) => {
                write!(f, "{}: {}, read as {}", name(&was.series), value(was), value(now))
            }
        }
    }
}

/// `rate, test=Sequential reads, threads=1`
fn name(series: &Series) -> String {
    series.case.iter().fold(series.metric.to_string(), |name, (key, value)| format!("{name}, {key}={value}"))
}

/// `42.07 41.5 MiB/s (higher is better)`
fn value(result: &Measurement) -> String {
    let Series { unit, better, .. } = &result.series;
    let values = match &result.values {
        Values::Samples(samples) if samples.len() <= MOST_SAMPLES => {
            samples.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
        }
        values => values
            .summary()
            .map_or_else(String::new, |summary| format!("{} with mean {}", summary.n, summary.mean)),
    };
    let better = better.map_or_else(String::new, |better| format!(" ({} is better)", better.as_str()));
    format!("{values} {unit}{better}")
}
