//! One metric over all its rows.

use crate::comparison::{Against, MeanRatio, MeanRatios, Metric, Row, Verdict};

/// The geometric means of ratios of the metrics that have a direction: one over values that
/// are better up here and better down there would say nothing. The geometric mean does not
/// depend on which side is the baseline, as the arithmetic one would (Fleming and Wallace
/// 1986).
pub(super) fn of(metrics: &[Metric], rows: &[Row]) -> Vec<MeanRatios> {
    metrics.iter().filter_map(|metric| of_metric(&metric.name, rows)).collect()
}

fn of_metric(metric: &str, rows: &[Row]) -> Option<MeanRatios> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.metric == metric).collect();
    let sides: Vec<Option<MeanRatio>> =
        (0..rows.first()?.cells.len()).map(|side| of_side(side, &rows)).collect();
    let found = sides.iter().any(Option::is_some);
    found.then(|| MeanRatios { metric: metric.to_owned(), rows: rows.len() as u64, sides })
}

fn of_side(side: usize, rows: &[&Row]) -> Option<MeanRatio> {
    let better = rows.first()?.better?;
    let standings = rows.iter().filter_map(|row| row.cells[side].as_ref()?.against.as_ref());
    // One without bounds may be anything, and one of unequal levels may be of these.
    let is_out =
        |against: &&Against| matches!(against.verdict, Some(Verdict::NoBounds | Verdict::UnequalLevels));
    let ratios = standings.filter(|against| !is_out(against)).filter_map(|against| against.ratio);
    let logs: Vec<f64> = ratios.filter(|ratio| *ratio > 0.0).map(f64::ln).collect();
    let ratio = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
    (logs.len() > 1).then(|| MeanRatio {
        ratio,
        improvement: better.improvement(ratio),
        rows: logs.len() as u64,
    })
}
