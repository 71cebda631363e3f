//! dd under GNU time, as mails list it: a line for each copy, in groups of one kernel.
//!
//! ```text
//! @ linux 2.6.38.8
//!   248 MB/s  real = 86.74, user = 0.01, sys = 21.65, 24% cpu
//! ```

use std::collections::BTreeMap;

use super::{ELAPSED, READER, SYSTEM, THROUGHPUT, USER};
use crate::metric::MetricInfo;
use crate::name::{Key, Name, Value};
use crate::readers::executions::Executions;
use crate::readers::faults::unfit;
use crate::readers::lines::lines;
use crate::readers::parts::{label_on, value_in};
use crate::readers::text::number;
use crate::reading::{ReadError, Reading};
use crate::run::Case;

/// What `time` calls them.
const TIMES: [(&str, &MetricInfo); 3] = [("real", &ELAPSED), ("user", &USER), ("sys", &SYSTEM)];

type Results = Vec<(&'static MetricInfo, &'static str, f64)>;

/// The rate and times of a line. One that a comma does not end may be cut.
fn copy(line: &str) -> Option<Results> {
    let mut words = line.splitn(3, ' ').filter(|word| !word.is_empty());
    let (rate, unit) = (number(words.next()?)?, words.next()?);
    let unit = ["kB/s", "MB/s", "GB/s"].into_iter().find(|known| *known == unit)?;
    let mut results = vec![(&THROUGHPUT, unit, rate)];
    let (times, _) = words.next()?.rsplit_once(',')?;
    for part in times.split(',') {
        let (name, value) = part.split_once('=')?;
        let (_, info) = TIMES.into_iter().find(|(known, _)| *known == name.trim())?;
        results.push((info, info.unit, number(value.trim())?));
    }
    Some(results)
}

/// `@ linux 2.6.38.8`
fn kernel(line: &str) -> Option<&str> {
    let kernel = line.strip_prefix('@')?.trim();
    kernel.strip_prefix("linux ").or(Some(kernel)).filter(|kernel| !kernel.is_empty())
}

/// The line of the first copy.
pub(super) fn first(text: &str) -> Option<usize> {
    lines(text).find(|(_, line)| copy(line).is_some()).map(|(number, _)| number)
}

/// Lines of one kernel are told apart by their order alone, which a factor keeps: they are of
/// whatever was varied, and no repeats.
pub(super) fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let mut label: Option<Name> = None;
    let mut nth = 0;
    for (line, body) in lines(text) {
        if let Some(kernel) = kernel(body) {
            (label, nth) = (Some(label_on(line, kernel)?), 0);
        } else if let Some(results) = copy(body) {
            nth += 1;
            if nth == 2 {
                let text = "what was varied from line to line is not said in them: kept as their `order`";
                executions.remark(line, text);
            }
            let order =
                (Key::new("order").map_err(unfit(line))?, Value::new(nth.to_string()).map_err(unfit(line))?);
            let results = results
                .into_iter()
                .map(|(info, unit, value)| value_in(line, info, unit, &Case::default(), value));
            executions
                .add_under((label.clone(), BTreeMap::from([order])), results.collect::<Result<_, _>>()?);
        }
    }
    executions.finish(text, "lines of a rate and times (248 MB/s  real = 86.74, user = 0.01, sys = 21.65, …)")
}
