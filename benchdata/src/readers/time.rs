//! time: GNU time (`-v`, `-p` and without options) and the `time` of shells.

mod duration;
mod line;

use self::line::{Said, said};
use super::faults::{fault, unfit};
use super::gather::Gathering;
use super::glossary::{LOWER, headline, metric};
use super::lines::sign;
use super::text::{case, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::Case;

pub(super) const READER: Reader = Reader {
    name: "time",
    about: "GNU time's reports (-v, -p, the short one) and what shells' time prints",
    metrics: &[ELAPSED, USER, SYSTEM, CPU, MEMORY, MAJOR_FAULTS, MINOR_FAULTS, VOLUNTARY, INVOLUNTARY],
    recognise,
    read,
};

const ELAPSED: MetricInfo =
    headline(metric("elapsed", "s", LOWER, None, "time from start to end of the command"));
const USER: MetricInfo = metric("user", "s", LOWER, None, "CPU time in user space");
const SYSTEM: MetricInfo = metric("system", "s", LOWER, None, "CPU time in the kernel");
const CPU: MetricInfo = metric("cpu", "%", None, Some(0), "CPU time, in percent of the elapsed time");
const MEMORY: MetricInfo = metric("memory_max", "KiB", LOWER, Some(0), "largest resident set of a process");
const MAJOR_FAULTS: MetricInfo =
    metric("page_faults_major", "faults", LOWER, Some(0), "page faults that needed I/O");
const MINOR_FAULTS: MetricInfo =
    metric("page_faults_minor", "faults", None, Some(0), "page faults without I/O");
const VOLUNTARY: MetricInfo =
    metric("context_switches_voluntary", "switches", None, Some(0), "times that it waited for something");
const INVOLUNTARY: MetricInfo =
    metric("context_switches_involuntary", "switches", None, Some(0), "times that the CPU was taken away");

/// Other tools are run under `time`, so it is never sure.
fn recognise(text: &str) -> Option<Recognition> {
    let mut real = None;
    for (at, raw) in text.lines().enumerate() {
        match said(raw) {
            Said::Clock(info, _) if info.name == ELAPSED.name => real = Some(at),
            Said::Clock(..) if real.is_some_and(|real| at <= real + 2) => {
                return Some(sign(at + 1, Sureness::Possible, "real and user time, as time prints them"));
            }
            Said::Command(_) | Said::Report(_) => {
                return Some(sign(at + 1, Sureness::Possible, "a report of GNU time or a shell's time"));
            }
            _ => {}
        }
    }
    None
}

/// The execution being read.
struct Open {
    line: usize,
    case: Case,
    is_timed: bool,
}

/// `single dd writes 2GB:` and below it `before:`, above times in a mail.
#[derive(Default)]
struct Heading<'a> {
    test: Option<&'a str>,
    label: Option<&'a str>,
}

impl<'a> Heading<'a> {
    fn take(&mut self, line: &'a str) {
        let name = line.trim_end_matches(':');
        if ["before", "after"].contains(&name) {
            self.label = Some(name);
        } else if name.len() < line.len() {
            *self = Self { test: Some(name), label: None };
        }
    }

    /// Begins a run, or goes on with that of the label; gives the case.
    fn begin(&self, gathering: &mut Gathering, line: usize) -> Result<Case, ReadError> {
        let Some(label) = self.label else {
            gathering.next_run();
            return Ok(Case::default());
        };
        let case = case(self.test.map(|test| ("test", test.to_owned()))).map_err(unfit(line))?;
        gathering.run_of(line, label)?;
        if gathering.has(&case, ELAPSED.name) {
            gathering.forget_labels();
            gathering.run_of(line, label)?;
        }
        Ok(case)
    }
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    let mut open: Option<Open> = None;
    let mut heading = Heading::default();
    let last = text.lines().count();
    for (line, body) in (1..).zip(text.lines()) {
        let is_cut = line == last && !text.ends_with('\n');
        match said(body) {
            Said::Command(command) => {
                gathering.next_run();
                let case = case([("command", command.to_owned())]).map_err(unfit(line))?;
                open = Some(Open { line, case, is_timed: false });
            }
            // A number that runs to the end of a text without a line end may go on.
            Said::Field(..) if is_cut => gathering.remark(line, "is left out: it has no end and may be cut"),
            Said::Field(info, value) => {
                let Some(open) = &mut open else { continue };
                open.is_timed |= info.name == ELAPSED.name;
                gathering.add(line, result(info, info.unit, &open.case, vec![value]))?;
            }
            Said::Clock(info, value) => {
                if info.name == ELAPSED.name {
                    let case = heading.begin(&mut gathering, line)?;
                    open = Some(Open { line, case, is_timed: true });
                }
                if let Some(open) = &open {
                    gathering.add(line, result(info, info.unit, &open.case, vec![value]))?;
                }
            }
            Said::Report(values) => {
                gathering.next_run();
                open = None;
                for (info, value) in values {
                    gathering.add(line, result(info, info.unit, &Case::default(), vec![value]))?;
                }
            }
            Said::Failure(text) => gathering.remark(line, text),
            Said::Wrong(expected) => return Err(fault(line, body.trim(), expected)),
            Said::Nothing => heading.take(body.trim()),
        }
    }
    if let Some(Open { line, is_timed: false, .. }) = open {
        return Err(fault(line, "a report without an elapsed time", "Elapsed (wall clock) time, whole"));
    }
    gathering.finish(text, "what time prints: real 0m0.254s, 0:01.00elapsed, Elapsed (wall clock) time …")
}

#[cfg(test)]
mod tests;
