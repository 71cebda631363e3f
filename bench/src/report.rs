//! The figures, as Markdown.

use std::fmt::Write;

use crate::bars::{Bar, told};
use crate::ingest::{Ingest, samples};
use crate::measured::Measured;
use crate::reading::Reading;
use crate::scale::Disk;

/// What was measured with so many runs in the database.
pub(crate) struct AtSize {
    pub(crate) runs: i64,
    pub(crate) pages: Vec<Measured>,
    pub(crate) ingest: Vec<Ingest>,
    /// Seconds from the start to the first good `/readyz`, the cluster being there.
    pub(crate) start_up: f64,
    /// Resident after the start, and after all this, in MiB, Postgres apart.
    pub(crate) memory: [f64; 2],
    pub(crate) disk: Disk,
}

/// At most so many times the median grows from the smallest size to the largest.
const GROWTH: f64 = 1.5;

/// The tables of some sizes, the smallest first.
pub(crate) fn tables(sizes: &[AtSize]) -> String {
    sizes.iter().map(at_size).collect::<String>() + &growth(sizes)
}

fn at_size(at: &AtSize) -> String {
    let mut text = format!("\n## With {} runs, {} samples\n\n", thousands(at.runs), thousands(at.runs * 240));
    text += "| page | KiB | p50, ms | p99, ms | requests/s | p50 of its query, ms | × its query | × a bare page's requests/s | bars |\n";
    text += "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    text.extend(at.pages.iter().map(page));
    text += "\n| clients | samples/s sent | × multi-row inserts | × a bare COPY | bar |\n| --- | --- | --- | --- | --- |\n";
    text.extend(at.ingest.iter().map(ingest));
    let AtSize { start_up, memory: [idle, busy], disk, .. } = at;
    let _in_memory = write!(
        text,
        "\n| | | bar |\n| --- | --- | --- |\n\
         | from start to answers | {start_up:.1} s | |\n\
         | resident, idle | {idle:.0} MiB | {} |\n\
         | resident after all this | {busy:.0} MiB | {} |\n\
         | bytes on disk a sample, with indexes | {:.1} | {} |\n\
         | with the rows of runs, series and environments | {:.1} | {} |\n",
        told(&"< 30 MB", idle * 1.048_576 < 30.0),
        told(&"< 100 MB", busy * 1.048_576 < 100.0),
        disk.measurements,
        told(&"≤ 40", disk.measurements <= 40.0),
        disk.all,
        told(&"≤ 40", disk.all <= 40.0),
    );
    text
}

fn page(page: &Measured) -> String {
    let bars: Vec<String> = page.page.bars.iter().map(|&bar: &Bar| told(&bar, page.keeps(bar))).collect();
    format!(
        "| {} | {:.0} | {:.2} | {:.2} | {:.0} | {:.2} | {:.2} × | {:.2} × | {} |\n",
        page.page.name,
        page.size as f64 / 1024.0,
        page.alone.quantile(0.5),
        page.alone.quantile(0.99),
        page.together.rate(),
        page.query.quantile(0.5),
        page.times_query(),
        page.share_of_bare(),
        bars.join("; "),
    )
}

fn ingest(ingest: &Ingest) -> String {
    let times = ingest.times_inserts();
    format!(
        "| {} | {:.0} | {times:.2} × | {:.2} × | {} |\n",
        ingest.clients,
        samples(&ingest.uploads),
        ingest.share_of_copy(),
        told(&"≥ 1 × multi-row inserts", times >= 1.0),
    )
}

fn growth(sizes: &[AtSize]) -> String {
    let [first, .., last] = sizes else { return String::new() };
    let sized: Vec<String> = sizes.iter().map(|at| format!("{} runs", thousands(at.runs))).collect();
    let mut text = format!("\n## Growth\n\np50 in ms.\n\n| page | {} | growth | bar |\n", sized.join(" | "));
    text += &format!("| --- |{} --- | --- |\n", " --- |".repeat(sizes.len()));
    for (at, page) in first.pages.iter().enumerate() {
        let p50 = |at_size: &AtSize| at_size.pages[at].alone.quantile(0.5);
        let each: Vec<String> = sizes.iter().map(|at_size| format!("{:.2}", p50(at_size))).collect();
        let growth = p50(last) / p50(first);
        let bar = told(&format!("≤ {GROWTH} ×"), growth <= GROWTH);
        text += &format!("| {} | {} | {growth:.2} × | {bar} |\n", page.page.name, each.join(" | "));
    }
    text
}

/// How fast outputs are read.
pub(crate) fn readings(readings: &[Reading]) -> String {
    let mut text = "\n## Reading outputs of 100 MiB\n\n| output | MB/s | × passing over its bytes | memory, × its bytes |\n".to_owned();
    text += "| --- | --- | --- | --- |\n";
    for Reading { output, rate, limit, memory } in readings {
        text += &format!("| {output} | {rate:.0} | {:.2} × | {memory:.1} |\n", rate / limit);
    }
    text
}

/// `1,000,000`
fn thousands(number: i64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}
