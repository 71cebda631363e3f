//! schbench's JSON: one document for each execution, flat keys such as
//! `wakeup_latency_pct99.0`. Its `version` is the kernel's.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{command, measured};
use crate::name::Name;
use crate::readers::executions::Executions;
use crate::readers::faults::{fault, unfit};
use crate::reading::ReadError;
use crate::run::Case;

#[derive(Deserialize)]
struct Document {
    normal: About,
    int: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct About {
    jobname: Option<String>,
    #[serde(default)]
    cmdline: String,
}

pub(super) fn read(text: &str, executions: &mut Executions) -> Result<(), ReadError> {
    let Some(start) = text.find('{') else { return Ok(()) };
    let first_line = text[..start].lines().count().max(1);
    for document in serde_json::Deserializer::from_str(&text[start..]).into_iter::<Document>() {
        let Document { normal, int } = document.map_err(|error| {
            let line = first_line + error.line().saturating_sub(1);
            fault(line, error.to_string(), "a JSON document as `schbench --json` writes it")
        })?;
        let label = normal.jobname.map(Name::new).transpose().map_err(unfit(first_line))?;
        let case = match command::parameters(&normal.cmdline) {
            Some(case) => case.map_err(unfit(first_line))?,
            None => Case::default(),
        };
        let mut results = Vec::new();
        for (key, value) in int {
            let name = match key.split_once("_pct") {
                Some((kind, percentile)) => format!("{kind}_p{}", percentile.trim_end_matches(".0")),
                None => key,
            };
            results.extend(measured(&name, &case, value, first_line)?);
        }
        executions.add(label.as_ref(), results);
    }
    Ok(())
}
