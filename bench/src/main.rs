//! `make bench`: how fast the service is, beside what the same machine can do at most.
//!
//! Uploads are set against a bare `COPY` of the same rows into the same Postgres, pages
//! against a bare axum page of the same size, reading outputs against passing over their
//! bytes. Everything is measured in one run, because machines are noisy; ratios are what to
//! quote.

mod bare;
mod comparison;
mod load;
mod reading;
mod report;
mod runs;
mod service;

use std::io::Write;

use anyhow::Context;

use load::Load;
use report::Report;
use service::Service;

/// Uploads of one measurement.
const UPLOADS: usize = 400;

/// Requests of one measurement of a page.
const REQUESTS: usize = 1000;

/// Runs that the compared page shows: two labels, so many each.
const REPEATS: usize = 5;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["reading"] => {
            let mut report = Report::default();
            report.readings(&reading::measure()?);
            print(&report)
        }
        ["comparison"] => {
            let mut report = Report::default();
            report.comparison(comparison::cpu()?);
            print(&report)
        }
        [server] => {
            let mut report = measure(server)?;
            report.readings(&reading::measure()?);
            report.comparison(comparison::cpu()?);
            print(&report)
        }
        ["page", bytes] => bare::serve_page(bytes.parse().context("a page's size in bytes")?),
        _ => anyhow::bail!("usage: bench PATH-OF-RUNOFF-SERVER | reading | comparison"),
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    Ok(std::io::stdout().write_all(report.markdown().as_bytes())?)
}

fn measure(server: &str) -> anyhow::Result<Report> {
    let service = Service::start(server)?;
    let mut report = Report::default();
    report.start_up(&service);
    let mut seed = 0;
    for clients in [1, 8] {
        let bodies = runs::bodies(seed, UPLOADS)?;
        seed += UPLOADS as u64;
        let rows = bare::Rows::of(&bodies)?;
        let copies = bare::copy(&service.database_url()?, clients, &rows)?;
        let uploads =
            Load { clients, requests: UPLOADS }.run(|at| service.post("/api/v1/runs", &bodies[at]))?;
        report.uploads(clients, &uploads, &copies);
    }
    for body in runs::compared(REPEATS)? {
        service.post("/api/v1/runs", &body)?;
    }
    let path = "/compare?q=label:compared-*&by=label";
    let size = service.get(path)?;
    let page = bare::Page::start(size)?;
    for clients in [1, 8] {
        let load = Load { clients, requests: REQUESTS };
        let compare = load.run(|_| service.get(path).map(drop))?;
        let bare = load.run(|_| page.get().map(drop))?;
        report.page(clients, size, &compare, &bare);
    }
    report.memory(&service)?;
    Ok(report)
}
