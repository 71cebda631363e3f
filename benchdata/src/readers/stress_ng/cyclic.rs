//! What the stressor `cyclic` says of its own: how late its timer woke it.

use super::{Gathering, LOWER, metric};
use crate::metric::MetricInfo;
use crate::readers::faults::fault;
use crate::readers::text::{number, result};
use crate::reading::ReadError;
use crate::run::Case;

pub(super) const AVG: MetricInfo =
    metric("latency_avg", "ns", LOWER, None, "mean lateness of a cyclic stressor's timer");
pub(super) const MIN: MetricInfo = metric("latency_min", "ns", LOWER, None, "its least lateness");
pub(super) const MAX: MetricInfo = metric("latency_max", "ns", LOWER, None, "its greatest lateness");
pub(super) const P50: MetricInfo =
    metric("latency_p50", "ns", LOWER, None, "lateness that half of the wakeups stay within");
pub(super) const P90: MetricInfo =
    metric("latency_p90", "ns", LOWER, None, "lateness that 90 % of the wakeups stay within");
pub(super) const P99: MetricInfo =
    metric("latency_p99", "ns", LOWER, None, "lateness that 99 % of the wakeups stay within");
pub(super) const P99_9: MetricInfo =
    metric("latency_p99.9", "ns", LOWER, None, "lateness that 99.9 % of the wakeups stay within");
pub(super) const P99_99: MetricInfo =
    metric("latency_p99.99", "ns", LOWER, None, "lateness that 99.99 % of the wakeups stay within");

/// `mean: 17397.96 ns, mode: 7140 ns`, `99.00%:     125809 ns`: what is named here.
pub(super) fn take(gathering: &mut Gathering, line: usize, case: &Case, text: &str) -> Result<(), ReadError> {
    for said in text.split(", ") {
        let Some((name, value)) = said.split_once(':') else { continue };
        let info = match name.trim() {
            "mean" => &AVG,
            "min" => &MIN,
            "max" => &MAX,
            "50.00%" => &P50,
            "90.00%" => &P90,
            "99.00%" => &P99,
            "99.90%" => &P99_9,
            "99.99%" => &P99_99,
            _ => continue,
        };
        let value = value.trim().strip_suffix(" ns").and_then(number);
        let value = value.ok_or_else(|| fault(line, said, "a time in ns"))?;
        gathering.add(line, result(info, info.unit, case, vec![value]))?;
    }
    Ok(())
}
