//! `/upload`: a form, and what was understood of what it sent.

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
    /// What was understood of what was sent.
    pub preview: Option<Preview>,
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
