//! Every observation as a dot: a panel for each row of the metric that is quoted first.

use benchdata::comparison::{Basis, Cell, ComparisonTable, Row, Verdict};
use benchdata::interval::half_interval;

use super::about::about;
use super::alt::{self, MOST};
use super::axis::Axis;
use super::distribution;
use super::dots_alt;
use super::plot::{Figure, Look, Panel, Plot, Strip, Strips};
use super::shown::{MOST_DOTS, Shown, case};
use crate::short_names::ShortNames;

/// More panels are not looked at.
const MOST_PANELS: usize = 12;

/// More distributions are not looked at.
const MOST_DISTRIBUTIONS: usize = 6;

/// More strips are not seen together in a panel.
const MOST_STRIPS: usize = 24;

/// More strips make too high a sheet.
const MOST_STRIPS_IN_ALL: usize = 72;

/// About as many marks a plot has at most, so that it stays small.
const MOST_MARKS: usize = 6000;

/// The plot of the first metric of these rows of a table.
pub(super) fn plot(table: &ComparisonTable, rows: Vec<usize>) -> Option<Plot> {
    let shown = Shown::new(table, rows);
    let rows = shown.rows_of(shown.quoted().first()?);
    let first = *rows.first()?;
    let dots = Dots::new(shown, rows);
    let panels = if dots.is_alone() { vec![dots.cases()] } else { dots.panels() };
    let about = about(table, dots.drawn());
    let title = dots.shown.title(first);
    let whole = (dots.rows.len(), "rows");
    let (notes, others) = (dots.notes(), dots.others());
    Some(Plot { title, about, panels, whole, cautions: Vec::new(), notes, others })
}

struct Dots<'a> {
    shown: Shown<'a>,
    /// The metric's rows, by number.
    rows: Vec<usize>,
    /// How many panels of sides there are at most.
    panels: usize,
    /// The most observations that a strip shows.
    most: usize,
    /// How many rows came first since a side is better or worse there.
    changed: usize,
    /// The rows' cases.
    cases: ShortNames,
}

impl<'a> Dots<'a> {
    fn new(shown: Shown<'a>, mut rows: Vec<usize>) -> Self {
        let sides = shown.table.sides.len().clamp(1, MOST_STRIPS);
        let panels = (MOST_STRIPS_IN_ALL / sides).min(MOST_PANELS);
        let mut changed = 0;
        if rows.len() > panels {
            let is_changed = |row: &usize| is_better_or_worse(&shown.table.rows[*row]);
            changed = rows.iter().filter(|row| is_changed(row)).count();
            rows.sort_by_key(|row| !is_changed(row));
        }
        let strips = if sides == 1 { rows.len().min(MOST_STRIPS) } else { panels.min(rows.len()) * sides };
        let most = (MOST_MARKS / strips.max(1)).clamp(20, 200);
        let cases: Vec<String> = rows.iter().map(|row| case_of(shown.table, *row)).collect();
        let cases = ShortNames::of(cases.iter().map(String::as_str));
        Self { shown, rows, panels, most, changed, cases }
    }

    /// The sides of each row, and where that has many observations their distribution.
    fn panels(&self) -> Vec<Panel> {
        let rows = || self.rows.iter().take(self.panels);
        let distributions =
            rows().map(|row| distribution::panel(&self.shown, *row, &case_of(self.shown.table, *row)));
        let distributions = distributions.flatten().take(MOST_DISTRIBUTIONS);
        rows().map(|row| self.sides(*row)).chain(distributions).collect()
    }

    /// The rows that are drawn.
    fn drawn(&self) -> &[usize] {
        let most = if self.is_alone() { MOST_STRIPS } else { self.panels };
        &self.rows[..most.min(self.rows.len())]
    }

    /// Whether there is nothing to set a side against.
    fn is_alone(&self) -> bool {
        self.shown.table.sides.len() == 1
    }

    /// A panel of the sides in one row.
    fn sides(&self, row: usize) -> Panel {
        let table = self.shown.table;
        let sides = table.sides.iter().enumerate().take(MOST_STRIPS);
        let mut strips: Vec<Strip> =
            sides.map(|(side, of)| self.strip(&of.name, Look::of(side), row, side)).collect();
        if self.leaves_out(row) {
            strips.retain(|strip| strip.observed.is_some());
        }
        let baseline = self.shown.observed(row, table.baseline, 0);
        let guide = baseline.map(|baseline| baseline.mean);
        let figure = strips_over(self.shown.unit(row), guide, strips);
        let case = case_of(self.shown.table, row);
        let alt = dots_alt::of_sides(&self.shown, row, &alt::told_apart(&self.cases, &case, MOST / 4));
        Panel { row: Some(row), share: 1, alt, title: case, figure }
    }

    /// Whether a row's panel has the sides alone that measured something: a few that did not are
    /// seen as such.
    fn leaves_out(&self, row: usize) -> bool {
        const MOST_EMPTY: usize = 2;
        self.shown.table.rows[row].cells.iter().filter(|cell| cell.is_none()).count() > MOST_EMPTY
    }

