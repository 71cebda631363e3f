//! What readers share: quoting of mails, numbers, missing cells, results.

use crate::metric::MetricInfo;
use crate::name::{Key, Name, NameError, Value};
use crate::run::{Case, Measurement, Series, Values};
use crate::summary::Summary;
use crate::unit::Unit;

/// `17.40`, `8.264%`, `.8`, `103.` (tiobench cuts CPU% to five characters), `1e-05`.
pub(super) fn number(word: &str) -> Option<f64> {
    let word = word.strip_suffix('%').unwrap_or(word);
    let is_plain = word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && word.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    word.parse().ok().filter(|value: &f64| is_plain && value.is_finite())
}

/// `----`, `+++++`, `#####` (Perl's for a number wider than its column), `nan`, `inf`.
pub(super) fn is_missing(word: &str) -> bool {
    let word = word.strip_suffix('%').unwrap_or(word);
    let is_repeated = |sign: u8| !word.is_empty() && word.bytes().all(|b| b == sign);
    b"-+#*".iter().any(|&sign| is_repeated(sign))
        || ["nan", "-nan", "inf", "-inf", "infinity", "n/a", "na"].contains(&word.to_lowercase().as_str())
}

/// A result of a metric of the glossary, in the unit that the tool printed it in.
///
/// # Errors
/// Where the unit or the glossary's own words are none.
pub(super) fn result(
    info: &MetricInfo,
    unit: &str,
    case: &Case,
    samples: Vec<f64>,
) -> Result<Measurement, NameError> {
    let series = Series {
        case: case.clone(),
        metric: Name::new(info.name)?,
        unit: Unit::new(unit)?,
        better: info.better,
    };
    Ok(Measurement { series, values: Values::Samples(samples) })
}

/// A result that a tool printed as a summary.
pub(super) fn summed(
    result: Result<Measurement, NameError>,
    summary: Summary,
) -> Result<Measurement, NameError> {
    Ok(Measurement { values: Values::Summary(summary.into()), ..result? })
}

/// A case out of names and values.
///
/// # Errors
/// Where a name or value is none; what a tool printed may be anything.
pub(super) fn case<'a>(parameters: impl IntoIterator<Item = (&'a str, String)>) -> Result<Case, NameError> {
    parameters.into_iter().map(|(key, value)| Ok((Key::new(key)?, Value::new(value)?))).collect()
}
