//! Plots of comparisons and histories.
//!
//! A [`Plot`] says what is drawn: panels of strips, curves, lines or courses, in the numbers and
//! words that the tables show. [`strips`], [`curves`], [`lines`] and [`course`] lay a panel out as a [`Drawing`], shapes at places,
//! which [`svg`] and [`png`] paint alike.

mod about;
mod alt;
mod axis;
mod calendar;
mod course;
mod curves;
mod distribution;
mod dots;
mod dots_alt;
mod drawing;
#[cfg(test)]
mod fault_tests;
mod font;
mod history;
#[cfg(test)]
mod history_tests;
mod ink;
mod lines;
mod mark;
mod names;
mod order;
mod plot;
pub mod png;
mod preview;
mod sheet;
mod shown;
mod strips;
pub mod svg;
mod sweep;
mod sweep_alt;
#[cfg(test)]
mod tests;

use benchdata::comparison::{ComparisonTable, Layout};
use benchdata::history::History;
use benchdata::table::cautions;

pub use drawing::Drawing;
pub use plot::{Figure, Panel, Plot};
pub use png::PaintError;
pub use preview::preview;
pub use sheet::sheet;

/// How wide a narrow panel is, for phones of 360 pixels less their margins, or beside others.
pub const NARROW: f64 = 328.0;

/// How wide a panel is that stands alone.
pub const WIDE: f64 = 680.0;

/// A text as a PNG can show it, whose letters are all in the built-in font.
#[must_use]
pub fn spelled(text: &str) -> String {
    font::spelled(text)
}

/// What is to be seen of a comparison; `None` where nothing was measured.
#[must_use]
pub fn plot(table: &ComparisonTable) -> Option<Plot> {
    plot_rows(table, (0..table.rows.len()).collect())
}

/// The same of these rows, by number. The lines of a sweep go over all of them.
#[must_use]
pub fn plot_rows(table: &ComparisonTable, rows: Vec<usize>) -> Option<Plot> {
    let swept = (table.request.layout == Layout::Sweep).then(|| sweep::plot(table)).flatten();
    let plot = swept.or_else(|| dots::plot(table, rows))?.with_cuts_said();
    let cautions = cautions(table).map(|note| note.items).unwrap_or_default();
    Some(Plot { cautions, ..plot })
}

/// What is to be seen of a history; `None` where it has no points.
#[must_use]
pub fn plot_history(history: &History) -> Option<Plot> {
    Some(history::plot(history)?.with_cuts_said())
}

/// Lays a panel out.
#[must_use]
pub fn panel(panel: &Panel, width: f64) -> Drawing {
    match &panel.figure {
        Figure::Strips(figure) => strips::drawing(&panel.title, figure, width),
        Figure::Lines(figure) => lines::drawing(&panel.title, figure, width),
        Figure::Curves(figure) => curves::drawing(&panel.title, figure, width),
        Figure::Course(figure) => course::drawing(&panel.title, figure, width),
    }
}
