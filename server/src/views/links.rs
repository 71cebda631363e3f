//! Addresses of pages, below the host.

use super::words;
use benchdata::comparison::{Request, Warning};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a segment of a path and a fragment may hold but letters and digits.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'+');

/// The page of a benchmark.
#[must_use]
pub fn benchmark(name: &str) -> String {
    format!("/benchmarks/{}", utf8_percent_encode(name, SEGMENT))
}

/// The page of a box.
#[must_use]
pub fn test_box(name: &str) -> String {
    format!("/boxes/{}", utf8_percent_encode(name, SEGMENT))
}

/// Where the page of its benchmark explains a metric: an element's id, and the fragment that
/// leads there.
#[must_use]
pub fn metric(name: &str) -> String {
    format!("metric-{}", utf8_percent_encode(name, SEGMENT))
}

/// Where this service explains a warning, if its docs do.
#[must_use]
pub fn docs(warning: &Warning) -> Option<String> {
    let heading = warning.docs.strip_prefix("docs/STATISTICS.md#")?;
    Some(format!("/docs/statistics#{}", utf8_percent_encode(heading, SEGMENT)))
}

/// The comparison that sets like against like, where a warning knows one.
#[must_use]
pub fn instead(warning: &Warning) -> Option<String> {
    let pairs = words(warning.instead.as_deref()?);
    Some(format!("/compare?{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()))
}

/// The list of the runs that match a query.
#[must_use]
pub fn runs(q: &str) -> String {
    format!("/runs?{}", form_urlencoded::Serializer::new(String::new()).append_pair("q", q).finish())
}

/// The feed of new runs that match a query, and of new snapshots.
#[must_use]
pub fn feed(q: &str) -> String {
    format!("/feed.atom?{}", form_urlencoded::Serializer::new(String::new()).append_pair("q", q).finish())
}

/// The live comparison that a query asks for, of one metric alone.
#[must_use]
pub fn comparison_of_metric(query: &str, metric: &str) -> String {
    // As a request writes a list of one.
    let request = Request { metric: vec![metric.to_owned()], ..Request::default() };
    let value = serde_json::to_value(request).unwrap_or_default();
    let rest = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "metric");
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(rest).append_pair("metric", value["metric"].as_str().unwrap_or(metric));
    format!("/compare?{}", query.finish())
}

/// The history of the runs that match a query.
#[must_use]
pub fn history(q: &str) -> String {
    format!("/history?{}", form_urlencoded::Serializer::new(String::new()).append_pair("q", q).finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_is_one_segment() {
        assert_eq!(benchmark("bonnie++"), "/benchmarks/bonnie++");
        assert_eq!(test_box("a/b?c#d %"), "/boxes/a%2Fb%3Fc%23d%20%25");
        assert_eq!(metric("max latency"), "metric-max%20latency");
        assert_eq!(runs("box:\"a b\""), "/runs?q=box%3A%22a+b%22");
    }

    /// "Not drawn: rate" was plain text, and no row of that metric led to a plot.
    #[test]
    fn a_metric_that_is_not_drawn_is_a_comparison_of_its_own() {
        assert_eq!(
            comparison_of_metric("q=box%3Aa&metric=rate,latency&layout=delta", "rate"),
            "/compare?q=box%3Aa&layout=delta&metric=rate"
        );
    }
}
