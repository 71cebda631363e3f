//! A part of a long table: as many rows as a page shows.

use std::collections::HashSet;
use std::ops::Range;

use benchdata::comparison::{ComparisonTable, Layout, Row, Verdict};
use benchdata::table::{Cell, Column, Grid, Kind, Section, Tone};

/// About as many bytes of its table a page has; the reader asks for the rest.
pub(super) const A_PAGE: usize = 60_000;

/// And of a table in a fold.
pub(super) const A_FOLD: usize = 15_000;

/// What the markup of a cell takes, of a long name in parts, of a class, of a mark, of a
/// row, and of a section.
const CELL: usize = 11;
const NAME: usize = 70;
const CLASS: usize = 14;
const MARK: usize = 90;
const ROW: usize = 60;
const SECTION: usize = 200;

/// What came out in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A side is better.
    Better,
    /// A side is worse.
    Worse,
}

impl Outcome {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Better, Self::Worse];

    /// Its name, in addresses too.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
        }
    }

    /// In how many rows of its table, or cases where metrics are columns, it came out.
    pub(super) fn count(self, table: &ComparisonTable) -> usize {
        let rows = table.rows.iter().filter(|row| self.is_of(row));
        match table.request.layout {
            Layout::Metrics => rows.map(|row| &row.keys).collect::<HashSet<_>>().len(),
            _ => rows.count(),
        }
    }

    /// Whether it came out in a row, for some side.
    pub(super) fn is_of(self, row: &Row) -> bool {
        let verdict = match self {
            Self::Better => Verdict::Better,
            Self::Worse => Verdict::Worse,
        };
        let mut sides = row.cells.iter().flatten().filter_map(|cell| cell.against.as_ref());
        sides.any(|against| against.verdict == Some(verdict))
    }
}

/// Which rows of a table are shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Window {
    /// `Rows 201 to 300 of 300`; nothing where all are shown.
    pub shown: String,
    /// The address of the first part, where this is another.
    pub first: Option<String>,
    /// The address of the part before.
    pub previous: Option<String>,
    /// The address of the next part.
    pub next: Option<String>,
    /// The address of the last part, where this is another.
    pub last: Option<String>,
}

impl Window {
    /// Takes from a grid all but the part with the row of this number, from 1. Its parts have about
    /// `most` bytes or fewer, one as many as the other. A row is what a headline counts, whether it
    /// has a line or one for each side. `address` is the one of the part that begins with a row.
    pub(super) fn cut(grid: &mut Grid, most: usize, from: usize, address: impl Fn(usize) -> String) -> Self {
        let lead = address(1).replace('&', "&#38;").len();
        let rows: Vec<Range<usize>> = rows(grid);
        let of_section = |section| costs(&grid.columns, section, ROW + lead);
        let costs: Vec<usize> = grid.sections.iter().flat_map(of_section).collect();
        let total: usize = costs.iter().sum();
        let parts = total.div_ceil(most);
        if parts < 2 {
            return Self::default();
        }
        let before = costs.iter().scan(0, |sum, cost| Some(std::mem::replace(sum, *sum + cost)));
        let part_of_line: Vec<usize> = before.map(|before| before * parts / total).collect();
        let parts: Vec<usize> = rows.iter().map(|row| part_of_line[row.start]).collect();
        let asked = parts[from.clamp(1, parts.len()) - 1];
        let begin = parts.partition_point(|part| *part < asked);
        let end = parts.partition_point(|part| *part <= asked);
        let shown = rows[begin].start..rows[end - 1].end;
        keep(&mut grid.sections, |line| shown.contains(&line));
        let begin_of = |part: usize| parts.partition_point(|before| *before < part) + 1;
        let (first, last) = (begin > 0, end < rows.len());
        let what =
            if grid.sections.iter().all(|section| section.metric.is_none()) { "Cases" } else { "Rows" };
        Self {
            shown: format!("{what} {} to {end} of {}", begin + 1, rows.len()),
            first: first.then(|| address(1)),
            previous: first.then(|| address(begin_of(parts[begin - 1]))),
            next: last.then(|| address(end + 1)),
            last: last.then(|| address(begin_of(parts[parts.len() - 1]))),
        }
    }
}

/// How many rows a grid has.
pub(super) fn count(grid: &Grid) -> usize {
    rows(grid).len()
}

/// The lines of each row: where sides have lines of their own, those of all its sides.
fn rows(grid: &Grid) -> Vec<Range<usize>> {
    let has_sides = grid.columns.iter().any(|column| column.kind == Kind::Side);
    let mut rows: Vec<Range<usize>> = Vec::new();
    let lines = grid.sections.iter().flat_map(|section| (0..section.rows.len()).map(move |at| (section, at)));
    for (line, (section, at)) in lines.enumerate() {
        match rows.last_mut() {
            Some(row) if has_sides && !grid.begins_case(section, at) => row.end = line + 1,
            _ => rows.push(line..line + 1),
        }
    }
    rows
}

