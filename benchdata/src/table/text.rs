//! Plain text for mail: at most 78 columns, ASCII but for what users named.

use textwrap::Options;
use unicode_width::UnicodeWidthStr;

use super::footer::{Link, notes};
use super::grid::{Cell, Column, Grid, Kind, Section, Tone};
use super::{grid, title};
use crate::comparison::ComparisonTable;

/// The longest line: what a mail's reader can quote twice and still see whole.
pub const WIDTH: usize = 78;

/// A side's name is broken after so many columns, so that a number's column stays narrow.
const GROUP_WIDTH: usize = 24;

/// Keys leave room for the widest other column.
const KEYS_WIDTH: usize = WIDTH - GROUP_WIDTH - 4;

const GAP: &str = "  ";

/// A comparison as text, with its footer.
#[must_use]
pub fn render(table: &ComparisonTable, link: Option<Link>) -> String {
    let mut lines = paragraph(&title(table));
    let grid = one_case_column(grid(table));
    let widths = widths(&grid);
    for section in &grid.sections {
        for part in parts(&grid.columns, &widths) {
            lines.push(String::new());
            lines.extend(section.metric.iter().flat_map(|metric| paragraph(&metric.title())));
            lines.extend(heads(&grid.columns, &widths, &part));
            for row in &section.rows {
                lines.extend(row_lines(row, &grid.columns, &widths, &part));
            }
        }
    }
    lines.push(String::new());
    lines.extend(footer(table, link));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// More keys than these leave no room for their values.
const MOST_KEYS: usize = 6;

/// A grid whose keys are too many for columns of their own has them all in one.
fn one_case_column(grid: Grid) -> Grid {
    let keys = grid.columns.iter().take_while(|column| column.kind == Kind::Key).count();
    if keys <= MOST_KEYS {
        return grid;
    }
    let heads: Vec<String> = grid.columns[..keys].iter().map(|column| column.head.clone()).collect();
    let fold = |mut row: Vec<Cell>| {
        let cells = row.drain(..keys).zip(&heads).filter(|(cell, _)| cell.tone != Tone::Missing);
        let case: Vec<String> = cells.map(|(cell, head)| format!("{head}={}", cell.text)).collect();
        row.insert(0, Cell::words(case.join(", ")));
        row
    };
    let case = Column::new("", "case", Kind::Key);
    let sections = grid
        .sections
        .into_iter()
        .map(|section| Section { rows: section.rows.into_iter().map(fold).collect(), ..section });
    Grid {
        sections: sections.collect(),
        columns: std::iter::once(case).chain(grid.columns.into_iter().skip(keys)).collect(),
    }
}

fn padded_width(cell: &Cell) -> usize {
    cell.text.width() + cell.padding
}

/// Each column's width: its widest cell, keys no more than their share.
fn widths(grid: &Grid) -> Vec<usize> {
    let natural = |at: usize, column: &Column| {
        let cells = grid.sections.iter().flat_map(|section| &section.rows).map(|row| padded_width(&row[at]));
        cells.max().unwrap_or(0).max(column.head.width().min(GROUP_WIDTH))
    };
    let mut widths: Vec<usize> =
        grid.columns.iter().enumerate().map(|(at, column)| natural(at, column)).collect();
    let is_key = |at: &usize| grid.columns[*at].kind == Kind::Key;
    let keys: Vec<usize> = (0..widths.len()).filter(is_key).collect();
    let room = KEYS_WIDTH.saturating_sub(GAP.len() * keys.len());
    while keys.iter().map(|&at| widths[at]).sum::<usize>() > room {
        let Some(&widest) = keys.iter().max_by_key(|&&at| widths[at]) else { break };
        if widths[widest] == 1 {
            break;
        }
        widths[widest] -= 1;
    }
    for span in spans(&grid.columns, &(0..widths.len()).collect::<Vec<_>>()) {
        let name = grid.columns[span[0]].group.width().min(GROUP_WIDTH);
        let room = span.iter().map(|&at| widths[at] + GAP.len()).sum::<usize>() - GAP.len();
        widths[span[0]] += name.saturating_sub(room);
    }
    widths
}

/// Runs of neighbouring columns under one group.
fn spans(columns: &[Column], part: &[usize]) -> Vec<Vec<usize>> {
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

/// The columns of each part that a table must be cut into to fit, keys in all of them.
fn parts(columns: &[Column], widths: &[usize]) -> Vec<Vec<usize>> {
    let keys: Vec<usize> = (0..columns.len()).filter(|&at| columns[at].kind == Kind::Key).collect();
    let mut parts = vec![keys.clone()];
    let mut used: usize = keys.iter().map(|&at| widths[at] + GAP.len()).sum();
    let keys_used = used;
    for at in (0..columns.len()).filter(|&at| columns[at].kind != Kind::Key) {
        if used + widths[at] > WIDTH && used > keys_used {
            parts.push(keys.clone());
            used = keys_used;
        }
        used += widths[at] + GAP.len();
        if let Some(part) = parts.last_mut() {
            part.push(at);
        }
    }
    parts
}

fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

fn broken(text: &str, width: usize) -> Vec<String> {
    textwrap::wrap(text, Options::new(width.max(1))).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// A text in lines that fit.
fn paragraph(text: &str) -> Vec<String> {
    let options = Options::new(WIDTH).subsequent_indent("  ");
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

fn heads(columns: &[Column], widths: &[usize], part: &[usize]) -> Vec<String> {
    let spans = spans(columns, part);
    let names: Vec<(usize, bool, Vec<String>)> = spans
        .iter()
        .map(|span| {
            let width = span.iter().map(|&at| widths[at] + GAP.len()).sum::<usize>() - GAP.len();
            let name = &columns[span[0]].group;
            let to_right = span.len() == 1 || name.width() <= widths[span[0]];
            let width_of_name = if to_right { widths[span[0]] } else { width };
            (
                width,
                to_right,
                if name.is_empty() {
                    Vec::new()
                } else {
                    broken(name, width_of_name.max(GROUP_WIDTH.min(width)))
                },
            )
        })
        .collect();
    let height = names.iter().map(|(_, _, lines)| lines.len()).max().unwrap_or(0);
    let mut lines: Vec<String> = (0..height)
        .map(|line| {
            let cells = spans.iter().zip(&names).map(|(span, (width, to_right, texts))| {
                let text = (line + texts.len()).checked_sub(height).map_or("", |at| texts[at].as_str());
                let placed = if *to_right { right(text, widths[span[0]]) } else { text.to_owned() };
                left(&placed, *width)
            });
            cells.collect::<Vec<_>>().join(GAP)
        })
        .collect();
    lines.extend(head_lines(columns, widths, part));
    let rules = part.iter().map(|&at| "-".repeat(widths[at]));
    lines.push(rules.collect::<Vec<_>>().join(GAP));
    lines
}

/// The columns' own heads, broken where they are wider than what stands below.
fn head_lines(columns: &[Column], widths: &[usize], part: &[usize]) -> Vec<String> {
    let texts = part.iter().map(|&at| broken(&columns[at].head, widths[at])).collect();
    lines_of(texts, columns, widths, part)
}

/// One row; a key that is too long goes on in further lines.
fn row_lines(row: &[Cell], columns: &[Column], widths: &[usize], part: &[usize]) -> Vec<String> {
    let text = |&at: &usize| match columns[at].kind {
        Kind::Key => broken(&row[at].text, widths[at]),
        _ => vec![format!("{}{}", row[at].text, " ".repeat(row[at].padding))],
    };
    lines_of(part.iter().map(text).collect(), columns, widths, part)
}

/// Cells of several lines, side by side.
fn lines_of(texts: Vec<Vec<String>>, columns: &[Column], widths: &[usize], part: &[usize]) -> Vec<String> {
    let height = texts.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|line| {
            let cells = part.iter().zip(&texts).map(|(&at, texts)| {
                let text = texts.get(line).map_or("", String::as_str);
                match columns[at].kind {
                    Kind::Number => right(text, widths[at]),
                    Kind::Key | Kind::Words => left(text, widths[at]),
                }
            });
            cells.collect::<Vec<_>>().join(GAP)
        })
        .collect()
}

fn footer(table: &ComparisonTable, link: Option<Link>) -> Vec<String> {
    let mut lines = Vec::new();
    match link {
        Some(Link::Snapshot { url, hash }) => {
            lines.push(format!("Permalink: {url}"));
            lines.push(format!("BLAKE3: {hash}"));
        }
        Some(Link::Live { url }) => {
            lines.push("Live, it changes as runs arrive:".to_owned());
            lines.push(url.to_owned());
        }
        None => {}
    }
    for note in notes(table) {
        lines.push(format!("{}:", note.title));
        let options = Options::new(WIDTH).initial_indent("  ").subsequent_indent("    ");
        lines.extend(
            note.items
                .iter()
                .flat_map(|item| textwrap::wrap(item, &options))
                .map(std::borrow::Cow::into_owned),
        );
    }
    lines
}
