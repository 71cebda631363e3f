//! Plain text for mail: at most 78 columns, ASCII but for what users named.

mod below;
mod columns;
mod fold;
mod history;
mod lines;
mod parts;
mod room;

use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

use self::below::sides_below;
use self::lines::Writer;
use self::room::{gone, narrowed, no_values};
use super::footer::{Link, Note, cautions, notes, of_snapshot, query};
use super::grid::{Grid, PLUS_MINUS};
use super::{grid, grid_by_side, title};
use crate::comparison::{ComparisonTable, Layout};

pub use history::render_history;

/// The longest line: what a mail's reader can quote twice and still see whole.
pub const WIDTH: usize = 78;

/// What stands between two columns.
const GAP: &str = "  ";

/// The characters that Runoff's own words are written in; names stay as users wrote them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Charset {
    /// What every mail program shows.
    #[default]
    Ascii,
    /// `±` for `+-`, and rules without gaps.
    Unicode,
}

impl Charset {
    /// A grid whose heads are in these characters.
    fn written(self, mut grid: Grid) -> Grid {
        let heads = grid.columns.iter_mut().map(|column| &mut column.head);
        if self == Self::Ascii {
            heads.filter(|head| *head == PLUS_MINUS).for_each(|head| "+-".clone_into(head));
        }
        grid
    }

    /// What a rule is drawn with.
    fn rule(self) -> &'static str {
        match self {
            Self::Ascii => "-",
            Self::Unicode => "─",
        }
    }
}

/// A comparison as text, with its footer.
#[must_use]
pub fn render(table: &ComparisonTable, link: Option<Link>, charset: Charset) -> String {
    let mut lines = paragraph(&title(table));
    for note in of_snapshot(link).into_iter().chain(cautions(table)) {
        lines.push(String::new());
        lines.extend(note_lines(&note));
    }
    let (cells, shown) = comparison_cells(table, charset);
    lines.extend(cells);
    lines.push(String::new());
    let left_out = left_out(&room::left_out(folded(grid(table)), &shown), link);
    let notes: Vec<Note> = notes(table, &[&shown]).into_iter().chain(left_out).collect();
    lines.extend(footer(&notes, query(table), link));
    joined(&lines)
}

/// So many sides are set below each other where that takes fewer lines.
const MANY_SIDES: usize = 3;

/// A comparison's cells as lines, and the grid of those that it has.
fn comparison_cells(table: &ComparisonTable, charset: Charset) -> (Vec<String>, Grid) {
    let shown = room::without_lone(folded(grid(table)), charset);
    let beside = cells(&shown, charset);
    let sides: Vec<&str> = table.sides.iter().map(|side| side.name.as_str()).collect();
    let may_be_below = table.request.layout == Layout::Delta && sides.len() >= MANY_SIDES;
    let below = may_be_below.then(|| sides_below(&grid_by_side(table), &sides, charset)).flatten();
    let (lines, shown) = below.filter(|(below, _)| below.len() < beside.len()).unwrap_or((beside, shown));
    (lines, room::used(shown))
}

/// Says what lines had no room for, and where it is.
fn left_out(heads: &[String], link: Option<Link>) -> Option<Note> {
    let place = if link.is_some() { "the page at the link has them" } else { "CSV and JSON have them" };
    let item = format!("{}: {place}", heads.join(", "));
    (!heads.is_empty()).then(|| Note { title: "Left out, for want of room", items: vec![item] })
}

/// A grid whose columns mail has room for.
fn folded(grid: Grid) -> Grid {
    fold::samples_in_one_column(fold::keys_in_one_column(grid))
}

/// A grid's sections, an empty line before each.
fn cells(grid: &Grid, charset: Charset) -> Vec<String> {
    let mut lines = Vec::new();
    for section in &grid.sections {
        let narrowed = charset.written(narrowed(grid, section, charset));
        let own = &narrowed.sections[0];
        let writer = Writer::new(&narrowed.columns, own, charset);
        for part in writer.parts() {
            lines.push(String::new());
            lines.extend(section.title().iter().flat_map(|title| paragraph(title)));
            lines.extend(writer.heads(&part));
            for row in &own.rows {
                lines.extend(writer.row(row, &part));
            }
        }
        lines.extend(no_values(gone(grid, &narrowed).into_iter()));
    }
    lines
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A text in lines of a width. Names are broken, at their hyphens if they have any, where one is
/// too long for a line alone.
fn broken(text: &str, options: Options) -> Vec<String> {
    let room = options.width.saturating_sub(options.subsequent_indent.width());
    let is_whole = text.split(' ').all(|word| word.width() <= room);
    let splitter = if is_whole { WordSplitter::NoHyphenation } else { WordSplitter::HyphenSplitter };
    textwrap::wrap(text, options.word_splitter(splitter))
        .into_iter()
        .map(std::borrow::Cow::into_owned)
        .collect()
}

/// A text in lines that fit.
fn paragraph(text: &str) -> Vec<String> {
    broken(text, Options::new(WIDTH).subsequent_indent("  "))
}

fn footer(notes: &[Note], query: &str, link: Option<Link>) -> Vec<String> {
    let mut lines = Vec::new();
    match link {
        Some(Link::Snapshot { url, hash, .. }) => {
            lines.push(format!("Permalink: {url}"));
            lines.push(format!("BLAKE3: {hash}"));
        }
        Some(Link::Live { url }) => {
            lines.push("Live, it changes as runs arrive:".to_owned());
            lines.push(url.to_owned());
        }
        None => {}
    }
    if link.is_some() {
        lines.extend(paragraph(&format!("Query: {query}")));
    }
    lines.extend(notes.iter().flat_map(note_lines));
    lines
}

fn note_lines(note: &Note) -> Vec<String> {
    let options = Options::new(WIDTH).initial_indent("  ").subsequent_indent("    ");
    let items = note.items.iter().flat_map(|item| broken(item, options.clone()));
    std::iter::once(format!("{}:", note.title)).chain(items).collect()
}
