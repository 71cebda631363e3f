//! `perf bench`: sched, syscall, futex, epoll, mem, numa and internals. A heading names the
//! test, lines that begin with `#` or `Run summary` its parameters, and each value has its unit.

mod internals;
mod numa;

use std::collections::HashSet;

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::{lines, surest};
use super::text::{case, number, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::{Case, Measurement};

pub(super) const READER: Reader = Reader {
    name: "perf-bench",
    about: "perf bench's text: sched, syscall, futex, epoll, mem, numa, internals",
    metrics: METRICS,
    recognise,
    read,
};

const ELAPSED: MetricInfo = headline(metric("elapsed", "s", LOWER, Some(3), "time that the whole test took"));
const TIME_PER_OPERATION: MetricInfo =
    headline(metric("time_per_op", "us", LOWER, Some(6), "time that one operation took"));
const RATE: MetricInfo = headline(metric(
    "rate",
    "ops/s",
    HIGHER,
    Some(0),
    "operations per second; the threads' mean where several ran",
));
const THREAD_RATE: MetricInfo =
    metric("thread_rate", "ops/s", HIGHER, Some(0), "operations per second of one thread");
const THROUGHPUT: MetricInfo =
    headline(metric("throughput", "GiB/s", HIGHER, Some(6), "memory moved per second"));
const WAKE_TIME: MetricInfo =
    headline(metric("wake_time", "ms", LOWER, Some(4), "time to wake or requeue the threads, each round"));
const OPERATIONS: MetricInfo =
    metric("operations", "operations", HIGHER, Some(0), "operations in the run time, the threads' mean");
const THREAD_OPERATIONS: MetricInfo =
    metric("thread_operations", "operations", HIGHER, Some(0), "operations of one thread in the run time");
const METRICS: &[MetricInfo] = &[
    ELAPSED,
    TIME_PER_OPERATION,
    RATE,
    THREAD_RATE,
    THROUGHPUT,
    WAKE_TIME,
    OPERATIONS,
    THREAD_OPERATIONS,
    internals::STEP_TIME,
    internals::EVENT_TIME,
    internals::EVENTS,
    internals::MEMORY,
    numa::TOTAL_SPEED,
    numa::THREAD_SPEED,
    numa::CONVERGENCE,
    numa::RUNTIME_MAX,
    numa::RUNTIME_MIN,
    numa::RUNTIME_AVG,
    numa::SPREAD,
    numa::BYTE_TIME,
    numa::DATA,
    numa::THREAD_DATA,
    numa::SYSTEM_TIME,
    numa::USER_TIME,
];

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| heading(line).map(|_| (Sureness::Certain, "the heading of perf bench")))
}

