//! What an address says about a raw output: `?format=…&box=…&label=…&set=factor=level`.

use std::collections::BTreeMap;

use axum::http::Uri;
use benchdata::hints::Hints;
use benchdata::label_pattern::LabelPattern;
use benchdata::name::{Key, Name, NameError, Value};
use benchdata::readers::AUTO;
use benchdata::reading::Declaration;
use benchdata::source::Source;
use time::OffsetDateTime;

use super::moment::moment;
use crate::problem::Problem;

/// The sender's words about an output.
#[derive(Debug)]
pub struct Parameters {
    /// The reader to take.
    pub format: String,
    /// Box and all else; `None` where nothing is declared, as a file of runs needs nothing.
    pub declaration: Option<Declaration>,
    name: Option<String>,
    first: Option<String>,
}

#[derive(Default)]
struct Declared {
    box_name: Option<Name>,
    benchmark: Option<Name>,
    label: Option<Name>,
    label_pattern: Option<LabelPattern>,
    factors: BTreeMap<Key, Value>,
    started: Option<OffsetDateTime>,
    note: Option<String>,
    hints: Hints,
}

const KNOWN: &str = "format, box, benchmark, label, label_pattern, runs, columns, set, started, note, name";

impl Parameters {
    /// Reads the part behind `?`.
    ///
    /// # Errors
    /// 400 that names the parameter which is unknown, twice there or wrong.
    pub(super) fn parse(uri: &Uri) -> Result<Self, Problem> {
        let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned();
        Self::of(&pairs.collect::<Vec<_>>())
    }

    /// Takes names with their values.
    ///
    /// # Errors
    /// 400 that names the parameter which is unknown, twice there or wrong.
    pub fn of(pairs: &[(String, String)]) -> Result<Self, Problem> {
        let mut parameters = Self {
            format: AUTO.to_owned(),
            declaration: None,
            name: None,
            first: pairs.first().map(|(name, _)| name.clone()),
        };
        let mut declared = Declared::default();
        let mut is_declared = false;
        for (at, (name, value)) in pairs.iter().enumerate() {
            let wrong = |detail: String| Problem::bad_request(detail).field(name);
            if name != "set" && pairs[..at].iter().any(|(before, _)| before == name) {
                return Err(wrong(format!("{name} is there twice")));
            }
            match name.as_str() {
                "format" => parameters.format.clone_from(value),
                "name" => parameters.name = Some(file_name(value).map_err(wrong)?),
                _ => {
                    declared.take(name, value).map_err(wrong)?;
                    is_declared = true;
                }
            }
        }
        if is_declared {
            parameters.declaration = Some(declared.finish()?);
        }
        Ok(parameters)
    }

    /// The first parameter of all, if there is any.
    pub(super) fn first(&self) -> Option<&str> {
        self.first.as_deref()
    }

    /// The output under the name it is kept by.
    #[must_use]
    pub fn source(&self, bytes: &[u8]) -> Source {
        let name = self.name.clone().unwrap_or_else(|| "output".to_owned());
        Source { name, bytes: bytes.into() }
    }
}

impl Declared {
    fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        let text = |error: NameError| format!("{name} {error}");
        match name {
            "box" => self.box_name = Some(Name::new(value).map_err(text)?),
            "benchmark" => self.benchmark = Some(Name::new(value).map_err(text)?),
            "label" => self.label = Some(Name::new(value).map_err(text)?),
            "label_pattern" => {
                self.label_pattern = Some(value.parse().map_err(|error| format!("label_pattern {error}"))?);
            }
            "runs" => self.hints.runs = Some(several(value)?),
            "columns" => {
                self.hints.columns = Some(value.parse().map_err(|error| format!("columns: {error}"))?);
            }
            "started" => self.started = Some(moment(value)?),
            "note" if value.contains('\0') => return Err("note holds a NUL character".to_owned()),
            "note" => self.note = Some(value.to_owned()),
            "set" => {
                let (factor, level) = value
                    .split_once('=')
                    .ok_or_else(|| format!("expected set=factor=level, found {value:?}"))?;
                let factor = Key::new(factor).map_err(|error| format!("the factor {factor:?} {error}"))?;
                let level = Value::new(level).map_err(|error| format!("the level of {factor} {error}"))?;
                if self.factors.insert(factor.clone(), level).is_some() {
                    return Err(format!("the factor {factor} is set twice"));
                }
            }
            _ => return Err(format!("no parameter is called {name:?}; there are {KNOWN}")),
        }
        Ok(())
    }

    fn finish(self) -> Result<Declaration, Problem> {
        let Some(box_name) = self.box_name else {
            return Err(Problem::bad_request("say on which box it ran: box=NAME").field("box"));
        };
        let Self { benchmark, label, label_pattern, factors, started, note, hints, .. } = self;
        Ok(Declaration { box_name, benchmark, label, label_pattern, factors, started, note, hints })
    }
}

/// How many runs a mean sums up.
fn several(value: &str) -> Result<u64, String> {
    let runs = value.parse().ok().filter(|&runs| runs > 1);
    runs.ok_or_else(|| format!("expected how many runs each mean sums up, 2 or more, found {value:?}"))
}

fn file_name(value: &str) -> Result<String, String> {
    let name = Name::new(value).map_err(|error| format!("the source's name {error}"))?;
    Ok(name.to_string())
}
