//! What must be kept.

use std::fmt;

/// A bar.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bar {
    /// Half of the requests take no longer, in milliseconds.
    P50(f64),
    /// 99 of 100 requests take no longer, in milliseconds.
    P99(f64),
    /// The median request takes at most so many times the time of its one query.
    TimesQuery(f64),
    /// At least this share of a bare page's requests a second.
    ShareOfBare(f64),
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::P50(most) => write!(f, "p50 ≤ {most} ms"),
            Self::P99(most) => write!(f, "p99 ≤ {most} ms"),
            Self::TimesQuery(most) => write!(f, "≤ {most} × its query"),
            Self::ShareOfBare(least) => write!(f, "≥ {least} × a bare page"),
        }
    }
}

/// A bar, and whether it was kept.
pub(crate) fn told(bar: &impl fmt::Display, is_kept: bool) -> String {
    if is_kept { format!("{bar}: kept") } else { format!("**{bar}: missed**") }
}
