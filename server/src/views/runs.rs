//! Lists of runs, and a run.

use askama::Template;

use super::form_fields::FormFields;
use super::frame::{Frame, Place};
use benchdata::table::{Note, Tone};

use super::facets::Narrowing;
use super::grid::{GridView, class, edge, padding};
use super::links;
use super::parts::{Moment, Problem};

/// A run in a list.
#[derive(Debug, Clone)]
pub struct RunLine {
    /// Its id.
    pub id: String,
    /// The test machine.
    pub box_name: String,
    /// The tool.
    pub benchmark: String,
    /// What was tested.
    pub label: String,
    /// Factors and their levels.
    pub factors: Vec<(String, String)>,
    /// When it started, where that is known.
    pub started: Option<Moment>,
    /// How many results it has.
    pub results: i64,
    /// Whether comparisons leave it out.
    pub withdrawn: bool,
}

impl RunLine {
    /// `2.5.60-mm2, tiobench on bigbox`
    pub(super) fn title(&self) -> String {
        format!("{}, {} on {}", self.label, self.benchmark, self.box_name)
    }

    /// When it was run, under which settings, and how much it measured.
    pub(super) fn description(&self) -> String {
        let started = self.started.as_ref().map(|at| format!("started {}", at.text));
        let factors = self.factors.iter().map(|(factor, level)| format!("{factor}={level}"));
        let results = format!("{} result{}", self.results, if self.results == 1 { "" } else { "s" });
        let withdrawn = self.withdrawn.then(|| "withdrawn".to_owned());
        started.into_iter().chain(factors).chain([results]).chain(withdrawn).collect::<Vec<_>>().join(", ")
    }
}

/// `/runs`
#[derive(Debug, Template)]
#[template(path = "runs.html")]
pub struct Runs {
    /// Around the page.
    pub frame: Frame,
    /// The query, as typed.
    pub q: String,
    /// What is wrong with it.
    pub fields: FormFields,
    /// What became of the upload that led here.
    pub said: Option<String>,
    /// What narrows the list down.
    pub narrowing: Narrowing,
    /// The orders there are: in words, and the list's address in it; none of the present one.
    pub sorts: Vec<(&'static str, Option<String>)>,
    /// The runs of this page, in their order.
    pub runs: Vec<RunLine>,
    /// Which of all that match these are, in words.
    pub shown: String,
    /// The first page, where this is another.
    pub first: Option<String>,
    /// The page after.
    pub next: Option<String>,
}

/// A source in a list.
#[derive(Debug, Clone)]
pub struct SourceLine {
    /// The file's name.
    pub name: String,
    /// Its length in bytes.
    pub length: i64,
}

/// A correction in a run's history.
#[derive(Debug, Clone)]
pub struct CorrectionLine {
    /// The word that changed: `label`, `factors.elevator`, `withdrawn`.
    pub field: String,
    /// What stood there.
    pub old: Option<String>,
    /// What stands there since.
    pub new: Option<String>,
    /// Why.
    pub reason: String,
    /// The token it was made with.
    pub made_by: String,
    /// When.
    pub made: Moment,
}

/// The forms that correct and withdraw a run.
#[derive(Debug, Clone)]
pub struct CorrectionForm {
    /// What was tested.
    pub label: String,
    /// The test machine.
    pub box_name: String,
    /// A line `factor=level` each.
    pub factors: String,
    /// The remark.
    pub note: String,
    /// Why.
    pub reason: String,
    /// How many corrections the run had when this was shown.
    pub seen: usize,
    /// Why the last try failed.
    pub problem: Option<Problem>,
}

/// `/runs/{id}`
#[derive(Debug, Template)]
#[template(path = "run.html")]
pub struct RunPage {
    /// Around the page.
    pub frame: Frame,
    /// What lists show of it.
    pub run: RunLine,
    /// What became of the upload or correction that led here.
    pub said: Option<String>,
    /// The sender's remark.
    pub note: Option<String>,
    /// The query of the runs of the same benchmark on the same box.
    pub others: String,
    /// What it measured: a row is a case, a column a metric.
    pub grid: GridView,
    /// What means of several values are of.
    pub details: Vec<GridView>,
    /// What must be said of the numbers.
    pub notes: Vec<Note>,
    /// Captured facts.
    pub environment: Vec<(String, String)>,
    /// What the tool printed.
    pub sources: Vec<SourceLine>,
    /// When the server stored it.
    pub stored: Moment,
    /// The name of the token it was sent with.
    pub token: String,
    /// What was corrected, the oldest first.
    pub corrections: Vec<CorrectionLine>,
    /// Where a reader signs in who may perhaps correct it.
    pub sign_in: Option<String>,
    /// The forms, for a reader who may correct it.
    pub form: Option<CorrectionForm>,
}
