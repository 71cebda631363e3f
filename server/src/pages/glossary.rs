//! What a benchmark measures, as its reader and its stored series tell.

use std::collections::{BTreeMap, BTreeSet};

use benchdata::compare::natural;
use benchdata::metric::{MetricInfo, direction};
use benchdata::run::Series;

use crate::views::{MetricLine, ParameterLine};

/// More values of one parameter would tell no reader more.
const MOST_VALUES: usize = 12;

/// How a metric was stored.
#[derive(Default)]
struct Stored<'a> {
    units: BTreeSet<&'a str>,
    directions: BTreeSet<&'static str>,
}

/// The metrics that a reader gives, in its order, then those that only stored series have.
pub(super) fn metrics(glossary: &[MetricInfo], series: &[Series]) -> Vec<MetricLine> {
    let mut stored: BTreeMap<&str, Stored> = BTreeMap::new();
    for series in series {
        let stored = stored.entry(series.metric.as_str()).or_default();
        stored.units.insert(series.unit.as_str());
        stored.directions.insert(direction(series.better));
    }
    let mut lines: Vec<MetricLine> = Vec::new();
    for info in glossary {
        let units = stored.remove(info.name).unwrap_or_default().units;
        let others = units.into_iter().filter(|unit| *unit != info.unit);
        lines.push(MetricLine {
            name: info.name.to_owned(),
            meaning: Some(info.meaning),
            unit: any([info.unit].into_iter().chain(others)),
            direction: direction(info.better).to_owned(),
            headline: info.headline,
        });
    }
    lines.extend(stored.into_iter().map(|(name, stored)| MetricLine {
        name: name.to_owned(),
        meaning: None,
        unit: any(stored.units),
        direction: any(stored.directions),
        headline: false,
    }));
    lines
}

/// `MiB/s or KiB/s`
fn any<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(" or ")
}

/// The case parameters that stored series have, by name.
pub(super) fn parameters(series: &[Series]) -> Vec<ParameterLine> {
    let mut stored: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (parameter, value) in series.iter().flat_map(|series| series.case.iter()) {
        stored.entry(parameter.as_str()).or_default().insert(value.as_str());
    }
    let line = |(name, values): (&str, BTreeSet<&str>)| {
        let mut values: Vec<String> = values.into_iter().map(str::to_owned).collect();
        values.sort_by(|a, b| natural(a, b));
        let more = values.len().saturating_sub(MOST_VALUES);
        values.truncate(MOST_VALUES);
        ParameterLine { name: name.to_owned(), values, more }
    };
    stored.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use benchdata::metric::Better;
    use benchdata::readers::glossary;
    use benchdata::wire::runs_from_json;
    use serde_json::{Value as Json, json};

    use super::*;

    fn series(results: &[Json]) -> Vec<Series> {
        let run =
            json!({"schema": "runoff/1", "box": "b", "benchmark": "b", "label": "l", "results": results});
        let runs = runs_from_json(run.to_string().as_bytes()).unwrap();
        runs[0].results.iter().map(|result| result.series.clone()).collect()
    }

    fn result(threads: &str, metric: &str, unit: &str, better: Option<Better>) -> Json {
        json!({"case": {"threads": threads}, "metric": metric, "unit": unit, "better": better, "samples": [1.5]})
    }

    #[test]
    fn a_reader_gives_the_meaning_and_stored_series_what_it_does_not_know() {
        let stored = series(&[
            result("1", "rate", "KiB/s", Some(Better::Higher)),
            result("2", "rate", "MiB/s", Some(Better::Higher)),
            result("1", "heat", "K", Some(Better::Lower)),
            result("2", "heat", "K", None),
        ]);
        let lines = metrics(glossary("tiobench"), &stored);
        assert_eq!(lines.len(), glossary("tiobench").len() + 1);
        let rate = lines.iter().find(|line| line.name == "rate").unwrap();
        assert_eq!((rate.unit.as_str(), rate.direction.as_str()), ("MiB/s or KiB/s", "higher is better"));
        assert!(rate.headline && rate.meaning.is_some());
        let heat = lines.last().unwrap();
        assert_eq!((heat.name.as_str(), heat.unit.as_str(), heat.meaning), ("heat", "K", None));
        assert_eq!(heat.direction, "lower is better or no direction");
    }

    #[test]
    fn values_of_a_parameter_stand_in_natural_order_and_some_are_enough() {
        let stored: Vec<Json> = (1..=20).map(|n| result(&n.to_string(), "rate", "MiB/s", None)).collect();
        let [threads] = parameters(&series(&stored)).try_into().unwrap();
        assert_eq!(threads.values, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
        assert_eq!((threads.name.as_str(), threads.more), ("threads", 8));
    }
}
