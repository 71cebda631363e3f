//! How a table is laid out: a header that holds the named columns, and the cells of the rows
//! below it.

use std::ops::Range;

use super::words::{Word, joined, wide_cells, words};
use crate::columns::Columns;
use crate::readers::text::{is_missing, number};

/// A header that holds the columns that were named.
pub(super) struct Header {
    /// All its columns, those that nobody named too.
    columns: Vec<String>,
    /// Which of them are the named ones, in their order.
    pub(super) named: Vec<usize>,
    rule: Rule,
}

/// What tells one cell from the next.
enum Rule {
    /// `|` between them.
    Bars,
    /// One tab between them.
    Tabs,
    /// A comma or semicolon: CSV.
    Csv(u8),
    /// Their places: the columns of the screen that the header's stand in.
    Places(Vec<Range<usize>>),
    /// Their number alone: a mail program has wrapped the header.
    Count,
}

impl Header {
    /// The header that a line is, or with the line below where a mail program wrapped it.
    pub(super) fn of(line: &str, below: Option<&str>, wanted: &Columns) -> Option<Self> {
        let header = Self::by_sign(line, wanted).or_else(|| Self::by_words(line, wanted));
        let wrapped = || {
            let whole = format!("{line} {}", below.filter(|_| !line.trim().is_empty())?);
            let header = Self::by_words(&whole, wanted)?;
            let count = words(line).len();
            // What is all in the line below is that line's.
            let is_wrapped = header.named.first().is_some_and(|&at| at < count);
            is_wrapped.then_some(Self { rule: Rule::Count, ..header })
        };
        header.or_else(wrapped)
    }

    /// Bars, or tabs that are enough to tell the columns apart.
    fn by_sign(line: &str, wanted: &Columns) -> Option<Self> {
        let with = |columns: Vec<String>, rule| {
            let named = found(&columns, wanted)?;
            Some(Self { columns, named, rule })
        };
        let tidy = |cells: Vec<&str>| cells.into_iter().map(|cell| joined(&words(cell))).collect();
        if line.contains('|') {
            return with(tidy(bars(line)), Rule::Bars);
        }
        for sign in [',', ';'] {
            let by_csv = || with(csv_cells(line, sign as u8)?, Rule::Csv(sign as u8));
            if let Some(header) = Some(line).filter(|line| line.contains(sign)).and_then(|_| by_csv()) {
                return Some(header);
            }
        }
        let is_by_tabs = line.contains('\t') && !line.contains("\t\t") && !line.contains("  ");
        is_by_tabs.then(|| with(tidy(line.split('\t').collect()), Rule::Tabs))?
    }

    /// Cells with wide gaps between them, or else single words around the named columns.
    fn by_words(line: &str, wanted: &Columns) -> Option<Self> {
        let words = words(line);
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut begin = 0;
        for cell in wide_cells(line) {
            let count = cell.split_whitespace().count();
            groups.push(begin..begin + count);
            begin += count;
        }
        let names = |groups: &[Range<usize>]| -> Vec<String> {
            groups.iter().map(|group| joined(&words[group.clone()])).collect()
        };
        let mut columns = names(&groups);
        let mut named = found(&columns, wanted);
        if named.is_none() {
            groups = around(&words, wanted)?;
            columns = names(&groups);
            named = found(&columns, wanted);
        }
        let place = |group: &Range<usize>| words[group.start].0.start..words[group.end - 1].0.end;
        let rule = Rule::Places(groups.iter().map(place).collect());
        Some(Self { named: named?, columns, rule })
    }

    /// How many cells a row has.
    pub(super) fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether a mail program wrapped it into two lines.
    pub(super) fn is_wrapped(&self) -> bool {
        matches!(self.rule, Rule::Count)
    }

