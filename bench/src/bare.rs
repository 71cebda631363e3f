//! The limits: a bare `COPY` of the same rows, a bare axum page of the same size.

use std::process::{Child, Command, Stdio};

use anyhow::Context;
use benchdata::wire::runs_from_json;
use sqlx::{Connection, PgConnection};

use crate::load::{Load, Took};
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
                    let summary = result.values.summary().context("a result without values")?;
                    let number = |x: Option<f64>| x.map_or("\\N".to_owned(), |x| x.to_string());
                    let samples: Vec<String> =
                        result.values.samples().iter().map(ToString::to_string).collect();
                    rows += &format!(
                        "{id}\t{}\t{}\t{}\t{}\t{}\t{series}\t{{{}}}\n",
                        summary.n,
                        number(summary.min),
                        summary.mean,
                        number(summary.max),
                        number(summary.stddev),
                        samples.join(",")
                    );
                }
            }
            Ok(rows)
        };
        Ok(Self(bodies.iter().map(upload).collect::<anyhow::Result<_>>()?))
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS bare_measurements (
    run_id bigint, n bigint, min float8, mean float8, max float8, stddev float8, series_id integer,
    samples float8[], PRIMARY KEY (run_id, series_id))";

/// Copies the rows of one upload after the other, each in a transaction of its own.
pub(crate) fn copy(url: &str, clients: usize, rows: &Rows) -> anyhow::Result<Took> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        sqlx::query(TABLE).execute(&mut PgConnection::connect(url).await?).await?;
        anyhow::Ok(())
    })?;
    let pool = runtime.block_on(async {
        let pool = sqlx::postgres::PgPoolOptions::new()
            .min_connections(clients as u32)
            .max_connections(clients as u32);
        pool.connect(url).await
    })?;
    let took = Load { clients, requests: rows.0.len() }.run(|at| {
        runtime.block_on(async {
            let mut copy = pool.acquire().await?;
            let mut copy = copy.copy_in_raw("COPY bare_measurements FROM STDIN").await?;
            copy.send(rows.0[at].as_bytes()).await?;
            copy.finish().await?;
            Ok(())
        })
    });
    runtime.block_on(pool.close());
    took
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
