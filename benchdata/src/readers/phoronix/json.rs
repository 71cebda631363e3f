//! `result-file-to-json`: the same by hash of test and name of system.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Gathering, Test, proportion};
use crate::readers::json::documents;
use crate::readers::text::number;
use crate::reading::ReadError;

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    systems: BTreeMap<String, System>,
    results: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
struct System {
    client_version: Option<String>,
}

#[derive(Deserialize)]
struct Entry {
    title: String,
    app_version: Option<String>,
    arguments: Option<String>,
    description: Option<String>,
    scale: Option<String>,
    proportion: Option<String>,
    display_format: Option<String>,
    results: BTreeMap<String, Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    value: Option<Cell>,
    raw_values: Option<Vec<Cell>>,
}

/// PHP writes numbers either way.
#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(f64),
    Text(String),
    Other(serde::de::IgnoredAny),
}

impl Cell {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            Self::Text(text) => number(text),
            Self::Other(_) => None,
        }
    }
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    for (line, document) in documents::<Document>(text, "a Phoronix result file as JSON")? {
        gathering.forget_labels();
        for version in document.systems.values().filter_map(|system| system.client_version.as_deref()) {
            gathering.version(version);
        }
        for entry in document.results.into_values() {
            add(gathering, line, entry)?;
        }
    }
    Ok(())
}

fn add(gathering: &mut Gathering, line: usize, entry: Entry) -> Result<(), ReadError> {
    let test = Test {
        title: entry.title,
        version: entry.app_version.unwrap_or_default(),
        description: entry.description.unwrap_or_default(),
        arguments: entry.arguments.unwrap_or_default(),
        scale: entry.scale.unwrap_or_default(),
        better: proportion(entry.proportion.as_deref().unwrap_or_default()),
        format: entry.display_format.unwrap_or_default(),
    };
    for (system, outcome) in entry.results {
        let raw = outcome.raw_values.unwrap_or_default();
        let samples: Option<Vec<f64>> = raw.iter().map(Cell::number).collect();
        let samples = samples.filter(|samples| !samples.is_empty());
        let value = || Some(vec![outcome.value.as_ref()?.number()?]);
        let Some(samples) = samples.or_else(value).filter(|_| test.is_bars()) else {
            gathering.remark(line, format!("a result of {} is left out: it is no number", test.title));
            continue;
        };
        gathering.run_of(line, &system)?;
        test.add(gathering, line, samples)?;
    }
    Ok(())
}
