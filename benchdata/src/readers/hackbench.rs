//! hackbench: groups of senders and receivers that pass messages. Every execution says
//! what it runs and ends in a line `Time: seconds`.

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{LOWER, headline, metric};
use super::lines::{cut, lines, surest};
use super::sides;
use super::text::{case, number, result};
use crate::hints::Hints;
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "hackbench",
    about: "hackbench's text, of one or several executions, and tables of sides from mails",
    metrics: &[ELAPSED, RELATIVE],
    recognise,
    read: |text| read_hinted(text, &Hints::default()),
};

const ELAPSED: MetricInfo =
    headline(metric("elapsed", "s", LOWER, Some(3), "time until all messages were passed"));

const RELATIVE: MetricInfo =
    metric("elapsed_relative", "1", LOWER, None, "that time as a share of the first side's");

const SIDES: sides::Tool = sides::Tool {
    name: READER.name,
    measured: Some(&ELAPSED),
    relative: Some(&RELATIVE),
    parameter: "groups",
};

type Parameters = Vec<(&'static str, String)>;

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        if tasks(line).is_some() {
            return Some((Sureness::Certain, "hackbench's line on groups and tasks"));
        }
        let seconds = line.strip_prefix("Time: ")?;
        (has_three_decimals(seconds) && number(seconds).is_some())
            .then_some((Sureness::Possible, "a time as hackbench prints it"))
    })
    .or_else(|| sides::recognise(text, READER.name))
}

fn has_three_decimals(line: &str) -> bool {
    line.rsplit_once('.').is_some_and(|(_, decimals)| decimals.len() == 3)
}

/// Reads a mail's tables with what the sender knows of them, or what hackbench prints.
pub(super) fn read_hinted(text: &str, hints: &Hints) -> Result<Reading, ReadError> {
    sides::read(text, &SIDES, hints).unwrap_or_else(|| read(text))
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let mut parameters = Parameters::new();
    let mut announced = None;
    let cut = cut(text);
    for (line, body) in unwrapped(text) {
        let body = body.as_str();
        if let Some(options) = command(body) {
            parameters = vec![("transport", transport(options).to_owned())];
        } else if let Some(tasks) = tasks(body) {
            if announced.replace(line).is_some() {
                executions.remark(line, "the execution above printed no time and is left out");
                parameters.clear();
            }
            parameters.extend(tasks);
        } else if let Some(messages) = messages(body) {
            parameters.extend(messages);
        } else if is_half(body) {
            return Err(fault(line, body, "hackbench's whole line, which says what it runs"));
        } else if let Some(seconds) = body.strip_prefix("Time:") {
            let seconds = number(seconds.trim()).ok_or_else(|| {
                fault(line, seconds.trim(), "seconds with a decimal point, as in Time: 0.238")
            })?;
            if cut == Some(line) && !has_three_decimals(body) {
                return Err(fault(line, "the end of the text within a time", "a time with three decimals"));
            }
            let case = case(std::mem::take(&mut parameters)).map_err(unfit(line))?;
            executions.add(None, vec![result(&ELAPSED, "s", &case, vec![seconds]).map_err(unfit(line))?]);
            announced = None;
        }
    }
    if let Some(line) = announced {
        executions.remark(line, "the execution that begins here printed no time and is left out");
    }
    executions.finish(text, "hackbench's line `Time: 0.238`")
}

/// The lines; those that a mail program wrapped are whole again.
fn unwrapped(text: &str) -> Vec<(usize, String)> {
    let mut whole: Vec<(usize, String)> = Vec::new();
    for (line, body) in lines(text) {
        if let Some((_, last)) = whole.last_mut().filter(|(_, last)| is_half(last)) {
            let joined = format!("{last} {body}");
            if !is_half(&joined) {
                *last = joined;
                continue;
            }
        }
        whole.push((line, body.to_owned()));
    }
    whole
}

/// Whether a line that says what runs ends too early.
fn is_half(line: &str) -> bool {
    let is_of_tasks = line.starts_with("Running in ") && line.contains(" mode with ");
    let is_of_messages = line.starts_with("Each sender will pass ");
    is_of_tasks && tasks(line).is_none() || is_of_messages && messages(line).is_none()
}

/// `Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)`,
/// before rt-tests 0.40 `Running with 10*40 (== 400) tasks.`
fn tasks(line: &str) -> Option<Parameters> {
    let rest = line.strip_prefix("Running ")?;
    let mut parameters = Parameters::new();
    let numbers: Vec<String> =
        rest.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).map(str::to_owned).collect();
    let [groups, fds, tasks] = numbers.try_into().ok()?;
    if let Some((mode, _)) = rest.strip_prefix("in ").and_then(|rest| rest.split_once(" mode with ")) {
        let mode = match mode {
            "process" => "process",
            "thread" | "threaded" => "threads",
            _ => return None,
        };
        parameters.push(("mode", mode.to_owned()));
    } else if !(rest.starts_with("with ") && rest.contains("(== ")) {
        return None;
    }
    parameters.extend([("groups", groups), ("fds", fds), ("tasks", tasks)]);
    Some(parameters)
}

/// `Each sender will pass 200 messages of 100 bytes`
fn messages(line: &str) -> Option<Parameters> {
    let (loops, size) = line.strip_prefix("Each sender will pass ")?.split_once(" messages of ")?;
    let size = size.strip_suffix(" bytes")?;
    Some(vec![("loops", loops.to_owned()), ("size", size.to_owned())])
}

/// The options of a command line that was kept beside the output.
fn command(line: &str) -> Option<&str> {
    let (before, options) = line.split_once("hackbench -")?;
    before.split_whitespace().last().is_none_or(|word| !word.ends_with('-')).then_some(options)
}

/// How messages travel, which only the command line says.
fn transport(options: &str) -> &'static str {
    let has = |names: [&str; 2]| format!("-{options}").split_whitespace().any(|word| names.contains(&word));
    if has(["-p", "--pipe"]) {
        "pipe"
    } else if has(["-i", "--inet"]) {
        "inet"
    } else {
        "sockets"
    }
}

#[cfg(test)]
#[path = "hackbench_tests.rs"]
mod tests;
