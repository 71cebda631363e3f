//! `/upload`: a form, and what was understood of what it sent.

use std::collections::BTreeMap;

use askama::Template;
use benchdata::table::Tone;

use super::frame::{Frame, Place};
use super::grid::{GridView, class, edge, padding};
use super::parts::Problem;

/// What the form holds.
#[derive(Debug, Clone, Default)]
pub struct UploadForm {
    /// What was pasted; nothing where a file was chosen.
    pub text: String,
    /// A chosen file's bytes in base64, so that they come back as they are.
    pub file: String,
    /// What the source is called.
    pub name: String,
    /// The format.
    pub format: String,
    /// The test machine.
    pub box_name: String,
    /// What was tested, where the output does not say it.
    pub label: String,
    /// The tool, where the output does not say it.
    pub benchmark: String,
    /// A line `factor=level` each.
    pub factors: String,
    /// When it started.
    pub started: String,
    /// A remark.
    pub note: String,
    /// What labels look like.
    pub label_pattern: String,
    /// What a table's columns hold.
    pub columns: String,
    /// How many runs a table's mean sums up.
    pub runs: String,
    /// The hash of what was read and how, so that nothing is stored that was read otherwise than shown.
    pub previewed: String,
    /// What is of one run of several alone, by the run's number from 0.
    pub own: BTreeMap<usize, RunFields>,
}

/// What is said of a run beside what it measured, as a form has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunWords {
    /// What was tested.
    pub label: String,
    /// A line `factor=level` each.
    pub factors: String,
    /// When it started.
    pub started: String,
    /// A remark.
    pub note: String,
}

/// The fields of one run of several.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunFields {
    /// What was read, which comes back so that it is known what was typed.
    pub read: RunWords,
    /// What the fields hold.
    pub wanted: RunWords,
}

impl RunFields {
    /// The words that were typed, and for the others those that are read now.
    #[must_use]
    pub fn instead_of(&self, now: &RunWords) -> RunWords {
        let word = |of: fn(&RunWords) -> &String| {
            if of(&self.wanted) == of(&self.read) { of(now).clone() } else { of(&self.wanted).clone() }
        };
        RunWords {
            label: word(|words| &words.label),
            factors: word(|words| &words.factors),
            started: word(|words| &words.started),
            note: word(|words| &words.note),
        }
    }
}

impl RunWords {
    /// Each with its name in the form.
    pub(super) fn named(&self) -> [(&'static str, &str); 4] {
        let Self { label, factors, started, note } = self;
        [("label", label), ("factors", factors), ("started", started), ("note", note)]
    }

    /// The word of this name in the form.
    pub fn of_name(&mut self, name: &str) -> Option<&mut String> {
        Some(match name {
            "label" => &mut self.label,
            "factors" => &mut self.factors,
            "started" => &mut self.started,
            "note" => &mut self.note,
            _ => return None,
        })
    }
}

/// A run that would be stored.
#[derive(Debug, Clone)]
pub struct PreviewRun {
    /// What was tested.
    pub label: String,
    /// The tool.
    pub benchmark: String,
    /// Factors and their levels.
    pub factors: Vec<(String, String)>,
    /// How many results it has.
    pub results: usize,
    /// The fields for it alone, where there are several runs.
    pub fields: Option<RunFields>,
    /// What it measured, where that is shown.
    pub grid: Option<GridView>,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePart {
    /// Its text.
    pub text: String,
    /// The metric that the number is a value of, if it is one.
    pub metric: Option<String>,
}

/// A line of what was sent.
#[derive(Debug, Clone)]
pub struct PreviewLine {
    /// Its number, from 1.
    pub number: usize,
    /// The line.
    pub parts: Vec<LinePart>,
    /// What was remarked on it, or is wrong with it.
    pub remarks: Vec<String>,
}

/// What was understood.
#[derive(Debug, Clone, Default)]
pub struct Preview {
    /// The runs that would be stored; none where the text cannot be read.
    pub runs: Vec<PreviewRun>,
    /// Remarks on no line in particular.
    pub remarks: Vec<String>,
    /// The lines, as many as are shown.
    pub lines: Vec<PreviewLine>,
    /// How many lines are not shown.
    pub more: usize,
}

/// `/upload`
#[derive(Debug, Template)]
#[template(path = "upload.html")]
pub struct Upload {
    /// Around the page.
    pub frame: Frame,
    /// The formats there are.
    pub formats: Vec<&'static str>,
    /// The form.
    pub form: UploadForm,
    /// Why nothing can be stored.
    pub problem: Option<Problem>,
    /// Why nothing was stored, where it was to be.
    pub said: Option<&'static str>,
    /// What was understood of what was sent.
    pub preview: Option<Preview>,
}

impl Upload {
    /// What is of single runs, where no run is shown that would have fields for it.
    pub(super) fn hidden(&self) -> Vec<(String, &str)> {
        if self.preview.as_ref().is_some_and(|preview| !preview.runs.is_empty()) {
            return Vec::new();
        }
        let mut hidden = Vec::new();
        for (number, fields) in &self.form.own {
            for (kind, words) in [("read", &fields.read), ("run", &fields.wanted)] {
                let named = words.named().into_iter();
                hidden.extend(named.map(|(word, text)| (format!("{kind}.{number}.{word}"), text)));
            }
        }
        hidden
    }
}

impl Preview {
    /// Whether its runs have fields of their own.
    pub(super) fn has_fields(&self) -> bool {
        self.runs.iter().any(|run| run.fields.is_some())
    }
}

impl PreviewRun {
    /// Whether its own fields say other than what was read.
    pub(super) fn is_corrected(&self) -> bool {
        self.fields.as_ref().is_some_and(|fields| fields.wanted != fields.read)
    }
}

impl PreviewLine {
    /// The metrics of its values, each once.
    pub(super) fn metrics(&self) -> Vec<&str> {
        let mut metrics: Vec<&str> = Vec::new();
        for metric in self.parts.iter().filter_map(|part| part.metric.as_deref()) {
            if !metrics.contains(&metric) {
                metrics.push(metric);
            }
        }
        metrics
    }
}
