//! Runs like tiobench's: 48 series of 5 samples, the same for the same seed.

use serde_json::json;

const SERIES: u64 = 48;
const SAMPLES: u64 = 5;

/// JSON of `count` runs, all different from each other and from other seeds'.
pub(crate) fn bodies(seed: u64, count: usize) -> anyhow::Result<Vec<String>> {
    (seed..seed + count as u64).map(|seed| body(&format!("kernel-{}", seed % 50), seed)).collect()
}

/// JSON of the runs of the compared page: two labels, each repeated.
pub(crate) fn compared(repeats: usize) -> anyhow::Result<Vec<String>> {
    let labels = ["compared-old", "compared-new"];
    let runs =
        labels.iter().flat_map(|label| (0..repeats as u64).map(move |seed| body(label, 1_000_000 + seed)));
    runs.collect()
}

fn body(label: &str, seed: u64) -> anyhow::Result<String> {
    let results: Vec<_> = (0..SERIES)
        .map(|series| {
            let samples: Vec<f64> = (0..SAMPLES).map(|sample| value(seed, series, sample)).collect();
            json!({
                "case": {"test": "Sequential reads", "threads": (1 << (series % 12)).to_string(),
                         "block_size": (4096 << (series / 12)).to_string()},
                "metric": "rate", "unit": "MiB/s", "better": "higher", "samples": samples,
            })
        })
        .collect();
    let run = json!({
        "schema": "runoff/1", "box": "bench", "benchmark": "tiobench", "label": label,
        "started": started(seed), "repeat": seed + 2, "factors": {"elevator": "as"},
        "environment": {"kernel.release": label}, "results": results,
        "sources": [{"name": "bench.out", "text": format!("run {seed}\n").repeat(100)}],
    });
    Ok(serde_json::to_string(&run)?)
}

/// A second of its own for each seed of a day.
fn started(seed: u64) -> String {
    let second = seed % 86_400;
    format!("2003-02-14T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// A value around 50 with noise, two decimals: a splitmix64 of what it is for.
fn value(seed: u64, series: u64, sample: u64) -> f64 {
    let mut z = (seed * SERIES + series) * SAMPLES + sample;
    z = z.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let noise = (z ^ (z >> 31)) % 1000;
    45.0 + noise as f64 / 100.0
}
