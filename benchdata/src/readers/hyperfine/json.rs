//! `--export-json`: every time of every command.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{ELAPSED, MAX, MEDIAN, MEMORY, MIN, STDDEV, SYSTEM, USER, add_cells};
use crate::name::{Key, Value};
use crate::readers::faults::unfit;
use crate::readers::gather::Gathering;
use crate::readers::json::documents;
use crate::readers::text::{case, result};
use crate::reading::ReadError;

#[derive(Deserialize)]
struct Document {
    results: Vec<Command>,
}

#[derive(Deserialize)]
struct Command {
    command: String,
    mean: f64,
    stddev: Option<f64>,
    median: Option<f64>,
    user: Option<f64>,
    system: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    #[serde(default)]
    times: Option<Vec<f64>>,
    #[serde(default)]
    memory_usage_byte: Option<Vec<f64>>,
    #[serde(default)]
    exit_codes: Vec<Option<i32>>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    for (line, document) in documents::<Document>(text, "hyperfine's JSON, whole and alone")? {
        gathering.next_run();
        for command in document.results {
            add(gathering, line, command)?;
        }
    }
    Ok(())
}

fn add(gathering: &mut Gathering, line: usize, command: Command) -> Result<(), ReadError> {
    let mut case = case([("command", command.command.clone())]).map_err(unfit(line))?;
    for (name, value) in command.parameters {
        // The command's own text shows a parameter whose name can be no key.
        if let (Ok(key), Ok(value)) = (Key::new(name), Value::new(value)) {
            case = case.with(key, value);
        }
    }
    let failed = command.exit_codes.iter().filter(|code| **code != Some(0)).count();
    if failed > 0 {
        gathering.remark(line, format!("{:?} failed {failed} times", command.command));
    }
    match command.times.filter(|times| !times.is_empty()) {
        Some(times) => gathering.add(line, result(&ELAPSED, "s", &case, times))?,
        None => {
            let cells = [
                (&ELAPSED, Some(command.mean)),
                (&MEDIAN, command.median),
                (&MIN, command.min),
                (&MAX, command.max),
                (&STDDEV, command.stddev),
            ];
            add_cells(gathering, line, "s", &case, &cells)?;
        }
    }
    add_cells(gathering, line, "s", &case, &[(&USER, command.user), (&SYSTEM, command.system)])?;
    match command.memory_usage_byte.filter(|bytes| !bytes.is_empty()) {
        Some(bytes) => gathering.add(line, result(&MEMORY, "B", &case, bytes)),
        None => Ok(()),
    }
}
