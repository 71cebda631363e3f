//! Compares runs: splits them into sides, lines their results up in rows, and says how
//! each side stands against the baseline.

pub(crate) mod cells;
mod guess;
mod holm;
pub(crate) mod kinds;
mod level;
mod mean_ratio;
mod mix;
mod natural;
mod order;
pub(crate) mod repeats;
pub(crate) mod row_keys;
mod shares;
mod side_order;
mod sides;
pub(crate) mod standing;
pub(crate) mod warnings;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::comparison::{ComparisonSchema, ComparisonTable, Metric, Request, Row, Threshold};
use crate::content::RunId;
use crate::key::RunKey;
use crate::metric::{Better, Glossary};
use crate::run::{Measurement, Run};
use crate::unit::Quantity;

use cells::Made;
use kinds::{Kinds, Member};

pub use level::{Level, levels};
pub(crate) use mix::{is_setting, without_verdict};
pub(crate) use natural::is_of_versions;
pub use natural::{lists as natural_lists, natural};
pub(crate) use shares::take_turns_unequally;
pub use sides::renamed;
pub use warnings::warnings_of_rows;

/// A run to be compared, under its id.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// The run's id.
    pub id: RunId,
    /// The run; results that the query leaves out are left out here too.
    pub run: Run,
}

/// Runs that one side of a query selected.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The side's query.
    pub q: String,
    /// What it selected.
    pub subjects: Vec<Subject>,
}

/// Why there is nothing to compare, or too much.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// The query selects no results.
    #[error("no stored run matches {0:?}")]
    NothingSelected(String),
    /// No side is called like the baseline.
    #[error("base={base:?} names no side; the sides are {}", enumerated(sides))]
    NoSuchBaseline {
        /// As asked.
        base: String,
        /// The sides' names.
        sides: Vec<String>,
    },
    /// No result has one of the metrics.
    #[error("no result has the metric {metric:?}; there are {}", metrics.join(", "))]
    NoSuchMetric {
        /// As asked.
        metric: String,
        /// The metrics there are.
        metrics: Vec<String>,
    },
    /// More sides than a table can show.
    #[error("by={by} makes {found} sides, at most {MOST_SIDES} can be shown: narrow the query")]
    TooManySides {
        /// The keys that split.
        by: String,
        /// How many sides they make.
        found: usize,
    },
    /// Nothing selected has one of the keys.
    #[error("no selected run has the key {key}; there are {}", keys.join(", "))]
    NoSuchKey {
        /// As asked, in `by` or `rows`.
        key: String,
        /// The keys there are.
        keys: Vec<String>,
    },
    /// The sides of `vs` have several values each of a case parameter, and none in common.
    #[error(
        "no row would have both sides, for each selects several {0}: name one on each, or split with by={0}"
    )]
    SeveralLevels(String),
    /// Both `vs` and `by`.
    #[error("`vs` in the query splits the sides already: leave `by` out")]
    VsAndBy,
}

/// Names with commas between, in quotes where one holds a comma itself.
fn enumerated(names: &[String]) -> String {
    let quoted = |name: &String| if name.contains(',') { format!("{name:?}") } else { name.clone() };
    names.iter().map(quoted).collect::<Vec<_>>().join(", ")
}

/// A table with more sides could be read by nobody.
const MOST_SIDES: usize = 64;

/// One result of one run, on one side.
#[derive(Clone, Copy)]
pub(crate) struct Observed<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) measurement: &'a Measurement,
    pub(crate) kind: usize,
    pub(crate) side: usize,
    /// Which of its side's runs the run is.
    pub(crate) place: usize,
}

impl<'a> Observed<'a> {
    /// The result apart from its side.
    fn member(&self) -> Member<'a> {
        Member { subject: self.subject, measurement: self.measurement, kind: self.kind }
    }
}

/// The value of a key for a run and one of its results.
fn value_of(key: &RunKey, of: &Member) -> Option<String> {
    let series = &of.measurement.series;
    value_of_run(key, of.subject).or_else(|| match key {
        RunKey::Metric => Some(series.metric.to_string()),
        RunKey::Named(name) => series.case.get(name.as_str()).map(ToString::to_string),
        _ => None,
    })
}

/// The value of a key for a run, where that is the same for all its results.
fn value_of_run(key: &RunKey, subject: &Subject) -> Option<String> {
    let run = &subject.run;
    match key {
        RunKey::Box => Some(run.box_name.to_string()),
        RunKey::Benchmark => Some(run.benchmark.to_string()),
        RunKey::Label => Some(run.label.to_string()),
        RunKey::Metric => None,
        RunKey::Run => Some(subject.id.to_string()),
        RunKey::Environment(fact) => run.environment.get(fact).map(ToString::to_string),
        RunKey::Named(name) => run.factors.get(name).map(ToString::to_string),
    }
}

