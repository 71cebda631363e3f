//! cyclictest's JSON; two of its keys end in a colon.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Thread, command, unit};
use crate::readers::executions::Executions;
use crate::readers::faults::fault;
use crate::reading::ReadError;

#[derive(Deserialize)]
struct Document {
    #[serde(rename = "cmdline:", alias = "cmdline", default)]
    cmdline: String,
    #[serde(rename = "rt_test_version:", alias = "rt_test_version")]
    version: Option<String>,
    #[serde(default)]
    resolution_in_ns: u8,
    thread: BTreeMap<String, Cycles>,
}

#[derive(Deserialize)]
struct Cycles {
    cycles: f64,
    min: f64,
    max: f64,
    avg: f64,
}

/// The executions, with the version of rt-tests.
pub(super) fn read(text: &str) -> Result<Executions, ReadError> {
    let start = text.find('{').unwrap_or_default();
    let first_line = text[..start].lines().count().max(1);
    let mut executions = Executions::of(super::READER.name);
    for document in serde_json::Deserializer::from_str(&text[start..]).into_iter::<Document>() {
        let document = document.map_err(|error| {
            let line = first_line + error.line().saturating_sub(1);
            fault(line, error.to_string(), "a JSON document as `cyclictest --json` writes it")
        })?;
        let options = command(&document.cmdline).unwrap_or_default();
        let parameters = parameters(&options);
        let unit = if document.resolution_in_ns == 1 { "ns" } else { unit(&options) };
        let mut results = Vec::new();
        for (number, Cycles { cycles, min, max, avg }) in document.thread {
            if cycles == 0.0 {
                executions.remark(first_line, format!("thread {number} did not wake up once: left out"));
                continue;
            }
            let thread = Thread {
                min: Some(min),
                avg: Some(avg),
                max: Some(max),
                cycles: Some(cycles),
                overflows: None,
                parameters: parameters.clone(),
            };
            results.extend(thread.results(&number, unit, first_line)?);
        }
        executions.add(None, results);
        if let Some(version) = document.version {
            executions.version(&version);
        }
    }
    Ok(executions)
}

/// What the command line says and the document does not: `-p 80`, `-p80`, `--priority=80`.
fn parameters(options: &[&str]) -> Vec<(&'static str, String)> {
    const NAMES: [(&str, &str, &str); 3] =
        [("-p", "--priority", "priority"), ("-i", "--interval", "interval"), ("-l", "--loops", "loops")];
    let mut parameters = Vec::new();
    for (at, option) in options.iter().enumerate() {
        for (short, long, name) in NAMES {
            let value = if *option == short || *option == long {
                options.get(at + 1).copied()
            } else if let Some(rest) = option.strip_prefix(long) {
                rest.strip_prefix('=')
            } else {
                option.strip_prefix(short)
            };
            parameters.extend(value.map(|value| (name, value.to_owned())));
        }
    }
    parameters
}
