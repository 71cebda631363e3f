//! What readers share: quoting of mails, numbers, missing cells, results.

use crate::metric::MetricInfo;
use crate::name::{Key, Name, NameError, Value};
use crate::run::{Case, Measurement, Series, Values};
use crate::summary::Summary;
use crate::unit::Unit;

/// Drops `>`, `>>`, `> >`, `&gt;` and initials as in ` ES> `, but not the `>2s` of a
/// header that a mail program wrapped.
pub(super) fn unquoted(raw: &str) -> &str {
    let mut rest = raw;
    loop {
        let line = rest.trim_start();
        let Some(inner) =
            line.strip_prefix('>').or_else(|| line.strip_prefix("&gt;")).or_else(|| cited(line))
        else {
            return rest;
        };
        if is_seconds(inner) {
            return rest;
        }
        rest = inner;
    }
}

/// Whether what follows a `>` is the rest of a header's `>2s` or `>10s`.
fn is_seconds(inner: &str) -> bool {
    let unit = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_word = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    unit.len() < inner.len() && unit.strip_prefix('s').is_some_and(is_word)
}

/// What stands behind a writer's initials: `ES> text`.
fn cited(line: &str) -> Option<&str> {
    let initials = line.bytes().take(3).take_while(u8::is_ascii_uppercase).count();
    line[initials..].strip_prefix('>').filter(|inner| inner.starts_with(' '))
}

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
    Ok(Measurement { values: Values::Summary(summary), ..result? })
}

/// A case out of names and values.
///
/// # Errors
/// Where a name or value is none; what a tool printed may be anything.
pub(super) fn case<'a>(parameters: impl IntoIterator<Item = (&'a str, String)>) -> Result<Case, NameError> {
    parameters.into_iter().map(|(key, value)| Ok((Key::new(key)?, Value::new(value)?))).collect()
}
