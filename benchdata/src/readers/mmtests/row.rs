//! A row of a comparison.

use super::{AMEAN, GMEAN, HMEAN};
use crate::metric::MetricInfo;
use crate::readers::text::number;

/// `Hmean     8       2888.88 (   0.00%)     2586.40 * -10.47%*`
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) statistic: &'a str,
    /// The level of what the benchmark varies: clients, groups, a size.
    pub(super) parameter: &'a str,
    /// A value and its gain over the first one in percent, for each kernel.
    pub(super) cells: Vec<(f64, f64)>,
}

impl Row<'_> {
    /// Whether the first kernel is compared with itself.
    pub(super) fn is_compared(&self) -> bool {
        self.cells.first().is_some_and(|(_, gain)| *gain == 0.0)
    }
}

const STATISTICS: [&str; 14] = [
    "Amean", "Hmean", "Gmean", "Mean", "Min", "Max", "Stddev", "CoeffVar", "BAmean-", "BHmean-", "1st-",
    "2nd-", "3rd-", "Max-",
];

/// The means are results; the rest describes their samples.
pub(super) fn info(statistic: &str) -> Option<&'static MetricInfo> {
    match statistic {
        "Amean" | "Mean" => Some(&AMEAN),
        "Hmean" => Some(&HMEAN),
        "Gmean" => Some(&GMEAN),
        _ => None,
    }
}

/// No table names its unit; of these benchmarks it is known.
pub(super) fn unit(title: Option<&str>) -> &'static str {
    match title {
        Some(title) if title.starts_with("hackbench") => "s",
        Some(title) if title.starts_with("tbench") || title.starts_with("dbench") => "MB/s",
        _ => "1",
    }
}

pub(super) fn is_begun(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    STATISTICS.iter().any(|known| first == *known || (known.ends_with('-') && first.starts_with(known)))
}

/// A row in which some kernel has no value: `nan (-nan%)`.
pub(super) fn is_missing(line: &str) -> bool {
    is_begun(line) && (line.contains("nan%") || line.contains("inf%"))
}

pub(super) fn row(line: &str) -> Option<Row<'_>> {
    if !is_begun(line) || !line.trim_end().ends_with([')', '*']) {
        return None;
    }
    let (statistic, rest) = line.trim().split_once(char::is_whitespace)?;
    // The parameter ends where the first value, the word in front of a bracket, begins.
    let bracket = rest.find(['(', '*'])?;
    let before = rest[..bracket].trim_end();
    let (parameter, _) = before.rsplit_once(char::is_whitespace).unwrap_or(("", before));
    let cells = rest[parameter.len()..].replace(['(', ')', '*'], " ");
    let words: Vec<&str> = cells.split_whitespace().collect();
    let cells = words.chunks(2).map(|pair| match pair {
        [value, gain] => Some((number(value)?, signed(gain.strip_suffix('%')?)?)),
        _ => None,
    });
    Some(Row { statistic, parameter: parameter.trim(), cells: cells.collect::<Option<_>>()? })
}

fn signed(word: &str) -> Option<f64> {
    match word.strip_prefix('-') {
        Some(word) => number(word).map(|value| -value),
        None => number(word.strip_prefix('+').unwrap_or(word)),
    }
}
