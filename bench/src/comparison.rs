//! A large comparison's own cost: no server, no database, no network.

use std::time::Duration;

use anyhow::Context;
use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::Request;
use benchdata::readers::glossary;
use benchdata::wire::runs_from_json;

use crate::runs;

/// Runs of each of the two sides.
pub(crate) const RUNS_A_SIDE: usize = 500;

/// How often it is repeated; the least time is what it takes where nothing disturbs it.
const REPEATS: usize = 20;

/// CPU time of comparing two sides of 500 runs, 48 series of 5 samples each.
pub(crate) fn cpu() -> anyhow::Result<Duration> {
    let mut subjects = Vec::new();
    for body in runs::compared(RUNS_A_SIDE)? {
        let runs = runs_from_json(body.as_bytes())?;
        subjects.extend(runs.into_iter().map(|run| Subject { id: run.content_id().run_id(), run }));
    }
    let selections = [Selection { q: String::new(), subjects }];
    let mut least = Duration::MAX;
    for _ in 0..REPEATS {
        let begun = thread_time()?;
        let table = compare(&selections, &Request::default(), glossary)?;
        anyhow::ensure!(table.rows.len() == 48, "{} rows", table.rows.len());
        least = least.min(thread_time()?.saturating_sub(begun));
    }
    Ok(least)
}

/// The CPU time of the main thread: the first field of schedstat, in nanoseconds.
fn thread_time() -> anyhow::Result<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").context("reading CPU time")?;
    let nanoseconds = text.split_whitespace().next().context("CPU time is missing")?;
    Ok(Duration::from_nanos(nanoseconds.parse()?))
}
