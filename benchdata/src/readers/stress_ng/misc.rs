//! Metrics of single stressors, which only their descriptions tell about.

use super::{Gathering, HIGHER, LOWER};
use crate::metric::Better;
use crate::name::{Name, NameError};
use crate::reading::ReadError;
use crate::run::{Case, Measurement, Series, Values};
use crate::unit::Unit;

/// stress-ng cuts descriptions in its YAML to this; cut alike, both have one name.
const LENGTH: usize = 39;

/// `nanosecs per context switch (pipe method)` is `nanosecs_per_context_switch_pipe_method`,
/// as is `nanosecs-per-context-switch-pipe-method`.
fn name(description: &str) -> String {
    let kept = description.chars().filter_map(|c| match c {
        ' ' | '-' | '_' => (c != '_').then_some('_'),
        c => c.is_ascii_alphanumeric().then(|| c.to_ascii_lowercase()),
    });
    kept.take(LENGTH).collect::<String>().trim_matches('_').to_owned()
}

/// The unit and direction of a name. stress-ng's MB are 2^20 bytes.
fn unit(name: &str) -> (&'static str, Option<Better>) {
    let is_rate = ["_per_sec", "_sec", "sec_", "_rate"].iter().any(|sign| name.contains(sign));
    let has = |word: &str| name.split('_').any(|part| part == word);
    match () {
        () if has("nanosecs") || has("nanoseconds") || has("ns") => ("ns", LOWER),
        () if has("microsecs") || has("microseconds") || has("usecs") => ("us", LOWER),
        () if has("mb") && is_rate || has("mbsec") => ("MiB/s", HIGHER),
        () if has("gb") && is_rate => ("GiB/s", HIGHER),
        () if name.contains("per_sec") || name.contains("persec") => ("1/s", HIGHER),
        () => ("1", None),
    }
}

pub(super) fn add(
    gathering: &mut Gathering,
    line: usize,
    case: &Case,
    description: &str,
    value: f64,
) -> Result<(), ReadError> {
    let name = name(description);
    if gathering.has(case, &name) {
        gathering.remark(line, format!("{description} is left out: another metric's name begins alike"));
        return Ok(());
    }
    if value == 0.0 && unit(&name).1 == HIGHER {
        gathering.remark(line, format!("{description} is 0 and left out: the stressor did nothing of it"));
        return Ok(());
    }
    gathering.add(line, measurement(&name, case, value))
}

fn measurement(name: &str, case: &Case, value: f64) -> Result<Measurement, NameError> {
    let (unit, better) = unit(name);
    let series = Series { case: case.clone(), metric: Name::new(name)?, unit: Unit::new(unit)?, better };
    Ok(Measurement { series, values: Values::Samples(vec![value]) })
}
