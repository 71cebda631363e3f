//! cyclictest's text: a line for each thread, of which the last counts, and histograms,
//! of which the lines under the bars are read.

use std::collections::BTreeMap;

use super::{Thread, command, unit};
use crate::readers::executions::Executions;
use crate::readers::faults::fault;
use crate::readers::lines::{cut, lines};
use crate::readers::text::number;
use crate::reading::ReadError;

/// A line on a thread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row<'a> {
    thread: u32,
    pid: u32,
    priority: &'a str,
    interval: &'a str,
    cycles: &'a str,
    min: &'a str,
    /// Versions of 2006 print none.
    avg: Option<&'a str>,
    /// Missing where the line is cut.
    max: Option<&'a str>,
    /// Whether it is printed as with `-N`: Avg in eight places, which has five otherwise.
    /// (Versions of 2006 print all in eight.)
    is_nanoseconds: bool,
    /// Whether it is printed as without `-N`, or as in 2006: else the blanks are not
    /// cyclictest's own and tell nothing.
    is_microseconds: bool,
}

/// `T: 0 (32560) P:90 I:1000 C:   1975 Min:      5 Act:   14 Avg:   28 Max:    4987`
pub(super) fn row(line: &str) -> Option<Row<'_>> {
    let (thread, rest) = unmoved(line).strip_prefix("T:")?.split_once('(')?;
    let (pid, rest) = rest.split_once(')')?;
    let mut words = rest.split_whitespace();
    let mut fields: Vec<(&str, &str)> = Vec::new();
    while let Some((name, value)) = words.next().and_then(|word| word.split_once(':')) {
        let value = if value.is_empty() { words.next().unwrap_or_default() } else { value };
        fields.push((name, value));
    }
    let field = |wanted| fields.iter().find(|(name, _)| *name == wanted).map(|&(_, value)| value);
    Some(Row {
        thread: thread.trim().parse().ok()?,
        pid: pid.trim().parse().ok()?,
        priority: field("P")?,
        interval: field("I")?,
        cycles: field("C")?,
        min: field("Min")?,
        avg: field("Avg"),
        max: field("Max"),
        is_nanoseconds: width(line, "Avg:") == Some(8) && width(line, "Min:") == Some(7),
        is_microseconds: match width(line, "Avg:") {
            Some(avg) => avg == 5 && width(line, "Min:") == Some(7),
            None => true,
        },
    })
}

/// How many places a number behind its name takes.
fn width(line: &str, name: &str) -> Option<usize> {
    let (_, rest) = line.split_once(name)?;
    let number = rest.trim_start();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    Some(rest.len() - number.len() + digits)
}

/// A line without the code that moves the cursor up to print over the last lines.
fn unmoved(line: &str) -> &str {
    let code = line.strip_prefix("\x1b[").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    code.and_then(|rest| rest.strip_prefix('A')).unwrap_or(line)
}

/// One execution as far as it was read.
#[derive(Default)]
struct Execution {
    line: usize,
    /// Process and values of each thread.
    threads: BTreeMap<u32, (u32, Thread)>,
    /// The lines under a histogram.
    histogram: BTreeMap<&'static str, Vec<f64>>,
    is_refreshed: bool,
    is_nanoseconds: bool,
    is_microseconds: bool,
}

pub(super) fn read(text: &str) -> Result<Executions, ReadError> {
    let cut = cut(text);
    let (mut executions, mut unit_now) = (Executions::of(super::READER.name), "us");
    let mut execution = Execution::default();
    for (line, body) in lines(text) {
        let (row, ending) = (row(body), ending(body));
        if cut == Some(line) && (row.is_some() || ending.is_some()) {
            return Err(fault(line, "the end of the text within a number", "a whole line with its line end"));
        }
        let options = command(body);
        let is_over = row.as_ref().is_some_and(|row| execution.is_over(row))
            || options.is_some()
            || body.starts_with("# Histogram") && !body.contains("Overflow")
            || body.starts_with("# /dev/cpu_dma_latency");
        if is_over {
            std::mem::take(&mut execution).close(unit_now, &mut executions)?;
        }
        if let Some(row) = row {
            execution.take(line, &row)?;
        } else if let Some((name, values)) = ending {
            let values: Option<Vec<f64>> = values.split_whitespace().map(number).collect();
            let values = values.ok_or_else(|| fault(line, body, "a number for each thread"))?;
            (execution.line, _) = (line, execution.histogram.insert(name, values));
        } else if let Some(options) = options {
            unit_now = unit(&options);
        }
    }
    execution.close(unit_now, &mut executions)?;
    Ok(executions)
}

