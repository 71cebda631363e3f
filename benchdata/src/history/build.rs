//! Makes a history out of runs.

use super::differences::Settings;
use super::points::{Kernels, Placed, are_of_one_moment, has_place, points};
use super::{Axis, History, HistoryRequest, HistorySchema, Level, Line, Point, warnings};
use crate::change_points::{Rules, change_points};
use crate::compare::cells::{one_run, printed_decimals};
use crate::compare::kinds::{Member, kinds};
use crate::compare::standing::against;
use crate::compare::{
    CompareError, Numbered, Observed, RowId, Selection, check_keys, direction_of, directions, distinct,
    metric_order, row_keys::row_keys, shown_metrics, without_verdict,
};
use crate::comparison::{Basis, Cell, Request};
use crate::drift::{Drift, drift};
use crate::key::RunKey;
use crate::metric::{Better, Glossary};
use crate::outlier::outliers;
use crate::summary::Summary;

/// A page of more lines would be read by nobody.
const MOST_LINES: usize = 48;

/// More points would take too long to judge.
const MOST_POINTS: usize = 20_000;

/// What lines are made by.
struct Making<'a> {
    request: &'a HistoryRequest,
    glossary: Glossary,
    seed: u64,
    kernels: Kernels<'a>,
    settings: Settings<'a>,
}

/// The history of selected runs. Runs without a place on the axis are left out of it; `seed` is
/// for the change points.
///
/// # Errors
/// Where nothing is selected, or the request names a metric or key that is not there.
pub fn history(
    selection: &Selection,
    request: &HistoryRequest,
    glossary: Glossary,
    seed: u64,
) -> Result<History, CompareError> {
    let subjects = &selection.subjects;
    if subjects.is_empty() {
        return Err(CompareError::NothingSelected(request.q.clone()));
    }
    let boxes = distinct(subjects.iter().map(|subject| subject.run.box_name.as_str()));
    let mut asked = request.rows.clone();
    if boxes.len() > 1 && !asked.contains(&RunKey::Box) {
        asked.insert(0, RunKey::Box);
    }
    let kinds = kinds(std::slice::from_ref(selection), &asked);
    let as_compared =
        Request { rows: request.rows.clone(), metric: request.metric.clone(), ..Request::default() };
    check_keys(std::slice::from_ref(selection), &kinds, &as_compared)?;
    let metrics = metric_order(&kinds.examples, glossary);
    let shown = shown_metrics(&metrics, &as_compared)?;
    let is_shown = |member: &&Member| shown.contains(member.measurement.series.metric.as_str());
    let examples: Vec<Member> = kinds.examples.iter().filter(is_shown).copied().collect();
    let of_lines = Request { rows: asked, ..Request::default() };
    let (keys, constants) = row_keys(&examples, &[], &of_lines);
    let members = kinds.members.iter().flatten().filter(is_shown);
    let placed = members.filter(|member| has_place(&member.subject.run, request.by));
    let observed: Vec<Observed> = placed.map(observed).collect();
    let mut rows = Numbered::of(&examples, &keys).in_rows(&keys, &observed, &metrics);
    rows.retain(|(_, members)| !members.is_empty());
    let shown_lines = affordable(&rows);
    let more_lines = rows.len() - shown_lines;
    rows.truncate(shown_lines);
    let alternating = warnings::alternating(&rows);
    let kernels = Kernels::of(subjects, request.by);
    let settings = Settings::of(subjects, request.by);
    let making = Making { request, glossary, seed, kernels, settings };
    let history = History {
        schema: HistorySchema::V1,
        request: request.clone(),
        benchmarks: distinct(examples.iter().map(|of| of.subject.run.benchmark.as_str())),
        boxes,
        keys: keys.iter().map(ToString::to_string).collect(),
        constants,
        kernels: making.kernels.names(),
        warnings: Vec::new(),
        lines: lines(rows, &examples, &making),
        metrics: metrics.iter().filter(|metric| shown.contains(metric.name.as_str())).cloned().collect(),
        more_lines,
        runs: subjects.len(),
        older_runs: false,
    };
    Ok(History { warnings: warnings::of(&history, subjects, &examples, alternating), ..history })
}

fn observed<'a>(&Member { subject, measurement, kind }: &Member<'a>) -> Observed<'a> {
    Observed { subject, measurement, kind, side: 0, place: 0 }
}

/// How many lines are shown: always one, as long as any has points.
fn affordable(rows: &[(RowId, Vec<Observed>)]) -> usize {
    let points = rows.iter().scan(0, |points, (_, members)| {
        *points += members.len();
        Some(*points)
    });
    points.take(MOST_LINES).take_while(|&points| points <= MOST_POINTS).count().max(1).min(rows.len())
}

