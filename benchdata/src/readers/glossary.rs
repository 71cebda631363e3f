//! How a reader writes its glossary: one entry for each metric.

use crate::metric::{Better, MetricInfo};

pub(super) const HIGHER: Option<Better> = Some(Better::Higher);
pub(super) const LOWER: Option<Better> = Some(Better::Lower);

/// An entry that nobody quotes first.
pub(super) const fn metric(
    name: &'static str,
    unit: &'static str,
    better: Option<Better>,
    decimals: Option<usize>,
    meaning: &'static str,
) -> MetricInfo {
    MetricInfo { name, unit, better, meaning, headline: false, decimals }
}

/// The same entry, as one of those that people quote first.
pub(super) const fn headline(info: MetricInfo) -> MetricInfo {
    MetricInfo { headline: true, ..info }
}
