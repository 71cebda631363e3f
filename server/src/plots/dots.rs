//! Every observation as a dot: a panel for each row of the metric that is quoted first.

use benchdata::comparison::{Basis, Cell, ComparisonTable, Row};
use benchdata::interval::half_interval;
use benchdata::number::percent;
use benchdata::table::{self, Grid};

use super::axis::Axis;
use super::measure::{Measure, case, first_metric, side_name};
use super::plot::{Figure, Look, Panel, Plot, Strip, Strips};

/// More panels are not looked at.
const MOST_PANELS: usize = 12;

/// More strips are not seen together in a panel.
const MOST_STRIPS: usize = 24;

/// More strips make too high a sheet.
const MOST_STRIPS_IN_ALL: usize = 72;

/// About as many marks a plot has at most, so that it stays small.
const MOST_MARKS: usize = 6000;

/// The plot of a table's first metric.
pub(super) fn plot(table: &ComparisonTable) -> Option<Plot> {
    let metric = first_metric(table)?;
    let rows: Vec<(usize, &Row)> =
        table.rows.iter().enumerate().filter(|(_, row)| row.metric == metric).collect();
    let dots = Dots::new(table, &rows);
    let panels = if dots.is_alone() {
        vec![dots.cases(&rows)]
    } else {
        rows.iter().take(dots.panels).map(|(at, row)| dots.sides(*at, row)).collect()
    };
    let (_, first) = rows.first()?;
    Some(Plot { title: Measure::of(&dots.grid, first).title(first), panels, notes: dots.notes(&rows) })
}

struct Dots<'a> {
    table: &'a ComparisonTable,
    grid: Grid,
    /// How many panels of sides there are at most.
    panels: usize,
    /// The most observations that a strip shows.
    most: usize,
}

impl<'a> Dots<'a> {
    fn new(table: &'a ComparisonTable, rows: &[(usize, &Row)]) -> Self {
        let sides = table.sides.len().clamp(1, MOST_STRIPS);
        let panels = (MOST_STRIPS_IN_ALL / sides).min(MOST_PANELS);
        let strips = if sides == 1 { rows.len().min(MOST_STRIPS) } else { panels.min(rows.len()) * sides };
        Self { table, grid: table::grid(table), panels, most: (MOST_MARKS / strips.max(1)).clamp(20, 200) }
    }

    /// Whether there is nothing to set a side against.
    fn is_alone(&self) -> bool {
        self.table.sides.len() == 1
    }

    /// A panel of the sides in one row.
    fn sides(&self, at: usize, row: &Row) -> Panel {
        let measure = Measure::of(&self.grid, row);
        let cells = row.cells.iter().enumerate().take(MOST_STRIPS);
        let strips = cells.map(|(side, cell)| {
            self.strip(side_name(self.table, side), Look::of(side), &measure, cell.as_ref())
        });
        let baseline = row.cells[self.table.baseline].as_ref();
        let guide = baseline.map(|cell| measure.observed(cell, 0).mean);
        let figure = strips_over(&measure.unit, guide, strips.collect());
        let case = case(self.table.keys.iter().zip(&row.keys));
        let title = if case.is_empty() { row.metric.clone() } else { case };
        Panel { row: Some(at), alt: self.alt(&title, row, &measure), title, figure }
    }

    /// A panel of a lone side's rows.
    fn cases(&self, rows: &[(usize, &Row)]) -> Panel {
        let shown = || rows.iter().take(MOST_STRIPS);
        let title = side_name(self.table, 0);
        let measure = rows.first().map(|(_, row)| Measure::of(&self.grid, row));
        let measures = shown().map(|(_, row)| (row, Measure::of(&self.grid, row)));
        // Another quantity has no place on the same axis.
        let measures: Vec<_> = measures.filter(|(_, other)| Some(other) == measure.as_ref()).collect();
        let strips = measures
            .iter()
            .map(|(row, measure)| self.strip(self.case(row), Look::of(0), measure, row.cells[0].as_ref()));
        let unit = measure.as_ref().map(|measure| measure.unit.clone()).unwrap_or_default();
        let words = measures.iter().filter_map(|(row, measure)| {
            Some(format!("{} {}", self.case(row), measure.words(row.cells[0].as_ref()?)))
        });
        let alt = format!("{title}: {}", words.collect::<Vec<_>>().join("; "));
        Panel { row: None, alt, title, figure: strips_over(&unit, None, strips.collect()) }
    }

