//! Sides below each other, for tables that side by side would have to be cut in many parts.

use super::super::cell::Cell;
use super::super::grid::{Column, Grid, Kind, Section};
use super::lines::Writer;
use super::room::{DISPENSABLE, is_empty, no_values, without_heads};
use super::{Charset, paragraph};

/// A grid with a row for each side, as lines: each case stands above its sides. Columns that lines
/// have no room for go, in the grid that is given back too, and else names are broken; `None` where
/// that is not enough.
pub(super) fn sides_below(grid: &Grid, sides: &[&str], charset: Charset) -> Option<(Vec<String>, Grid)> {
    let narrowed = (0..=DISPENSABLE.len()).map(|out| without_heads(grid, &DISPENSABLE[..out]));
    let narrowed: Vec<Grid> = narrowed.collect();
    let fits = |grid: &&Grid, names: Names| {
        grid.sections.iter().all(|section| {
            let alone = of_sides(grid, section, charset);
            Writer::of_sides(&alone.columns, &alone.sections[0], charset, names).parts().len() < 2
        })
    };
    let found = [Names::Whole, Names::Broken]
        .into_iter()
        .find_map(|names| narrowed.iter().find(|grid| fits(grid, names)).map(|grid| (grid, names)));
    let (grid, names) = found?;
    let layout = Layout { grid, sides, charset, names };
    let lines = grid.sections.iter().flat_map(|section| layout.lines(section));
    Some((lines.collect(), grid.clone()))
}

/// Whether names of sides may be broken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    Whole,
    Broken,
}

/// How sections are written.
struct Layout<'a> {
    grid: &'a Grid,
    sides: &'a [&'a str],
    charset: Charset,
    names: Names,
}

/// A section by itself, without the keys and the columns that it has nothing in.
fn of_sides(grid: &Grid, section: &Section, charset: Charset) -> Grid {
    let whole = Grid { columns: grid.columns.clone(), sections: vec![section.clone()] };
    let is_out = |at: usize, column: &Column| match column.kind {
        Kind::Key => true,
        Kind::Side => false,
        _ => is_empty(section, at),
    };
    charset.written(whole.without(is_out))
}

impl Layout<'_> {
    fn lines(&self, section: &Section) -> Vec<String> {
        let keys = self.grid.columns.iter().take_while(|column| column.kind == Kind::Key).count();
        let cases: Vec<&[Vec<Cell>]> = section.rows.chunk_by(|a, b| a[..keys] == b[..keys]).collect();
        let title = match cases.as_slice() {
            [only] => Section { case: self.case(&only[0][..keys]), ..section.clone() }.title(),
            _ => section.title(),
        };
        let alone = of_sides(self.grid, section, self.charset);
        let own = &alone.sections[0];
        let writer = Writer::of_sides(&alone.columns, own, self.charset, self.names);
        let part: Vec<usize> = (0..alone.columns.len()).collect();
        let mut lines = vec![String::new()];
        lines.extend(title.iter().flat_map(|title| paragraph(title)));
        lines.extend(writer.heads(&part));
        let mut rows = own.rows.iter();
        for case in &cases {
            if cases.len() > 1 {
                lines.extend(paragraph(&format!("{}:", said(&self.case(&case[0][..keys])))));
            }
            lines.extend(rows.by_ref().take(case.len()).flat_map(|row| writer.row(row, &part)));
        }
        let has_row = |side: &&str| section.rows.iter().any(|row| row[keys].text == *side);
        lines.extend(no_values(self.sides.iter().copied().filter(|side| !has_row(side))));
        lines
    }

    /// Keys with their values.
    fn case(&self, cells: &[Cell]) -> Vec<(String, Option<String>)> {
        let values = cells.iter().map(|cell| (!cell.is_nothing()).then(|| cell.text.clone()));
        self.grid.columns.iter().map(|column| column.head.clone()).zip(values).collect()
    }
}

/// `test=Random reads, threads=4`
fn said(case: &[(String, Option<String>)]) -> String {
    let known = case.iter().filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?)));
    known.collect::<Vec<_>>().join(", ")
}
