//! Comparisons, live and frozen.

use askama::Template;

use super::frame::{Frame, Place};
use super::grid::{Align, Grid, Tone};
use super::parts::{Moment, Problem};

/// One of the groups of runs.
#[derive(Debug, Clone)]
pub struct Side {
    /// What its runs have in common.
    pub name: String,
    /// Their ids.
    pub runs: Vec<String>,
}

/// What a live and a frozen comparison both show.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The outcome in a sentence.
    pub headline: String,
    /// What a reader must know before believing it.
    pub warnings: Vec<String>,
    /// The table.
    pub grid: Grid,
    /// Metrics and what they mean.
    pub meanings: Vec<(String, String)>,
    /// The sides, the baseline first.
    pub sides: Vec<Side>,
    /// Captured facts that differ, with a value for each side.
    pub differences: Vec<(String, Vec<String>)>,
    /// The other forms of it: a name and a URL.
    pub exports: Vec<(&'static str, String)>,
}

/// What the form on `/compare` holds, and offers.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// The query, as typed.
    pub q: String,
    /// The keys that split the sides.
    pub by: String,
    /// The baseline's name.
    pub base: String,
    /// The keys that lay out the rows.
    pub rows: String,
    /// The metrics shown.
    pub metric: String,
    /// The layout's name.
    pub layout: String,
    /// The layouts there are.
    pub layouts: Vec<String>,
    /// The sides there are.
    pub sides: Vec<String>,
    /// The keys there are.
    pub keys: Vec<String>,
    /// The metrics there are.
    pub metrics: Vec<String>,
}

/// `/compare`
#[derive(Debug, Template)]
#[template(path = "compare.html")]
pub struct Compare {
    /// Around the page.
    pub frame: Frame,
    /// The form.
    pub choices: Choices,
    /// Why there is no comparison.
    pub problem: Option<Problem>,
    /// What came out.
    pub comparison: Option<Comparison>,
}

/// `/c/{hash}`
#[derive(Debug, Template)]
#[template(path = "snapshot.html")]
pub struct Snapshot {
    /// Around the page.
    pub frame: Frame,
    /// What it compares.
    pub title: String,
    /// Its hash.
    pub hash: String,
    /// When it was made.
    pub made: Moment,
    /// The same comparison of today's runs.
    pub live: String,
    /// What was frozen.
    pub comparison: Comparison,
    /// The table as plain text, its link below.
    pub text: String,
}
