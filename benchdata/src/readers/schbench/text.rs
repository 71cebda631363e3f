//! schbench's text: blocks of percentiles. Those of one execution come again and again
//! while it runs; the last ones count.

use std::collections::BTreeMap;

use super::{command, measured};
use crate::name::{Name, NameError};
use crate::readers::executions::Executions;
use crate::readers::faults::{fault, unfit};
use crate::readers::lines::{cut, lines};
use crate::readers::text::number;
use crate::reading::ReadError;
use crate::run::Case;

/// What a block's heading says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Heading {
    kind: &'static str,
    /// Seconds so far, in versions since 2020.
    runtime: Option<f64>,
    /// Versions before 2023 print no more than the block at the end.
    is_old: bool,
}

/// `Wakeup Latencies percentiles (usec) runtime 5 (s) (688 total samples)`; before 2023
/// `Latency percentiles (usec)`, all wakeups.
pub(super) fn heading(line: &str) -> Option<Heading> {
    let (label, rest) = line.split_once(" percentiles (")?;
    let kind = match label {
        "Latency" | "Wakeup latency" | "Wakeup Latencies" => "wakeup_latency",
        "Request latency" | "Request Latencies" => "request_latency",
        "RPS" => "rps",
        _ => return None,
    };
    let runtime = rest.split_once(") runtime ").and_then(|(_, rest)| number(rest.split(' ').next()?));
    (rest.starts_with("usec)") || rest.starts_with("requests)")).then_some(Heading {
        kind,
        runtime,
        is_old: label == "Latency",
    })
}

/// One execution as far as it was read: values by metric.
#[derive(Default)]
struct Execution {
    label: Option<Name>,
    values: BTreeMap<String, f64>,
    runtime: Option<f64>,
    /// Whether the line that only the end has was seen.
    is_ended: bool,
    /// Whether what was read last is known to come before the end.
    is_interim: bool,
    is_old: bool,
}

/// Executions that run beside each other in columns; mostly one.
pub(super) struct Texts {
    executions: Executions,
    columns: Vec<Execution>,
    /// What stood above the columns.
    labels: Vec<Name>,
    case: Case,
    /// Whose rows come.
    kind: Option<&'static str>,
    begun: usize,
}

impl Texts {
    pub(super) fn read(text: &str) -> Result<Executions, ReadError> {
        let cut = cut(text);
        let mut texts = Self {
            executions: Executions::of(super::READER.name),
            columns: Vec::new(),
            labels: Vec::new(),
            case: Case::default(),
            kind: None,
            begun: 1,
        };
        for (line, body) in lines(text) {
            if cut == Some(line) && !is_whole_average(body) {
                texts.executions.remark(line, "the text ends within a number, which is left out");
            } else {
                texts.take(line, body)?;
            }
        }
        texts.close()?;
        Ok(texts.executions)
    }

    fn take(&mut self, line: usize, body: &str) -> Result<(), ReadError> {
        if let Some(heading) = heading(body) {
            let columns = body.matches(" percentiles (").count();
            return self.begin(line, heading, columns);
        }
        if body.contains("th: ") || body.contains("min=") {
            return self.row(line, body);
        }
        if let Some(case) = command::parameters(body) {
            self.close()?;
            self.case = case.map_err(unfit(line))?;
        } else if body.starts_with("current rps:") {
            self.columns.iter_mut().for_each(|column| column.is_interim = true);
        } else if body.starts_with("rps:") {
            self.executions
                .remark(line, "this version's own `rps` is left out: it may be a million times off");
        } else if let Some(values) = ending(body) {
            return self.end(line, values);
        } else if let Some(labels) = labels(body) {
            self.labels = labels.map_err(unfit(line))?;
        }
        Ok(())
    }

    fn begin(&mut self, line: usize, heading: Heading, columns: usize) -> Result<(), ReadError> {
        let is_another = self.columns.len() != columns
            || self.columns.iter().any(|column| {
                let has_kind = column.values.keys().any(|name| name.starts_with(heading.kind));
                column.is_ended || column.runtime > heading.runtime || (heading.runtime.is_none() && has_kind)
            });
        if is_another {
            self.close()?;
            self.begun = line;
            let labels = Some(&self.labels).filter(|labels| labels.len() == columns);
            self.columns = (0..columns)
                .map(|at| Execution {
                    label: labels.map(|labels| labels[at].clone()),
                    ..Execution::default()
                })
                .collect();
        }
        for column in &mut self.columns {
            let is_later = column.runtime.is_some() && column.runtime != heading.runtime;
            if is_later {
                column.values.clear();
            }
            // Only an ending tells that a later block is the last.
            column.is_interim = !heading.is_old && (is_later || column.is_interim);
            (column.runtime, column.is_old) = (heading.runtime, heading.is_old);
        }
        self.kind = Some(heading.kind);
        Ok(())
    }

