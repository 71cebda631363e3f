//! Benchmarks and boxes: what measures, and on what.

use askama::Template;
use benchdata::query::quoted;

use super::frame::{Frame, Place};
use super::links;
use super::parts::Moment;
use super::runs::RunLine;

/// A benchmark's or a box's runs, in a list.
#[derive(Debug, Clone)]
pub struct TallyLine {
    /// The benchmark's or the box's name.
    pub name: String,
    /// Its page.
    pub page: String,
    /// How many runs there are, in words.
    pub runs: String,
    /// The newest run's id.
    pub newest: String,
    /// The newest run's label.
    pub label: String,
    /// When the newest run was received.
    pub received: Moment,
}

/// The newest runs of a benchmark or box.
#[derive(Debug, Clone)]
pub struct NewestRuns {
    /// The runs, newest first.
    pub runs: Vec<RunLine>,
    /// Which of all these are, in words.
    pub shown: String,
    /// The list of all.
    pub all: String,
}

/// A tool that Runoff reads.
#[derive(Debug, Clone)]
pub struct ReaderLine {
    /// The benchmark's name.
    pub name: &'static str,
    /// What of it is read.
    pub about: &'static str,
}

/// `/benchmarks`
#[derive(Debug, Template)]
#[template(path = "benchmarks.html")]
pub struct Benchmarks {
    /// Around the page.
    pub frame: Frame,
    /// Those that have runs.
    pub tallies: Vec<TallyLine>,
    /// Those that Runoff reads beside.
    pub readers: Vec<ReaderLine>,
}

/// A metric of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetricLine {
    /// Its name.
    pub name: String,
    /// What it means, where a reader says so.
    pub meaning: Option<&'static str>,
    /// Its unit, or all it was stored in.
    pub unit: String,
    /// `higher is better`, `lower is better` or `no direction`.
    pub direction: String,
    /// Whether people quote it first.
    pub headline: bool,
}

/// A case parameter of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterLine {
    /// Its name.
    pub name: String,
    /// Values it was stored with, in natural order.
    pub values: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

/// A comparison that a page offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What it compares, in words.
    pub text: String,
    /// Its address.
    pub url: String,
}

/// `/benchmarks/{name}`
#[derive(Debug, Template)]
#[template(path = "benchmark.html")]
pub struct BenchmarkPage {
    /// Around the page.
    pub frame: Frame,
    /// The benchmark.
    pub name: String,
    /// What of it Runoff reads, if it does.
    pub about: Option<&'static str>,
    /// What it measures.
    pub metrics: Vec<MetricLine>,
    /// What its results are told apart by.
    pub parameters: Vec<ParameterLine>,
    /// The boxes it ran on.
    pub boxes: Vec<TallyLine>,
    /// Its newest runs.
    pub newest: NewestRuns,
    /// Its newest labels, compared.
    pub offer: Option<Offer>,
}

impl BenchmarkPage {
    /// What of it Runoff reads, in a sentence.
    pub(super) fn description(&self) -> String {
        let about = self.about.map(|about| format!("Runoff reads {about}."));
        about.unwrap_or_else(|| "No reader explains it; what it measures is as its senders say.".to_owned())
    }

    /// Whether people quote one of its metrics first.
    pub(super) fn has_headline(&self) -> bool {
        self.metrics.iter().any(|metric| metric.headline)
    }

    /// The page of its series over time.
    pub(super) fn history(&self) -> String {
        links::history(&format!("benchmark:{}", quoted(&self.name)))
    }
}

/// `/boxes`
#[derive(Debug, Template)]
#[template(path = "boxes.html")]
pub struct Boxes {
    /// Around the page.
    pub frame: Frame,
    /// Those that have runs.
    pub tallies: Vec<TallyLine>,
}

/// `/boxes/{name}`
#[derive(Debug, Template)]
#[template(path = "box.html")]
pub struct BoxPage {
    /// Around the page.
    pub frame: Frame,
    /// The box.
    pub name: String,
    /// The benchmarks that ran on it.
    pub benchmarks: Vec<TallyLine>,
    /// Its newest runs.
    pub newest: NewestRuns,
    /// The facts that were captured with the very newest.
    pub environment: Vec<(String, String)>,
}
