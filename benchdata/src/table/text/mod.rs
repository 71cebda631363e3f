//! Plain text for mail: at most 78 columns, ASCII but for what users named.

mod columns;
mod fold;
mod lines;
mod parts;

use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

use self::lines::Writer;
use super::footer::{Link, Note, cautions, notes, query, since};
use super::grid::{Grid, PLUS_MINUS};
use super::{grid, history_grid, history_headline, history_notes, history_title, title};
use crate::comparison::ComparisonTable;
use crate::history::History;

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
    for note in since(link).into_iter().chain(cautions(table)) {
        lines.push(String::new());
        lines.extend(note_lines(&note));
    }
    lines.extend(cells(grid(table), charset));
    lines.push(String::new());
    lines.extend(footer(&notes(table), query(table), link));
    joined(&lines)
}

/// A history as text: its levels, with its footer.
#[must_use]
pub fn render_history(history: &History, link: Option<Link>, charset: Charset) -> String {
    let mut lines = paragraph(&history_title(history));
    lines.extend(paragraph(&history_headline(history)));
    lines.extend(cells(history_grid(history), charset));
    lines.push(String::new());
    lines.extend(footer(&history_notes(history), &history.request.q, link));
    joined(&lines)
}

/// A grid's sections, an empty line before each.
fn cells(grid: Grid, charset: Charset) -> Vec<String> {
    let grid = charset.written(fold::samples_in_one_column(fold::keys_in_one_column(grid)));
    let mut lines = Vec::new();
    for section in &grid.sections {
        let writer = Writer::new(&grid.columns, section, charset);
        for part in writer.parts() {
            lines.push(String::new());
            lines.extend(section.title().iter().flat_map(|title| paragraph(title)));
            lines.extend(writer.heads(&part));
            for row in &section.rows {
                lines.extend(writer.row(row, &part));
            }
        }
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
