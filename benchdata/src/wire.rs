//! Reads and checks JSON runs: one object, or an array of them.

use std::collections::HashMap;

use serde::de::DeserializeOwned;

use crate::in_words::in_words;
use crate::run::{Run, RunError};

/// Runs out of JSON in the wire form, each checked: an object is one run, an array
/// several. Two that say the same are refused, so that nothing sent is silently lost.
///
/// # Errors
/// The first place at fault, as a path (`[1].results[3].samples[0]`) and a reason; where
/// the text is no JSON, the line and column.
pub fn runs_from_json(text: &[u8]) -> Result<Vec<Run>, RunError> {
    let is_array = text.trim_ascii_start().starts_with(b"[");
    let runs = if is_array { parsed::<Vec<Run>>(text)? } else { vec![parsed::<Run>(text)?] };
    for (at, run) in runs.iter().enumerate() {
        let prefix = if is_array { format!("[{at}].") } else { String::new() };
        run.check().map_err(|error| RunError::new(format!("{prefix}{}", error.path), error.problem))?;
    }
    if runs.is_empty() {
        return Err(RunError::new("[]", "holds no run"));
    }
    let mut seen = HashMap::new();
    // One alone says what no other does.
    for (at, run) in runs.iter().enumerate().filter(|_| runs.len() > 1) {
        if let Some(first) = seen.insert(run.content_id(), at) {
            let problem = format!(
                "says exactly what [{first}] says: number repetitions by `repeat`, or give each its `started`"
            );
            return Err(RunError::new(format!("[{at}]"), problem));
        }
    }
    Ok(runs)
}

/// Straight from the text: a JSON value between would keep one of two fields of one name. To know at
/// each moment where one is takes time, and only who reads of a fault wants it.
fn parsed<T: DeserializeOwned>(text: &[u8]) -> Result<T, RunError> {
    serde_json::from_slice(text).or_else(|_| located(text))
}

fn located<T: DeserializeOwned>(text: &[u8]) -> Result<T, RunError> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let parsed = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        if error.is_data() { RunError::new(path, in_words(&error.to_string())) } else { no_json(&error) }
    })?;
    deserializer.end().map_err(|error| no_json(&error))?;
    Ok(parsed)
}

fn no_json(error: &serde_json::Error) -> RunError {
    RunError::new(format!("line {}", error.line()), error.to_string())
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
