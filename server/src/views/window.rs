//! A part of a long table: as many rows as a page shows.

use benchdata::table::{Cell, Grid, Section, Tone};

/// About as many bytes of its table a page has; the reader asks for the rest.
pub(super) const A_PAGE: usize = 60_000;

/// And of a table in a fold.
pub(super) const A_FOLD: usize = 15_000;

/// What the markup of a cell takes, of its class, of a mark in it, of a row, and of a section.
const CELL: usize = 11;
const CLASS: usize = 14;
const MARK: usize = 90;
const ROW: usize = 60;
const SECTION: usize = 200;

/// Which rows of a table are shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Window {
    /// `Rows 201 to 300 of 300`; nothing where all are shown.
    pub shown: String,
    /// The address of the first part, where this is another.
    pub first: Option<String>,
    /// The address of the next part.
    pub next: Option<String>,
}

impl Window {
    /// Takes from a grid what does not fit in `most` bytes behind the row of this number, from 1,
    /// and all before it. `address` is the one of the part that begins with a row.
    pub(super) fn cut(grid: &mut Grid, most: usize, from: usize, address: impl Fn(usize) -> String) -> Self {
        let lead = address(1).replace('&', "&#38;").len();
        let costs: Vec<usize> = grid.sections.iter().flat_map(|section| costs(section, ROW + lead)).collect();
        let all = costs.len();
        let skipped = from.saturating_sub(1).min(all.saturating_sub(1));
        let mut bytes = 0;
        let fits = costs.iter().skip(skipped).take_while(|cost| {
            bytes += **cost;
            bytes <= most
        });
        let shown = fits.count().max(1);
        if skipped == 0 && shown >= all {
            return Self::default();
        }
        keep(&mut grid.sections, skipped, shown);
        let end = skipped + shown;
        Self {
            shown: format!("Rows {} to {end} of {all}", skipped + 1),
            first: (skipped > 0).then(|| address(1)),
            next: (end < all).then(|| address(end + 1)),
        }
    }
}

fn cost(cell: &Cell) -> usize {
    let mark = match cell.tone {
        Tone::Plain => 0,
        Tone::Missing | Tone::Outlier => CLASS,
        Tone::Better | Tone::Worse | Tone::LeansBetter | Tone::LeansWorse => MARK,
    };
    cell.text.len() + 3 * cell.padding + CELL + mark
}

/// About how many bytes each row of a section takes.
fn costs(section: &Section, row: usize) -> impl Iterator<Item = usize> {
    let head = SECTION + section.title().map_or(0, |title| title.len());
    section.rows.iter().enumerate().map(move |(at, cells)| {
        let cells: usize = cells.iter().map(cost).sum();
        cells + row + if at == 0 { head } else { 0 }
    })
}

/// Keeps so many rows behind the first ones, and the sections that have any of them.
fn keep(sections: &mut Vec<Section>, skipped: usize, shown: usize) {
    let mut number = 0..;
    for section in sections.iter_mut() {
        section.rows.retain(|_| number.next().is_some_and(|at| (skipped..skipped + shown).contains(&at)));
    }
    sections.retain(|section| !section.rows.is_empty());
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn grid() -> Grid {
        benchdata::table::grid(&samples::compare().comparison.unwrap().table)
    }

    #[test]
    fn a_short_table_is_shown_whole() {
        let mut whole = grid();
        let window = Window::cut(&mut whole, A_PAGE, 1, |from| from.to_string());
        assert_eq!((window, whole), (Window::default(), grid()));
    }

    /// 300 rows took 140 KB, and a mail's 112 rows of twelve kernels half a megabyte.
    #[test]
    fn a_long_table_comes_in_parts_that_lose_no_row() {
        let mut long = grid();
        let row = long.sections[0].rows[0].clone();
        long.sections[0].rows = vec![row; 2000];
        let rows = |grid: &Grid| grid.sections.iter().map(|section| section.rows.len()).sum::<usize>();
        let all = rows(&long);
        let (mut from, mut seen) = (Some("1".to_owned()), 0);
        while let Some(at) = from {
            let mut part = long.clone();
            let window = Window::cut(&mut part, A_PAGE, at.parse().unwrap(), |from| from.to_string());
            assert!(window.shown.starts_with(&format!("Rows {} to ", seen + 1)), "{window:?}");
            seen += rows(&part);
            from = window.next;
        }
        assert_eq!(seen, all);
    }

    #[test]
    fn a_part_behind_the_end_is_the_last_row() {
        let mut cut = grid();
        let all = cut.sections.iter().map(|section| section.rows.len()).sum::<usize>();
        let window = Window::cut(&mut cut, A_PAGE, 9999, |from| from.to_string());
        assert_eq!(window.shown, format!("Rows {all} to {all} of {all}"));
    }
}
