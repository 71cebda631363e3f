//! composite.xml: `Result` elements, each with an `Entry` for every system.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;

use super::{Gathering, Test, proportion};
use crate::readers::faults::fault;
use crate::readers::text::number;
use crate::reading::ReadError;

/// What is being read.
#[derive(Default)]
struct Open {
    path: Vec<String>,
    text: String,
    test: Test,
    system: String,
    value: String,
    raw: String,
}

pub(super) fn read(text: &str, gathering: &mut Gathering) -> Result<(), ReadError> {
    let mut events = Reader::from_str(text);
    let mut open = Open::default();
    let (mut line, mut at) = (1, 0);
    loop {
        let event = events.read_event();
        let end = usize::try_from(events.buffer_position()).unwrap_or(text.len()).min(text.len());
        line += text.as_bytes()[at..end].iter().filter(|byte| **byte == b'\n').count();
        at = end;
        match event.map_err(|error| fault(line, error.to_string(), "the XML of a result file"))? {
            Event::Start(element) => {
                open.begin(element.name().as_ref());
            }
            Event::End(_) => open.end(gathering, line)?,
            Event::Text(text) => open.text.push_str(&text.xml10_content()),
            Event::CData(text) => open.text.push_str(&text.xml10_content()),
            Event::GeneralRef(name) => {
                let character = name.resolve_char_ref().ok().flatten();
                let known = character
                    .map(String::from)
                    .or_else(|| resolve_predefined_entity(&name).map(str::to_owned));
                open.text.push_str(&known.unwrap_or_default());
            }
            Event::Eof if open.path.is_empty() => return Ok(()),
            Event::Eof => {
                let found = format!("the end of the text within {}", open.path.join("/"));
                return Err(fault(line, found, "the XML of a result file, whole"));
            }
            _ => {}
        }
    }
}

impl Open {
    fn begin(&mut self, name: &str) {
        match name {
            "Result" => self.test = Test::default(),
            "Entry" => (self.system, self.value, self.raw) = Default::default(),
            _ => {}
        }
        self.path.push(name.to_owned());
        self.text.clear();
    }

    fn end(&mut self, gathering: &mut Gathering, line: usize) -> Result<(), ReadError> {
        let name = self.path.pop().unwrap_or_default();
        let text = std::mem::take(&mut self.text).trim().to_owned();
        match (self.path.last().map(String::as_str), name.as_str()) {
            (Some("Generated"), "TestClient") => {
                gathering
                    .version(text.trim_start_matches("Phoronix Test Suite").trim().trim_start_matches('v'));
            }
            (Some("Result"), "Title") => self.test.title = text,
            (Some("Result"), "AppVersion") => self.test.version = text,
            (Some("Result"), "Description") => self.test.description = text,
            (Some("Result"), "Arguments") => self.test.arguments = text,
            (Some("Result"), "Scale") => self.test.scale = text,
            (Some("Result"), "Proportion") => self.test.better = proportion(&text),
            (Some("Result"), "DisplayFormat") => self.test.format = text,
            (Some("Entry"), "Identifier") => self.system = text,
            (Some("Entry"), "Value") => self.value = text,
            (Some("Entry"), "RawString") => self.raw = text,
            (Some("Data"), "Entry") => self.entry(gathering, line)?,
            _ => {}
        }
        Ok(())
    }

    fn entry(&self, gathering: &mut Gathering, line: usize) -> Result<(), ReadError> {
        let samples: Option<Vec<f64>> = self.raw.split(':').map(|word| number(word.trim())).collect();
        let Some(samples) =
            samples.or_else(|| Some(vec![number(&self.value)?])).filter(|_| self.test.is_bars())
        else {
            gathering.remark(line, format!("a result of {} is left out: it is no number", self.test.title));
            return Ok(());
        };
        gathering.run_of(line, &self.system)?;
        self.test.add(gathering, line, samples)
    }
}
