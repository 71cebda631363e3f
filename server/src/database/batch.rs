//! Some runs as arrays, one for each column, so that any number of them takes the same few
//! statements.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use benchdata::content::{ContentId, RunId, hash_of_json};
use benchdata::name::Key;
use benchdata::run::{Measurement, Run, Series, Values};
use time::{Duration, OffsetDateTime};

/// zstd's default: more costs several times the time for a few percent of a text.
const COMPRESSION: i32 = 3;

/// What is stored of some runs.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) ids: Vec<RunId>,
    pub(super) runs: RunColumns,
    /// Distinct, in order: two batches that take rows in one order cannot deadlock.
    pub(super) boxes: BTreeSet<String>,
    /// Box, benchmark and factors.
    pub(super) combinations: BTreeSet<[String; 3]>,
    /// Facts by their hash.
    pub(super) environments: BTreeMap<Vec<u8>, String>,
    pub(super) series: BTreeMap<Vec<u8>, SeriesRow>,
    /// Kind and name.
    pub(super) keys: BTreeSet<(&'static str, String)>,
    pub(super) measurements: MeasurementColumns,
    pub(super) sources: SourceColumns,
}

#[derive(Default)]
pub(super) struct RunColumns {
    pub(super) id: Vec<i64>,
    pub(super) received: Vec<OffsetDateTime>,
    pub(super) uploaded_by: Vec<i32>,
    pub(super) content_id: Vec<Vec<u8>>,
    pub(super) started: Vec<Option<OffsetDateTime>>,
    pub(super) box_name: Vec<String>,
    pub(super) environment_hash: Vec<Vec<u8>>,
    pub(super) repeat: Vec<Option<i64>>,
    pub(super) benchmark: Vec<String>,
    pub(super) label: Vec<String>,
    pub(super) factors: Vec<String>,
    pub(super) note: Vec<Option<String>>,
    /// Each run's remarks as a JSON array: arrays of arrays must be rectangular.
    pub(super) remarks: Vec<String>,
}

#[derive(Clone)]
pub(super) struct SeriesRow {
    pub(super) benchmark: String,
    pub(super) case: String,
    pub(super) metric: String,
    pub(super) unit: String,
    pub(super) better: Option<&'static str>,
}

#[derive(Default)]
pub(super) struct MeasurementColumns {
    pub(super) run_id: Vec<i64>,
    pub(super) series_hash: Vec<Vec<u8>>,
    /// This and the four below are null where there are samples.
    pub(super) n: Vec<Option<i64>>,
    pub(super) min: Vec<Option<f64>>,
    pub(super) mean: Vec<Option<f64>>,
    pub(super) max: Vec<Option<f64>>,
    pub(super) stddev: Vec<Option<f64>>,
    /// Where the row's samples stand in `samples`, both ends included, from 1.
    pub(super) first: Vec<Option<i32>>,
    pub(super) last: Vec<Option<i32>>,
    pub(super) samples: Vec<f64>,
}

#[derive(Default)]
pub(super) struct SourceColumns {
    pub(super) run_id: Vec<i64>,
    pub(super) position: Vec<i32>,
    pub(super) length: Vec<i64>,
    pub(super) name: Vec<String>,
    pub(super) bytes: Vec<Vec<u8>>,
}

impl RunColumns {
    fn append(&mut self, other: &Self) {
        self.id.extend(&other.id);
        self.received.extend(&other.received);
        self.uploaded_by.extend(&other.uploaded_by);
        self.content_id.extend_from_slice(&other.content_id);
        self.started.extend(&other.started);
        self.box_name.extend_from_slice(&other.box_name);
        self.environment_hash.extend_from_slice(&other.environment_hash);
        self.repeat.extend(&other.repeat);
        self.benchmark.extend_from_slice(&other.benchmark);
        self.label.extend_from_slice(&other.label);
        self.factors.extend_from_slice(&other.factors);
        self.note.extend_from_slice(&other.note);
        self.remarks.extend_from_slice(&other.remarks);
    }
}

