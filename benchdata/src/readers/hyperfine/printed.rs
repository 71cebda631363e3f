//! What hyperfine prints: mean, deviation and range of each command, with the number of runs.

use super::{ELAPSED, SYSTEM, USER, add_cells};
use crate::readers::faults::{fault, unfit};
use crate::readers::gather::Gathering;
use crate::readers::text::summed;
use crate::readers::text::{case, number, result};
use crate::reading::ReadError;
use crate::run::Case;
use crate::summary::Summary;

/// A command whose times are being read.
#[derive(Default)]
struct Open {
    case: Case,
    /// The line of times, until its range is known.
    times: Option<(usize, Vec<Amount>)>,
}

/// `50.6 ms`
type Amount = (f64, String);

fn amounts(line: &str) -> Vec<Amount> {
    let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_matches([',', ']'])).collect();
    let is_unit = |word: &str| ["s", "ms", "µs", "μs", "us", "ns"].contains(&word);
    let pairs = words.windows(2).filter(|pair| is_unit(pair[1]));
    pairs.filter_map(|pair| Some((number(pair[0])?, pair[1].replace('μ', "µ")))).collect()
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let mut open = Open::default();
    for (at, raw) in text.lines().enumerate() {
        let (number, line) = (at + 1, raw.trim());
        if let Some(rest) = line.strip_prefix("Benchmark ") {
            cut(gathering, &mut open);
            open = begin(gathering, number, rest)?;
        } else if line.starts_with("Time (abs ") {
            single(gathering, number, line, &open.case)?;
        } else if line.starts_with("Time (mean ") {
            cut(gathering, &mut open);
            open.times = Some((number, amounts(line)));
        } else if line.starts_with("Range (") {
            range(gathering, number, line, &mut open)?;
        } else if line.starts_with("Warning: Ignoring non-zero exit") {
            gathering.remark(number, "the command failed");
        }
    }
    cut(gathering, &mut open);
    Ok(())
}

/// `1: sleep 1`, `#1: sleep 1`; the first of an invocation begins a run.
fn begin(gathering: &mut Gathering, line: usize, rest: &str) -> Result<Open, ReadError> {
    let rest = rest.strip_prefix('#').unwrap_or(rest);
    let Some((number, command)) = rest.split_once(": ") else { return Ok(Open::default()) };
    if number == "1" {
        gathering.next_run();
    }
    let case = case([("command", command.to_owned())]).map_err(unfit(line))?;
    Ok(Open { case, times: None })
}

/// One execution: its time is a sample.
fn single(gathering: &mut Gathering, line: usize, text: &str, case: &Case) -> Result<(), ReadError> {
    let amounts = amounts(text);
    let [(elapsed, unit), rest @ ..] = amounts.as_slice() else {
        return Err(fault(line, text, "a time with its unit"));
    };
    gathering.add(line, result(&ELAPSED, unit, case, vec![*elapsed]))?;
    processor(gathering, line, case, rest)
}

fn processor(gathering: &mut Gathering, line: usize, case: &Case, cells: &[Amount]) -> Result<(), ReadError> {
    for (info, (value, unit)) in [&USER, &SYSTEM].into_iter().zip(cells) {
        add_cells(gathering, line, unit, case, &[(info, Some(*value))])?;
    }
    Ok(())
}

fn range(gathering: &mut Gathering, line: usize, text: &str, open: &mut Open) -> Result<(), ReadError> {
    let Some((begun, times)) = open.times.take() else {
        return Err(fault(line, "a range without times", "Time (mean ± σ): … above it"));
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let runs =
        words.iter().position(|word| word.starts_with("run")).and_then(|at| words.get(at.checked_sub(1)?));
    let runs: Option<u64> = runs.and_then(|runs| runs.parse().ok());
    let range = amounts(text);
    let ([(mean, unit), (stddev, of_stddev), rest @ ..], [(min, of_min), (max, of_max)], Some(n)) =
        (times.as_slice(), range.as_slice(), runs)
    else {
        return Err(fault(line, text, "the shortest and longest time and the number of runs"));
    };
    if [of_stddev, of_min, of_max].iter().any(|other| *other != unit) {
        return Err(fault(line, text, format!("times in {unit} as in line {begun}")));
    }
    let summary = Summary { n, min: Some(*min), mean: *mean, max: Some(*max), stddev: Some(*stddev) };
    gathering.add(begun, summed(result(&ELAPSED, unit, &open.case, Vec::new()), summary))?;
    processor(gathering, begun, &open.case, rest)
}

fn cut(gathering: &mut Gathering, open: &mut Open) {
    if let Some((line, _)) = open.times.take() {
        gathering.remark(line, "the times are left out: the line with their range is missing");
    }
}
