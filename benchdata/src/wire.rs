//! Reads and checks JSON runs: one object, or an array of them.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::run::{Run, RunError};

/// Runs out of JSON in the wire form, each checked: an object is one run, an array
/// several. Two that say the same are refused, so that nothing sent is silently lost.
///
/// # Errors
/// The first place at fault, as a path (`[1].results[3].samples[0]`) and a reason; where
/// the text is no JSON, the line and column.
pub fn runs_from_json(text: &[u8]) -> Result<Vec<Run>, RunError> {
    let json: Json = serde_json::from_slice(text)
        .map_err(|error| RunError::new(format!("line {}", error.line()), error.to_string()))?;
    let runs = match json {
        Json::Array(items) => items
            .into_iter()
            .enumerate()
            .map(|(at, item)| run_from_json(&format!("[{at}]."), item))
            .collect::<Result<Vec<_>, _>>()?,
        item => vec![run_from_json("", item)?],
    };
    if runs.is_empty() {
        return Err(RunError::new("[]", "holds no run"));
    }
    let mut seen = HashMap::new();
    for (at, run) in runs.iter().enumerate() {
        if let Some(first) = seen.insert(run.content_id(), at) {
            let problem = format!(
                "says exactly what [{first}] says: number repetitions by `repeat`, or give each its `started`"
            );
            return Err(RunError::new(format!("[{at}]"), problem));
        }
    }
    Ok(runs)
}

fn run_from_json(prefix: &str, item: Json) -> Result<Run, RunError> {
    let run: Run = serde_path_to_error::deserialize(item)
        .map_err(|error| RunError::new(format!("{prefix}{}", error.path()), error.inner().to_string()))?;
    run.check().map_err(|error| RunError::new(format!("{prefix}{}", error.path), error.problem))?;
    Ok(run)
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
