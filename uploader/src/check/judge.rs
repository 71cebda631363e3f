//! Judges runs by a baseline.

use benchdata::check::{Finding, Rule};
use benchdata::compare::{Selection, Subject, compare};
use benchdata::comparison::{ComparisonTable, Request};
use benchdata::readers::glossary;

use super::verdict::Verdict;
use crate::arguments::Judging;
use crate::gather::UNKNOWN_BOX;
use crate::outcome::CommandError;
use crate::terminal::say;

/// What the sides are called, the baseline first.
const SIDES: [&str; 2] = ["baseline", "checked"];

/// Warnings that say that the runs may differ in more than what is checked.
const TOLD: [&str; 5] = ["other-box", "other-hardware", "several-boxes", "mixed-settings", "tool-version"];

/// A baseline, and how it is judged by.
pub(crate) struct Judge {
    baseline: Vec<Subject>,
    pub(super) rule: Rule,
    metric: Vec<String>,
}

impl Judge {
    /// A judge that looks after so many runs, and may be wrong so often.
    pub(crate) fn new(baseline: Vec<Subject>, looks: Vec<u32>, alpha: f64, judging: &Judging) -> Self {
        let rule = Rule { looks, alpha, worse_than: judging.worse_than };
        Self { baseline, rule, metric: judging.metric.clone() }
    }

    /// What some runs say. What makes the last word doubtful is said.
    ///
    /// # Errors
    /// Where they have nothing in common with the baseline.
    pub(super) fn verdict(&self, checked: Vec<Subject>, is_last: bool) -> Result<Verdict, CommandError> {
        let table = self.table(checked)?;
        let finding = self.rule.judge(&table);
        let is_end = is_last || !matches!(finding, Finding::CannotTell(_));
        // Outputs name no box: that is not another one.
        let is_box_known = self.baseline.iter().all(|subject| subject.run.box_name.as_str() != UNKNOWN_BOX);
        let is_told = |code: &str| TOLD.contains(&code) && (is_box_known || code != "other-box");
        let told =
            table.warnings.iter().filter(|warning| is_end && (warning.severe || is_told(&warning.code)));
        let problems: Vec<String> = told.map(|warning| format!("beware: {}", warning.text)).collect();
        problems.iter().for_each(say);
        let mut verdict = Verdict::of(&finding, &self.rule, &table).ok_or(CommandError::NothingToJudge)?;
        verdict.problems = problems;
        Ok(verdict)
    }

    fn table(&self, checked: Vec<Subject>) -> Result<ComparisonTable, CommandError> {
        let selections = SIDES.into_iter().zip([self.baseline.clone(), checked]);
        let selections: Vec<Selection> =
            selections.map(|(name, subjects)| Selection { q: name.to_owned(), subjects }).collect();
        let base = Some(SIDES[0].to_owned());
        let request =
            Request { q: SIDES.join(" vs "), base, metric: self.metric.clone(), ..Request::default() };
        Ok(compare(&selections, &request, glossary)?)
    }
}