/// One test as it is being read.
#[derive(Default)]
struct Test {
    line: usize,
    parameters: Parameters,
    /// Of the lines that come now.
    part: Parameters,
    values: Vec<Value>,
    /// The metrics that there is a value of, with its part.
    known: HashSet<(&'static str, Parameters)>,
    rounds: Vec<f64>,
}

type Parameters = Vec<(&'static str, String)>;

/// A metric, its unit and value, and what else tells it from others.
type Found = (&'static MetricInfo, &'static str, f64, Parameters);

/// A metric's value, and the part of the test that it is of: a thread, a step.
struct Value {
    info: &'static MetricInfo,
    unit: &'static str,
    value: f64,
    part: Parameters,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let mut test: Option<Test> = None;
    for (line, body) in lines(text) {
        if let Some(name) = heading(body) {
            close(test.take(), &mut executions)?;
            test = Some(Test { line, parameters: vec![("test", name.to_owned())], ..Test::default() });
        } else if let Some(test) = &mut test {
            if let Some(function) = body.strip_prefix("# function '").and_then(|rest| rest.split('\'').next())
            {
                // A heading of its own within the test.
                let name = test.parameters[0].clone();
                let done = std::mem::replace(test, Test { line, parameters: vec![name], ..Test::default() });
                if done.parameters.len() > 1 {
                    close(Some(done), &mut executions)?;
                }
                test.parameters.push(("function", function.to_owned()));
            } else if let Some(part) = numa::part(body) {
                test.part = part;
            } else if body.starts_with('#') || body.starts_with("Run summary") {
                test.parameters.extend(parameters(body));
            } else {
                test.take(line, body)?;
            }
        }
    }
    close(test, &mut executions)?;
    if executions.is_empty()
        && let Some(seconds) = simple(text)
    {
        for (line, seconds) in seconds {
            let result = result(&ELAPSED, "s", &Case::default(), vec![seconds]).map_err(unfit(line))?;
            executions.add(None, vec![result]);
        }
        executions.remark(1, "bare numbers (--format=simple) do not say which test ran");
    }
    executions.finish(text, "perf bench's heading (# Running 'sched/pipe' benchmark:) and values under it")
}

/// The seconds of `--format=simple`, which has three decimals and nothing else; other
/// bare numbers may be anything.
fn simple(text: &str) -> Option<Vec<(usize, f64)>> {
    lines(text)
        .filter(|(_, body)| !body.is_empty())
        .map(|(line, body)| {
            let (_, decimals) = body.split_once('.')?;
            Some((line, number(body).filter(|_| decimals.len() == 3)?))
        })
        .collect()
}

/// `# Running 'sched/pipe' benchmark:`, in old versions `# Running sched/pipe benchmark...`
fn heading(line: &str) -> Option<&str> {
    let name = line.strip_prefix("# Running ")?.split_once(" benchmark")?.0.trim_matches('\'');
    let is_test = name.contains('/') && !name.contains(char::is_whitespace);
    is_test.then_some(name)
}

/// `# 10 groups == 400 processes run`, `Run summary [PID 1]: 2 threads, each operating on
/// 1024 [private] futexes for 2 secs.`: numbers, named by the word behind them.
fn parameters(line: &str) -> Vec<(&'static str, String)> {
    const NAMES: [(&str, &str); 10] = [
        ("groups", "groups"),
        ("processes", "processes"),
        ("threads", "threads"),
        ("pipe", "loops"),
        ("getppid()", "loops"),
        ("futexes", "futexes"),
        ("file-descriptors", "fds"),
        ("secs", "runtime"),
        ("bytes", "size"),
        ("at", "woken_at_once"),
    ];
    let Some((_, line)) = line.split_once(": ").or_else(|| line.split_once("# ")) else { return Vec::new() };
    // `20 sender and receiver threads per group` is the same for all.
    let words: Vec<&str> = line.split_whitespace().filter(|word| !word.starts_with(['[', '('])).collect();
    let named = words.iter().zip(words.iter().skip(1)).enumerate().filter_map(|(at, (value, word))| {
        let (_, name) = NAMES.iter().find(|(known, _)| *known == word.trim_end_matches(['.', ',']))?;
        // futex/wake-parallel: `blocking on 4 threads (…), 2 threads waking up 2 at a time`.
        let name = if words.get(at + 2) == Some(&"waking") { "waking_threads" } else { name };
        value.starts_with(|c: char| c.is_ascii_digit()).then(|| (name, (*value).to_owned()))
    });
    let kind = ["private", "shared"].into_iter().find(|kind| line.contains(&format!("[{kind}]")));
    named.chain(kind.map(|kind| ("futex_kind", kind.to_owned()))).collect()
}

impl Test {
    /// Takes a line that says neither test nor parameter.
    fn take(&mut self, line: usize, body: &str) -> Result<(), ReadError> {
        let value = |text: &str, what: &str| number(text).ok_or_else(|| fault(line, text, what));
        if let Some(rest) = body.strip_prefix("Total time:") {
            // uprobe counts whole us, maybe in groups: `1,053,082 usecs +3,201 to baseline`.
            if let Some((micros, _)) = rest.split_once(" usecs") {
                let micros = micros.trim().replace(',', "");
                let whole = Some(micros.as_str()).filter(|micros| !micros.contains('.')).unwrap_or(rest);
                self.push(&ELAPSED, "us", value(whole, "a total time (1053082 usecs)")?);
                return Ok(());
            }
            let seconds = rest.strip_suffix("[sec]").unwrap_or_default().trim();
            self.push(&ELAPSED, "s", value(seconds, "a total time (0.094 [sec])")?);
            return Ok(());
        }
        if let Some(rest) = body.strip_prefix("Averaged ") {
            // epoll/ctl counts: `Averaged 108608 ADD operations (+- 83.03%)`.
            if let Some((count, operation)) =
                rest.split_once(" operations (").and_then(|(r, _)| r.split_once(' '))
            {
                let count = value(count, "a count (Averaged 108608 ADD operations)")?;
                self.push_part(
                    &OPERATIONS,
                    "operations",
                    count,
                    vec![("operation", operation.to_lowercase())],
                );
                return Ok(());
            }
            let (rate, _) = rest.split_once(" operations/sec").unwrap_or_default();
            self.push(&RATE, "ops/s", value(rate, "a rate (Averaged 106 operations/sec)")?);
            return Ok(());
        }
        if let Some((thread, rest)) = body.strip_prefix("[thread").and_then(|rest| rest.split_once(']')) {
            return self.thread(line, thread.trim(), rest);
        }
        if body.starts_with("[Run ") {
            let time =
                body.rsplit_once(" in ").and_then(|(_, time)| time.split_once(" ms")).unwrap_or_default();
            self.rounds.push(value(time.0, "a round's time (in 0.0380 ms)")?);
            return Ok(());
        }
        if self.take_phrase(body) {
            return Ok(());
        }
        self.take_unit(line, body)
    }

    /// Takes what the whole line tells: a step's time, a figure of numa's, whose other lines are
    /// none.
    fn take_phrase(&mut self, body: &str) -> bool {
        if let Some(part) = internals::part(body) {
            // A step is one of the test that the lines above it tell.
            self.part.retain(|(name, _)| *name != "step" && part[0].0 == "step");
            self.part.extend(part);
        }
        if let Some((info, unit, value, part)) = numa::value(body).or_else(|| internals::value(body)) {
            self.push_part(info, unit, value, part);
            return true;
        }
        self.parameters[0].1.starts_with("numa/")
    }

    /// Takes a number that its unit tells the metric of.
    fn take_unit(&mut self, line: usize, body: &str) -> Result<(), ReadError> {
        let value = |text: &str, what: &str| number(text).ok_or_else(|| fault(line, text, what));
        let Some((number, unit)) = body.split_once(' ') else { return Ok(()) };
        let (info, unit) = match unit.split_whitespace().next().unwrap_or_default() {
            "usecs/op" => (&TIME_PER_OPERATION, "us"),
            "ops/sec" => (&RATE, "ops/s"),
            // Powers of 1024.
            "B/sec" => (&THROUGHPUT, "B/s"),
            "KB/sec" => (&THROUGHPUT, "KiB/s"),
            "MB/sec" => (&THROUGHPUT, "MiB/s"),
            "GB/sec" => (&THROUGHPUT, "GiB/s"),
            _ => return Ok(()),
        };
        // Groups of thousands, where a point tells them from a decimal comma.
        let digits = if number.contains('.') { number.replace(',', "") } else { number.to_owned() };
        self.push(info, unit, value(&digits, "a number before the unit")?);
        Ok(())
    }

    /// `[thread  0] fdmap: … [ 487671 ops/sec ]`, or `[ add: 198784 ops; mod: 198784 ops ]`
    fn thread(&mut self, line: usize, thread: &str, rest: &str) -> Result<(), ReadError> {
        let wrong = || fault(line, rest.trim(), "what a thread did ([ 106 ops/sec ])");
        let said =
            rest.rsplit_once('[').and_then(|(_, said)| said.trim().strip_suffix(']')).ok_or_else(wrong)?;
        let thread = || ("thread", thread.to_owned());
        for said in said.split(';').map(str::trim) {
            if let Some(rate) = said.strip_suffix(" ops/sec") {
                let rate = number(rate).ok_or_else(wrong)?;
                self.push_part(&THREAD_RATE, "ops/s", rate, vec![thread()]);
                continue;
            }
            let counted = said.strip_suffix(" ops").and_then(|said| said.split_once(": "));
            let (operation, count) = counted.ok_or_else(wrong)?;
            let count = number(count).ok_or_else(wrong)?;
            let part = vec![thread(), ("operation", operation.to_owned())];
            self.push_part(&THREAD_OPERATIONS, "operations", count, part);
        }
        Ok(())
    }

    fn push(&mut self, info: &'static MetricInfo, unit: &'static str, value: f64) {
        self.push_part(info, unit, value, Vec::new());
    }

    /// Adds a value; a second one of its metric is cut off `usecs/op/cpu`.
    fn push_part(&mut self, info: &'static MetricInfo, unit: &'static str, value: f64, more: Parameters) {
        let mut part = self.part.clone();
        part.extend(more);
        if self.known.insert((info.name, part.clone())) {
            self.values.push(Value { info, unit, value, part });
        }
    }
}

/// Hands over what a test printed.
fn close(test: Option<Test>, executions: &mut Executions) -> Result<(), ReadError> {
    let Some(Test { line, parameters, values, rounds, .. }) = test else { return Ok(()) };
    let case_of = |part: Parameters| case(parameters.iter().cloned().chain(part)).map_err(unfit(line));
    let mut results: Vec<Measurement> = Vec::new();
    for Value { info, unit, value, part } in values {
        results.push(result(info, unit, &case_of(part)?, vec![value]).map_err(unfit(line))?);
    }
    if !rounds.is_empty() {
        results.push(result(&WAKE_TIME, "ms", &case_of(Vec::new())?, rounds).map_err(unfit(line))?);
    }
    if results.is_empty() {
        executions.remark(line, "no line of this test is a result that is known here");
    }
    executions.add(None, results);
    Ok(())
}

#[cfg(test)]
#[path = "perf_bench_tests.rs"]
mod tests;
