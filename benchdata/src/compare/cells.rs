//! One row's cells: what each side observed, and how it stands against the baseline.

use super::Observed;
use super::sides::Split;
use crate::comparison::{Against, Basis, Cell, Row, Verdict};
use crate::metric::{Better, Glossary};
use crate::number::{decimals, tidied};
use crate::ratio::infer;
use crate::run::Values;
use crate::summary::Summary;

/// A change must be at least this large to be a better or a worse one: 1 %.
const THRESHOLD: f64 = 0.01;

/// What one run has in one row, in the row's unit.
struct OneRun {
    place: usize,
    summary: Summary,
    samples: Vec<f64>,
    decimals: usize,
}

/// More observations than this are read by nobody, and would make a snapshot huge.
const MOST_OBSERVATIONS: usize = 1000;

/// Builds the row of results that share keys, metric and quantity.
pub(super) fn row(
    keys: Vec<Option<String>>,
    metric: String,
    members: &[Observed],
    split: &Split,
    better: Option<Better>,
    glossary: Glossary,
) -> Row {
    let first = members.iter().find(|o| o.side == split.baseline).unwrap_or(&members[0]);
    let unit = &first.measurement.series.unit;
    let mut sides: Vec<Vec<OneRun>> = split.sides.iter().map(|_| Vec::new()).collect();
    for o in members {
        let factor = o.measurement.series.unit.in_units_of(unit).unwrap_or(1.0);
        sides[o.side].extend(one_run(o, factor));
    }
    let printed = printed_decimals(first, glossary);
    let mut cells: Vec<Option<Cell>> = sides.into_iter().map(|runs| cell(runs, printed)).collect();
    if let Some(baseline) = cells[split.baseline].as_ref().map(|cell| cell.summary) {
        for (_, cell) in cells.iter_mut().enumerate().filter(|(side, _)| *side != split.baseline) {
            if let Some(cell) = cell {
                cell.against = Some(against(&baseline, &cell.summary, better));
            }
        }
    }
    Row { keys, metric, unit: unit.to_string(), better, cells }
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
    runs.sort_by_key(|one| one.place);
    let decimals = runs.iter().map(|one| one.decimals).max()?.max(printed);
    let (basis, summary, mut observations) = match runs.as_mut_slice() {
        [single] => (Basis::Samples, single.summary, std::mem::take(&mut single.samples)),
        several => {
            let means: Vec<f64> = several.iter().map(|one| one.summary.mean).collect();
            (Basis::Runs, Summary::of(&means)?, means)
        }
    };
    if observations.len() > MOST_OBSERVATIONS {
        observations.clear();
    }
    Some(Cell { runs: runs.len() as u64, basis, summary, decimals, observations, against: None })
}

fn against(baseline: &Summary, contender: &Summary, better: Option<Better>) -> Against {
    // A ratio to nothing, or to less than nothing, says nothing.
    let ratio =
        (baseline.mean > 0.0).then(|| contender.mean / baseline.mean).filter(|ratio| ratio.is_finite());
    let inferred = infer(baseline, contender);
    let interval = inferred.and_then(|inferred| inferred.interval).filter(|_| ratio.is_some());
    let improvement = ratio.zip(better).map(|(ratio, better)| match better {
        Better::Higher => ratio - 1.0,
        Better::Lower => 1.0 - ratio,
    });
    let verdict = better.map(|_| {
        if baseline.n < 2 || contender.n < 2 {
            Verdict::TooFewRuns
        } else if baseline.stddev == Some(0.0) && contender.stddev == Some(0.0) {
            if ratio == Some(1.0) { Verdict::IdenticalSamples } else { Verdict::NoVariation }
        } else {
            verdict(improvement, interval)
        }
    });
    let p = inferred.map(|inferred| inferred.p);
    Against { ratio, improvement, interval, p, corrected_p: None, verdict }
}

fn verdict(improvement: Option<f64>, interval: Option<(f64, f64)>) -> Verdict {
    let excludes_no_change = interval.is_some_and(|(low, high)| low > 1.0 || high < 1.0);
    match improvement {
        Some(improvement) if excludes_no_change && improvement >= THRESHOLD => Verdict::Better,
        Some(improvement) if excludes_no_change && improvement <= -THRESHOLD => Verdict::Worse,
        _ => Verdict::NotShown,
    }
}