impl MeasurementColumns {
    fn append(&mut self, other: &Self) -> Result<(), BatchError> {
        let before = i32::try_from(self.samples.len())?;
        i32::try_from(self.samples.len() + other.samples.len())?;
        self.run_id.extend(&other.run_id);
        self.series_hash.extend_from_slice(&other.series_hash);
        self.n.extend(&other.n);
        self.min.extend(&other.min);
        self.mean.extend(&other.mean);
        self.max.extend(&other.max);
        self.stddev.extend(&other.stddev);
        self.first.extend(other.first.iter().map(|first| first.map(|first| before + first)));
        self.last.extend(other.last.iter().map(|last| last.map(|last| before + last)));
        self.samples.extend(&other.samples);
        Ok(())
    }
}

impl SourceColumns {
    fn append(&mut self, other: &Self) {
        self.run_id.extend(&other.run_id);
        self.position.extend(&other.position);
        self.length.extend(&other.length);
        self.name.extend_from_slice(&other.name);
        self.bytes.extend_from_slice(&other.bytes);
    }
}

/// Why runs cannot become a batch: all are the work of this module alone.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A map of checked texts did not become JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A source could not be compressed.
    #[error("compressing a source: {0}")]
    Compress(#[from] std::io::Error),
    /// A count exceeds what the database holds.
    #[error("a count is too large: {0}")]
    Count(#[from] std::num::TryFromIntError),
}

/// A run's id as the database has it.
pub(super) fn row_id(id: RunId) -> i64 {
    id.0.cast_signed()
}

impl Batch {
    /// Takes the runs of an upload apart, hashes and compresses: some milliseconds for a megabyte.
    ///
    /// A microsecond lies between the receipt of one and the next: the one that was started last is
    /// the newest, and of those started at once the first, so that lists keep a mail's order.
    pub(super) fn new(runs: &[Run], uploaded_by: i32, received: OffsetDateTime) -> Result<Self, BatchError> {
        let mut newest_first: Vec<usize> = (0..runs.len()).collect();
        newest_first.sort_by_key(|&at| Reverse(runs[at].started));
        let mut batch = Self::default();
        batch.runs.uploaded_by = vec![uploaded_by; runs.len()];
        batch.runs.received = vec![received; runs.len()];
        for (later, &at) in newest_first.iter().enumerate() {
            batch.runs.received[at] -= Duration::microseconds(i64::try_from(later)?);
        }
        for run in runs {
            let content_id = run.content_id();
            let id = content_id.run_id();
            batch.ids.push(id);
            batch.add_run(run, content_id)?;
            for result in &run.results {
                batch.add_measurement(id, run.benchmark.as_str(), result)?;
            }
            batch.add_sources(id, run)?;
        }
        Ok(batch)
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        let columns = &self.measurements;
        let rows = columns.run_id.len() * size_of::<(i64, [u8; 32], [f64; 5], [i32; 2])>();
        rows + columns.samples.len() * size_of::<f64>()
            + self.sources.bytes.iter().map(Vec::len).sum::<usize>()
    }

    /// Adds other runs than it has.
    pub(super) fn append(&mut self, other: &Self) -> Result<(), BatchError> {
        self.ids.extend(&other.ids);
        self.runs.append(&other.runs);
        self.boxes.extend(other.boxes.iter().cloned());
        self.combinations.extend(other.combinations.iter().cloned());
        self.environments
            .extend(other.environments.iter().map(|(hash, facts)| (hash.clone(), facts.clone())));
        for (hash, row) in &other.series {
            self.series.entry(hash.clone()).or_insert_with(|| row.clone());
        }
        self.keys.extend(other.keys.iter().cloned());
        self.sources.append(&other.sources);
        self.measurements.append(&other.measurements)
    }

    fn add_run(&mut self, run: &Run, content_id: ContentId) -> Result<(), BatchError> {
        self.add_keys("factor", run.factors.keys());
        self.add_keys("fact", run.environment.keys());
        self.boxes.insert(run.box_name.to_string());
        let factors = serde_json::to_string(&run.factors)?;
        let combination = [run.box_name.to_string(), run.benchmark.to_string(), factors.clone()];
        self.combinations.insert(combination);
        let facts = serde_json::to_string(&run.environment)?;
        let environment_hash = hash_of_json(&facts)?.to_vec();
        self.environments.insert(environment_hash.clone(), facts);
        let columns = &mut self.runs;
        columns.id.push(row_id(content_id.run_id()));
        columns.content_id.push(content_id.0.to_vec());
        columns.started.push(run.started.map(to_microsecond));
        columns.box_name.push(run.box_name.to_string());
        columns.environment_hash.push(environment_hash);
        columns.repeat.push(run.repeat.map(i64::from));
        columns.benchmark.push(run.benchmark.to_string());
        columns.label.push(run.label.to_string());
        columns.factors.push(factors);
        columns.note.push(run.note.clone());
        columns.remarks.push(serde_json::to_string(&run.remarks)?);
        Ok(())
    }

    fn add_keys<'a>(&mut self, kind: &'static str, named: impl Iterator<Item = &'a Key>) {
        self.keys.extend(named.map(|key| (kind, key.to_string())));
    }

    fn add_measurement(
        &mut self,
        id: RunId,
        benchmark: &str,
        result: &Measurement,
    ) -> Result<(), BatchError> {
        let (summary, samples) = match &result.values {
            Values::Samples(samples) if samples.is_empty() => return Ok(()),
            Values::Samples(samples) => (None, Some(samples)),
            Values::Summary(summary) => (Some(summary), None),
        };
        let hash = self.add_series(benchmark, &result.series)?;
        let columns = &mut self.measurements;
        columns.run_id.push(row_id(id));
        columns.series_hash.push(hash);
        columns.n.push(summary.map(|summary| i64::try_from(summary.n)).transpose()?);
        columns.min.push(summary.and_then(|summary| summary.min));
        columns.mean.push(summary.map(|summary| summary.mean));
        columns.max.push(summary.and_then(|summary| summary.max));
        columns.stddev.push(summary.and_then(|summary| summary.stddev));
        let before = i32::try_from(columns.samples.len())?;
        columns.samples.extend(samples.into_iter().flatten());
        let last = i32::try_from(columns.samples.len())?;
        columns.first.push(samples.map(|_| before + 1));
        columns.last.push(samples.map(|_| last));
        Ok(())
    }

    fn add_series(&mut self, benchmark: &str, series: &Series) -> Result<Vec<u8>, BatchError> {
        let better = series.better.map(benchdata::metric::Better::as_str);
        let hash = hash_of_json(&(benchmark, &series.case, &series.metric, &series.unit, better))?.to_vec();
        if !self.series.contains_key(&hash) {
            let row = SeriesRow {
                benchmark: benchmark.to_owned(),
                case: serde_json::to_string(&series.case)?,
                metric: series.metric.to_string(),
                unit: series.unit.to_string(),
                better,
            };
            self.add_keys("parameter", series.case.keys());
            self.series.insert(hash.clone(), row);
        }
        Ok(hash)
    }

    fn add_sources(&mut self, id: RunId, run: &Run) -> Result<(), BatchError> {
        for (position, source) in run.sources.iter().enumerate() {
            self.sources.run_id.push(row_id(id));
            self.sources.position.push(i32::try_from(position)?);
            self.sources.length.push(i64::try_from(source.bytes.len())?);
            self.sources.name.push(source.name.clone());
            self.sources.bytes.push(zstd::bulk::compress(&source.bytes, COMPRESSION)?);
        }
        Ok(())
    }
}

/// Postgres keeps microseconds, and the content id counts no finer ones.
fn to_microsecond(at: OffsetDateTime) -> OffsetDateTime {
    at - Duration::nanoseconds((at.nanosecond() % 1000).into())
}