    fn case(&self, row: &Row) -> String {
        let case = case(self.table.keys.iter().zip(&row.keys));
        if case.is_empty() { row.metric.clone() } else { case }
    }

    fn strip(&self, name: String, look: Look, measure: &Measure, cell: Option<&Cell>) -> Strip {
        Strip { name, look, observed: cell.map(|cell| measure.observed(cell, self.most)) }
    }

    /// `threads=4: 2.5.60-mm2 5.39 MiB/s; 2.5.60-mm2-ant 17.40 MiB/s, +222.8 %, too few runs`
    fn alt(&self, title: &str, row: &Row, measure: &Measure) -> String {
        let cells = row.cells.iter().enumerate().take(MOST_STRIPS);
        let words = cells.map(|(side, cell)| {
            let name = side_name(self.table, side);
            let Some(cell) = cell else { return format!("{name} not measured") };
            let against = cell.against.as_ref();
            let improvement = against.and_then(|against| against.improvement).map(percent);
            let verdict =
                against.and_then(|against| against.verdict).map(|verdict| verdict.as_str().to_owned());
            let parts = [Some(format!("{name} {}", measure.words(cell))), improvement, verdict];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        });
        format!("{title}: {}", words.collect::<Vec<_>>().join("; "))
    }

    fn notes(&self, rows: &[(usize, &Row)]) -> Vec<String> {
        let cells = || rows.iter().flat_map(|(_, row)| row.cells.iter().flatten());
        let any = |is: &dyn Fn(&Cell) -> bool| cells().any(is);
        let basis = |basis| move |cell: &Cell| cell.basis == basis && !cell.observations.is_empty();
        let shown = if self.is_alone() { MOST_STRIPS } else { self.panels };
        let of_baseline = |row: &Row| row.cells[self.table.baseline].is_some();
        let has_guide = !self.is_alone() && rows.iter().take(shown).any(|(_, row)| of_baseline(row));
        let metrics = self.table.metrics.iter().map(|metric| metric.name.as_str());
        let others: Vec<&str> =
            metrics.filter(|name| rows.iter().all(|(_, row)| row.metric != *name)).collect();
        [
            any(&basis(Basis::Runs)).then(|| "Each mark is a run’s mean.".to_owned()),
            any(&basis(Basis::Samples))
                .then(|| "Where a side has one run, each mark is a sample of it.".to_owned()),
            any(&|cell| !cell.outliers.is_empty()).then(|| "Ringed: outliers.".to_owned()),
            any(&|cell| half_interval(&cell.summary).is_some())
                .then(|| "Bar: the mean and its own 95 % interval.".to_owned()),
            any(&|cell| cell.observations.is_empty() && cell.summary.n > 1).then(|| {
                "Thin line: from the least to the largest, where only a summary is known.".to_owned()
            }),
            any(&|cell| cell.observations.len() > self.most)
                .then(|| format!("Of many observations {} are drawn, evenly taken.", self.most)),
            has_guide.then(|| "Dashed: the baseline’s mean.".to_owned()),
            left_out(rows.len(), shown, "rows"),
            left_out(self.table.sides.len(), MOST_STRIPS, "sides"),
            (!others.is_empty()).then(|| format!("Not drawn: {}.", others.join(", "))),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

fn left_out(all: usize, shown: usize, what: &str) -> Option<String> {
    (all > shown).then(|| format!("The first {shown} of {all} {what}."))
}

fn strips_over(unit: &str, guide: Option<f64>, strips: Vec<Strip>) -> Figure {
    let extents = strips.iter().filter_map(|strip| Some(strip.observed.as_ref()?.extent()));
    let all = extents.chain(guide.map(|mean| (mean, mean)));
    let ends = all.reduce(|(low, high), (from, to)| (low.min(from), high.max(to))).unwrap_or((0.0, 1.0));
    Figure::Strips(Strips { axis: Axis::of_values(unit, ends), guide, strips })
}
