//! A line's words and the columns they stand in.

use std::ops::Range;

/// A word, and the columns of the screen it stands in.
pub(super) type Word<'a> = (Range<usize>, &'a str);

/// A line's words, each with the columns it stands in.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    let (mut words, mut column, mut begin) = (Vec::new(), 0, None);
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        if !c.is_whitespace() {
            begin.get_or_insert((at, column));
        } else if let Some((from, first)) = begin.take() {
            words.push((first..column, &line[from..at]));
        }
        column = if c == '\t' { (column / 8 + 1) * 8 } else { column + 1 };
    }
    words
}

/// Words with single blanks between.
pub(super) fn joined(words: &[Word]) -> String {
    words.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

/// A line's cells, where a tab or two blanks stand between them.
pub(super) fn wide_cells(line: &str) -> Vec<&str> {
    let cells = line.split('\t').flat_map(|part| part.split("  "));
    cells.map(str::trim).filter(|cell| !cell.is_empty()).collect()
}