/// Compares what a query's sides selected.
///
/// # Errors
/// Where nothing is selected, or the request names a baseline or metric that is not there.
pub fn compare(
    selections: &[Selection],
    request: &Request,
    glossary: Glossary,
) -> Result<ComparisonTable, CompareError> {
    let request = &guess::with_rows(selections, request);
    let by = sides::by(selections, request)?;
    let kinds = kinds::kinds(selections, &[by.as_slice(), &request.rows].concat());
    check_keys(selections, &kinds, request)?;
    let mut split = sides::split(selections, &kinds, by, request)?;
    let all_metrics = metric_order(&kinds.examples, glossary);
    let shown = shown_metrics(&all_metrics, request)?;
    let is_shown = |measurement: &Measurement| shown.contains(measurement.series.metric.as_str());
    let examples: Vec<Member> =
        kinds.examples.into_iter().filter(|example| is_shown(example.measurement)).collect();
    let splitting = [split.by.as_slice(), &split.named].concat();
    let (keys, constants) = row_keys::row_keys(&examples, &splitting, request);
    let numbered = Numbered::of(&examples, &keys);
    // Who writes the sides down, with `vs`, puts first what is to be first.
    if request.base.is_none() && !split.by.is_empty() {
        split.set_against(guess::baseline(&split, &numbered.row_of_kind));
    }
    let shown_keys = [split.by.as_slice(), &keys, &request.rows].concat();
    let in_rows = numbered.in_rows(&keys, &split.observed, &all_metrics);
    let (mut rows, made) = rows(in_rows, &examples, &split, request.threshold, glossary);
    let unequal = mix::withhold(&mut rows, &made, &mix::mixed(&split, &shown_keys, selections), &split);
    holm::correct(&mut rows);
    standing::add_detectable(&mut rows, split.baseline, request.threshold);
    let metrics: Vec<Metric> =
        all_metrics.iter().filter(|metric| shown.contains(metric.name.as_str())).cloned().collect();
    let subjects = selections.iter().flat_map(|selection| &selection.subjects);
    let mut table = ComparisonTable {
        schema: ComparisonSchema::V1,
        request: split.filled_in(request),
        benchmarks: distinct(examples.iter().map(|example| example.subject.run.benchmark.as_str())),
        boxes: distinct(subjects.map(|subject| subject.run.box_name.as_str())),
        baseline: split.baseline,
        keys: keys.iter().map(ToString::to_string).collect(),
        constants,
        mean_ratios: mean_ratio::of(&metrics, &rows),
        metrics,
        rows,
        order: order::of(&split),
        environment: warnings::differences(&split),
        warnings: Vec::new(),
        sides: split.sides.clone(),
    };
    table.warnings = warnings::of(&warnings::Evidence {
        table: &table,
        split: &split,
        examples: &examples,
        made: &made,
        all_metrics: &all_metrics,
        unequal: &unequal,
    });
    Ok(table)
}

/// The names that there are, each once.
pub(crate) fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.collect::<BTreeSet<_>>().into_iter().map(str::to_owned).collect()
}

/// Refuses keys that nothing selected has: a misspelt one would split or lay out nothing.
pub(crate) fn check_keys(
    selections: &[Selection],
    kinds: &Kinds,
    request: &Request,
) -> Result<(), CompareError> {
    let runs = || selections.iter().flat_map(|selection| &selection.subjects).map(|subject| &subject.run);
    let cases = || kinds.examples.iter().map(|example| &example.measurement.series.case);
    let is_known = |key: &RunKey| match key {
        RunKey::Box | RunKey::Benchmark | RunKey::Label | RunKey::Metric | RunKey::Run => true,
        RunKey::Environment(fact) => runs().any(|run| run.environment.contains_key(fact)),
        RunKey::Named(name) => {
            runs().any(|run| run.factors.contains_key(name))
                || cases().any(|case| case.get(name.as_str()).is_some())
        }
    };
    let Some(key) = request.by.iter().chain(&request.rows).find(|key| !is_known(key)) else { return Ok(()) };
    let mut known: BTreeSet<RunKey> =
        [RunKey::Box, RunKey::Benchmark, RunKey::Label, RunKey::Metric, RunKey::Run].into();
    known.extend(cases().flat_map(|case| case.keys()).cloned().map(RunKey::Named));
    for run in runs() {
        known.extend(run.factors.keys().cloned().map(RunKey::Named));
        known.extend(run.environment.keys().cloned().map(RunKey::Environment));
    }
    Err(CompareError::NoSuchKey {
        key: key.to_string(),
        keys: known.iter().map(ToString::to_string).collect(),
    })
}

