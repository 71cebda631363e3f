//! A grid's heads and rows as lines.

use textwrap::Options;
use unicode_width::UnicodeWidthStr;

use super::super::cell::Cell;
use super::super::grid::{Column, Kind, Section};
use super::below::Names;
use super::columns::{self, spans, total};
use super::fold::lines_of_samples;
use super::parts::parts;
use super::{Charset, GAP, WIDTH, broken};

/// Writes the cells of some columns.
pub(super) struct Writer<'a> {
    columns: &'a [Column],
    widths: Vec<usize>,
    charset: Charset,
}

/// A name over some columns.
struct Group {
    /// Of them all.
    width: usize,
    /// Of the first, to whose edge a name keeps that is no wider.
    first: usize,
    to_right: bool,
    lines: Vec<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(columns: &'a [Column], section: &Section, charset: Charset) -> Self {
        Self { columns, widths: columns::widths(columns, &section.rows), charset }
    }

    /// The same for sides below each other.
    pub(super) fn of_sides(columns: &'a [Column], section: &Section, charset: Charset, names: Names) -> Self {
        let mut writer = Self::new(columns, section, charset);
        if names == Names::Broken {
            columns::narrow_sides(columns, &mut writer.widths);
        }
        writer
    }

    /// The columns of each part that a table must be cut into to fit.
    pub(super) fn parts(&self) -> Vec<Vec<usize>> {
        parts(self.columns, &self.widths)
    }

    /// The groups' names, the columns' heads and a rule.
    pub(super) fn heads(&self, part: &[usize]) -> Vec<String> {
        let groups = self.groups(part);
        let height = groups.iter().map(|group| group.lines.len()).max().unwrap_or(0);
        let line = |line: usize| {
            let names = groups.iter().map(|group| group.line(line, height));
            names.collect::<Vec<_>>().join(GAP)
        };
        let mut lines: Vec<String> = (0..height).map(line).collect();
        let heads = part.iter().map(|&at| broken(&self.columns[at].head, Options::new(self.widths[at])));
        lines.extend(self.side_by_side(heads.collect(), part));
        let rules = part.iter().map(|&at| self.charset.rule().repeat(self.widths[at]));
        lines.push(rules.collect::<Vec<_>>().join(GAP));
        lines
    }

    /// The names over a part. The last has the rest of the line, however narrow its columns are.
    fn groups(&self, part: &[usize]) -> Vec<Group> {
        let spans = spans(self.columns, part);
        let mut rest = WIDTH;
        let group = |(at, span): (usize, &Vec<usize>)| {
            let (first, width) = (self.widths[span[0]], total(span.iter().map(|&at| self.widths[at])));
            let is_last = at + 1 == spans.len();
            let name = &self.columns[span[0]].group;
            let to_right = name.width() <= first || span.len() == 1 && !is_last;
            let room = if is_last { rest.max(width) } else { width };
            rest = rest.saturating_sub(width + GAP.len());
            let lines = if name.is_empty() { Vec::new() } else { broken(name, Options::new(room)) };
            Group { width, first, to_right, lines }
        };
        spans.iter().enumerate().map(group).collect()
    }

    /// One row; a key that is too long, and samples that are too many, go on in further lines.
    pub(super) fn row(&self, row: &[Cell], part: &[usize]) -> Vec<String> {
        let text = |&at: &usize| match self.columns[at].kind {
            Kind::Key | Kind::Side => broken(&row[at].text, Options::new(self.widths[at])),
            Kind::Sample => lines_of_samples(&row[at].text, self.widths[at]),
            _ => vec![format!("{}{}", row[at].text, " ".repeat(row[at].padding))],
        };
        self.side_by_side(part.iter().map(text).collect(), part)
    }

    /// Cells of several lines, side by side.
    fn side_by_side(&self, texts: Vec<Vec<String>>, part: &[usize]) -> Vec<String> {
        let height = texts.iter().map(Vec::len).max().unwrap_or(0);
        let line = |line: usize| {
            let cells = part.iter().zip(&texts).map(|(&at, texts)| {
                let text = texts.get(line).map_or("", String::as_str);
                match self.columns[at].kind {
                    Kind::Value | Kind::Spread | Kind::Number => right(text, self.widths[at]),
                    _ => left(text, self.widths[at]),
                }
            });
            cells.collect::<Vec<_>>().join(GAP)
        };
        (0..height).map(line).collect()
    }
}

impl Group {
    /// One of the name's lines, which stand at the bottom of so many.
    fn line(&self, line: usize, height: usize) -> String {
        let text = (line + self.lines.len()).checked_sub(height).map_or("", |at| self.lines[at].as_str());
        let placed = if self.to_right { right(text, self.first) } else { text.to_owned() };
        left(&placed, self.width)
    }
}

fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}
