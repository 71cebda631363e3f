//! ebizzy: records that its threads find and copy per second, and the time they took.

use super::executions::Executions;
use super::faults::{fault, unfit};
use super::glossary::{HIGHER, headline, metric};
use super::lines::{lines, surest};
use super::text::{number, result};
use crate::metric::MetricInfo;
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};
use crate::run::{Case, Measurement};

pub(super) const READER: Reader = Reader {
    name: "ebizzy",
    about: "ebizzy's text, of one or several executions",
    metrics: &[RATE, ELAPSED, USER_TIME, SYSTEM_TIME],
    recognise,
    read,
};

const RATE: MetricInfo =
    headline(metric("rate", "records/s", HIGHER, Some(0), "records copied per second, all threads"));
/// The duration is asked for, so that less of it is not better.
const ELAPSED: MetricInfo = metric("elapsed", "s", None, Some(2), "how long it ran");
const USER_TIME: MetricInfo = metric("user_time", "s", None, Some(2), "user CPU time");
const SYSTEM_TIME: MetricInfo = metric("system_time", "s", None, Some(2), "system CPU time");

fn recognise(text: &str) -> Option<Recognition> {
    surest(text, |line| {
        let rate = records(line).filter(|rate| number(rate).is_some());
        rate.map(|_| (Sureness::Certain, "ebizzy's records/s"))
    })
}

/// `25571 records/s`; some versions add each thread's.
fn records(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let rate = words.next()?;
    (words.next() == Some("records/s")).then_some(rate)
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut executions = Executions::of(READER.name);
    let mut results: Vec<Measurement> = Vec::new();
    for (line, body) in lines(text) {
        let (info, value) = if let Some(rate) = records(body) {
            executions.add(None, std::mem::take(&mut results));
            (&RATE, rate)
        } else if let Some((info, seconds)) = time(body).filter(|_| !results.is_empty()) {
            (info, seconds)
        } else {
            continue;
        };
        let value = number(value).ok_or_else(|| fault(line, body, "a number before the unit"))?;
        results.push(result(info, info.unit, &Case::default(), vec![value]).map_err(unfit(line))?);
    }
    executions.add(None, results);
    executions.finish(text, "ebizzy's rate (25571 records/s)")
}

/// `user  0.79 s`
fn time(line: &str) -> Option<(&'static MetricInfo, &str)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, seconds, "s"] = words.as_slice() else { return None };
    let info = match *name {
        "real" => &ELAPSED,
        "user" => &USER_TIME,
        "sys" => &SYSTEM_TIME,
        _ => return None,
    };
    Some((info, seconds))
}

#[cfg(test)]
mod tests {
    use crate::readers::tests::{counts, error, fixture, lines, read, text};

    #[test]
    fn one_execution() {
        let expected = [
            "1 |  | rate = 25571 records/s higher",
            "1 |  | elapsed = 2 s -",
            "1 |  | user_time = 0.79 s -",
            "1 |  | system_time = 0 s -",
        ];
        assert_eq!(lines(&fixture("ebizzy/default.txt")), expected);
    }

    #[test]
    fn repeats_and_damage() {
        let text = text("ebizzy/default.txt");
        assert_eq!(counts(&read("ebizzy", &text.repeat(3)).unwrap()), [4, 4, 4]);
        assert!(error("ebizzy", &text.replace("0.79", "0,79")).starts_with("line 3:"));
        assert!(read("ebizzy", "25571 rec").is_err());
    }
}
