//! What is counted and timed, for Prometheus.

use std::time::Duration;

use anyhow::Context;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;

use crate::database::Pool;

/// Seconds: a page takes milliseconds, an upload of many runs a second.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0];

const REQUESTS: &str = "runoff_request_seconds";
const RUNS: &str = "runoff_runs_stored_total";
const CONNECTIONS: &str = "runoff_database_connections";

/// All meters of this process.
#[derive(Clone)]
pub struct Meters {
    prometheus: PrometheusHandle,
    process: Collector,
}

impl Meters {
    /// Begins to gather, once in a process.
    ///
    /// # Errors
    /// Where something gathers already.
    pub fn start() -> anyhow::Result<Self> {
        let prometheus = PrometheusBuilder::new()
            .set_buckets(&BUCKETS)
            .context("buckets of times")?
            .install_recorder()
            .context("gathering metrics")?;
        describe_histogram!(REQUESTS, "Seconds until a request was answered, by its route and status");
        describe_counter!(RUNS, "Runs stored that were not there before");
        describe_gauge!(CONNECTIONS, "Connections to Postgres, by state: idle or used");
        let process = Collector::default();
        process.describe();
        Ok(Self { prometheus, process })
    }

    /// All of them, as Prometheus reads them.
    pub(crate) fn render(&self, pool: &Pool) -> String {
        self.process.collect();
        let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
        gauge!(CONNECTIONS, "state" => "idle").set(idle);
        gauge!(CONNECTIONS, "state" => "used").set(pool.size().saturating_sub(idle));
        self.prometheus.run_upkeep();
        self.prometheus.render()
    }
}

/// Counts and times a request. Its route is what the program calls it, not the path that was
/// asked for, of which there is no end.
pub(crate) fn answered(route: &str, status: u16, took: Duration) {
    histogram!(REQUESTS, "route" => route.to_owned(), "status" => status.to_string())
        .record(took.as_secs_f64());
}

/// Counts runs that were stored.
pub(crate) fn stored(runs: usize) {
    counter!(RUNS).increment(runs as u64);
}
