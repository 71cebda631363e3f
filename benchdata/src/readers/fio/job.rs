//! What a job did, whichever form tells it, and how that becomes results.

use std::collections::{BTreeMap, HashMap};

use crate::metric::Better;
use crate::name::{Name, NameError};
use crate::readers::text::case;
use crate::run::{Case, Measurement, Series, Values};
use crate::unit::Unit;

/// A job's parameters: its name as `job`, and fio's options.
pub(super) type Parameters = BTreeMap<String, String>;

/// An entry of fio's report: a job, a worker of it, or a group of workers.
#[derive(Debug, Default)]
pub(super) struct Job {
    /// What it was asked to do.
    pub(super) parameters: Parameters,
    /// What it did in each direction.
    pub(super) flows: Vec<Flow>,
}

/// What a job did in one direction.
#[derive(Debug)]
pub(super) struct Flow {
    /// `read`, `write`, `trim`, `sync`, or `mixed` for all of them in one.
    pub(super) direction: &'static str,
    /// The block size, where it is told for each direction.
    pub(super) block_size: Option<String>,
    /// What was measured.
    pub(super) figures: Vec<Figure>,
}

/// One measured value.
#[derive(Debug)]
pub(super) struct Figure {
    metric: String,
    unit: String,
    better: Option<Better>,
    value: f64,
}

/// The name of the entry in which a client sums up what its servers' jobs did.
pub(super) const ALL_CLIENTS: &str = "All clients";

/// The directions fio tells of.
const DIRECTIONS: [&str; 5] = ["read", "write", "trim", "mixed", "sync"];

/// A direction by its name.
pub(super) fn direction(name: &str) -> Option<&'static str> {
    DIRECTIONS.into_iter().find(|direction| *direction == name)
}

impl Flow {
    /// A direction of which nothing is known yet.
    pub(super) fn new(direction: &'static str) -> Self {
        Self { direction, block_size: None, figures: Vec::new() }
    }

    /// Adds a value. 0 is what fio prints of what it did not do or could not tell, and is
    /// none.
    pub(super) fn add(&mut self, metric: &str, unit: &str, better: Option<Better>, value: f64) {
        if value > 0.0 {
            let (metric, unit) = (metric.to_owned(), unit.to_owned());
            self.figures.push(Figure { metric, unit, better, value });
        }
    }

    /// Requests and data per second, the latter with its unit, and the time in ms that
    /// they were counted over.
    pub(super) fn add_rates(&mut self, iops: f64, rate: (f64, &str), runtime: f64) {
        self.add("iops", "ops/s", Some(Better::Higher), iops);
        self.add("rate", rate.1, Some(Better::Higher), rate.0);
        self.add("runtime", "ms", None, runtime);
    }

    /// A latency: `avg`, `max` or a percentile such as `p99.9` of one of [`KINDS`].
    pub(super) fn add_latency(&mut self, kind: &str, statistic: &str, unit: &str, value: f64) {
        self.add(&format!("{kind}_{statistic}"), unit, Some(Better::Lower), value);
    }
}

/// fio's names of latencies, and ours: of submission, of completion, of both together.
/// A sync has but one.
const KINDS: [(&str, &str); 4] =
    [("slat", "slat"), ("clat", "clat"), ("lat", "latency"), ("sync", "latency")];

/// What we call a latency of fio's.
pub(super) fn kind(of: &str) -> Option<&'static str> {
    KINDS.into_iter().find(|(fio, _)| *fio == of).map(|(_, ours)| ours)
}

/// `99.900000` as `p99.9`: the median, and the tail from 90 % on. The others say nothing
/// that people compare.
pub(super) fn percentile(percent: &str) -> Option<String> {
    let number: f64 = percent.parse().ok()?;
    let counts = number == 50.0 || (90.0..100.0).contains(&number);
    counts.then(|| format!("p{number}"))
}

/// How fio's option is called in a case; `None` of those that say where the data lies or
/// how the report looks rather than what the job does.
pub(super) fn parameter(option: &str) -> Option<&str> {
    const LEFT_OUT: [&str; 19] = [
        "name",
        "description",
        "filename",
        "filename_format",
        "directory",
        "opendir",
        "unlink",
        "stonewall",
        "wait_for_previous",
        "new_group",
        "group_reporting",
        // Printed by newer versions only.
        "time_based",
        "unified_rw_reporting",
        "per_job_logs",
        "percentile_list",
        "disk_util",
        "kb_base",
        "unit_base",
        "significant_figures",
    ];
    let is_log = option.starts_with("log_") || (option.starts_with("write_") && option.ends_with("_log"));
    if is_log || option.ends_with("_percentiles") || LEFT_OUT.contains(&option) {
        return None;
    }
    Some(if option == "bs" { "block_size" } else { option })
}

/// The results of a run's jobs. Jobs that nothing tells apart are workers that ran side
/// by side, neither samples nor runs: they are numbered.
pub(super) fn results(jobs: Vec<Job>) -> Result<Vec<Measurement>, NameError> {
    let mut alike: HashMap<Parameters, (usize, usize)> = HashMap::new();
    for job in &jobs {
        alike.entry(job.parameters.clone()).or_default().0 += 1;
    }
    let mut results = Vec::new();
    for mut job in jobs {
        if let Some((count, seen)) = alike.get_mut(&job.parameters)
            && *count > 1
        {
            *seen += 1;
            job.parameters.insert("worker".to_owned(), seen.to_string());
        }
        for flow in job.flows {
            let case = flow_case(&job.parameters, &flow)?;
            for figure in flow.figures {
                results.push(measurement(figure, &case)?);
            }
        }
    }
    Ok(results)
}

fn flow_case(parameters: &Parameters, flow: &Flow) -> Result<Case, NameError> {
    let block_size = flow.block_size.iter().map(|size| ("block_size", size.clone()));
    let parameters = parameters.iter().map(|(key, value)| (key.as_str(), value.clone()));
    case(parameters.chain(block_size).chain([("direction", flow.direction.to_owned())]))
}

fn measurement(figure: Figure, case: &Case) -> Result<Measurement, NameError> {
    let series = Series {
        case: case.clone(),
        metric: Name::new(figure.metric)?,
        unit: Unit::new(figure.unit)?,
        better: figure.better,
    };
    Ok(Measurement { series, values: Values::Samples(vec![figure.value]) })
}
