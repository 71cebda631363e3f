//! Every observation as a dot: a panel for each row of the metric that is quoted first.

use benchdata::comparison::{Basis, Cell, ComparisonTable};
use benchdata::interval::half_interval;

use super::about::about;
use super::axis::Axis;
use super::distribution::{self, FEWEST};
use super::dots_alt;
use super::plot::{Figure, Look, Panel, Plot, Strip, Strips};
use super::shown::{MOST_DOTS, Shown, case, quoted};

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

/// The plot of a table's first metric.
pub(super) fn plot(table: &ComparisonTable) -> Option<Plot> {
    let shown = Shown::new(table);
    let rows = shown.rows_of(quoted(table).first()?);
    let first = *rows.first()?;
    let dots = Dots::new(shown, rows);
    let panels = if dots.is_alone() { vec![dots.cases()] } else { dots.panels() };
    let about = about(table, dots.drawn());
    let title = dots.shown.title(first);
    Some(Plot { title, about, panels, cautions: Vec::new(), notes: dots.notes(), others: dots.others() })
}

struct Dots<'a> {
    shown: Shown<'a>,
    /// The metric's rows, by number.
    rows: Vec<usize>,
    /// How many panels of sides there are at most.
    panels: usize,
    /// The most observations that a strip shows.
    most: usize,
}

impl<'a> Dots<'a> {
    fn new(shown: Shown<'a>, rows: Vec<usize>) -> Self {
        let sides = shown.table.sides.len().clamp(1, MOST_STRIPS);
        let panels = (MOST_STRIPS_IN_ALL / sides).min(MOST_PANELS);
        let strips = if sides == 1 { rows.len().min(MOST_STRIPS) } else { panels.min(rows.len()) * sides };
        Self { shown, rows, panels, most: (MOST_MARKS / strips.max(1)).clamp(20, 200) }
    }

    /// The sides of each row, and where that has many observations their distribution.
    fn panels(&self) -> Vec<Panel> {
        let rows = || self.rows.iter().take(self.panels);
        let distributions = rows().map(|row| distribution::panel(&self.shown, *row, &self.case(*row)));
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
        let case = self.case(row);
        Panel { row: Some(row), alt: dots_alt::of_sides(&self.shown, row, &case), title: case, figure }
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
        let strips = rows.clone().map(|row| self.strip(&self.case(row), Look::of(0), row, 0));
        let named: Vec<(usize, String)> = rows.map(|row| (row, self.case(row))).collect();
        let alt = dots_alt::of_rows(&self.shown, name, &named);
        Panel { row: None, title: name.clone(), alt, figure: strips_over(unit, None, strips.collect()) }
    }

    fn case(&self, row: usize) -> String {
        let table = self.shown.table;
        let case = case(table.keys.iter().zip(&table.rows[row].keys));
        if case.is_empty() { table.rows[row].metric.clone() } else { case }
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
        let notes = [
            (any(&|cell| cell.basis == Basis::Runs), "Marks: the runs’ means."),
            (
                any(&|cell| cell.basis == Basis::Samples && dots(cell)),
                "Marks of a side’s only run: its samples.",
            ),
            (any(&|cell| cell.observations.len() > MOST_DOTS), "Strokes: samples."),
            (any(&|cell| dots(cell) && !cell.outliers.is_empty()), "Ringed: outliers."),
            (any(&|cell| half_interval(&cell.summary).is_some()), "Bar: the mean and its own 95 % interval."),
            (
                any(&|cell| cell.observations.is_empty() && cell.summary.min.is_some()),
                "Line: from the least to the largest, where only a summary is known.",
            ),
            (has_guide && !self.is_alone(), "Dashed: the baseline’s mean."),
            (
                any(&|cell| cell.observations.len() >= FEWEST) && !self.is_alone(),
                "Curves: of many observations, how many are below.",
            ),
        ];
        notes.into_iter().filter(|(is, _)| *is).map(|(_, note)| note.to_owned()).collect()
    }

    fn notes_on_the_rest(&self) -> Vec<String> {
        let table = self.shown.table;
        let cells = self.rows.iter().flat_map(|row| table.rows[*row].cells.iter().flatten());
        let most = cells.map(|cell| cell.observations.len()).max().unwrap_or(0);
        let leaves_out = !self.is_alone() && self.drawn().iter().any(|row| self.leaves_out(*row));
        let notes = [
            left_out(most, self.most, "observations, evenly taken"),
            left_out(self.rows.len(), self.drawn().len(), "rows"),
            left_out(table.sides.len(), MOST_STRIPS, "sides"),
            leaves_out.then(|| "Sides without a value are left out of a panel.".to_owned()),
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

/// What is left out, if anything: `Drawn: 12 of 16 rows.`
fn left_out(all: usize, shown: usize, what: &str) -> Option<String> {
    (all > shown).then(|| format!("Drawn: {shown} of {all} {what}."))
}

fn strips_over(unit: &str, guide: Option<f64>, strips: Vec<Strip>) -> Figure {
    let extents = strips.iter().filter_map(|strip| Some(strip.observed.as_ref()?.extent()));
    let all = extents.chain(guide.map(|mean| (mean, mean)));
    let ends = all.reduce(|(low, high), (from, to)| (low.min(from), high.max(to))).unwrap_or((0.0, 1.0));
    Figure::Strips(Strips { axis: Axis::of_values(unit, ends), guide, strips })
}
