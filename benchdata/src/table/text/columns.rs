//! How wide columns are, and which of them stand under one name.

use unicode_width::UnicodeWidthStr;

use super::super::cell::Cell;
use super::super::grid::{Column, Kind};
use super::{GAP, WIDTH};

/// A side's name is broken after so many columns, so that a number's column stays narrow.
pub(super) const GROUP_WIDTH: usize = 24;

/// Keys leave room for the widest other column.
const KEYS_WIDTH: usize = WIDTH - GROUP_WIDTH - 2 * GAP.len();

/// The width of columns side by side.
pub(super) fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + GAP.len()).sum::<usize>().saturating_sub(GAP.len())
}

/// Each column's width: its widest cell, keys no more than their share, samples what is left.
pub(super) fn widths(columns: &[Column], rows: &[Vec<Cell>]) -> Vec<usize> {
    let natural = |(at, column): (usize, &Column)| {
        let cells = rows.iter().map(|row| cell_width(&row[at], column.kind));
        cells.max().unwrap_or(0).max(column.head.width().min(GROUP_WIDTH))
    };
    let mut widths: Vec<usize> = columns.iter().enumerate().map(natural).collect();
    narrow_keys(columns, &mut widths);
    for span in spans(columns, &(0..widths.len()).collect::<Vec<_>>()) {
        let name = columns[span[0]].group.width().min(GROUP_WIDTH);
        let room = total(span.iter().map(|&at| widths[at]));
        widths[span[0]] += name.saturating_sub(room);
    }
    fit_samples(columns, rows, &mut widths);
    widths
}

/// Breaks the names of sides below each other as far as a line has no room else.
pub(super) fn narrow_sides(columns: &[Column], widths: &mut [usize]) {
    let Some(side) = columns.iter().position(|column| column.kind == Kind::Side) else { return };
    let missing = total(widths.iter().copied()).saturating_sub(WIDTH);
    widths[side] = widths[side].saturating_sub(missing).max(widths[side].min(GROUP_WIDTH));
}

/// Gives samples the room that other columns leave. Sides' names are broken between words
/// where that keeps all samples on a line.
fn fit_samples(columns: &[Column], rows: &[Vec<Cell>], widths: &mut [usize]) {
    let Some(at) = columns.iter().position(|column| column.kind == Kind::Sample) else { return };
    let cells = |at: usize| rows.iter().map(move |row| &row[at]);
    let missing = total(widths.iter().copied()).saturating_sub(WIDTH);
    if let Some(side) = columns.iter().position(|column| column.kind == Kind::Side) {
        let words = cells(side).flat_map(|cell| cell.text.split(' ')).map(UnicodeWidthStr::width);
        let longest = words.max().unwrap_or(0).max(columns[side].head.width());
        widths[side] -= if longest + missing <= widths[side] { missing } else { 0 };
    }
    let room = (widths[at] + WIDTH).saturating_sub(total(widths.iter().copied())).min(widths[at]);
    let sample = cells(at).filter_map(|cell| cell.text.lines().next()).map(UnicodeWidthStr::width);
    let sample = sample.max().unwrap_or(0);
    let line = samples_a_line(sample, room) * (sample + 1);
    widths[at] = line.saturating_sub(1).max(columns[at].head.width());
}

/// How many samples, each so wide, fit on a line with a blank between them; one at least.
pub(super) fn samples_a_line(width: usize, line: usize) -> usize {
    ((line + 1) / (width + 1)).max(1)
}

/// Samples stand below each other in their cell, and side by side where they are written.
fn cell_width(cell: &Cell, kind: Kind) -> usize {
    match kind {
        Kind::Sample => {
            let samples = cell.text.lines().map(|sample| sample.width() + 1);
            samples.sum::<usize>().saturating_sub(1)
        }
        _ => cell.text.width() + cell.padding,
    }
}

/// Keys give way, the widest first, until other columns have room beside them.
fn narrow_keys(columns: &[Column], widths: &mut [usize]) {
    let keys: Vec<usize> = (0..widths.len()).filter(|&at| columns[at].kind.is_key()).collect();
    let room = KEYS_WIDTH.saturating_sub(GAP.len() * keys.len());
    while keys.iter().map(|&at| widths[at]).sum::<usize>() > room {
        let Some(&widest) = keys.iter().max_by_key(|&&at| widths[at]) else { break };
        if widths[widest] == 1 {
            break;
        }
        widths[widest] -= 1;
    }
}

/// Runs of neighbouring columns under one group.
pub(super) fn spans(columns: &[Column], part: &[usize]) -> Vec<Vec<usize>> {
    let mut spans: Vec<Vec<usize>> = Vec::new();
    for &at in part {
        match spans.last_mut() {
            Some(span) if !columns[at].group.is_empty() && columns[span[0]].group == columns[at].group => {
                span.push(at)
            }
            _ => spans.push(vec![at]),
        }
    }
    spans
}
