//! The omni output: `-k` prints KEY=VALUE lines, `-o` a line of headings over a line of values.

use std::collections::HashSet;

use super::{
    CPU_LOCAL, CPU_REMOTE, DEMAND_LOCAL, DEMAND_REMOTE, ELAPSED, Gathering, LATENCY_AVG, LATENCY_MAX,
    LATENCY_MIN, LATENCY_P50, LATENCY_P90, LATENCY_P99, LATENCY_STDDEV, RATE, THROUGHPUT, add, case, fault,
    unfit, unit,
};
use crate::metric::MetricInfo;
use crate::readers::text::{is_missing, number};
use crate::reading::ReadError;

/// Key, heading, and what it is.
const VALUES: [(&str, &str, &MetricInfo); 13] = [
    ("ELAPSED_TIME", "Elapsed Time (sec)", &ELAPSED),
    ("LOCAL_CPU_UTIL", "Local CPU Util %", &CPU_LOCAL),
    ("REMOTE_CPU_UTIL", "Remote CPU Util %", &CPU_REMOTE),
    ("LOCAL_SD", "Local Service Demand", &DEMAND_LOCAL),
    ("REMOTE_SD", "Remote Service Demand", &DEMAND_REMOTE),
    ("MIN_LATENCY", "Minimum Latency Microseconds", &LATENCY_MIN),
    ("MEAN_LATENCY", "Mean Latency Microseconds", &LATENCY_AVG),
    ("P50_LATENCY", "50th Percentile Latency Microseconds", &LATENCY_P50),
    ("P90_LATENCY", "90th Percentile Latency Microseconds", &LATENCY_P90),
    ("P99_LATENCY", "99th Percentile Latency Microseconds", &LATENCY_P99),
    ("MAX_LATENCY", "Maximum Latency Microseconds", &LATENCY_MAX),
    ("STDDEV_LATENCY", "Stddev Latency Microseconds", &LATENCY_STDDEV),
    ("TRANSACTION_RATE", "Transaction Rate Tran/s", &RATE),
];

const PARAMETERS: [(&str, &str, &str); 4] = [
    ("REQUEST_SIZE", "Request Size Bytes", "request_size"),
    ("RESPONSE_SIZE", "Response Size Bytes", "response_size"),
    ("LOCAL_SEND_SIZE", "Local Send Size", "message_size"),
    ("BURST_SIZE", "Initial Burst Requests", "burst"),
];

/// The values of one test, until it ends.
#[derive(Default)]
pub(super) struct Keys {
    values: Vec<(usize, String, String)>,
    /// Which `-k` keys are among them.
    known: HashSet<String>,
    headings: Option<Vec<String>>,
}

impl Keys {
    /// Takes a line, if it is one of these.
    pub(super) fn take(
        &mut self,
        gathering: &mut Gathering,
        line: usize,
        body: &str,
        test: Option<&str>,
    ) -> Result<bool, ReadError> {
        if let Some(headings) = self.headings.take() {
            let cells: Vec<&str> = body.split(',').collect();
            if cells.len() != headings.len() {
                return Err(fault(line, body, format!("{} values, as there are headings", headings.len())));
            }
            self.close(gathering, test)?;
            let cells = cells.iter().map(|cell| (*cell).to_owned());
            self.values =
                headings.into_iter().zip(cells).map(|(heading, cell)| (line, heading, cell)).collect();
            return Ok(true);
        }
        if test.is_some() && body.contains(',') && body.split(',').any(is_heading) {
            self.headings = Some(body.split(',').map(str::to_owned).collect());
            return Ok(true);
        }
        let Some((key, value)) = body.split_once('=') else { return Ok(false) };
        if key.is_empty() || !key.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_') {
            return Ok(false);
        }
        // A key that comes again begins another execution.
        if self.known.contains(key) {
            self.close(gathering, test)?;
        }
        self.known.insert(key.to_owned());
        self.values.push((line, key.to_owned(), value.to_owned()));
        Ok(true)
    }

    /// The values so far are a run.
    pub(super) fn close(&mut self, gathering: &mut Gathering, test: Option<&str>) -> Result<(), ReadError> {
        let values = std::mem::take(&mut self.values);
        self.known.clear();
        let Some((begun, ..)) = values.first() else { return Ok(()) };
        let find =
            |key: &str, heading: &str| values.iter().find(|(_, name, _)| name == key || name == heading);
        let parameters = PARAMETERS.iter().filter_map(|(key, heading, name)| {
            find(key, heading).map(|(_, _, value)| (*name, value.trim().to_owned()))
        });
        let parameters = test.map(|test| ("test", test.to_owned())).into_iter().chain(parameters);
        let case = case(parameters).map_err(unfit(*begun))?;
        gathering.next_run();
        if let Some((line, _, value)) = find("THROUGHPUT", "Throughput") {
            let Some((_, _, written)) = find("THROUGHPUT_UNITS", "Throughput Units") else {
                return Err(fault(
                    *line,
                    "a throughput without its unit",
                    "THROUGHPUT_UNITS beside THROUGHPUT",
                ));
            };
            let (info, unit) = match unit(written.trim()) {
                Some(unit) => (&THROUGHPUT, unit),
                None if written.trim().starts_with("Trans") => (&RATE, "transactions/s"),
                None => {
                    return Err(fault(
                        *line,
                        written.trim(),
                        "10^6bits/s, Trans/s or another unit of netperf",
                    ));
                }
            };
            add(gathering, *line, &case, &[(info, unit, read(*line, value)?)])?;
        }
        for (key, heading, info) in VALUES {
            let Some((line, _, value)) = find(key, heading) else { continue };
            // A service demand or use of -1 was not measured.
            if is_missing(value.trim()) || value.trim().starts_with('-') || gathering.has(&case, info.name) {
                continue;
            }
            add(gathering, *line, &case, &[(info, info.unit, read(*line, value)?)])?;
        }
        Ok(())
    }
}

fn is_heading(heading: &str) -> bool {
    ["Throughput", "Throughput Units"].contains(&heading)
        || VALUES.iter().any(|(_, known, _)| *known == heading)
}

fn read(line: usize, value: &str) -> Result<f64, ReadError> {
    number(value.trim()).ok_or_else(|| fault(line, format!("{value:?}"), "a number"))
}
