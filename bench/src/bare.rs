//! The limits: a bare `COPY` of the same rows, plain inserts of the samples, a bare axum page of the
//! same size.

use std::process::{Child, Command, Stdio};

use benchdata::run::Run;
use benchdata::wire::runs_from_json;
use sqlx::{Postgres, QueryBuilder};

use crate::load::{Load, Took};
use crate::measured::Database;
use crate::service::{agent, free_port, wait_for};

/// The rows of each upload, as `COPY` reads them.
pub(crate) struct Rows(Vec<String>);

impl Rows {
    /// The rows of `measurements` that these bodies become.
    pub(crate) fn of(bodies: &[String]) -> anyhow::Result<Self> {
        let upload = |body: &String| -> anyhow::Result<String> {
            let mut rows = String::new();
            for run in runs_from_json(body.as_bytes())? {
                let id = run.content_id().run_id().0.cast_signed();
                for (series, result) in run.results.iter().enumerate() {
                    let samples: Vec<String> =
                        result.values.samples().iter().map(ToString::to_string).collect();
                    rows += &format!("{id}\t{series}\t{{{}}}\n", samples.join(","));
                }
            }
            Ok(rows)
        };
        Ok(Self(bodies.iter().map(upload).collect::<anyhow::Result<_>>()?))
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS bare_measurements (
    run_id bigint, series_id integer, samples float8[], PRIMARY KEY (run_id, series_id))";

/// Copies the rows of one upload after the other, each in a transaction of its own.
pub(crate) fn copy(url: &str, clients: usize, rows: &Rows) -> anyhow::Result<Took> {
    let database = Database::open(url, clients as u32)?;
    database.wait(async |pool| Ok(sqlx::query(TABLE).execute(pool).await?))?;
    Load { clients, requests: rows.0.len() }.run(|at| {
        database.wait(async |pool| {
            let mut copy = pool.acquire().await?;
            let mut copy = copy.copy_in_raw("COPY bare_measurements FROM STDIN").await?;
            copy.send(rows.0[at].as_bytes()).await?;
            copy.finish().await?;
            Ok(())
        })
    })
}

/// A narrow row a sample.
const NARROW: &str = "CREATE TABLE IF NOT EXISTS narrow_samples (
    run_id bigint, series_id integer, position integer, value float8, PRIMARY KEY (run_id, series_id, position))";

/// Inserts the samples of one upload after the other, a row each, all of an upload in one prepared
/// statement and transaction.
pub(crate) fn insert(url: &str, clients: usize, bodies: &[String]) -> anyhow::Result<Took> {
    let database = Database::open(url, clients as u32)?;
    database.wait(async |pool| Ok(sqlx::query(NARROW).execute(pool).await?))?;
    let runs = bodies.iter().map(|body| Ok(runs_from_json(body.as_bytes())?));
    let runs: Vec<Run> = runs.collect::<anyhow::Result<Vec<_>>>()?.concat();
    Load { clients, requests: runs.len() }.run(|at| {
        let id = runs[at].content_id().run_id().0.cast_signed();
        let mut insert =
            QueryBuilder::<Postgres>::new("INSERT INTO narrow_samples (run_id, series_id, position, value) ");
        let samples = (0_i32..).zip(&runs[at].results).flat_map(|(series, result)| {
            (0_i32..).zip(result.values.samples()).map(move |(position, value)| (series, position, *value))
        });
        insert.push_values(samples, |mut row, (series, position, value)| {
            row.push_bind(id).push_bind(series).push_bind(position).push_bind(value);
        });
        database.wait(async |pool| Ok(insert.build().execute(pool).await?)).map(drop)
    })
}

/// Removes what was copied and inserted.
pub(crate) fn remove(url: &str) -> anyhow::Result<()> {
    let database = Database::open(url, 1)?;
    database.wait(async |pool| {
        sqlx::query("DROP TABLE IF EXISTS bare_measurements, narrow_samples").execute(pool).await?;
        Ok(())
    })
}

/// A process that serves nothing but one page.
pub(crate) struct Page {
    child: Child,
    url: String,
    agent: ureq::Agent,
}

impl Page {
    /// Starts it, as a process of its own like the service.
    pub(crate) fn start(bytes: usize) -> anyhow::Result<Self> {
        let port = free_port()?;
        let child = Command::new(std::env::current_exe()?)
            .args(["page", &bytes.to_string()])
            .env("BENCH_PORT", port.to_string())
            .stdout(Stdio::null())
            .spawn()?;
        let (url, agent) = (format!("http://127.0.0.1:{port}/"), agent());
        let page = Self { child, url, agent };
        wait_for(&page.agent, &page.url)?;
        Ok(page)
    }

    pub(crate) fn get(&self) -> anyhow::Result<usize> {
        Ok(self.agent.get(&self.url).call()?.body_mut().read_to_vec()?.len())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ended_anyway = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// Serves a page of `bytes` bytes on `BENCH_PORT`, until it is killed.
pub(crate) fn serve_page(bytes: usize) -> anyhow::Result<()> {
    let port: u16 = std::env::var("BENCH_PORT")?.parse()?;
    let page: axum::body::Bytes =
        "<!DOCTYPE html>".repeat(bytes / 15 + 1).into_bytes()[..bytes].to_vec().into();
    let router = axum::Router::new().route(
        "/",
        axum::routing::get(|| async move { ([("content-type", "text/html; charset=utf-8")], page) }),
    );
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
        Ok(axum::serve(listener, router).await?)
    })
}
