//! dd: copies bytes and says how long it took, in the words of any language; the line has
//! the same parts in all. Rates are computed, as those that dd prints are rounded.

mod timed;

use crate::metric::MetricInfo;
use crate::readers::glossary::{HIGHER, LOWER, headline, metric};
use crate::readers::lines::sign;
use crate::readers::parts::{case_on, reading, remark, unnamed_run, value_on};
use crate::readers::text::number;
use crate::reading::{ReadError, ReadRun, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "dd",
    about: "what dd says at its end, of GNU, BusyBox and BSD, in any language, or as mails list it",
    metrics: METRICS,
    recognise,
    read,
};

const THROUGHPUT: MetricInfo =
    headline(metric("throughput", "MB/s", HIGHER, None, "bytes copied per second, computed from both"));
const ELAPSED: MetricInfo = metric("elapsed", "s", LOWER, None, "time that the copy took");
const USER: MetricInfo = metric("user_time", "s", LOWER, None, "user CPU time, where dd was timed");
const SYSTEM: MetricInfo = metric("system_time", "s", LOWER, None, "system CPU time, where dd was timed");
const METRICS: &[MetricInfo] = &[THROUGHPUT, ELAPSED, USER, SYSTEM];

/// `67108864 bytes (67 MB, 64 MiB) copied, 0.12033 s, 558 MB/s`
#[derive(Debug, Clone, Copy)]
struct Summary {
    bytes: u64,
    seconds: f64,
    /// Bytes per second as dd rounds them, where the unit is known.
    rate: Option<f64>,
}

impl Summary {
    /// Whether the printed rate is far from that of bytes and seconds: one of them is damaged.
    fn is_contradictory(self) -> bool {
        let printed = self.rate.map(|rate| rate * self.seconds / self.bytes as f64);
        printed.is_some_and(|share| !(0.5..2.0).contains(&share))
    }
}

fn summary(line: &str) -> Option<Summary> {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    // Behind a line's number or a date stand more digits or a sign, behind the bytes a word.
    line[end..].trim_start().chars().next().filter(|c| c.is_alphabetic())?;
    let bytes = line[..end].parse().ok()?;
    if let Some((_, time)) = line.split_once(" transferred in ") {
        let (seconds, rate) = time.split_once(" secs (")?;
        let rate = number(rate.split_once(" bytes/sec")?.0);
        return Some(Summary { bytes, seconds: number(seconds)?, rate });
    }
    // A comma in a number has no blank behind it. Japanese and Chinese have commas of their own.
    let rest = line[end..].replace(['、', '，'], ", ");
    let mut parts = rest.rsplit(',').peekable();
    let mut next = || -> Option<String> {
        let part = parts.next()?;
        let is_fraction = part.starts_with(|c: char| c.is_ascii_digit()) && parts.peek().is_some();
        Some(if is_fraction { format!("{}.{part}", parts.next()?) } else { part.to_owned() })
    };
    let (rate, time) = (next()?, next()?);
    let has_words = parts.next().is_some_and(|words| words.contains(|c: char| c.is_alphabetic()));
    let is_rate = rate.trim_end().ends_with("/s") || rate.trim_end().ends_with("/с");
    let mut words = time.split_whitespace();
    let (seconds, unit) = (number(words.next()?)?, words.next()?);
    let is_seconds = ["s", "sec", "secs", "second", "seconds", "с", "秒"].contains(&unit);
    (is_rate && is_seconds && has_words).then(|| Summary { bytes, seconds, rate: bytes_per_second(&rate) })
}

/// `558 MB/s`, `135.5MB/s`: as near as is needed to tell whether it fits, as BusyBox counts by
/// 1024.
fn bytes_per_second(rate: &str) -> Option<f64> {
    let rate = rate.trim();
    let unit = rate.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let factor = match unit.trim_start().chars().next()? {
        'B' | 'b' | 'o' | 'Б' => 1.0,
        'k' | 'K' | 'к' | 'К' => 1e3,
        'M' | 'М' => 1e6,
        'G' | 'Г' => 1e9,
        'T' | 'Т' => 1e12,
        _ => return None,
    };
    Some(number(&rate[..rate.len() - unit.len()])? * factor)
}