    /// A panel of a lone side's rows.
    fn cases(&self) -> Panel {
        let name = &self.shown.table.sides[0].name;
        let unit = self.rows.first().map_or("", |row| self.shown.unit(*row));
        // Another quantity has no place on the same axis.
        let rows = self.rows.iter().copied().filter(|row| self.shown.unit(*row) == unit).take(MOST_STRIPS);
        let strips = rows.clone().map(|row| self.strip(&case_of(self.shown.table, row), Look::of(0), row, 0));
        let named: Vec<(usize, String)> = rows.map(|row| (row, case_of(self.shown.table, row))).collect();
        let alt = dots_alt::of_rows(&self.shown, name, &named);
        let figure = strips_over(unit, None, strips.collect());
        Panel { row: None, share: named.len(), title: name.clone(), alt, figure }
    }

    fn strip(&self, name: &str, look: Look, row: usize, side: usize) -> Strip {
        Strip { name: name.to_owned(), look, observed: self.shown.observed(row, side, self.most) }
    }

    fn notes(&self) -> Vec<String> {
        [self.notes_on_marks(), self.notes_on_the_rest()].concat()
    }

    fn notes_on_marks(&self) -> Vec<String> {
        let rows = || self.rows.iter().map(|row| &self.shown.table.rows[*row]);
        let any = |is: &dyn Fn(&Cell) -> bool| rows().flat_map(|row| row.cells.iter().flatten()).any(is);
        let dots = |cell: &Cell| (1..=MOST_DOTS).contains(&cell.observations.len());
        let has_guide = rows().take(self.panels).any(|row| row.cells[self.shown.table.baseline].is_some());
        let baseline = &self.shown.table.sides[self.shown.table.baseline].name;
        let guide = format!("Dashed: the mean of the baseline, {}.", self.shown.names.short(baseline));
        let notes = [
            (any(&|cell| cell.basis == Basis::Runs), "Marks: the runs’ means."),
            (
                any(&|cell| cell.basis == Basis::Samples && cell.observations.len() > 1 && dots(cell)),
                "Marks, where a side has one run: its samples.",
            ),
            (any(&|cell| cell.observations.len() > MOST_DOTS), "Strokes: samples."),
            (any(&|cell| dots(cell) && !cell.outliers.is_empty()), "Ringed: outliers."),
            (any(&|cell| half_interval(&cell.summary).is_some()), "Bar: the mean and its own 95 % interval."),
            (
                any(&|cell| cell.observations.is_empty() && cell.summary.min.is_some()),
                "Line: from the least to the largest, where only a summary is known.",
            ),
            (has_guide && !self.is_alone(), &guide),
        ];
        notes.into_iter().filter(|(is, _)| *is).map(|(_, note)| note.to_owned()).collect()
    }

    fn notes_on_the_rest(&self) -> Vec<String> {
        let table = self.shown.table;
        let cells = self.rows.iter().flat_map(|row| table.rows[*row].cells.iter().flatten());
        let most = cells.map(|cell| cell.observations.len()).max().unwrap_or(0);
        let leaves_out = !self.is_alone() && self.drawn().iter().any(|row| self.leaves_out(*row));
        let changed = match (self.changed, self.rows.len()) {
            (0, _) => None,
            (1, all) => Some(format!("1 of {all} rows is better or worse on a side, and comes first.")),
            (changed, all) => {
                Some(format!("{changed} of {all} rows are better or worse on a side, and come first."))
            }
        };
        let notes = [
            changed,
            left_out(most, self.most, "observations, evenly taken"),
            left_out(table.sides.len(), MOST_STRIPS, "sides"),
            leaves_out.then(|| "Sides without a value are left out of a panel.".to_owned()),
            self.shown.left_out_of_names(),
        ];
        notes.into_iter().flatten().collect()
    }

    /// The other metrics.
    fn others(&self) -> Vec<String> {
        let table = self.shown.table;
        let is_drawn = |metric: &str| self.rows.iter().any(|row| table.rows[*row].metric == metric);
        let names = table.metrics.iter().map(|metric| &metric.name);
        names.filter(|name| !is_drawn(name)).cloned().collect()
    }
}

/// A row's case, or where all are of one its metric.
fn case_of(table: &ComparisonTable, row: usize) -> String {
    let case = case(table.keys.iter().zip(&table.rows[row].keys));
    if case.is_empty() { table.rows[row].metric.clone() } else { case }
}

/// Whether a side is better or worse than the baseline there.
fn is_better_or_worse(row: &Row) -> bool {
    let against = row.cells.iter().flatten().filter_map(|cell| cell.against.as_ref());
    let mut verdicts = against.filter_map(|against| against.verdict);
    verdicts.any(|verdict| matches!(verdict, Verdict::Better | Verdict::Worse))
}

/// What is left out, if anything: `Drawn: 24 of 30 sides.`
fn left_out(all: usize, shown: usize, what: &str) -> Option<String> {
    (all > shown).then(|| format!("Drawn: {shown} of {all} {what}."))
}

fn strips_over(unit: &str, guide: Option<f64>, strips: Vec<Strip>) -> Figure {
    let extents = strips.iter().filter_map(|strip| Some(strip.observed.as_ref()?.extent()));
    let all = extents.chain(guide.map(|mean| (mean, mean)));
    let ends = all.reduce(|(low, high), (from, to)| (low.min(from), high.max(to))).unwrap_or((0.0, 1.0));
    Figure::Strips(Strips { axis: Axis::of_values(unit, ends), guide, strips })
}
