//! What a query's terms on cases and metrics leave out of the runs that it selects.

use std::collections::BTreeSet;

use benchdata::comparison::Warning;
use benchdata::content::RunId;
use benchdata::run::Series;

use crate::comparison::MOST_RUNS;
use crate::database::compared::Compared;

/// What all sides of a query show, and what they could have shown.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    shown: BTreeSet<Series>,
    all: BTreeSet<Series>,
    runs: BTreeSet<RunId>,
    runs_without: BTreeSet<RunId>,
}

impl Coverage {
    /// Adds a side: what one leaves out, another may show.
    pub(crate) fn add(&mut self, side: &Compared) {
        let results = side.subjects.iter().flat_map(|subject| &subject.run.results);
        self.shown.extend(results.map(|result| result.series.clone()));
        self.all.extend(side.series.iter().cloned());
        self.runs.extend(side.subjects.iter().map(|subject| subject.id));
        self.runs_without.extend(&side.runs_without);
    }

    /// Tells of what is left out: a table of the favourable rows alone misleads.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let parts: Vec<String> = [self.some_series(), self.some_runs()].into_iter().flatten().collect();
        let text = format!("the query picks results: {}", parts.join("; "));
        (!parts.is_empty()).then(|| Warning::new("query-picks", text))
    }

    fn some_series(&self) -> Option<String> {
        let (shown, all) = (self.shown.len(), self.all.union(&self.shown).count());
        let (shown_metrics, all_metrics) = (metrics(&self.shown), metrics(&self.all));
        let hidden: Vec<&str> = all_metrics.difference(&shown_metrics).copied().collect();
        let without =
            if hidden.is_empty() { String::new() } else { format!(", without {}", hidden.join(", ")) };
        (shown < all).then(|| format!("{shown} of {all} series of its runs{without}"))
    }

    fn some_runs(&self) -> Option<String> {
        let (shown, all) = (self.runs.len(), self.runs.union(&self.runs_without).count());
        let least = if self.runs_without.len() < MOST_RUNS { "" } else { "at least " };
        (shown < all).then(|| format!("{shown} of {least}{all} runs"))
    }
}

fn metrics(series: &BTreeSet<Series>) -> BTreeSet<&str> {
    series.iter().map(|series| series.metric.as_str()).collect()
}
