//! How fast long outputs are read, and what they take of memory, against passing over the
//! same bytes: serde_json's `IgnoredAny` for JSON, a walk over the lines for text.

use std::time::{Duration, Instant};

use anyhow::Context;
use benchdata::readers;
use peak_alloc::PeakAlloc;
use serde::de::IgnoredAny;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes of an output.
const LENGTH: usize = 100 << 20;

macro_rules! fixture {
    ($path:literal) => {
        include_str!(concat!("../../benchdata/src/readers/fixtures/", $path))
    };
}

/// What reading one output took.
pub(crate) struct Reading {
    /// Which output.
    pub(crate) output: &'static str,
    /// MB/s read by the reader that `auto` found, the finding included.
    pub(crate) rate: f64,
    /// MB/s passed over.
    pub(crate) limit: f64,
    /// The most memory held beside the output, over its length.
    pub(crate) memory: f64,
}

/// Reads one long output after the other.
///
/// # Errors
/// Where one is not read, or gives no result.
pub(crate) fn measure() -> anyhow::Result<Vec<Reading>> {
    type Output = (&'static str, fn() -> anyhow::Result<String>, fn(&str));
    let outputs: [Output; 6] = [
        ("fio JSON with bins (json+)", fio_bins, pass_over_json),
        ("fio JSON, a run's states", fio_states, pass_over_json),
        (
            "dbench's log",
            || Ok(around(fixture!("dbench/dbench4-2clients.txt"), " execute ")),
            pass_over_lines,
        ),
        ("sysbench's log", || Ok(around(fixture!("sysbench/threads-8.txt"), " thds: ")), pass_over_lines),
        (
            "pgbench's log",
            || Ok(around(fixture!("pgbench/select-progress.txt"), "progress: ")),
            pass_over_lines,
        ),
        ("a build's log, then its time", build, pass_over_lines),
    ];
    outputs.into_iter().map(|(output, make, pass_over)| one(output, &make()?, pass_over)).collect()
}

fn one(output: &'static str, text: &str, pass_over: fn(&str)) -> anyhow::Result<Reading> {
    let rate = |took: Duration| text.len() as f64 / 1e6 / took.as_secs_f64();
    let began = Instant::now();
    pass_over(text);
    let limit = rate(began.elapsed());
    MEMORY.reset_peak_usage();
    let held = MEMORY.current_usage();
    let began = Instant::now();
    let reading = readers::read(readers::AUTO, text).with_context(|| output.to_owned())?;
    let took = began.elapsed();
    let memory = (MEMORY.peak_usage() - held) as f64 / text.len() as f64;
    anyhow::ensure!(reading.runs.iter().all(|run| !run.results.is_empty()), "{output}: no result");
    Ok(Reading { output, rate: rate(took), limit, memory })
}

fn pass_over_json(text: &str) {
    let documents = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    std::hint::black_box(documents.count());
}

fn pass_over_lines(text: &str) {
    std::hint::black_box(text.lines().filter(|line| line.trim().is_empty()).count());
}

/// A run with the histogram of its latencies: a bin for each time that occurred.
fn fio_bins() -> anyhow::Result<String> {
    let document = fixture!("fio/randread-qd4.json");
    let percentile = "\"percentile\" : {";
    let at = document.find(percentile).context("fio's percentiles")?;
    let mut bins = String::from("\"bins\" : {\n");
    let mut latency = 1000;
    while bins.len() < LENGTH {
        latency += 1;
        bins.push_str(&format!("            \"{latency}\" : {},\n", latency % 977));
    }
    bins.push_str("            \"9999999999\" : 1\n          },\n");
    Ok([&document[..at], &bins, &document[at..]].concat())
}

/// A run whose state was printed again and again (`--status-interval`).
fn fio_states() -> anyhow::Result<String> {
    let document = fixture!("fio/randread-qd4.json");
    let state = |number: usize| {
        let grown = |text: &str, (key, by): (&str, usize)| {
            let key = format!("\"{key}\" : ");
            // Options of the same name are strings.
            let is_number = |at: &usize| text[*at..].starts_with(|c: char| c.is_ascii_digit());
            let at = text.match_indices(&key).map(|(at, _)| at + key.len()).find(is_number)?;
            let end = at + text[at..].find(|c: char| !c.is_ascii_digit())?;
            let value: usize = text[at..end].parse().ok()?;
            Some(format!("{}{}{}", &text[..at], value + number * by, &text[end..]))
        };
        let figures =
            [("timestamp_ms", 1000), ("timestamp", 1), ("elapsed", 1), ("io_bytes", 4096), ("runtime", 1000)];
        figures.into_iter().try_fold(document.to_owned(), |text, figure| grown(&text, figure))
    };
    let states: Option<Vec<String>> = (0..LENGTH / document.len()).map(state).collect();
    Ok(states.context("the figures that grow")?.join("\n"))
}

/// An output with the lines that hold a word repeated.
fn around(output: &str, word: &str) -> String {
    let (before, rest): (Vec<&str>, Vec<&str>) = {
        let lines: Vec<&str> = output.lines().collect();
        let at = lines.iter().position(|line| line.contains(word)).unwrap_or(0);
        (lines[..at].to_vec(), lines[at..].to_vec())
    };
    let line = format!("{}\n", rest.first().copied().unwrap_or_default());
    let many = line.repeat(LENGTH / line.len());
    format!("{}\n{many}{}\n", before.join("\n"), rest.join("\n"))
}

/// What make prints, and the shell's `time` at its end.
fn build() -> anyhow::Result<String> {
    let line = "  CC      drivers/block/ll_rw_blk.o\n  LD      drivers/block/built-in.o\n";
    Ok(format!(
        "{}{}",
        line.repeat(LENGTH / line.len()),
        "\nreal\t3m20.123s\nuser\t12m1.500s\nsys\t1m9.250s\n"
    ))
}
