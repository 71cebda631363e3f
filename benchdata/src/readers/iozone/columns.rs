//! The columns of the table. Tests that were not run leave theirs blank, so that a value's
//! test follows from the place where it ends.

use crate::readers::faults::fault;
use crate::readers::text::number;
use crate::reading::ReadError;

/// The tests, and how the lower line of the header calls them.
const TESTS: [(&str, &str); 13] = [
    ("write", "write"),
    ("rewrite", "rewrite"),
    ("read", "read"),
    ("reread", "reread"),
    ("random_read", "read"),
    ("random_write", "write"),
    ("bkwd_read", "read"),
    ("record_rewrite", "rewrite"),
    ("stride_read", "read"),
    ("fwrite", "fwrite"),
    ("frewrite", "frewrite"),
    ("fread", "fread"),
    ("freread", "freread"),
];

/// How far a value's end may lie from its heading's: headings and values are set in
/// columns of slightly different widths.
const SLACK: usize = 3;

pub(super) struct Columns {
    /// Where `kB`, `reclen` and the tests' headings end.
    ends: Vec<usize>,
}

pub(super) struct Row<'a> {
    pub(super) size: &'a str,
    pub(super) record: &'a str,
    pub(super) values: Vec<(&'static str, f64)>,
}

/// A line's words with the places where they end.
fn words(line: &str) -> Vec<(&str, usize)> {
    let end = |word: &str| word.as_ptr() as usize + word.len() - line.as_ptr() as usize;
    line.split_whitespace().map(|word| (word, end(word))).collect()
}

impl Columns {
    /// The columns, where a line is the header's lower one.
    pub(super) fn of(line: &str) -> Option<Self> {
        let words = words(line);
        let [(size, _), (record, _), tests @ ..] = words.as_slice() else { return None };
        let is_header = size.eq_ignore_ascii_case("kb")
            && *record == "reclen"
            && (1..=TESTS.len()).contains(&tests.len())
            && tests.iter().zip(TESTS).all(|((word, _), (_, heading))| *word == heading);
        is_header.then(|| Self { ends: words.iter().map(|&(_, end)| end).collect() })
    }

    /// A row, or nothing where the table has ended.
    pub(super) fn row<'a>(&self, line: usize, body: &'a str) -> Result<Option<Row<'a>>, ReadError> {
        let words = words(body);
        let numbers: Option<Vec<f64>> = words.iter().map(|(word, _)| number(word)).collect();
        let (Some(numbers), [(size, _), (record, _), cells @ ..]) = (numbers, words.as_slice()) else {
            return Ok(None);
        };
        if cells.is_empty() {
            return Ok(None);
        }
        let is_full = words.len() == self.ends.len();
        let is_placed =
            words.iter().zip(&self.ends).take(2).all(|((_, end), heading)| end.abs_diff(*heading) <= 1);
        if !is_full && !is_placed {
            let expected = format!("{}, or columns that stand under their headings", self.ends.len());
            return Err(fault(line, format!("a row with {} cells", words.len()), expected));
        }
        let mut values = Vec::with_capacity(cells.len());
        for (nth, (&(_, end), &value)) in cells.iter().zip(&numbers[2..]).enumerate() {
            let at = if is_full { Some(nth) } else { self.nearest(end) };
            let test = at.and_then(|at| TESTS.get(at)).map(|&(test, _)| test);
            match test.filter(|test| values.iter().all(|(taken, _)| taken != test)) {
                Some(test) => values.push((test, value)),
                None => return Err(fault(line, format!("{value}"), "a value under its heading")),
            }
        }
        Ok(Some(Row { size, record, values }))
    }

    /// The test whose heading ends next to a place.
    fn nearest(&self, end: usize) -> Option<usize> {
        let headings = self.ends[2..].iter().enumerate();
        let (at, heading) = headings.min_by_key(|(_, heading)| heading.abs_diff(end))?;
        (heading.abs_diff(end) <= SLACK).then_some(at)
    }
}
