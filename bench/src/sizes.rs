//! Everything, at some sizes of the database.

use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;

use crate::measured::{Database, measure as measure_page};
use crate::pages::{self, SIDES};
use crate::report::{self, AtSize};
use crate::service::Service;
use crate::{ingest, scale};

/// Names a data directory that is kept, and goes on to be used the next time.
const KEPT: &str = "BENCH_DATA";

/// Measures at each size, the database growing from one to the next.
pub(crate) fn measure(server: &str, sizes: &[&str]) -> anyhow::Result<String> {
    let (data, _removed) = data_directory()?;
    let at = |size: &&str| {
        let size = number(size)?;
        grow(server, &data, size)?;
        at_size(server, &data, size)
    };
    Ok(report::tables(&sizes.iter().map(at).collect::<anyhow::Result<Vec<_>>>()?))
}

/// Fills the database, for looking into it by hand.
pub(crate) fn fill(server: &str, size: &str) -> anyhow::Result<()> {
    let kept = std::env::var_os(KEPT).with_context(|| format!("{KEPT} must name the data directory"))?;
    grow(server, Path::new(&kept), number(size)?)
}

fn number(size: &str) -> anyhow::Result<i64> {
    size.replace('_', "").parse().with_context(|| format!("{size:?} is no number of runs"))
}

/// The data directory, and what removes it at the end unless it is to be kept.
fn data_directory() -> anyhow::Result<(PathBuf, Option<TempDir>)> {
    if let Some(kept) = std::env::var_os(KEPT) {
        return Ok((kept.into(), None));
    }
    let directory = tempfile::Builder::new().prefix("runoff-bench").tempdir_in("/var/tmp")?;
    Ok((directory.path().join("data"), Some(directory)))
}

fn grow(server: &str, data: &Path, size: i64) -> anyhow::Result<()> {
    let service = Service::start(server, data)?;
    tokio::runtime::Runtime::new()?.block_on(scale::grow(&service, size))
}

fn at_size(server: &str, data: &Path, size: i64) -> anyhow::Result<AtSize> {
    let service = Service::start(server, data)?;
    let idle = service.memory()?;
    let url = service.database_url()?;
    let (run, runs) = Database::open(&url, 1)?.wait(async |pool| {
        let run =
            "SELECT lpad(to_hex(id), 16, '0') FROM runs WHERE label = '6.0.3' ORDER BY received LIMIT 1";
        let run: String = sqlx::query_scalar(run).fetch_one(pool).await?;
        let runs: i64 = sqlx::query_scalar("SELECT count(*) FROM runs").fetch_one(pool).await?;
        Ok((run, runs))
    })?;
    let asked = serde_json::json!({"q": SIDES, "by": "label"}).to_string();
    let made: serde_json::Value = serde_json::from_str(&service.post("/api/v1/snapshots", &asked)?)?;
    let hash = made["hash"].as_str().and_then(|hash| hash.get(..32)).context("a snapshot's hash")?;
    let pages = pages::pages(&run, hash).into_iter();
    let database = Database::open(&url, 1)?;
    let pages = pages.map(|page| measure_page(&service, &database, page)).collect::<anyhow::Result<_>>()?;
    let ingest = ingest::measure(&service, runs.cast_unsigned())?;
    let disk = scale::disk(&database)?;
    let memory = [idle, service.memory()?];
    Ok(AtSize { runs: size, pages, ingest, start_up: service.start_up.as_secs_f64(), memory, disk })
}
