//! What the pages of a benchmark and of a box share: its newest runs, and lists of tallies.

use benchdata::key::RunKey;
use benchdata::name::Name;
use benchdata::query::{Pattern, Span, Term};

use super::runs::{counted, line, total};
use crate::database::listing::{self, Page};
use crate::database::tallies::Tally;
use crate::database::{Pool, Sort};
use crate::problem::Problem;
use crate::views::{Moment, NewestRuns, TallyLine, links};

/// How many runs are newest.
const NEWEST: usize = 10;

/// The newest runs whose benchmark or box has this name.
pub(super) async fn newest(pool: &Pool, key: RunKey, name: &Name) -> Result<NewestRuns, Problem> {
    let patterns = vec![Pattern::Exact(name.to_string())];
    let term = Term { key, negated: false, patterns, at: Span { start: 0, end: 0 } };
    let all = links::runs(&term.to_string());
    let (terms, page) = ([term], Page { after: None, size: NEWEST, sort: Sort::Newest });
    let wrong = |error| Problem::of_selection(error, "");
    let found = listing::runs(pool, &terms, page).await.map_err(wrong)?;
    let shown = counted(pool, &terms, page, &found).await.map_err(wrong)?;
    Ok(NewestRuns { runs: found.rows.into_iter().map(line).collect(), shown, all })
}

/// Tallies as lists show them, each with its page.
pub(super) fn lines(tallies: Vec<Tally>, page: fn(&str) -> String) -> Vec<TallyLine> {
    let line = |tally: Tally| TallyLine {
        page: page(tally.name.as_str()),
        name: tally.name.into(),
        runs: total(tally.runs),
        newest: tally.newest.to_string(),
        label: tally.label.into(),
        received: Moment::from(tally.received),
    };
    tallies.into_iter().map(line).collect()
}