/// The metrics that occur: the glossary's in its order, then the others by name, those last of which
/// nobody can say what is better.
pub(crate) fn metric_order(examples: &[Member], glossary: Glossary) -> Vec<Metric> {
    let names: BTreeSet<(&str, &str)> = examples
        .iter()
        .map(|of| (of.subject.run.benchmark.as_str(), of.measurement.series.metric.as_str()))
        .collect();
    let directed: BTreeSet<&str> = examples
        .iter()
        .filter(|of| of.measurement.series.better.is_some())
        .map(|of| of.measurement.series.metric.as_str())
        .collect();
    let mut metrics: Vec<((Option<usize>, &str), Metric)> = Vec::new();
    for (benchmark, name) in names {
        let known = glossary(benchmark).iter().enumerate().find(|(_, info)| info.name == name);
        if metrics.iter().any(|(_, metric)| metric.name == name) {
            continue;
        }
        let metric = Metric {
            name: name.to_owned(),
            meaning: known.map(|(_, info)| info.meaning.to_owned()),
            headline: known.is_some_and(|(_, info)| info.headline),
        };
        metrics.push(((known.map(|(at, _)| at), name), metric));
    }
    metrics.sort_by_key(|((at, name), _)| (at.is_none(), *at, !directed.contains(name), *name));
    metrics.into_iter().map(|(_, metric)| metric).collect()
}

pub(crate) fn shown_metrics<'a>(
    all: &'a [Metric],
    request: &'a Request,
) -> Result<BTreeSet<&'a str>, CompareError> {
    let known: BTreeSet<&str> = all.iter().map(|metric| metric.name.as_str()).collect();
    if request.metric.is_empty() {
        return Ok(known);
    }
    if let Some(metric) = request.metric.iter().find(|metric| !known.contains(metric.as_str())) {
        let metrics = all.iter().map(|metric| metric.name.clone()).collect();
        return Err(CompareError::NoSuchMetric { metric: metric.clone(), metrics });
    }
    Ok(request.metric.iter().map(String::as_str).collect())
}

/// What the results of one row have in common: keys, metric, quantity.
pub(crate) type RowId = (Vec<Option<String>>, String, Quantity);

/// The directions that each metric's results are given; more than one is a disagreement.
pub(crate) fn directions<'a>(examples: &[Member<'a>]) -> BTreeMap<&'a str, BTreeSet<Option<Better>>> {
    let mut found: BTreeMap<&str, BTreeSet<Option<Better>>> = BTreeMap::new();
    for series in examples.iter().map(|example| &example.measurement.series) {
        found.entry(series.metric.as_str()).or_default().insert(series.better);
    }
    found
}

/// Rows, each with a number.
pub(crate) struct Numbered {
    ids: Vec<RowId>,
    /// By the kind of results which row they are in; none where they are not shown.
    row_of_kind: HashMap<usize, usize>,
}

impl Numbered {
    /// The rows of these kinds of results, told apart by keys.
    pub(crate) fn of(examples: &[Member], keys: &[RunKey]) -> Self {
        let mut numbers: HashMap<RowId, usize> = HashMap::new();
        let mut row_of_kind: HashMap<usize, usize> = HashMap::new();
        let mut ids = Vec::new();
        for example in examples {
            let values = keys.iter().map(|key| value_of(key, example)).collect();
            let series = &example.measurement.series;
            let id: RowId = (values, series.metric.to_string(), series.unit.quantity());
            let number = *numbers.entry(id).or_insert_with_key(|id| {
                ids.push(id.clone());
                ids.len() - 1
            });
            row_of_kind.insert(example.kind, number);
        }
        Self { ids, row_of_kind }
    }

    /// The results of each row, the rows in their order: by metric, then by keys.
    pub(crate) fn in_rows<'a>(
        self,
        keys: &[RunKey],
        observed: &[Observed<'a>],
        metrics: &[Metric],
    ) -> Vec<(RowId, Vec<Observed<'a>>)> {
        let mut members: Vec<Vec<Observed>> = self.ids.iter().map(|_| Vec::new()).collect();
        for o in observed {
            if let Some(&row) = self.row_of_kind.get(&o.kind) {
                members[row].push(*o);
            }
        }
        let mut rows: Vec<(RowId, Vec<Observed>)> = self.ids.into_iter().zip(members).collect();
        let by_values = natural::lists(keys);
        let place: HashMap<&str, usize> =
            metrics.iter().enumerate().map(|(at, m)| (m.name.as_str(), at)).collect();
        rows.sort_by(|((keys_a, metric_a, quantity_a), _), ((keys_b, metric_b, quantity_b), _)| {
            let metric = place.get(metric_a.as_str()).cmp(&place.get(metric_b.as_str()));
            metric.then_with(|| by_values(keys_a, keys_b)).then_with(|| quantity_a.cmp(quantity_b))
        });
        rows
    }
}

fn rows(
    in_rows: Vec<(RowId, Vec<Observed>)>,
    examples: &[Member],
    split: &sides::Split,
    threshold: Threshold,
    glossary: Glossary,
) -> (Vec<Row>, Vec<Made>) {
    let directions = directions(examples);
    in_rows
        .into_iter()
        .map(|((keys, metric, _), members)| {
            let better = direction_of(&directions, &metric);
            cells::row(keys, metric, &members, split, better, threshold, glossary)
        })
        .collect()
}

/// The direction that all results of a metric agree on.
pub(crate) fn direction_of(
    directions: &BTreeMap<&str, BTreeSet<Option<Better>>>,
    metric: &str,
) -> Option<Better> {
    let found = directions.get(metric)?;
    found.first().copied().flatten().filter(|_| found.len() == 1)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
