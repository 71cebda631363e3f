//! dbench and tbench: a file server's load on a disk, and on a network alone. Both are
//! one program, say `dbench version`, and print a run's result on a line `Throughput`
//! (version 1 to 4), from version 4 on under a table of operations.

use std::collections::BTreeMap;

use crate::hints::Hints;
use crate::metric::MetricInfo;
use crate::readers::executions::Executions;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::parts::{case_on, label_on, reading, remark, value_on};
use crate::readers::printed::{Agreement, Printed};
use crate::readers::sides;
use crate::readers::text::number;
use crate::reading::{ReadError, ReadRun, Reader, Reading, Recognition, Remark, Sureness};
use crate::summary::Summary;

mod by_hand;
mod throughput;

use self::throughput::Throughput;

pub(super) const READER: Reader = Reader {
    name: "dbench",
    about: "dbench's output, whole or its Throughput lines from a mail, and tables by hand",
    metrics: METRICS,
    recognise: |text| recognise(text, Tool::Dbench),
    read: |text| read_hinted(text, &Hints::default()),
};

pub(super) const TBENCH: Reader = Reader {
    name: "tbench",
    about: "tbench's output, whole or its Throughput lines from a mail, and tables of sides",
    metrics: &[THROUGHPUT, MAX, AVG, COUNT, RELATIVE],
    recognise: |text| recognise(text, Tool::Tbench).or_else(|| sides::recognise(text, TBENCH.name)),
    read: |text| read_hinted_tbench(text, &Hints::default()),
};

const THROUGHPUT: MetricInfo =
    headline(metric("throughput", "MB/s", HIGHER, None, "data read and written per second, all clients"));
const MAX: MetricInfo =
    headline(metric("latency_max", "ms", LOWER, Some(3), "longest time of one operation"));
const AVG: MetricInfo = metric("latency_avg", "ms", LOWER, Some(3), "mean time of one operation");
const COUNT: MetricInfo = metric("count", "operations", None, None, "operations that were done");
const METRICS: &[MetricInfo] = &[THROUGHPUT, MAX, AVG, COUNT];
const RELATIVE: MetricInfo =
    metric("throughput_relative", "1", HIGHER, None, "throughput as a share of the first side's");

const SIDES: sides::Tool = sides::Tool {
    name: TBENCH.name,
    measured: Some(&THROUGHPUT),
    relative: Some(&RELATIVE),
    parameter: "clients",
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Dbench,
    Tbench,
}

/// What a line says.
enum Line<'a> {
    Banner(&'a str),
    /// tbench waits for its server: the one thing that it prints and dbench does not.
    Waiting,
    Interim(&'a str),
    Operation(Operation<'a>),
    Result(Throughput<'a>),
    /// `Average: 136.26575`, below the results it is of.
    Average(Printed),
    /// `before:`, above results of a mail.
    Heading(&'a str),
    /// A command line or prose that names a tool, and how many clients it gives it.
    Named(Tool, Option<&'a str>),
    Other,
}

struct Operation<'a> {
    name: &'a str,
    count: f64,
    avg: f64,
    max: f64,
}

fn line(body: &str) -> Line<'_> {
    let words: Vec<&str> = body.split_whitespace().collect();
    if let Some(result) = throughput::result(body) {
        return Line::Result(result);
    }
    match words.as_slice() {
        ["Average:", average] => Printed::of(average).map_or(Line::Other, Line::Average),
        ["dbench", "version", version, ..] => Line::Banner(version),
        [.., "waiting", "for", "connections"] | ["^waiting", ..] => Line::Waiting,
        [_, _, rate, "MB/sec", "execute" | "warmup", ..] => Line::Interim(rate),
        [name, count, avg, max] => match (number(count), number(avg), number(max)) {
            (Some(count), Some(avg), Some(max)) => Line::Operation(Operation { name, count, avg, max }),
            _ => named(&words),
        },
        [word] if ["before", "after"].contains(word) => Line::Heading(word),
        [word] if word.len() > 1 => word.strip_suffix(':').map_or(Line::Other, Line::Heading),
        _ => named(&words),
    }
}

fn named<'a>(words: &[&'a str]) -> Line<'a> {
    let is = |word: &str, tool| word.rsplit('/').next() == Some(tool);
    let place = |tool| words.iter().position(|word| is(word, tool));
    let (tool, at) = match (place("tbench"), place("dbench")) {
        (Some(at), _) => (Tool::Tbench, at),
        (None, Some(at)) => (Tool::Dbench, at),
        (None, None) => return Line::Other,
    };
    let is_count = |word: &&&str| word.parse().is_ok_and(|n: u32| n > 0);
    Line::Named(tool, words.get(at + 1).filter(is_count).copied())
}

