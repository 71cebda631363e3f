//! Tables that people make of dbench's throughput: a line for each kernel, its mean and maybe
//! the highest and the lowest, or a bar of stars.
//!
//! ```text
//! dbench 192 processes         Average         High            Low
//! 2.5.68-mm2                   203.79          215.85          192.65 MB/sec
//! ```

use std::collections::BTreeMap;

use super::THROUGHPUT;
use crate::readers::executions::Executions;
use crate::readers::faults::fault;
use crate::readers::lines::{cut, lines};
use crate::readers::parts::{case_on, label_on, value_on};
use crate::readers::text::number;
use crate::reading::ReadError;
use crate::run::Values;
use crate::summary::Summary;

struct Row<'a> {
    line: usize,
    clients: &'a str,
    label: &'a str,
    mean: f64,
    /// The highest and the lowest.
    ends: Option<(f64, f64)>,
}

/// `dbench 64 processes    Average  High  Low`: the number of clients, and whether rows have
/// three numbers.
fn heading(line: &str) -> Option<(&str, bool)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["dbench", clients, processes, rest @ ..] = words.as_slice() else { return None };
    let is_clients = clients.parse().is_ok_and(|n: u32| n > 0) && processes.starts_with("process");
    let has_ends = rest == ["Average", "High", "Low"];
    (is_clients && (has_ends || rest.is_empty())).then_some((clients, has_ends))
}

fn row<'a>(line: usize, body: &'a str, (clients, has_ends): (&'a str, bool)) -> Option<Row<'a>> {
    let mut words: Vec<&str> = body.split_whitespace().collect();
    // A bar shows the same once more, and dbench knows one unit.
    words.pop_if(|word| word.bytes().all(|b| b == b'*'));
    words.pop_if(|word| ["MB/sec", "MB/s"].contains(word));
    let (label, numbers) = words.split_first()?;
    let numbers: Vec<f64> = numbers.iter().map(|word| number(word)).collect::<Option<_>>()?;
    let (mean, ends) = match (numbers.as_slice(), has_ends) {
        ([mean, high, low], true) => (*mean, Some((*high, *low))),
        ([mean], false) => (*mean, None),
        _ => return None,
    };
    Some(Row { line, clients, label, mean, ends })
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut open = None;
    for (line, body) in lines(text).filter(|(_, body)| !body.is_empty()) {
        open = heading(body).or_else(|| {
            let row = row(line, body, open?)?;
            rows.push(row);
            open
        });
    }
    rows
}

/// The line of the first row.
pub(super) fn first(text: &str) -> Option<usize> {
    rows(text).first().map(|row| row.line)
}

/// `dbench executed 5 times.`
fn runs(text: &str) -> Option<u64> {
    lines(text).find_map(|(_, line)| {
        let (n, _) = line.strip_prefix("dbench executed ")?.split_once(" times")?;
        n.parse().ok().filter(|&n| n > 1)
    })
}

/// Adds what the tables say; `told` is the number of runs as the sender knows it.
pub(super) fn read(text: &str, told: Option<u64>, executions: &mut Executions) -> Result<(), ReadError> {
    let runs = runs(text).or(told);
    let (rows, cut) = (rows(text), cut(text));
    if let (Some(row), None) = (rows.iter().find(|row| row.ends.is_some()), runs) {
        let text = "the number of runs is not printed: high and low are left out without --runs N";
        executions.remark(row.line, text);
    }
    for Row { line, clients, label, mean, ends } in rows {
        if cut == Some(line) {
            return Err(fault(line, "the end of the text within a number", "a line end after the last row"));
        }
        let case = case_on(line, [("clients", clients.to_owned())])?;
        let mut measured = value_on(line, &THROUGHPUT, &case, mean)?;
        if let (Some(n), Some((high, low))) = (runs, ends) {
            measured.values =
                Values::Summary(Box::new(Summary { n, min: Some(low), mean, max: Some(high), stddev: None }));
        }
        executions.add_under((Some(label_on(line, label)?), BTreeMap::new()), vec![measured]);
    }
    Ok(())
}
