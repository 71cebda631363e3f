//! What a query's terms on cases, metrics and single runs leave out.

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
    runs_alike: BTreeSet<RunId>,
}

impl Coverage {
    /// Adds a side: what one leaves out, another may show.
    pub(crate) fn add(&mut self, side: &Compared) {
        // Most runs have the same: only what is new is copied.
        for result in side.subjects.iter().flat_map(|subject| &subject.run.results) {
            if !self.shown.contains(&result.series) {
                self.shown.insert(result.series.clone());
            }
        }
        self.all.extend(side.series.iter().cloned());
        self.runs.extend(side.subjects.iter().map(|subject| subject.id));
        self.runs_without.extend(&side.runs_without);
        self.runs_alike.extend(&side.runs_alike);
    }

    /// Whether a side that was added shows a run.
    pub(crate) fn has(&self, run: RunId) -> bool {
        self.runs.contains(&run)
    }

    /// Tells of what is left out: a table of the favourable rows alone misleads.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let parts = [self.some_series(), self.some_runs(), self.some_repeats()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
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
        self.some_of(&self.runs_without).map(|some| format!("{some} runs"))
    }

    /// Repeats that were not picked: the best of many would show what is not there.
    fn some_repeats(&self) -> Option<String> {
        let some = self.some_of(&self.runs_alike)?;
        Some(format!("by their ids, {some} runs that are alike in benchmark, box, label and factors"))
    }

    /// `3 of 5`
    fn some_of(&self, others: &BTreeSet<RunId>) -> Option<String> {
        let (shown, all) = (self.runs.len(), self.runs.union(others).count());
        let least = if others.len() < MOST_RUNS { "" } else { "at least " };
        (shown < all).then(|| format!("{shown} of {least}{all}"))
    }
}

fn metrics(series: &BTreeSet<Series>) -> BTreeSet<&str> {
    series.iter().map(|series| series.metric.as_str()).collect()
}
