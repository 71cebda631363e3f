//! The three ways in which people lay such tables out.

use super::About;
use crate::readers::lines::lines;
use crate::readers::printed::Printed;

pub(super) struct Table<'a> {
    /// The header's line.
    pub(super) line: usize,
    pub(super) about: About<'a>,
    /// None where only gains are printed.
    pub(super) labels: Vec<String>,
    pub(super) gain: Gain,
    pub(super) rows: Vec<Row>,
}

impl Table<'_> {
    pub(super) fn is_of_gains(&self) -> bool {
        self.labels.is_empty()
    }
}

/// How a gain over the first side is computed, of values of which lower is better.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Gain {
    /// (base − new) ÷ base
    Improvement,
    /// base ÷ new − 1
    Speedup,
}

pub(super) struct Row {
    pub(super) line: usize,
    pub(super) level: String,
    /// One for each label.
    pub(super) cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    pub(super) mean: Printed,
    /// The standard deviation in percent of the mean.
    pub(super) spread: Option<f64>,
    /// In percent.
    pub(super) gain: Option<Printed>,
}

/// A header's labels, and how the rows below it are laid out.
struct Header {
    labels: Vec<String>,
    layout: Layout,
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    /// `1.09 [ -9.11](11.93)` or `6,523(+/-11,96 %)` for each side.
    Brackets,
    /// `time %stdev` for each side, then `%speedup`.
    Columns,
    /// `%speedup` or `%diff` alone.
    Gains,
}

/// The tables of a text.
pub(super) fn tables(text: &str) -> Vec<Table<'_>> {
    let lines: Vec<(usize, &str)> = lines(text).filter(|(_, line)| !line.is_empty()).collect();
    let mut tables: Vec<Table> = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    let mut open: Option<(Header, bool)> = None;
    for (at, &(line, body)) in lines.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| lines[before].1);
        let below = lines.get(at + 1).map_or("", |(_, below)| below);
        if let Some(header) = header(before, body, below) {
            let (labels, about) = (header.labels.clone(), About::of(&std::mem::take(&mut above)));
            let gain = if header.layout == Layout::Columns { Gain::Speedup } else { Gain::Improvement };
            tables.push(Table { line, about, labels, gain, rows: Vec::new() });
            let has_commas = lines[at + 1..].iter().map_while(|(_, row)| decimal_commas(row)).any(|is| is);
            open = Some((header, has_commas));
        } else if let (Some((header, has_commas)), Some(table)) = (&open, tables.last_mut()) {
            match row(line, body, header, *has_commas) {
                Some(row) => table.rows.push(row),
                None if header.layout == Layout::Gains && gain(body).is_some() => {}
                None => {
                    open = None;
                    above.push(body);
                }
            }
        } else {
            above.push(body);
        }
    }
    tables
}

fn header(before: &str, line: &str, below: &str) -> Option<Header> {
    const SIDE: &str = "[pct imp](CV)";
    if line.contains(SIDE) {
        let labels = line.split(SIDE).filter_map(|part| part.split_whitespace().last());
        return Some(Header { labels: labels.map(str::to_owned).collect(), layout: Layout::Brackets });
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let has = |word: &str| words.contains(&word);
    if has("%stdev") && has("%speedup") {
        let sides = before.split(|c: char| c == '-' || c.is_whitespace()).filter(|part| !part.is_empty());
        let labels: Vec<String> = sides.map(str::to_owned).collect();
        let is_whole = !labels.is_empty() && words.len() == 2 + 2 * labels.len();
        return is_whole.then_some(Header { labels, layout: Layout::Columns });
    }
    if matches!(words.as_slice(), [_, "%speedup" | "%diff"]) {
        return Some(Header { labels: Vec::new(), layout: Layout::Gains });
    }
    const SPREAD: &str = "(+/-";
    let is_spread = below.contains(SPREAD) && !line.contains(SPREAD);
    let labels = words.get(1..)?;
    let labels = match labels {
        [labels @ .., "improvement" | "gain" | "change" | "diff"] => labels,
        labels => labels,
    };
    let labels = labels.iter().map(|label| (*label).to_owned()).collect();
    is_spread.then_some(Header { labels, layout: Layout::Brackets })
}

/// Whether a row's commas are decimal ones: thousands have three digits behind theirs. `None`
/// of a line that is no row.
fn decimal_commas(line: &str) -> Option<bool> {
    line.contains('(').then(|| {
        let parts = line.split(|c: char| !c.is_ascii_digit() && c != ',');
        parts.filter_map(|part| part.split_once(',')).any(|(_, behind)| behind.len() != 3)
    })
}

fn gain(line: &str) -> Option<Printed> {
    Printed::of(line.split_whitespace().last()?)
}

fn row(line: usize, body: &str, header: &Header, has_commas: bool) -> Option<Row> {
    let body = if has_commas { body.replace(',', ".") } else { body.to_owned() };
    let (level, rest) = body.split_once(char::is_whitespace)?;
    let digits = level.trim_end_matches(|c: char| c.is_ascii_lowercase()).trim_end_matches('-');
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let cells = match header.layout {
        Layout::Brackets => brackets(rest)?,
        Layout::Columns => columns(rest)?,
        Layout::Gains => return None,
    };
    (cells.len() == header.labels.len()).then(|| Row { line, level: digits.to_owned(), cells })
}

/// Cells with brackets behind their means, and maybe the last one's gain behind all.
fn brackets(mut rest: &str) -> Option<Vec<Cell>> {
    let mut cells: Vec<Cell> = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Some(cells);
        }
        let end = rest.find(|c: char| !(c.is_ascii_digit() || ".-+".contains(c))).unwrap_or(rest.len());
        let number = Printed::of(&rest[..end])?;
        rest = rest[end..].trim_start();
        if let Some(behind) = rest.strip_prefix('%') {
            cells.last_mut()?.gain = Some(number);
            return behind.trim().is_empty().then_some(cells);
        }
        let (gain, behind) = bracket(rest, '[', ']')?;
        let (spread, behind) = bracket(behind, '(', ')')?;
        cells.push(Cell { mean: number, spread: Some(spread?.value), gain });
        rest = behind;
    }
}

/// The number in a bracket, if there is the bracket, and what stands behind.
fn bracket(text: &str, open: char, close: char) -> Option<(Option<Printed>, &str)> {
    let Some((inner, behind)) = text.strip_prefix(open).and_then(|text| text.split_once(close)) else {
        return Some((None, text));
    };
    let number = inner.trim().trim_start_matches("+/-").trim_end_matches('%').trim();
    Some((Some(Printed::of(number)?), behind))
}

/// A mean and its deviation for each side, and the last one's gain.
fn columns(rest: &str) -> Option<Vec<Cell>> {
    let numbers: Vec<Printed> = rest.split_whitespace().map(Printed::of).collect::<Option<_>>()?;
    let (gain, sides) = numbers.split_last()?;
    let cell = |pair: &[Printed]| {
        let [mean, spread] = pair else { return None };
        Some(Cell { mean: *mean, spread: Some(spread.value), gain: None })
    };
    let mut cells: Vec<Cell> = sides.chunks(2).map(cell).collect::<Option<_>>()?;
    cells.last_mut()?.gain = Some(*gain);
    Some(cells)
}
