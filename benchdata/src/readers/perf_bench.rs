//! `perf bench`: sched, syscall, futex, epoll and mem. A heading names the test, lines
//! that begin with `#` or `Run summary` its parameters, and each value has its unit.

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
    about: "perf bench's text: sched, syscall, futex, epoll, mem",
    metrics: &[ELAPSED, TIME_PER_OPERATION, RATE, THREAD_RATE, THROUGHPUT, WAKE_TIME],
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

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| heading(line).map(|_| (Sureness::Certain, "the heading of perf bench")))
}

/// One test as it is being read.
#[derive(Default)]
struct Test {
    line: usize,
    parameters: Vec<(&'static str, String)>,
    values: Vec<Value>,
    rounds: Vec<f64>,
}

/// A metric's value; of one thread, where it says which.
struct Value {
    info: &'static MetricInfo,
    unit: &'static str,
    value: f64,
    thread: Option<String>,
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
            let seconds = rest.strip_suffix("[sec]").unwrap_or_default().trim();
            self.push(&ELAPSED, "s", value(seconds, "a total time (0.094 [sec])")?);
            return Ok(());
        }
        // epoll/ctl counts what it did and gives no rate.
        if body.ends_with(" ops ]") || body.contains(" operations (") {
            return Ok(());
        }
        if let Some(rest) = body.strip_prefix("Averaged ") {
            let (rate, _) = rest.split_once(" operations/sec").unwrap_or_default();
            self.push(&RATE, "ops/s", value(rate, "a rate (Averaged 106 operations/sec)")?);
            return Ok(());
        }
        if let Some((thread, rest)) = body.strip_prefix("[thread").and_then(|rest| rest.split_once(']')) {
            let rate = rest.rsplit_once('[').and_then(|(_, rate)| rate.strip_suffix(" ops/sec ]"));
            let value = value(rate.unwrap_or(rest).trim(), "a thread's rate ([ 106 ops/sec ])")?;
            let thread = Some(thread.trim().to_owned());
            self.values.push(Value { info: &THREAD_RATE, unit: "ops/s", value, thread });
            return Ok(());
        }
        if body.starts_with("[Run ") {
            let time =
                body.rsplit_once(" in ").and_then(|(_, time)| time.split_once(" ms")).unwrap_or_default();
            self.rounds.push(value(time.0, "a round's time (in 0.0380 ms)")?);
            return Ok(());
        }
        let Some((number, unit)) = body.split_once(' ') else { return Ok(()) };
        let (info, unit) = match unit.trim() {
            "usecs/op" => (&TIME_PER_OPERATION, "us"),
            "ops/sec" => (&RATE, "ops/s"),
            // Powers of 1024.
            "B/sec" => (&THROUGHPUT, "B/s"),
            "KB/sec" => (&THROUGHPUT, "KiB/s"),
            "MB/sec" => (&THROUGHPUT, "MiB/s"),
            "GB/sec" => (&THROUGHPUT, "GiB/s"),
            _ => return Ok(()),
        };
        self.push(info, unit, value(number, "a number before the unit")?);
        Ok(())
    }

    /// Adds a value; a second one of its metric is cut off `usecs/op/cpu`.
    fn push(&mut self, info: &'static MetricInfo, unit: &'static str, value: f64) {
        if self.values.iter().any(|known| known.info == info && known.thread.is_none()) {
            return;
        }
        self.values.push(Value { info, unit, value, thread: None });
    }
}

/// Hands over what a test printed.
fn close(test: Option<Test>, executions: &mut Executions) -> Result<(), ReadError> {
    let Some(Test { line, parameters, values, rounds }) = test else { return Ok(()) };
    let case_of = |thread: Option<String>| {
        case(parameters.iter().cloned().chain(thread.map(|thread| ("thread", thread)))).map_err(unfit(line))
    };
    let mut results: Vec<Measurement> = Vec::new();
    for Value { info, unit, value, thread } in values {
        results.push(result(info, unit, &case_of(thread)?, vec![value]).map_err(unfit(line))?);
    }
    if !rounds.is_empty() {
        results.push(result(&WAKE_TIME, "ms", &case_of(None)?, rounds).map_err(unfit(line))?);
    }
    if results.is_empty() {
        executions.remark(line, "this test printed no result");
    }
    executions.add(None, results);
    Ok(())
}

#[cfg(test)]
#[path = "perf_bench_tests.rs"]
mod tests;
