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
    use super::super::checks::values;
    use super::*;

    const DEFAULT: &str = include_str!("fixtures/ebizzy/default.txt");

    #[test]
    fn one_execution() {
        assert_eq!(
            values(&read(DEFAULT).unwrap()),
            [
                "0 |  | rate 25571 records/s higher",
                "0 |  | elapsed 2 s",
                "0 |  | user_time 0.79 s",
                "0 |  | system_time 0 s",
            ]
        );
    }

    #[test]
    fn repeats_and_damage() {
        assert_eq!(read(&DEFAULT.repeat(3)).unwrap().runs.len(), 3);
        assert!(read(&DEFAULT.replace("0.79", "0,79")).unwrap_err().to_string().starts_with("line 3:"));
        assert!(read("25571 rec").is_err());
    }
}
