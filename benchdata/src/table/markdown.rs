//! Markdown with tables as GitHub renders them.

use super::cell::Cell;
use super::footer::{Link, Note, cautions, notes, of_snapshot, query};
use super::grid::{Column, Grid};
use super::{
    grid_in_one_piece, history_cautions, history_grid, history_headline, history_notes, history_title, title,
};
use crate::comparison::ComparisonTable;
use crate::history::History;

/// A comparison as Markdown, with its footer.
#[must_use]
pub fn render(table: &ComparisonTable, link: Option<Link>) -> String {
    let mut text = format!("**{}**\n", escaped(&title(table)));
    text.extend(of_snapshot(link).iter().chain(&cautions(table)).map(note));
    let grid = grid_in_one_piece(table);
    text += &cells(&grid);
    text.push('\n');
    text += &footer("comparison", query(table), link);
    text.extend(notes(table, &[&grid]).iter().map(note));
    text
}

/// A history as Markdown: its levels, with its footer.
#[must_use]
pub fn render_history(history: &History, link: Option<Link>) -> String {
    let [title, headline] = [history_title(history), history_headline(history)].map(|text| escaped(&text));
    let mut text = format!("**{title}**\n\n{headline}\n");
    text.extend(history_cautions(history).iter().map(note));
    text += &cells(&history_grid(history));
    text.push('\n');
    text += &footer("history", &history.request.q, link);
    text.extend(history_notes(history).iter().map(note));
    text
}

fn cells(grid: &Grid) -> String {
    let mut text = String::new();
    for section in &grid.sections {
        if let Some(title) = section.title() {
            text += &format!("\n{}\n", escaped(&title));
        }
        text +=
            &format!("\n{}\n{}\n", line(grid.columns.iter().map(head)), line(grid.columns.iter().map(rule)));
        for row in &section.rows {
            text += &format!("{}\n", line(row.iter().map(cell)));
        }
    }
    text
}

/// Where `what` is to be found, and the query that selected the runs.
fn footer(what: &str, query: &str, link: Option<Link>) -> String {
    let place = match link {
        Some(Link::Snapshot { url, hash, .. }) => format!("[Permalink]({url}), BLAKE3 `{hash}`"),
        Some(Link::Live { url }) => format!("[Live {what}]({url}), it changes as runs arrive"),
        None => return String::new(),
    };
    format!("{place}\n\nQuery: {}\n", escaped(query))
}

fn note(note: &Note) -> String {
    let items = note.items.iter().map(|item| format!("- {}\n", item_text(item)));
    format!("\n{}:\n{}", note.title, items.collect::<String>())
}

/// An item begins no list or heading of its own: `1. x`, `+ x`, `# x`.
fn item_text(item: &str) -> String {
    let digits = item.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    let text = escaped(item);
    match item[digits..].chars().next() {
        Some('.' | ')') if digits > 0 => format!("{}\\{}", &text[..digits], &text[digits..]),
        Some('+' | '-' | '=' | '>') if digits == 0 => format!("\\{text}"),
        _ => text,
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

fn head(column: &Column) -> String {
    escaped(format!("{} {}", column.group, column.head).trim())
}

fn rule(column: &Column) -> String {
    if column.kind.is_number() { "---:" } else { "---" }.to_owned()
}

fn cell(cell: &Cell) -> String {
    escaped(&cell.text)
}

/// Text that Markdown shows as it is: nothing becomes markup, a link or a further cell.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '@' | '#' | '$' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