    /// What of a line stands where a row has cells, be there as many or not.
    pub(super) fn pieces<'a>(&self, line: &'a str) -> Vec<&'a str> {
        let sign = match self.rule {
            Rule::Bars => return bars(line),
            Rule::Tabs => '\t',
            Rule::Csv(sign) => char::from(sign),
            Rule::Places(_) | Rule::Count => return line.split_whitespace().collect(),
        };
        line.split(sign).map(str::trim).collect()
    }

    /// The columns that nobody named.
    pub(super) fn others(&self) -> Vec<&str> {
        let is_other = |(at, _): &(usize, &String)| !self.named.contains(at);
        self.columns.iter().enumerate().filter(is_other).map(|(_, column)| column.as_str()).collect()
    }

    /// A row's cells, one for each column, blank where there is none; `None` where it is not
    /// plain which is which.
    pub(super) fn cells(&self, line: &str) -> Option<Vec<String>> {
        let owned = |cells: Vec<&str>| -> Vec<String> {
            cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
        };
        let is_whole = |cells: &Vec<String>| cells.len() == self.len();
        let by_count = || Some(owned(line.split_whitespace().collect())).filter(is_whole);
        match &self.rule {
            Rule::Bars => Some(owned(bars(line))).filter(is_whole),
            Rule::Tabs => Some(owned(line.split('\t').collect())).filter(is_whole),
            Rule::Csv(sign) => csv_cells(line, *sign).filter(is_whole),
            Rule::Places(places) => Some(owned(wide_cells(line))).filter(is_whole).or_else(|| {
                match (by_place(line, places), by_count()) {
                    // By their places the cells are others than by their number.
                    (Some(by_place), Some(by_count)) if by_place != by_count => None,
                    (by_place, by_count) => by_place.or(by_count),
                }
            }),
            Rule::Count => by_count(),
        }
    }

    /// The cells of a row that a mail program wrapped, and how many lines it has.
    pub(super) fn wrapped_cells(&self, lines: &[&str]) -> Option<(Vec<String>, usize)> {
        let least = match self.rule {
            Rule::Bars | Rule::Tabs | Rule::Csv(_) => return None,
            // Mail programs wrap what is longer than this.
            Rule::Places(_) => 60,
            Rule::Count => 0,
        };
        let mut cells: Vec<String> = Vec::new();
        for (at, line) in lines.iter().take(3).enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_rest = words.iter().all(|word| number(word).is_some() || is_missing(word));
            let is_long = |first: &str| lines[at - 1].len() + 1 + first.len() >= least;
            if at > 0 && !(is_rest && words.first().is_some_and(|first| is_long(first))) {
                return None;
            }
            cells.extend(words.into_iter().map(str::to_owned));
            if cells.len() >= self.len() {
                return (cells.len() == self.len() && at > 0).then_some((cells, at + 1));
            }
        }
        None
    }
}

/// The cells of a line of CSV.
fn csv_cells(line: &str, sign: u8) -> Option<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).delimiter(sign).trim(csv::Trim::All).buffer_capacity(line.len() + 1);
    let row = reader.from_reader(line.as_bytes()).into_records().next()?.ok()?;
    Some(row.iter().map(str::to_owned).collect())
}

/// The cells between bars; those at the ends are a frame.
fn bars(line: &str) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    line.strip_suffix('|').unwrap_or(line).split('|').collect()
}

/// The places of the named columns among a header's.
fn found(columns: &[String], wanted: &Columns) -> Option<Vec<usize>> {
    let mut from = 0;
    let mut places = Vec::new();
    for column in wanted.iter() {
        let is_it = |name: &String| name.eq_ignore_ascii_case(&column.header);
        from += columns[from..].iter().position(is_it)? + 1;
        places.push(from - 1);
    }
    Some(places)
}

/// A header's words in groups: those of a named column together, and others where wide gaps
/// make columns of them.
fn around(words: &[Word], wanted: &Columns) -> Option<Vec<Range<usize>>> {
    let mut groups = Vec::new();
    let mut from = 0;
    for column in wanted.iter() {
        let count = column.header.split(' ').count();
        let is_it = |part: &[Word]| joined(part).eq_ignore_ascii_case(&column.header);
        let at = from + words[from..].windows(count).position(is_it)?;
        others(words, from..at, &mut groups);
        groups.push(at..at + count);
        from = at + count;
    }
    others(words, from..words.len(), &mut groups);
    Some(groups)
}

fn others(words: &[Word], range: Range<usize>, groups: &mut Vec<Range<usize>>) {
    let is_wide = |at: usize| words[at].0.start > words[at - 1].0.end + 1;
    let has_wide = (1..words.len()).any(is_wide);
    for at in range.clone() {
        match groups.last_mut() {
            Some(last) if at > range.start && has_wide && !is_wide(at) => last.end = at + 1,
            _ => groups.push(at..at + 1),
        }
    }
}

/// The cells of a row whose words each stand under one column. Tabs make no places, nor does
/// a header with single blanks.
fn by_place(line: &str, places: &[Range<usize>]) -> Option<Vec<String>> {
    let is_narrow = |pair: &[Range<usize>]| pair[1].start <= pair[0].end + 1;
    if line.contains('\t') || places.windows(2).any(is_narrow) {
        return None;
    }
    let mut cells = vec![String::new(); places.len()];
    let mut last: Option<(usize, usize)> = None;
    for (columns, word) in words(line) {
        let under = |place: &Range<usize>| columns.start < place.end && place.start < columns.end;
        let mut over = (0..places.len()).filter(|&at| under(&places[at]));
        let at = match (over.next(), over.next(), last) {
            (Some(at), None, _) => at,
            // Under none, but going on with the cell before.
            (None, _, Some((at, end))) if end + 1 == columns.start => at,
            _ => return None,
        };
        if !cells[at].is_empty() {
            cells[at].push(' ');
        }
        cells[at].push_str(word);
        last = Some((at, columns.end));
    }
    Some(cells)
}