/// `64+0 records in`: whole and partial blocks.
fn records(line: &str) -> Option<(u64, u64)> {
    let (whole, rest) = line.trim().split_once('+')?;
    let (partial, words) = rest.split_once(|c: char| !c.is_ascii_digit())?;
    if words.trim().is_empty() || words.contains('+') {
        return None;
    }
    Some((whole.parse().ok()?, partial.parse().ok()?))
}

fn recognise(text: &str) -> Option<Recognition> {
    let is_records = |line: &str| records(line).is_some() && line.trim_end().ends_with(" records in");
    let mut found =
        text.lines().enumerate().flat_map(|(at, line)| line.split('\r').map(move |part| (at, part)));
    let is_its = |(_, part): &(usize, &str)| summary(part).is_some() || is_records(part);
    let Some((at, _)) = found.find(is_its) else {
        let timed = timed::first(text)?;
        return Some(sign(timed, Sureness::Certain, "a rate and times of dd"));
    };
    Some(sign(at + 1, Sureness::Certain, "what dd says at its end"))
}

/// What a text says of the copy whose summary comes next.
#[derive(Default)]
struct Pending {
    input: Option<(u64, u64)>,
    output: Option<(u64, u64)>,
    has_failed: bool,
}

fn read(text: &str) -> Result<Reading, ReadError> {
    if timed::first(text).is_some() {
        return timed::read(text);
    }
    let has_records = text.lines().any(|line| records(line).is_some());
    let mut pending = Pending::default();
    let (mut runs, mut remarks) = (Vec::new(), Vec::new());
    for (at, raw) in text.lines().enumerate() {
        let line = at + 1;
        let shown = raw.trim_end_matches('\r');
        // `status=progress` writes over its own line.
        let body = shown.rsplit('\r').next().unwrap_or(shown);
        if let Some(records) = records(body) {
            pending.input = pending.output.replace(records);
        } else if let Some(summary) = summary(body) {
            let is_progress = if has_records { pending.output.is_none() } else { shown.contains('\r') };
            match why_not(&pending, summary, is_progress) {
                Some(why) => remarks.push(remark(line, why)),
                None => runs.push(run(line, summary, &pending)?),
            }
            pending = Pending::default();
        } else if body.starts_with("dd:") && !body.to_lowercase().contains("warn") {
            pending.has_failed = true;
        }
    }
    if pending.output.is_some() {
        remarks.push(remark(text.lines().count(), "a copy of which dd did not say how long it took"));
    }
    reading(READER.name, None, (runs, remarks), (text, "dd's last line (N bytes copied, T s, R MB/s)"))
}

/// Why a summary is no result.
fn why_not(pending: &Pending, summary: Summary, is_progress: bool) -> Option<&'static str> {
    let is_between = || pending.input.zip(pending.output).is_some_and(|(read, written)| read != written);
    if summary.bytes == 0 || summary.seconds == 0.0 {
        Some("nothing was copied, or in no time: left out")
    } else if summary.is_contradictory() {
        Some("its bytes in its seconds make another rate than the printed one: left out")
    } else if pending.has_failed {
        Some("the copy failed: left out")
    } else if is_progress {
        Some("how far the copy was meanwhile, not its end: left out")
    } else if is_between() && block_size(pending, summary).is_none() {
        Some("a block was read and not yet written, so this is not the copy's end: left out")
    } else {
        None
    }
}

/// The size of a block where all blocks that were written were whole.
fn block_size(pending: &Pending, summary: Summary) -> Option<u64> {
    let whole = pending.output.filter(|&(whole, partial)| whole > 0 && partial == 0)?.0;
    let in_step = pending.input.is_none_or(|(read, partial)| (read, partial) == (whole, 0));
    (in_step && summary.bytes.is_multiple_of(whole)).then(|| summary.bytes / whole)
}

fn run(line: usize, summary: Summary, pending: &Pending) -> Result<ReadRun, ReadError> {
    let Summary { bytes, seconds, .. } = summary;
    let mut parameters = vec![("size", bytes.to_string())];
    parameters.extend(block_size(pending, summary).map(|size| ("block_size", size.to_string())));
    let case = case_on(line, parameters)?;
    let rate = six_digits(bytes as f64 / 1e6 / seconds);
    let throughput = value_on(line, &THROUGHPUT, &case, rate)?;
    Ok(unnamed_run(vec![throughput, value_on(line, &ELAPSED, &case, seconds)?]))
}

/// As many digits as dd prints of the seconds (`%g`); more would be made up.
fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[cfg(test)]
#[path = "dd_tests.rs"]
mod tests;