/// A line under a histogram.
fn ending(line: &str) -> Option<(&'static str, &str)> {
    ["Min Latencies", "Avg Latencies", "Max Latencies", "Histogram Overflows"]
        .into_iter()
        .find_map(|name| Some((name, line.strip_prefix("# ")?.strip_prefix(name)?.strip_prefix(':')?)))
}

impl Execution {
    /// Whether a row belongs to the next execution: another process, or fewer cycles.
    fn is_over(&self, row: &Row) -> bool {
        self.threads.get(&row.thread).is_some_and(|(pid, thread)| {
            let is_other = *pid != row.pid && *pid != 0 && row.pid != 0;
            is_other || number(row.cycles) < thread.cycles
        })
    }

    fn take(&mut self, line: usize, row: &Row) -> Result<(), ReadError> {
        let value = |name: &str, word: &str| {
            number(word).ok_or_else(|| fault(line, format!("{name}:{word}"), "a number"))
        };
        let max = row.max.ok_or_else(|| fault(line, "a line without Max:", "a whole line on a thread"))?;
        let thread = Thread {
            min: Some(value("Min", row.min)?),
            avg: row.avg.map(|avg| value("Avg", avg)).transpose()?,
            max: Some(value("Max", max)?),
            cycles: Some(value("C", row.cycles)?),
            overflows: None,
            parameters: vec![("priority", row.priority.to_owned()), ("interval", row.interval.to_owned())],
        };
        self.line = line;
        self.is_nanoseconds |= row.is_nanoseconds;
        self.is_microseconds |= row.is_microseconds;
        self.is_refreshed |= self.threads.insert(row.thread, (row.pid, thread)).is_some();
        Ok(())
    }

    fn close(mut self, unit: &str, executions: &mut Executions) -> Result<(), ReadError> {
        let line = self.line;
        if self.is_refreshed {
            executions.remark(line, "printed again and again while it ran: the last lines count");
        }
        let unit = if self.is_nanoseconds { "ns" } else { unit };
        self.take_histogram(unit)?;
        let is_unknown = unit == "us" && !self.is_microseconds;
        let awake = self.threads.values().filter(|(_, thread)| thread.cycles != Some(0.0));
        check_unit(line, awake.filter_map(|(_, thread)| thread.min), is_unknown)?;
        let mut results = Vec::new();
        for (number, (_, thread)) in self.threads {
            let is_idle = thread.cycles == Some(0.0) || thread.min > thread.max;
            if is_idle {
                executions.remark(line, format!("thread {number} did not wake up once: left out"));
            } else {
                results.extend(thread.results(&number.to_string(), unit, line)?);
            }
        }
        executions.add(None, results);
        Ok(())
    }

    /// A histogram's lines, one value for each thread; with `-H` a last one sums them up.
    fn take_histogram(&mut self, unit: &str) -> Result<(), ReadError> {
        let Some(mins) = self.histogram.remove("Min Latencies") else { return Ok(()) };
        // Nothing in a histogram tells its unit.
        check_unit(self.line, mins.iter().copied(), unit == "us")?;
        let mut of = |name| self.histogram.remove(name).unwrap_or_default();
        let (avgs, maxs, overflows) = (of("Avg Latencies"), of("Max Latencies"), of("Histogram Overflows"));
        if avgs.len() != mins.len() || maxs.len() < mins.len() {
            let found = format!("{} Min, {} Avg, {} Max Latencies", mins.len(), avgs.len(), maxs.len());
            return Err(fault(self.line, found, "as many of each, one for each thread"));
        }
        for (at, number) in (0..mins.len()).zip(0..) {
            let (_, thread) = self.threads.entry(number).or_default();
            thread.min = thread.min.or(Some(mins[at]));
            thread.avg = thread.avg.or(Some(avgs[at]));
            thread.max = thread.max.or(Some(maxs[at]));
            thread.overflows = overflows.get(at).copied();
        }
        Ok(())
    }
}

/// Refuses microseconds that are taken for granted where no box is as slow as that.
fn check_unit(line: usize, mut mins: impl Iterator<Item = f64>, is_unknown: bool) -> Result<(), ReadError> {
    let Some(slowest) = mins.find(|min| *min >= 1000.0).filter(|_| is_unknown) else { return Ok(()) };
    let found = format!("a shortest latency of {slowest}");
    let expected =
        "microseconds; or, if these are nanoseconds, the command line above them: $ cyclictest -N …";
    Err(fault(line, found, expected))
}
