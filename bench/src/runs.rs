//! Runs of 48 series of 5 samples, the same for the same seed.

use serde_json::{Value, json};

/// Samples of a run.
pub(crate) const SAMPLES: usize = 48 * 5;

/// JSON of `count` runs that tiobench could have measured, all different from each other and from
/// other seeds'.
pub(crate) fn bodies(seed: u64, count: usize) -> anyhow::Result<Vec<String>> {
    (seed..seed + count as u64).map(|seed| body("tiobench", &format!("kernel-{}", seed % 50), seed)).collect()
}

/// JSON of the runs that lend their series, keys and sources to generated ones.
pub(crate) fn templates() -> anyhow::Result<[String; 2]> {
    Ok([body("tiobench", "template", 0)?, body("fio", "template", 1)?])
}

/// JSON of runs under two labels, each repeated.
pub(crate) fn compared(repeats: usize) -> anyhow::Result<Vec<String>> {
    let labels = ["compared-old", "compared-new"];
    let runs = labels
        .iter()
        .flat_map(|label| (0..repeats as u64).map(move |seed| body("tiobench", label, 1_000_000 + seed)));
    runs.collect()
}

fn body(benchmark: &str, label: &str, seed: u64) -> anyhow::Result<String> {
    let series = if benchmark == "fio" { fio() } else { tiobench() };
    let results: Vec<Value> = series
        .into_iter()
        .enumerate()
        .map(|(series, mut result)| {
            let samples: Vec<f64> = (0..5).map(|sample| value(seed, series as u64, sample)).collect();
            result["samples"] = json!(samples);
            result
        })
        .collect();
    let run = json!({
        "schema": "runoff/1", "box": "bench", "benchmark": benchmark, "label": label,
        "started": started(seed), "repeat": seed + 2, "factors": {"elevator": "as", "fifo_batch": "16"},
        "environment": {
            "kernel.release": label, "cpu.model": "Xeon", "cpu.governor": "performance",
            "block.sda.scheduler": "none", "block.sda.model": "ST1", "memory.total": "16 GiB",
            "mount.type": "ext4", "mount.options": "rw,relatime",
        },
        "results": results,
        "sources": [{"name": "bench.out", "text": format!("run {seed}\n").repeat(100)}],
    });
    Ok(serde_json::to_string(&run)?)
}

/// Rates of four tests, each with three numbers of threads and four block sizes.
fn tiobench() -> Vec<Value> {
    let cases = ["Sequential reads", "Random reads", "Sequential writes", "Random writes"].map(|test| {
        (0..12).map(move |at| {
            json!({
                "case": {"test": test, "threads": (1 << (at % 3)).to_string(),
                         "block_size": (4096 << (at / 3)).to_string()},
                "metric": "rate", "unit": "MiB/s", "better": "higher",
            })
        })
    });
    cases.into_iter().flatten().collect()
}

/// Four metrics of reads and writes, each at six depths.
fn fio() -> Vec<Value> {
    let metrics = [
        ("iops", "1/s", "higher"),
        ("bandwidth", "MiB/s", "higher"),
        ("latency", "us", "lower"),
        ("latency_p99", "us", "lower"),
    ];
    let result = |at: usize| {
        let (metric, unit, better) = metrics[at % 4];
        let (rw, depth) = (["randread", "randwrite"][at / 4 % 2], 1 << (at / 8));
        json!({"case": {"rw": rw, "iodepth": depth.to_string()}, "metric": metric, "unit": unit, "better": better})
    };
    (0..48).map(result).collect()
}

/// A second of its own for each seed of a day.
fn started(seed: u64) -> String {
    let second = seed % 86_400;
    format!("2003-02-14T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// A value around 50 with noise, two decimals: a splitmix64 of what it is for.
fn value(seed: u64, series: u64, sample: u64) -> f64 {
    let mut z = (seed * 48 + series) * 5 + sample;
    z = z.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let noise = (z ^ (z >> 31)) % 1000;
    45.0 + noise as f64 / 100.0
}
