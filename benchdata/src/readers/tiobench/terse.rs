//! The terse lines of `tiotest -T`:
//! `write:MiB,seconds,user s,system s,average ms,maximum ms,% >2 s,% >10 s`, or the first
//! four of these, before 0.3.3.

use super::lines::Line;
use super::runs::Entry;
use super::title::{Parameters, TESTS, set};
use super::{CPU_SYSTEM, CPU_USER, LATENCY_AVG, LATENCY_MAX, OVER_2S, OVER_10S, RATE};
use crate::reading::ReadError;

/// In the order of `TESTS`.
const NAMES: [&str; 4] = ["read", "rread", "write", "rwrite"];

fn split<'a>(line: &Line<'a>) -> Option<(&'static str, &'a str)> {
    let (name, values) = line.body.trim().split_once(':')?;
    let at = NAMES.iter().position(|known| *known == name)?;
    let is_list =
        values.contains(',') && values.bytes().all(|b| b.is_ascii_digit() || b".,-naif".contains(&b));
    is_list.then_some((TESTS[at], values))
}

/// Whether a line is one of the four.
pub(super) fn is_terse(line: &Line) -> bool {
    split(line).is_some()
}

/// What a terse line says. Rate and CPU follow from the sums that it prints, as
/// tiobench computes them.
pub(super) fn read(line: &Line) -> Result<Option<Entry>, ReadError> {
    let Some((test, values)) = split(line) else { return Ok(None) };
    let error = |found: &str, expected: &str| ReadError {
        line: line.number,
        found: format!("{found:?}"),
        expected: expected.to_owned(),
    };
    let mut numbers = Vec::new();
    for value in values.split(',') {
        // All are printed with five decimals, so that a cut one shows.
        let is_whole = value.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 5);
        let number: Option<f64> = value.parse().ok().filter(|_| is_whole);
        numbers.push(number.ok_or_else(|| error(value, "a number with five decimals"))?);
    }
    let ([data, seconds, user, system], latencies @ ([] | [_, _, _, _])) =
        numbers.split_first_chunk().ok_or_else(|| error(values, "eight numbers"))?
    else {
        return Err(error(values, "eight numbers, or four"));
    };
    let mut case = Parameters::new();
    set(&mut case, "test", test).map_err(|bad| error(test, &bad.to_string()))?;
    let cpu =
        [(RATE, data / seconds), (CPU_USER, 100.0 * user / seconds), (CPU_SYSTEM, 100.0 * system / seconds)];
    let latencies = [LATENCY_AVG, LATENCY_MAX, OVER_2S, OVER_10S].into_iter().zip(latencies.iter().copied());
    // A test that was switched off took no time: what is divided by that is missing.
    let results = cpu.into_iter().chain(latencies).filter(|(_, value)| value.is_finite() && *seconds > 0.0);
    let results = results.map(|(metric, value)| (metric, metric.unit, value)).collect();
    Ok(Some(Entry { line: line.number, label: None, mark: None, case: case.into(), results }))
}
