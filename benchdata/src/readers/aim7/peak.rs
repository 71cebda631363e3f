//! The Scalable Test Platform's reports of reaim: means of the peaks of some executions.

use super::{Gathering, RATE, case, result, unfit};
use crate::readers::text::number;
use crate::readers::text::summed;
use crate::reading::ReadError;
use crate::summary::Summary;

/// `Peak load Test: Maximum Jobs per Minute 8491.96 (average of 3 runs)`
pub(super) fn peak(line: &str) -> Option<(&str, f64, u64)> {
    let (test, rest) = line.trim().split_once(": Maximum Jobs per Minute ")?;
    let (mean, runs) = rest.split_once(" (average of ")?;
    let (runs, _) = runs.split_once(" run")?;
    Some((test, number(mean)?, runs.parse().ok()?))
}

/// What stands above the peaks.
#[derive(Default)]
pub(super) struct Peaks {
    workload: Option<String>,
}

impl Peaks {
    pub(super) fn take(
        &mut self,
        gathering: &mut Gathering,
        line: usize,
        body: &str,
    ) -> Result<(), ReadError> {
        if let Some(options) = body.strip_prefix("reaim ") {
            let mut words = options.split_whitespace().filter(|word| *word != "-w");
            self.workload = words.next().map(str::to_owned);
        } else if let Some(kernel) = body.strip_prefix("kernel: ") {
            gathering.run_of(line, kernel)?;
        } else if let Some((test, mean, n)) = peak(body) {
            let said = [("test", Some(test.to_owned())), ("workload", self.workload.clone())];
            let said = said.into_iter().chain([("suite", Some("reaim".to_owned()))]);
            let case = case(said.filter_map(|(key, value)| Some((key, value?)))).map_err(unfit(line))?;
            let summary = Summary { n, min: None, mean, max: None, stddev: None };
            gathering.add(line, summed(result(&RATE, RATE.unit, &case, Vec::new()), summary))?;
        }
        Ok(())
    }
}
