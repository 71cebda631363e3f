//! Tables: a comparison laid out in cells, and the cells written as text, Markdown or CSV.
//!
//! A [`Grid`] is laid out once; every renderer, and the web page, only writes its cells,
//! so that they cannot disagree.

mod align;
mod cell;
pub mod csv;
mod delta;
mod footer;
mod grid;
mod headline;
mod history;
mod history_notes;
mod legend;
pub mod markdown;
mod marks;
mod means;
mod metrics;
mod samples;
mod scale;
mod summary;
mod sweep;
pub mod text;
mod units;

use crate::comparison::{ComparisonTable, Layout};

pub use cell::{Cell, Tone};
pub use footer::{Link, Note, cautions, notes, query};
pub use grid::{Column, Grid, Kind, Section, SectionMetric};
pub use headline::headline;
pub use history::{
    LevelCells, history_grid, history_headline, history_title, improvement_at, interval_at, level_cells,
    place,
};
pub use history_notes::{differences_at, history_cautions, history_notes};
pub use means::means_grid;

/// Lays a comparison out as its request says.
#[must_use]
pub fn grid(table: &ComparisonTable) -> Grid {
    grid_as(table.request.layout, table)
}

/// Lays a comparison out, however its request says.
#[must_use]
pub fn grid_as(layout: Layout, table: &ComparisonTable) -> Grid {
    let alike = units::in_one_unit(table);
    finished(match layout {
        Layout::Delta => delta::grid(&alike),
        Layout::Summary => summary::grid(&alike),
        Layout::Metrics => metrics::grid(&alike, false),
        // Each row is a section in the unit that its samples were written in.
        Layout::Samples => samples::grid(table),
        Layout::Sweep => sweep::grid(&alike),
    })
}

/// The same with a row for each side where sides are columns.
#[must_use]
pub fn grid_by_side(table: &ComparisonTable) -> Grid {
    let are_columns = matches!(table.request.layout, Layout::Delta | Layout::Sweep) && table.sides.len() > 1;
    if !are_columns {
        return grid(table);
    }
    finished(delta::grid_by_side(&units::in_one_unit(table), false))
}

/// All that is known of each side, a row for each: the mean, what it is of, and how it stands.
#[must_use]
pub fn whole_grid(table: &ComparisonTable) -> Grid {
    finished(delta::grid_by_side(&units::in_one_unit(table), true))
}

/// A wider table is read by nobody, where it cannot be cut in parts.
const MOST_COLUMNS: usize = 16;

/// The comparison laid out for a form that shows a table in one piece: by side, where the sides
/// beside each other would take too many columns.
#[must_use]
pub fn grid_in_one_piece(table: &ComparisonTable) -> Grid {
    let grid = grid(table);
    if grid.columns.len() > MOST_COLUMNS { grid_by_side(table) } else { grid }
}

fn finished(mut grid: Grid) -> Grid {
    grid.scale();
    grid.align_points();
    grid.mark();
    grid
}

/// The table's title: what was run, and the sides.
#[must_use]
pub fn title(table: &ComparisonTable) -> String {
    let is_alone = table.sides.len() == 1;
    let baseline = |at| if at == table.baseline && !is_alone { " (baseline)" } else { "" };
    let sides: Vec<String> =
        table.sides.iter().enumerate().map(|(at, side)| format!("{}{}", side.name, baseline(at))).collect();
    format!("{}: {}", table.benchmarks.join(", "), sides.join(" v "))
}

/// The same, of many sides their number.
#[must_use]
pub fn short_title(table: &ComparisonTable) -> String {
    match table.sides.len() {
        ..=3 => title(table),
        sides => format!("{}: {sides} sides", table.benchmarks.join(", ")),
    }
}

#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod history_tests;
#[cfg(test)]
mod layout_tests;
#[cfg(test)]
mod tests;
