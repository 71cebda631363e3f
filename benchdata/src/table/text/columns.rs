//! How wide columns are, and which of them stand side by side.

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

/// The columns of each part that a section must be cut into to fit, keys in all of them.
pub(super) fn parts(columns: &[Column], widths: &[usize]) -> Vec<Vec<usize>> {
    let keys: Vec<usize> = (0..columns.len()).filter(|&at| columns[at].kind.is_key()).collect();
    let fits = |part: &[usize], more: &[usize]| {
        total(keys.iter().chain(part).chain(more).map(|&at| widths[at])) <= WIDTH
    };
    let others: Vec<usize> = (0..columns.len()).filter(|&at| !columns[at].kind.is_key()).collect();
    let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
    for span in spans(columns, &others) {
        // A third side goes on to the next part whole, rather than to be torn. A second one is
        // to stand beside the first, as far as it can.
        let torn = parts.last().is_some_and(|part| spans(columns, part).len() > 1 && !fits(part, &span));
        if torn && fits(&[], &span) {
            parts.push(Vec::new());
        }
        for at in span {
            if parts.last().is_some_and(|part| !part.is_empty() && !fits(part, &[at])) {
                parts.push(Vec::new());
            }
            if let Some(part) = parts.last_mut() {
                part.push(at);
            }
        }
    }
    parts.into_iter().map(|part| [keys.clone(), part].concat()).collect()
}
