//! One row's cells: what each side observed, and how it stands against the baseline.

use std::collections::HashMap;

use super::Observed;
use super::order::drift_of;
use super::sides::Split;
use super::standing::against;
use crate::comparison::{Basis, Cell, Row, Threshold};
use crate::metric::{Better, Glossary};
use crate::number::{most_decimals, tidied};
use crate::outlier::outliers;
use crate::run::Values;
use crate::summary::Summary;

/// What one run has in one row.
pub(crate) struct OneRun<'a> {
    place: usize,
    values: &'a Values,
    /// What makes them of the row's unit.
    factor: f64,
    /// In the row's unit.
    pub(crate) summary: Summary,
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
    // Of each kind once: thousands of runs name one unit.
    let mut factors: HashMap<usize, Option<f64>> = HashMap::new();
    for o in members {
        let own = || o.measurement.series.unit.in_units_of(unit);
        if let Some(factor) = *factors.entry(o.kind).or_insert_with(own) {
            sides[o.side].extend(one_run(o, factor));
        }
    }
    sides.iter_mut().for_each(|runs| runs.sort_by_key(|one| one.place));
    let places: Vec<Vec<usize>> =
        sides.iter().map(|runs| runs.iter().map(|one| one.place).collect()).collect();
    let printed = printed_decimals(first, glossary);
    let mut cells: Vec<Option<Cell>> = sides.iter().map(|runs| cell(runs, printed)).collect();
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
pub(crate) fn printed_decimals(o: &Observed, glossary: Glossary) -> usize {
    let series = &o.measurement.series;
    let metrics = glossary(o.subject.run.benchmark.as_str());
    let known =
        metrics.iter().find(|info| info.name == series.metric.as_str() && info.unit == series.unit.as_str());
    known.and_then(|info| info.decimals).unwrap_or(0)
}

/// What one run has in a row, whose unit is so many of its own.
pub(crate) fn one_run<'a>(o: &Observed<'a>, factor: f64) -> Option<OneRun<'a>> {
    let values = &o.measurement.values;
    Some(OneRun { place: o.place, values, factor, summary: values.summary()?.scaled(factor) })
}

impl OneRun<'_> {
    /// The digits behind the point that the values need in the row's unit.
    pub(crate) fn decimals(&self) -> usize {
        let in_rows_unit = |x: &f64| if self.factor == 1.0 { *x } else { tidied(x * self.factor) };
        match self.values {
            Values::Samples(samples) => most_decimals(samples.iter().map(in_rows_unit)),
            Values::Summary(summary) => {
                let written = [summary.min, Some(summary.mean), summary.max];
                most_decimals(written.iter().flatten().map(in_rows_unit))
            }
        }
    }
}

/// Runs are what replicates; where a side has a single run, its samples stand in. Each side
/// by itself: a third side changes nothing between two others.
fn cell(runs: &[OneRun], printed: usize) -> Option<Cell> {
    let decimals = runs.iter().map(OneRun::decimals).max()?.max(printed);
    let (basis, summary, observations): (_, _, Vec<f64>) = match runs {
        [single] => {
            let samples = single.values.samples().iter().map(|x| x * single.factor);
            (Basis::Samples, single.summary, samples.collect())
        }
        several => {
            let means: Vec<f64> = several.iter().map(|one| one.summary.mean).collect();
            (Basis::Runs, Summary::of(&means)?, means)
        }
    };
    let runs = runs.len() as u64;
    Some(Cell { runs, basis, summary, decimals, observations, outliers: Vec::new(), against: None })
}
