//! The Phoronix Test Suite: any benchmark that it runs. Its result files (composite.xml, and
//! as JSON and text) and what it prints while it runs tests.

mod console;
mod json;
mod xml;

use super::faults::unfit;
use super::gather::Gathering;
use super::glossary::{HIGHER, LOWER, headline, metric};
use super::lines::sign;
use super::text::{case, result};
use crate::metric::{Better, MetricInfo};
use crate::name::{Key, Value};
use crate::reading::{ReadError, Reader, Reading, Recognition, Sureness};

pub(super) const READER: Reader = Reader {
    name: "phoronix",
    about: "Phoronix Test Suite results: composite.xml, JSON, text, and its console",
    metrics: &[RESULT],
    recognise,
    read,
};

/// Unit and direction are each test's own.
const RESULT: MetricInfo =
    headline(metric("result", "s", None, None, "what the test measures, in its own unit"));

fn recognise(text: &str) -> Option<Recognition> {
    if text.trim_start().starts_with('{') {
        let has = |key: &str| text.contains(key);
        let is_ours = has("\"proportion\"") && has("\"display_format\"") && has("\"results\"");
        return is_ours.then(|| sign(1, Sureness::Certain, "a Phoronix result file as JSON"));
    }
    text.lines().enumerate().find_map(|(at, raw)| {
        let line = raw.trim();
        let what = match line {
            "<PhoronixTestSuite>" => "a Phoronix result file",
            _ if line.starts_with("Phoronix Test Suite v") => "the title of the Phoronix Test Suite",
            _ if line.starts_with("Estimated Trial Run Count:") => {
                "what the Phoronix Test Suite prints at a test"
            }
            _ if console::direction(line).is_some() => "the scale of a Phoronix graph",
            _ => return None,
        };
        Some(sign(at + 1, Sureness::Certain, what))
    })
}

fn read(text: &str) -> Result<Reading, ReadError> {
    let mut gathering = Gathering::of(READER.name);
    match text.trim_start().as_bytes().first() {
        Some(b'{') => json::read(text, &mut gathering)?,
        Some(b'<') => xml::read(text, &mut gathering)?,
        _ => console::read(text, &mut gathering)?,
    }
    gathering.finish(text, "results of the Phoronix Test Suite")
}

/// One test under one set of arguments.
#[derive(Debug, Default, Clone)]
struct Test {
    title: String,
    version: String,
    description: String,
    arguments: String,
    scale: String,
    better: Option<Better>,
    /// Graphs of other forms hold series over time, or verdicts.
    format: String,
}

impl Test {
    /// Adds one system's samples. A unit that no other says otherwise: times are better lower.
    fn add(&self, gathering: &mut Gathering, line: usize, samples: Vec<f64>) -> Result<(), ReadError> {
        let unit = match self.scale.as_str() {
            "" => "1",
            "Seconds" => "s",
            "Milliseconds" => "ms",
            "Microseconds" => "us",
            "Nanoseconds" => "ns",
            written => written,
        };
        let is_time = ["s", "ms", "us", "ns", "min"].contains(&unit);
        let better = self.better.or(if is_time { LOWER } else { None });
        let said = [
            ("test", format!("{} {}", self.title, self.version)),
            ("description", self.description.clone()),
            ("arguments", self.arguments.clone()),
        ];
        let said = said.into_iter().filter(|(_, value)| !value.trim().is_empty());
        let mut case = case(said).map_err(unfit(line))?;
        // A test may measure several things at once, in several scales.
        if gathering.has(&case, RESULT.name)
            && let (Ok(key), Ok(scale)) = (Key::new("scale"), Value::new(&self.scale))
        {
            case = case.with(key, scale);
        }
        gathering.add(line, result(&MetricInfo { better, ..RESULT }, unit, &case, samples))
    }

    fn is_bars(&self) -> bool {
        self.format.is_empty() || self.format == "BAR_GRAPH"
    }
}

/// `LIB`, `HIB`
fn proportion(written: &str) -> Option<Better> {
    match written {
        "LIB" => LOWER,
        "HIB" => HIGHER,
        _ => None,
    }
}

#[cfg(test)]
mod tests;