/// What a text says of the run whose result comes next.
#[derive(Default)]
struct Pending<'a> {
    operations: Vec<Operation<'a>>,
    is_waiting: bool,
    /// Where it began, and its last interim rate.
    begun: Option<(usize, Option<&'a str>)>,
}

/// A run as it stands in the text.
struct Block<'a> {
    line: usize,
    tool: Option<Tool>,
    heading: Option<&'a str>,
    clients: Option<&'a str>,
    operations: Vec<Operation<'a>>,
    result: Throughput<'a>,
}

#[derive(Default)]
struct Log<'a> {
    version: Option<&'a str>,
    blocks: Vec<Block<'a>>,
    pending: Pending<'a>,
    heading: Option<&'a str>,
    named: Option<(Tool, Option<&'a str>)>,
    /// How many of the blocks stand above the last average.
    averaged: usize,
    remarks: Vec<Remark>,
}

impl<'a> Log<'a> {
    fn of(text: &'a str) -> Self {
        let mut log = Self::default();
        for (at, raw) in text.lines().enumerate() {
            log.take(at + 1, line(raw));
        }
        log.leave();
        log
    }

    fn take(&mut self, number: usize, line: Line<'a>) {
        match line {
            Line::Banner(version) => {
                self.leave();
                self.version.get_or_insert(version);
                self.heading = None;
                self.pending.begun = Some((number, None));
            }
            Line::Waiting => self.pending.is_waiting = true,
            Line::Interim(rate) => {
                let begun = self.pending.begun.map_or(number, |(begun, _)| begun);
                self.pending.begun = Some((begun, Some(rate)));
            }
            Line::Operation(operation) if self.pending.begun.is_some() => {
                if !self.pending.operations.iter().any(|other| other.name == operation.name) {
                    self.pending.operations.push(operation);
                }
            }
            Line::Result(result) => self.result(number, result),
            Line::Average(average) => self.average(number, average),
            Line::Heading(heading) => self.heading = Some(heading),
            Line::Named(tool, clients) => self.named = Some((tool, clients)),
            Line::Operation(_) | Line::Other => {}
        }
    }

    /// An average is left out; where it is not that of the results above it, that is said.
    fn average(&mut self, line: usize, average: Printed) {
        let rates: Vec<f64> = self.blocks[self.averaged..].iter().map(|block| block.result.rate).collect();
        self.averaged = self.blocks.len();
        let mean = Summary::of(&rates).map(|summary| summary.mean);
        if let Some(mean) = mean.filter(|mean| average.to_exact(*mean) != Agreement::Rounded) {
            let text =
                format!("the average of {} is not the results', {mean}; these are kept", average.value);
            self.remarks.push(remark(line, text));
        }
    }

    fn result(&mut self, line: usize, result: Throughput<'a>) {
        let pending = std::mem::take(&mut self.pending);
        if result.rate == 0.0 {
            let text = "a throughput of 0: too short a run to measure, or a failed one; left out";
            self.remarks.push(remark(line, text));
            return;
        }
        let named = self.named.map(|(tool, _)| tool);
        self.blocks.push(Block {
            line,
            tool: if pending.is_waiting { Some(Tool::Tbench) } else { named },
            heading: self.heading,
            clients: self.named.and_then(|(_, clients)| clients),
            operations: pending.operations,
            result,
        });
    }

    /// Leaves a run that has no result.
    fn leave(&mut self) {
        if let Some((line, rate)) = std::mem::take(&mut self.pending).begun {
            let rate = rate.map_or(String::new(), |rate| format!("; its last interim rate was {rate} MB/s"));
            let text = format!("this run has no Throughput line, it was cut off{rate}");
            self.remarks.push(remark(line, text));
        }
    }