fn cost((column, cell): (&Column, &Cell)) -> usize {
    let mark = match cell.tone {
        Tone::Plain => 0,
        Tone::Missing | Tone::Outlier => CLASS,
        Tone::Better | Tone::Worse | Tone::LeansBetter | Tone::LeansWorse => MARK,
    };
    let name = if column.kind == Kind::Side { NAME } else { 0 };
    cell.text.len() + 3 * cell.padding + CELL + mark + name
}

/// About how many bytes each row of a section takes.
fn costs(columns: &[Column], section: &Section, row: usize) -> impl Iterator<Item = usize> {
    let head = SECTION + section.title().map_or(0, |title| title.len());
    section.rows.iter().enumerate().map(move |(at, cells)| {
        let cells: usize = columns.iter().zip(cells).map(cost).sum();
        cells + row + if at == 0 { head } else { 0 }
    })
}

/// Keeps lines by their numbers, and the sections that have any of them.
pub(super) fn keep(sections: &mut Vec<Section>, is_kept: impl Fn(usize) -> bool) {
    let mut number = 0..;
    for section in sections.iter_mut() {
        section.rows.retain(|_| number.next().is_some_and(&is_kept));
    }
    sections.retain(|section| !section.rows.is_empty());
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn grid() -> Grid {
        benchdata::table::grid(&samples::compare().comparison.unwrap().table)
    }

    #[test]
    fn a_short_table_is_shown_whole() {
        let mut whole = grid();
        let window = Window::cut(&mut whole, A_PAGE, 1, |from| from.to_string());
        assert_eq!((window, whole), (Window::default(), grid()));
    }

    /// 300 rows took 140 KB, and a mail's 112 rows of twelve kernels half a megabyte.
    #[test]
    fn a_long_table_comes_in_parts_that_lose_no_row() {
        let mut long = grid();
        let row = long.sections[0].rows[0].clone();
        long.sections[0].rows = vec![row; 2000];
        let rows = |grid: &Grid| grid.sections.iter().map(|section| section.rows.len()).sum::<usize>();
        let all = rows(&long);
        let (mut from, mut seen) = (Some("1".to_owned()), 0);
        while let Some(at) = from {
            let mut part = long.clone();
            let window = Window::cut(&mut part, A_PAGE, at.parse().unwrap(), |from| from.to_string());
            assert!(window.shown.starts_with(&format!("Rows {} to ", seen + 1)), "{window:?}");
            seen += rows(&part);
            from = window.next;
        }
        assert_eq!(seen, all);
    }

    /// A fault: of 12 rows with 12 sides each it was "Rows 1 to 131 of 140", and the last 9 lines,
    /// on a page of their own, lacked their baseline.
    #[test]
    fn no_part_begins_within_a_row_and_none_is_tiny() {
        let compared = samples::compare().comparison.unwrap().table;
        let mut long = benchdata::table::grid_by_side(&compared);
        let rows = long.sections[0].rows.clone();
        long.sections[0].rows = vec![rows; 50].concat();
        let all = long.sections[0].rows.len() / 2;
        let whole = long.clone();
        let (mut from, mut counts) = (Some("1".to_owned()), Vec::new());
        while let Some(at) = from {
            let mut part = whole.clone();
            let window = Window::cut(&mut part, 15_000, at.parse().unwrap(), |from| from.to_string());
            let [section] = &part.sections[..] else { panic!("{part:?}") };
            assert!(part.begins_case(section, 0) && section.rows.len() % 2 == 0, "{window:?}");
            assert!(window.shown.ends_with(&format!(" of {all}")), "{window:?}");
            counts.push(section.rows.len());
            from = window.next;
        }
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(counts.len() > 1 && most - least <= 4, "{counts:?}");
    }

    #[test]
    fn behind_the_end_is_the_last_part() {
        let parts = |from| {
            let mut cut = grid();
            Window::cut(&mut cut, 500, from, |from| from.to_string())
        };
        let last = parts(9999);
        assert!(last.shown.ends_with("to 4 of 4") && last.next.is_none() && last.first.is_some(), "{last:?}");
        assert_eq!(parts(4), last);
    }

    /// There was no way back but to the first part, and none to the last.
    #[test]
    fn parts_lead_to_their_neighbours_and_to_both_ends() {
        let mut long = grid();
        let row = long.sections[0].rows[0].clone();
        long.sections[0].rows = vec![row; 2000];
        let part = |from| Window::cut(&mut long.clone(), A_PAGE, from, |from| from.to_string());
        let number = |address: &Option<String>| address.as_ref().unwrap().parse::<usize>().unwrap();
        let first = part(1);
        assert_eq!((&first.first, &first.previous), (&None, &None));
        let second = part(number(&first.next));
        assert_eq!((number(&second.first), number(&second.previous)), (1, 1));
        let third = part(number(&second.next));
        assert_eq!(number(&third.previous), number(&first.next));
        let last = part(number(&first.last));
        assert_eq!((&last.next, &last.last, part(2000)), (&None, &None, last.clone()));
        assert_eq!(part(number(&last.previous)).next, first.last);
    }
}