fn lines(rows: Vec<(RowId, Vec<Observed>)>, examples: &[Member], making: &Making) -> Vec<Line> {
    let directions = directions(examples);
    let line = |((keys, metric, _), members): (RowId, Vec<Observed>)| {
        let better = direction_of(&directions, &metric);
        line(keys, metric, better, &members, making)
    };
    rows.into_iter().filter_map(line).collect()
}

/// The line of results that share keys, metric and quantity.
fn line(
    keys: Vec<Option<String>>,
    metric: String,
    better: Option<Better>,
    members: &[Observed],
    making: &Making,
) -> Option<Line> {
    let Making { request, glossary, .. } = *making;
    let first = members.first()?;
    let unit = &first.measurement.series.unit;
    let placed = members.iter().filter_map(|o| {
        let factor = o.measurement.series.unit.in_units_of(unit)?;
        Some(Placed { subject: o.subject, one: one_run(o, factor)? })
    });
    let placed: Vec<Placed> = placed.collect();
    let written = placed.iter().map(|placed| placed.one.decimals()).max()?;
    let decimals = written.max(printed_decimals(first, glossary));
    let points = points(placed, request.by, &making.kernels);
    let has_order = points.windows(2).any(|pair| !are_of_one_moment(&pair[0], &pair[1], request.by));
    let starts = starts(&points, making);
    Some(Line {
        keys,
        metric,
        unit: unit.to_string(),
        better,
        judged: points.len() >= request.lasting.fewest() && has_order,
        drift: drift_of(&points, &starts, request.by),
        levels: levels(&points, &starts, decimals, better, making),
        points,
    })
}

/// Where levels begin: never between two runs of which nothing tells which was the first.
fn starts(points: &[Point], making: &Making) -> Vec<usize> {
    let HistoryRequest { lasting, threshold, by, .. } = *making.request;
    let values: Vec<f64> = points.iter().map(|point| point.value).collect();
    let found = change_points(&values, Rules { lasting, threshold }, making.seed).into_iter();
    let is_told = |at: &usize| !are_of_one_moment(&points[at - 1], &points[*at], by);
    std::iter::once(0).chain(found.filter(is_told)).collect()
}

/// The points between these starts.
fn parts<'a>(points: &'a [Point], starts: &[usize]) -> Vec<&'a [Point]> {
    let ends = starts.iter().skip(1).copied().chain([points.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &points[start..end]).collect()
}

/// The drift within the levels whose points are in a known order.
fn drift_of(points: &[Point], starts: &[usize], by: Axis) -> Option<Drift> {
    let mut groups = parts(points, starts);
    groups.retain(|points| points.windows(2).all(|pair| !are_of_one_moment(&pair[0], &pair[1], by)));
    let values = groups.iter().map(|points| points.iter().map(|point| point.value).collect());
    let values: Vec<Vec<f64>> = values.collect();
    drift(&values.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The levels that begin at these points, each set against the one before.
fn levels(
    points: &[Point],
    starts: &[usize],
    decimals: usize,
    better: Option<Better>,
    making: &Making,
) -> Vec<Level> {
    let parts = parts(points, starts);
    let mut cells: Vec<Cell> = parts.iter().filter_map(|points| cell(points, decimals)).collect();
    let mut unequal: Vec<Vec<String>> = vec![Vec::new(); cells.len()];
    for at in (1..cells.len()).rev() {
        let standing = against(&cells[at - 1], &cells[at], false, better, making.request.threshold);
        unequal[at] = making.settings.unequal(parts[at - 1], parts[at], &making.request.rows);
        cells[at].against = Some(if unequal[at].is_empty() { standing } else { without_verdict(&standing) });
    }
    for cell in &mut cells {
        // The points have them.
        cell.observations = Vec::new();
    }
    let differences = |at: usize| match at.checked_sub(1) {
        Some(before) => making.settings.differences(parts[before], parts[at]),
        None => Vec::new(),
    };
    let levels = starts.iter().zip(cells).zip(unequal).enumerate();
    levels
        .map(|(at, ((&start, cell), unequal))| Level { start, cell, differences: differences(at), unequal })
        .collect()
}

fn cell(points: &[Point], decimals: usize) -> Option<Cell> {
    let observations: Vec<f64> = points.iter().map(|point| point.value).collect();
    Some(Cell {
        runs: points.iter().map(|point| point.runs.len() as u64).sum(),
        basis: Basis::Runs,
        summary: Summary::of(&observations)?,
        decimals,
        places: Vec::new(),
        outliers: outliers(&observations),
        observations,
        against: None,
    })
}
