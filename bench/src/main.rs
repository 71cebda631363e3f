//! `make bench`: how fast the service is, beside what the same machine can do at most.
//!
//! Uploads are set against a bare `COPY` and plain inserts into the same Postgres, pages against
//! their one query and a bare axum page of the same size, reading outputs against passing over
//! their bytes. Everything is measured in one run, because machines are noisy; ratios are what to
//! quote.

mod bare;
mod bars;
mod before;
mod comparison;
mod ingest;
mod load;
mod machine;
mod measured;
mod pages;
mod reading;
mod report;
mod runs;
mod scale;
mod service;
mod sizes;

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

const HEAD: &str = include_str!("head.md");

const USAGE: &str = "usage: bench report|check PATH-OF-RUNOFF-SERVER REPORT.md RUNS… | fill PATH-OF-RUNOFF-SERVER RUNS | reading | comparison";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["reading"] => print(&report::readings(&reading::measure()?)),
        ["comparison"] => print(&cpu()?),
        ["page", bytes] => bare::serve_page(bytes.parse().context("a page's size in bytes")?),
        ["report", server, file, runs @ ..] if !runs.is_empty() => {
            let text = [HEAD, &machine::line()?, &sizes::measure(server, runs)?, &cpu()?].concat()
                + &report::readings(&reading::measure()?);
            let before = fs::read_to_string(file).unwrap_or_default();
            fs::write(Path::new(file), &text).with_context(|| format!("writing {file}"))?;
            check(&before, &text)
        }
        ["check", server, file, runs @ ..] if !runs.is_empty() => {
            let text = sizes::measure(server, runs)?;
            print(&text)?;
            check(&fs::read_to_string(file).with_context(|| format!("reading {file}"))?, &text)
        }
        ["fill", server, runs] => sizes::fill(server, runs),
        _ => anyhow::bail!(USAGE),
    }
}

/// Fails where a ratio has fallen by half.
fn check(before: &str, now: &str) -> anyhow::Result<()> {
    let fallen = before::fallen(before, now);
    anyhow::ensure!(fallen.is_empty(), "ratios have fallen by half:\n{}", fallen.join("\n"));
    Ok(())
}

fn cpu() -> anyhow::Result<String> {
    let milliseconds = comparison::cpu()?.as_secs_f64() * 1e3;
    let runs = 2 * comparison::RUNS_A_SIDE;
    Ok(format!(
        "\nComparing {runs} runs of 48 series of 5 samples takes {milliseconds:.0} ms of a processor.\n"
    ))
}

fn print(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}
