//! One row's cells: what each side observed, and how it stands against the baseline.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Observed;
use super::order::drift_of;
use super::sides::Split;
use super::standing::against;
use crate::comparison::{Basis, Cell, ComparisonTable, Row, Threshold};
use crate::metric::{Better, Glossary};
use crate::number::{most_decimals, tidied};
use crate::outlier::outliers;
use crate::run::Values;
use crate::summary::Summary;

/// What one run has in one row.
pub(crate) struct OneRun<'a> {
    place: usize,
    /// In the row's unit.
    values: Cow<'a, Values>,
    pub(crate) summary: Summary,
}

/// More samples than this are read by nobody, and would make a snapshot huge.
const MOST_SAMPLES: usize = 1000;

/// What a row was made of, and does not hold itself.
pub(super) struct Made {
    /// For each side, which of its runs the observations are of.
    pub(super) places: Vec<Vec<usize>>,
    /// How many observations are far from the others of their side, kept in the row or not.
    pub(super) outliers: usize,
}

impl Made {
    /// As far as a table tells of a row of its.
    pub(super) fn of(row: &Row, table: &ComparisonTable) -> Self {
        let places = row.cells.iter().zip(&table.sides).map(|(cell, side)| match cell {
            Some(cell) if cell.places.is_empty() => (0..side.runs.len()).collect(),
            Some(cell) => cell.places.clone(),
            None => Vec::new(),
        });
        let outliers = row.cells.iter().flatten().map(|cell| cell.outliers.len()).sum();
        Self { places: places.collect(), outliers }
    }
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
) -> (Row, Made) {
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
        let only = only_value(&sides[split.baseline]);
        for (runs, contender) in sides.iter().zip(&mut cells) {
            let identical = only.is_some() && only_value(runs) == only;
            let Some(contender) = contender else { continue };
            contender.against = Some(against(&baseline, contender, identical, better, threshold));
        }
        cells[split.baseline] = Some(baseline);
    }
    let mut far = 0;
    for (side, cell) in cells.iter_mut().enumerate() {
        let Some(cell) = cell else { continue };
        if places[side].len() != split.sides[side].runs.len() {
            cell.places = places[side].clone();
        }
        cell.outliers = outliers(&cell.observations);
        far += cell.outliers.len();
        if cell.basis == Basis::Samples && cell.observations.len() > MOST_SAMPLES {
            (cell.observations, cell.outliers) = (Vec::new(), Vec::new());
        }
    }
    let mut row = Row { keys, metric, unit: unit.to_string(), better, cells, drift: None };
    row.drift = drift_of(&row, &places, split);
    (row, Made { places, outliers: far })
}

/// How many decimals the tool always prints of this metric, in the unit it was printed in.
pub(crate) fn printed_decimals(o: &Observed, glossary: Glossary) -> usize {
    let series = &o.measurement.series;
    let metrics = glossary(o.subject.run.benchmark.as_str());
    let known =
        metrics.iter().find(|info| info.name == series.metric.as_str() && info.unit == series.unit.as_str());
    known.and_then(|info| info.decimals).unwrap_or(0)
}

/// What one run has in a row, of whose unit one of its own is `factor`.
pub(crate) fn one_run<'a>(o: &Observed<'a>, factor: f64) -> Option<OneRun<'a>> {
    let values = in_unit(&o.measurement.values, factor);
    let summary = values.summary()?;
    Some(OneRun { place: o.place, values, summary })
}

/// Values in a unit of which one of theirs is `factor`. Equal ones stay equal: without the
/// noise of the conversion, 4350 ms are the 4.35 s that another side has.
fn in_unit(values: &Values, factor: f64) -> Cow<'_, Values> {
    match values {
        values if factor == 1.0 => Cow::Borrowed(values),
        Values::Samples(samples) => {
            Cow::Owned(Values::Samples(samples.iter().map(|x| tidied(x * factor)).collect()))
        }
        Values::Summary(summary) => Cow::Owned(Values::Summary(summary.scaled(factor).into())),
    }
}

impl OneRun<'_> {
    /// The digits behind the point that the values need.
    pub(crate) fn decimals(&self) -> usize {
        match &*self.values {
            Values::Samples(samples) => most_decimals(samples.iter().copied()),
            Values::Summary(summary) => {
                let written = [summary.min, Some(summary.mean), summary.max];
                most_decimals(written.into_iter().flatten())
            }
        }
    }
}

/// The value that all samples of all runs have, where there is no other. A printed summary does
/// not tell: its figures are rounded.
fn only_value(runs: &[OneRun]) -> Option<f64> {
    let mut samples = runs.iter().flat_map(|one| one.values.samples());
    let only = *samples.next()?;
    let all_known = runs.iter().all(|one| !one.values.samples().is_empty());
    (all_known && samples.all(|sample| *sample == only)).then_some(only)
}

/// Runs are what replicates; where a side has a single run, its samples stand in. Each side
/// by itself: a third side changes nothing between two others.
fn cell(runs: &[OneRun], printed: usize) -> Option<Cell> {
    let decimals = runs.iter().map(OneRun::decimals).max()?.max(printed);
    let (basis, summary, observations): (_, _, Vec<f64>) = match runs {
        [single] => match &*single.values {
            Values::Samples(samples) => (Basis::Samples, single.summary, samples.clone()),
            Values::Summary(summary) => (Basis::Summary, **summary, Vec::new()),
        },
        several => {
            let means: Vec<f64> = several.iter().map(|one| one.summary.mean).collect();
            (Basis::Runs, Summary::of(&means)?, means)
        }
    };
    let runs = runs.len() as u64;
    let (places, outliers) = (Vec::new(), Vec::new());
    Some(Cell { runs, places, basis, summary, decimals, observations, outliers, against: None })
}
