//! One row's cells: what each side observed, and how it stands against the baseline.

use super::Observed;
use super::order::drift_of;
use super::sides::Split;
use super::standing::against;
use crate::comparison::{Basis, Cell, Row, Threshold};
use crate::metric::{Better, Glossary};
use crate::number::{decimals, tidied};
use crate::outlier::outliers;
use crate::run::Values;
use crate::summary::Summary;

/// What one run has in one row, in the row's unit.
struct OneRun {
    place: usize,
    summary: Summary,
    samples: Vec<f64>,
    decimals: usize,
}

/// More samples than this are read by nobody, and would make a snapshot huge.
const MOST_SAMPLES: usize = 1000;

/// A row, and for each side which of its runs have a value in it.
pub(super) struct PlacedRow {
    /// The row.
    pub(super) row: Row,
    /// Where a side repeats, in the order of its observations.
    pub(super) places: Vec<Vec<usize>>,
}

/// Builds the row of results that share keys, metric and quantity.
pub(super) fn row(
    keys: Vec<Option<String>>,
    metric: String,
    members: &[Observed],
    split: &Split,
    better: Option<Better>,
    threshold: Threshold,
    glossary: Glossary,
) -> PlacedRow {
    let first = members.iter().find(|o| o.side == split.baseline).unwrap_or(&members[0]);
    let unit = &first.measurement.series.unit;
    let mut sides: Vec<Vec<OneRun>> = split.sides.iter().map(|_| Vec::new()).collect();
    for o in members {
        let factor = o.measurement.series.unit.in_units_of(unit).unwrap_or(1.0);
        sides[o.side].extend(one_run(o, factor));
    }
    sides.iter_mut().for_each(|runs| runs.sort_by_key(|one| one.place));
    let places: Vec<Vec<usize>> =
        sides.iter().map(|runs| runs.iter().map(|one| one.place).collect()).collect();
    let printed = printed_decimals(first, glossary);
    let mut cells: Vec<Option<Cell>> = sides.into_iter().map(|runs| cell(runs, printed)).collect();
    if let Some(baseline) = cells[split.baseline].take() {
        for contender in cells.iter_mut().flatten() {
            contender.against = Some(against(&baseline, contender, better, threshold));
        }
        cells[split.baseline] = Some(baseline);
    }
    for cell in cells.iter_mut().flatten() {
        if cell.basis == Basis::Samples && cell.observations.len() > MOST_SAMPLES {
            cell.observations = Vec::new();
        }
        cell.outliers = outliers(&cell.observations);
    }
    let mut row = Row { keys, metric, unit: unit.to_string(), better, cells, drift: None };
    row.drift = drift_of(&row, &places, split);
    PlacedRow { row, places }
}

/// How many decimals the tool always prints of this metric, in the unit it was printed in.
fn printed_decimals(o: &Observed, glossary: Glossary) -> usize {
    let series = &o.measurement.series;
    let metrics = glossary(o.subject.run.benchmark.as_str());
    let known =
        metrics.iter().find(|info| info.name == series.metric.as_str() && info.unit == series.unit.as_str());
    known.and_then(|info| info.decimals).unwrap_or(0)
}

fn one_run(o: &Observed, factor: f64) -> Option<OneRun> {
    let values = &o.measurement.values;
    let summary = values.summary()?.scaled(factor);
    let written: Vec<f64> = match values {
        Values::Samples(samples) => samples.clone(),
        Values::Summary(summary) => {
            [summary.min, Some(summary.mean), summary.max].into_iter().flatten().collect()
        }
    };
    let decimals = written.iter().map(|&x| decimals(tidied(x * factor))).max().unwrap_or(0);
    let samples = values.samples().iter().map(|x| x * factor).collect();
    Some(OneRun { place: o.place, summary, samples, decimals })
}

/// Runs are what replicates; where a side has a single run, its samples stand in. Each side
/// by itself: a third side changes nothing between two others.
fn cell(mut runs: Vec<OneRun>, printed: usize) -> Option<Cell> {
    let decimals = runs.iter().map(|one| one.decimals).max()?.max(printed);
    let (basis, summary, observations) = match runs.as_mut_slice() {
        [single] => (Basis::Samples, single.summary, std::mem::take(&mut single.samples)),
        several => {
            let means: Vec<f64> = several.iter().map(|one| one.summary.mean).collect();
            (Basis::Runs, Summary::of(&means)?, means)
        }
    };
    let runs = runs.len() as u64;
    Some(Cell { runs, basis, summary, decimals, observations, outliers: Vec::new(), against: None })
}