    /// `* 99.0th: 12560 (62 samples)` or `min=1, max=47515`, once for each column.
    fn row(&mut self, line: usize, body: &str) -> Result<(), ReadError> {
        let Some(kind) = self.kind else { return Ok(()) };
        let mut found: Vec<(String, f64)> = Vec::new();
        let mut words = body.split_whitespace();
        while let Some(word) = words.next() {
            let (name, value) = if let Some(percentile) = word.strip_suffix("th:") {
                let percentile = number(percentile.trim_start_matches('*'));
                (percentile.map(|percentile| format!("p{percentile}")), words.next())
            } else if let Some((end @ ("min" | "max"), value)) = word.split_once('=') {
                (Some(end.to_owned()), Some(value.trim_end_matches(',')))
            } else {
                continue;
            };
            let value = value.and_then(number).zip(name);
            let (value, name) = value.ok_or_else(|| fault(line, body, "a percentile and its value"))?;
            found.push((format!("{kind}_{name}"), value));
        }
        let is_last = found.iter().any(|(name, _)| name.ends_with("_min"));
        let per_column = if is_last { 2 } else { 1 };
        if per_column * self.columns.len() != found.len() {
            let expected = format!("values for as many columns as the heading has ({})", self.columns.len());
            return Err(fault(line, body, expected));
        }
        for (at, value) in found.into_iter().enumerate() {
            self.columns[at / per_column].values.extend([value]);
        }
        if is_last {
            self.kind = None;
        }
        Ok(())
    }

    fn end(&mut self, line: usize, values: Vec<(&'static str, &str)>) -> Result<(), ReadError> {
        for (name, value) in values {
            let value = number(value).ok_or_else(|| fault(line, value, "a number"))?;
            self.columns.iter_mut().for_each(|column| {
                column.values.insert(name.to_owned(), value);
                column.is_ended = true;
            });
        }
        Ok(())
    }

    /// Hands over the executions read so far.
    fn close(&mut self) -> Result<(), ReadError> {
        let is_within_block = self.kind.take().is_some();
        for column in std::mem::take(&mut self.columns) {
            if !column.is_old && !column.is_ended {
                if column.is_interim || is_within_block {
                    let text = "this execution did not come to its end (average rps: …) and is left out";
                    self.executions.remark(self.begun, text);
                    continue;
                }
                self.executions
                    .remark(self.begun, "without its end (average rps: …): these values may be interim");
            }
            let mut results = Vec::new();
            for (name, value) in column.values {
                results.extend(measured(&name, &self.case, value, self.begun)?);
            }
            self.executions.add(column.label.as_ref(), results);
        }
        Ok(())
    }
}

/// The lines that only the end of an execution has.
fn ending(line: &str) -> Option<Vec<(&'static str, &str)>> {
    if let Some(rps) = line.strip_prefix("average rps: ") {
        return Some(vec![("rps_avg", rps)]);
    }
    if let Some(goal) = line.strip_prefix("final rps goal was ") {
        return Some(vec![("rps_goal", goal)]);
    }
    let (rate, throughput) = line.strip_prefix("avg worker transfer: ")?.split_once(" ops/sec ")?;
    // `MB` of 2^20 bytes; slower transfers are printed in KB or B.
    let throughput = throughput.strip_suffix("MB/s").map(|throughput| ("throughput", throughput));
    Some([("rate", rate)].into_iter().chain(throughput).collect())
}

/// Whether a line is the average as schbench prints it, with two decimals.
fn is_whole_average(line: &str) -> bool {
    let average = line.trim().strip_prefix("average rps: ");
    average.and_then(|average| average.split_once('.')).is_some_and(|(_, decimals)| decimals.len() == 2)
}

/// What stands above columns: `v5.4          v5.4 + patch`.
fn labels(line: &str) -> Option<Result<Vec<Name>, NameError>> {
    let labels: Vec<&str> = line.split("  ").map(str::trim).filter(|label| !label.is_empty()).collect();
    (labels.len() > 1).then(|| labels.into_iter().map(Name::new).collect())
}
