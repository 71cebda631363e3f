//! A comparison's plots.
//!
//! A [`Plot`] says what is drawn: panels of strips or lines, in the numbers and words that the
//! tables show. [`strips`] and [`lines`] lay a panel out as a [`Drawing`], shapes at places,
//! which [`svg`] and [`png`] paint alike.

mod axis;
mod dots;
mod drawing;
mod font;
mod lines;
mod paint;
mod plot;
pub mod png;
mod sheet;
mod shown;
mod strips;
pub mod svg;
mod sweep;
#[cfg(test)]
mod tests;

use benchdata::comparison::{ComparisonTable, Layout};

pub use drawing::Drawing;
pub use paint::PaintError;
pub use plot::{Figure, Panel, Plot};
pub use sheet::sheet;

/// How wide a narrow panel is, for phones of 360 pixels less their margins, or beside others.
pub const NARROW: f64 = 328.0;

/// How wide a panel is that stands alone.
pub const WIDE: f64 = 680.0;

/// What is to be seen of a comparison; `None` where nothing was measured.
#[must_use]
pub fn plot(table: &ComparisonTable) -> Option<Plot> {
    let swept = (table.request.layout == Layout::Sweep).then(|| sweep::plot(table)).flatten();
    swept.or_else(|| dots::plot(table))
}

/// Lays a panel out.
#[must_use]
pub fn panel(panel: &Panel, width: f64) -> Drawing {
    match &panel.figure {
        Figure::Strips(figure) => strips::drawing(&panel.title, figure, width),
        Figure::Lines(figure) => lines::drawing(&panel.title, figure, width),
    }
}