    /// Whether a run is the tool's. One that says nothing is what the others are, else
    /// dbench's, which is named far more often.
    fn is_of(&self, block: &Block, tool: Tool) -> bool {
        block
            .tool
            .map_or_else(|| self.has_named() && tool == Tool::Dbench || !self.has_named(), |t| t == tool)
    }

    fn has_named(&self) -> bool {
        self.blocks.iter().any(|block| block.tool.is_some())
    }
}

fn recognise(text: &str, tool: Tool) -> Option<Recognition> {
    let log = Log::of(text);
    let is_its = |block: &&Block| block.tool.unwrap_or(Tool::Dbench) == tool;
    let (line, what) = match log.blocks.iter().find(is_its) {
        Some(block) => (block.line, "a Throughput line"),
        None if tool == Tool::Dbench && log.blocks.is_empty() && log.version.is_some() => {
            (1, "dbench's banner")
        }
        None if tool == Tool::Dbench => (by_hand::first(text)?, "a row of dbench's throughput"),
        None => return None,
    };
    Some(Recognition { sureness: Sureness::Certain, why: format!("line {line}: {what}") })
}

/// Reads what dbench prints, and a mail's tables with what the sender knows of them.
pub(super) fn read_hinted(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    if by_hand::first(text).is_none() {
        return read(text, Tool::Dbench);
    }
    let mut executions = Executions::of(READER.name);
    // Most such mails have nothing of the tool's own.
    if let Ok(own) = read(text, Tool::Dbench) {
        own.remarks.into_iter().for_each(|remark| executions.remark(remark.line, remark.text));
        own.runs.into_iter().for_each(|run| executions.add_under((run.label, run.factors), run.results));
    }
    by_hand::read(text, hints.runs, &mut executions)?;
    executions.finish(text, "rows of a kernel and its throughput")
}

/// Reads a mail's tables with what the sender knows of them, or what tbench prints.
pub(super) fn read_hinted_tbench(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    sides::read(text, &SIDES, hints).unwrap_or_else(|| read(text, Tool::Tbench))
}

fn read(text: &str, tool: Tool) -> Result<Reading, ReadError> {
    let log = Log::of(text);
    let mut runs = Vec::new();
    let mut remarks = Vec::new();
    for block in &log.blocks {
        if log.is_of(block, tool) {
            runs.push(run(block)?);
        } else {
            remarks.push(remark(block.line, "this result is the other one's of dbench and tbench: left out"));
        }
    }
    remarks.extend(log.remarks);
    remarks.sort_by_key(|remark| remark.line);
    let name = if tool == Tool::Tbench { TBENCH.name } else { READER.name };
    reading(name, log.version, (runs, remarks), (text, "a line Throughput N MB/sec … N procs"))
}

fn run(block: &Block) -> Result<ReadRun, ReadError> {
    let (line, result) = (block.line, &block.result);
    // Until version 4 each client was a process of its own, and only these were printed.
    let clients = result.clients.or(result.procs).or(block.clients);
    let given = [("clients", clients), ("procs", result.procs), ("sync", result.sync())];
    let mut parameters: Vec<(&str, String)> =
        given.into_iter().filter_map(|(key, value)| Some((key, value?.to_owned()))).collect();
    let case = case_on(line, parameters.clone())?;
    let mut results = vec![value_on(line, &THROUGHPUT, &case, result.rate)?];
    if let Some(latency) = result.latency_max {
        results.push(value_on(line, &MAX, &case, latency)?);
    }
    for Operation { name, count, avg, max } in &block.operations {
        parameters.push(("operation", (*name).to_owned()));
        let case = case_on(line, parameters.clone())?;
        parameters.pop();
        for (info, value) in [(&AVG, avg), (&MAX, max), (&COUNT, count)] {
            results.push(value_on(line, info, &case, *value)?);
        }
    }
    let label = result.label.or(block.heading).map(|label| label_on(line, label)).transpose()?;
    Ok(ReadRun { label, factors: BTreeMap::new(), results })
}

#[cfg(test)]
mod tests;
