//! `-J`: a list of requests and, behind them, the statistics; with `-p` also those up to then.

use serde::Deserialize;

use super::{Exact, remark};
use crate::readers::json::documents;
use crate::readers::lines::line_with;
use crate::readers::parts::{case_on, unnamed_run};
use crate::reading::{ReadError, ReadRun, Remark};

#[derive(Deserialize)]
struct Entry {
    io: Option<Request>,
    stat: Option<Statistics>,
}

#[derive(Deserialize)]
struct Request {
    operation: String,
    size: u64,
}

#[derive(Deserialize)]
struct Statistics {
    count: u64,
    iops: f64,
    bps: f64,
    min: f64,
    avg: f64,
    max: f64,
    mdev: f64,
}

/// Where the statistics of ioping's JSON stand, if they do.
pub(super) fn line(text: &str) -> Option<usize> {
    let begins = text.trim_start().starts_with('[');
    begins.then(|| line_with(text, "\"mdev\":", |_| text.contains("\"stat\":")))?.map(|(line, _)| line)
}

/// A size as the text prints it: `4 KiB`.
fn printed(size: u64) -> String {
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    let whole = units.into_iter().find(|(_, unit)| size > 0 && size.is_multiple_of(*unit));
    whole.map_or_else(|| format!("{size} B"), |(name, unit)| format!("{} {name}", size / unit))
}

pub(super) fn read(text: &str) -> Result<(Vec<ReadRun>, Vec<Remark>), ReadError> {
    let (mut runs, mut remarks) = (Vec::new(), Vec::new());
    for (line, entries) in documents::<Vec<Entry>>(text, "ioping's JSON, whole and alone")? {
        let Some(last) = entries.iter().rev().find_map(|entry| entry.stat.as_ref()) else {
            remarks.push(remark(line, "a list without statistics is left out"));
            continue;
        };
        if last.count == 0 {
            remarks.push(remark(line, "no request was completed: left out"));
            continue;
        }
        let request = entries.iter().find_map(|entry| entry.io.as_ref());
        let said = request.map(|io| [("request_size", printed(io.size)), ("rw", io.operation.clone())]);
        let case = case_on(line, said.into_iter().flatten())?;
        let &Statistics { iops, bps: throughput, min, avg, max, mdev, .. } = last;
        let exact = Exact { iops, throughput, min, avg, max, mdev };
        runs.push(unnamed_run(exact.results(line, &case)?));
    }
    Ok((runs, remarks))
}
