//! What a table does without where lines have no room for it.

use super::super::delta::{DETECTABLE, INTERVAL, P, RANKS};
use super::super::grid::{Column, Grid, PLUS_MINUS, Section};
use super::lines::Writer;
use super::{Charset, paragraph};

/// Heads of columns that a line does without, the first first: not the change, the verdict, or the p
/// that decides on it.
pub(super) const DISPENSABLE: [&str; 5] = [DETECTABLE, RANKS, P, INTERVAL, PLUS_MINUS];

/// The grid without those columns that would stand in a part of a section alone.
pub(super) fn without_lone(mut grid: Grid, charset: Charset) -> Grid {
    while let Some(head) = grid.sections.iter().find_map(|section| lone(&grid, section, charset)) {
        grid = without_heads(&grid, &[head]);
    }
    grid
}

/// The grid without columns under some heads; a key may be called like one.
pub(super) fn without_heads(grid: &Grid, heads: &[&str]) -> Grid {
    grid.clone().without(|_, column| !column.kind.is_key() && heads.contains(&column.head.as_str()))
}

/// The head of a column that stands alone and need not stand there.
fn lone(grid: &Grid, section: &Section, charset: Charset) -> Option<&'static str> {
    let narrowed = narrowed(grid, section, charset);
    let alone = charset.written(narrowed.clone());
    let parts = Writer::new(&alone.columns, alone.sections.first()?, charset).parts();
    parts.iter().skip(1).find_map(|part| {
        let mut columns = part.iter().map(|&at| &narrowed.columns[at]).filter(|column| !column.kind.is_key());
        let (only, None) = (columns.next()?, columns.next()) else { return None };
        DISPENSABLE.into_iter().find(|head| *head == only.head)
    })
}

/// A section by itself; where it has to be cut, without the columns of sides that it has nothing in.
pub(super) fn narrowed(grid: &Grid, section: &Section, charset: Charset) -> Grid {
    let whole = Grid { columns: grid.columns.clone(), sections: vec![section.clone()] };
    let written = charset.written(whole.clone());
    let parts = Writer::new(&written.columns, section, charset).parts();
    if parts.len() < 2 {
        return whole;
    }
    whole.without(|at, column| !column.group.is_empty() && is_empty(section, at))
}

/// Whether a section has nothing in a column.
pub(super) fn is_empty(section: &Section, column: usize) -> bool {
    section.rows.iter().all(|row| row[column].is_nothing())
}

/// The names over columns of which a narrowed grid has none left.
pub(super) fn gone<'a>(grid: &'a Grid, narrowed: &Grid) -> Vec<&'a str> {
    let has = |name: &str| narrowed.columns.iter().any(|column| column.group == name);
    let mut names: Vec<&str> = grid.columns.iter().map(|column| column.group.as_str()).collect();
    names.dedup();
    names.into_iter().filter(|name| !has(name)).collect()
}

/// The line that says of whom a section has no values.
pub(super) fn no_values<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    match names.collect::<Vec<_>>().as_slice() {
        [] => Vec::new(),
        names => paragraph(&format!("no values: {}", names.join(", "))),
    }
}

/// The grid without the columns that no section has anything in.
pub(super) fn used(grid: Grid) -> Grid {
    let sections = grid.sections.clone();
    grid.without(|at, column| !column.kind.is_key() && sections.iter().all(|section| is_empty(section, at)))
}

/// The heads of the columns of a grid that were left out, of those that hold anything.
pub(super) fn left_out(grid: Grid, shown: &Grid) -> Vec<String> {
    let mut heads: Vec<String> = Vec::new();
    for Column { head, .. } in &used(grid).columns {
        if !shown.columns.iter().any(|column| column.head == *head) && !heads.contains(head) {
            heads.push(head.clone());
        }
    }
    heads
}
