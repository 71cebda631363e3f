//! Tables of mails that set sides against each other in columns: a line for each level of a
//! parameter, in it a mean of each side with its spread, and what the one gains over the other.
//!
//! ```text
//! grp    tip/sched/core         +patchset              improvement
//! 4       6,817(+/- 1,27 %)      6,523(+/-11,96 %)     4,31 %
//!
//! Case:           tip[pct imp](CV)      stats_prop[pct imp](CV)
//!  1-groups     1.00 [ -0.00](10.12)     1.09 [ -9.11](11.93)
//!
//!             --- base --    --- new ---
//!   groups    time %stdev    time %stdev  %speedup
//!        1   8.008    0.1   5.905    0.2      35.6
//! ```
//!
//! They belong to the tool that is named above them. Gains follow from the means and are not
//! kept.

mod about;
mod table;

use std::collections::BTreeMap;

use self::about::About;
use self::table::{Gain, Table};
use super::executions::Executions;
use super::faults::{fault, unfit};
use super::lines::sign;
use super::printed::Agreement;
use super::text::{case, result, summed};
use crate::hints::Hints;
use crate::metric::{Better, MetricInfo};
use crate::name::Name;
use crate::number::tidied;
use crate::reading::{ReadError, Reading, Recognition, Sureness};
use crate::run::Measurement;
use crate::summary::Summary;

/// Whose tables are read, and what they show.
pub(super) struct Tool {
    pub(super) name: &'static str,
    /// What the sides' means are of, where they are printed as measured.
    pub(super) measured: Option<&'static MetricInfo>,
    /// What they are of where they are shares of the first side's.
    pub(super) relative: Option<&'static MetricInfo>,
    /// What the first column varies.
    pub(super) parameter: &'static str,
}

/// The tools that such tables were seen of.
const TOOLS: [&str; 4] = ["hackbench", "schbench", "sysbench", "tbench"];

pub(super) fn recognise(text: &str, tool: &str) -> Option<Recognition> {
    if !text.contains(tool) {
        return None;
    }
    let tables = table::tables(text);
    let own = tables.iter().find(|table| !table.rows.is_empty() && table.about.tool == Some(tool))?;
    Some(sign(own.line, Sureness::Certain, &format!("a table of {tool}'s results, each side in a column")))
}

/// Reads the tool's tables, where there are any.
pub(super) fn read(text: &str, tool: &Tool, hints: &Hints) -> Option<Result<Reading, ReadError>> {
    let tables = table::tables(text);
    let has_own = tables.iter().any(|table| table.about.tool == Some(tool.name));
    let are_gains = |table: &&Table| table.about.tool == Some(tool.name) && table.is_of_gains();
    let has_values = tables.iter().any(|table| table.about.tool == Some(tool.name) && !table.is_of_gains());
    if let Some(gains) = tables.iter().find(are_gains).filter(|_| !has_values) {
        let expected = "a mean of each side: without it there is no run to store";
        return Some(Err(fault(gains.line, "a table of gains alone", expected)));
    }
    has_own.then(|| {
        let mut executions = Executions::of(tool.name);
        for table in &tables {
            take(&mut executions, table, tool, hints)?;
        }
        executions.finish(text, "a table with a mean of each side")
    })
}

fn take(executions: &mut Executions, table: &Table, tool: &Tool, hints: &Hints) -> Result<(), ReadError> {
    if table.about.tool != Some(tool.name) {
        let whose = table.about.tool.unwrap_or("another tool");
        executions.remark(table.line, format!("a table of {whose}'s results is left out"));
        return Ok(());
    }
    if table.is_of_gains() {
        let text = "only the gain is printed, no side's own values: left out";
        executions.remark(table.line, text);
        return Ok(());
    }
    let metric = metric(table, tool)?;
    let runs = table.about.runs.or(hints.runs);
    if let Some(why) = no_spread(table, runs) {
        executions.remark(table.line, why);
    }
    check_gains(executions, table, metric.better);
    for row in &table.rows {
        let title = table.about.title.map(|title| ("test", title.to_owned()));
        let case =
            case([(tool.parameter, row.level.clone())].into_iter().chain(title)).map_err(unfit(row.line))?;
        for (label, cell) in table.labels.iter().zip(&row.cells) {
            let label = Name::new(label).map_err(unfit(table.line))?;
            let mut measured = result(metric, metric.unit, &case, vec![cell.mean.value]);
            if let (Some(n), Some(spread), true) = (runs, cell.spread, table.about.is_mean) {
                let (mean, stddev) = (cell.mean.value, tidied(cell.mean.value * spread / 100.0));
                measured = summed(measured, Summary { n, min: None, mean, max: None, stddev: Some(stddev) });
            }
            let measured: Measurement = measured.map_err(unfit(row.line))?;
            executions.add_under((Some(label), BTreeMap::new()), vec![measured]);
        }
    }
    Ok(())
}

/// What a table's values are.
fn metric(table: &Table, tool: &Tool) -> Result<&'static MetricInfo, ReadError> {
    let metric = if table.about.is_relative { tool.relative } else { tool.measured };
    let metric = metric.ok_or_else(|| {
        let found = format!("values of {} without saying what they are", tool.name);
        fault(table.line, found, "a line such as `Units: Normalized throughput` above them")
    })?;
    match (table.about.better, metric.better) {
        (Some(said), Some(known)) if said != known => {
            let found = format!("{} is better", said.as_str());
            Err(fault(table.line, found, format!("{} as of all {}", known.as_str(), metric.name)))
        }
        _ => Ok(metric),
    }
}

/// Why the printed spreads are left out, if they are.
fn no_spread(table: &Table, runs: Option<u64>) -> Option<&'static str> {
    let has_spread = table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.spread.is_some());
    match runs {
        _ if !has_spread => None,
        _ if !table.about.is_mean => Some("medians are printed: the spread, which is of means, is left out"),
        None => Some("the number of runs is not printed: the spread is left out without --runs N"),
        Some(_) => None,
    }
}

/// Says where a printed gain is not what the means give; once in a table, where it is cut.
fn check_gains(executions: &mut Executions, table: &Table, better: Option<Better>) {
    let gain = |base: f64, new: f64| match (better, table.gain) {
        (Some(Better::Lower), Gain::Improvement) => 100.0 * (base - new) / base,
        (Some(Better::Lower), Gain::Speedup) => 100.0 * (base / new - 1.0),
        _ => 100.0 * (new / base - 1.0),
    };
    let mut is_cut = false;
    for row in &table.rows {
        let Some((base, rest)) = row.cells.split_first() else { continue };
        for (cell, printed) in rest.iter().filter_map(|cell| Some((cell, cell.gain?))) {
            let how = match printed.to(base.mean, cell.mean, gain) {
                Agreement::Cut if !is_cut => "is cut here, not rounded",
                Agreement::Wrong => "is not what the means give",
                _ => continue,
            };
            is_cut |= how.starts_with("is cut");
            let given = (gain(base.mean.value, cell.mean.value) * 100.0).round() / 100.0;
            let text = format!("the gain {how}: {} of {given} %; the means are kept", printed.value);
            executions.remark(row.line, text);
        }
    }
}

#[cfg(test)]
#[path = "sides/tests.rs"]
mod tests;
